import { z } from 'zod'
import { answered, present, records, text, wire, type Json } from '../../agent-side/index.ts'
import { WorkflowError, type Course } from '../course.ts'
import { costOf, costSum, forEachInTime, readPage } from '../page-work.ts'
import { openPages, statementsOf, supportFor, type Support } from '../statements.ts'
import { Query, Timeout, workflow } from '../workflow.ts'

const Args = z.strictObject({
  query: Query.describe('The question.'),
  attempts: z
    .int()
    .min(1)
    .max(3)
    .default(2)
    .describe('How often to answer before it is declined that something could not be borne out.'),
  timeout: Timeout,
})

const mostSources = 10

interface Answer {
  readonly answer: string
  readonly citations: readonly { url: string; title: string | null; publishedDate: string | null }[]
  readonly cost: number
}

interface Checked {
  readonly statements: readonly { readonly text: string; readonly support: Support | null }[]
  readonly sources: readonly Json[]
  readonly timedOut: boolean
  readonly cost: number
}

export const verifiedAnswer = workflow({
  type: 'retrieval.verifiedAnswer',
  summary:
    'Answer a question, look up every statement in the pages it cites, and decline what they do not say.',
  additive: true,
  args: Args,
  example: { query: 'Who makes robots that inspect pipelines?' },
  lists: ['statements'],
  async run(course, { query, attempts, timeout }) {
    const total = 2 * attempts + 1
    const costs: number[] = []
    let timedOut = false
    let rejected: string[] = []
    for (let attempt = 1; ; attempt++) {
      const completed = 2 * attempt - 1
      const given = await course.step(`answering ${attempt}`, async () => {
        await course.report({ step: 'answering', completed, total, message: `${attempt}/${attempts}` })
        return course.once(`answer ${attempt}`, () => ask(course, query, rejected))
      })
      await course.keep({ query, citations: given.citations })
      const checked = await course.step(`checking ${attempt}`, async (step) => {
        await course.report({ step: 'checking', completed: completed + 1, total })
        const outcome = await course.once(`checked ${attempt}`, () =>
          check(course, query, given, { attempt, since: step.since, timeoutMs: timeout }),
        )
        if (outcome.timedOut) step.ends('timed_out')
        return outcome
      })
      costs.push(given.cost, checked.cost)
      timedOut ||= checked.timedOut
      const { statements, sources } = checked
      rejected = statements.flatMap((one) => (one.support ? [] : [one.text]))
      const holds = given.citations.length > 0 && statements.length > 0 && rejected.length === 0
      if (!holds && attempt < attempts) continue
      await course.report({ step: 'done', completed: total, total })
      const held = statements.flatMap((one) => (one.support ? [{ text: one.text, ...one.support }] : []))
      return course.finish(
        {
          query,
          status: holds ? 'verified' : 'declined',
          answer: holds ? given.answer : null,
          statements: held,
          sources,
          attempts: attempt,
          cost: costSum(costs),
          ...(!holds && { reason: whyNot(given, rejected), rejected }),
          ...(timedOut && { timedOut }),
        },
        holds
          ? `Answered: ${statements.length} of ${statements.length} statements stand in the cited pages.`
          : `Declined: ${whyNot(given, rejected)}`,
      )
    }
  },
})

async function ask(course: Course, query: string, rejected: readonly string[]): Promise<Answer> {
  const systemPrompt =
    rejected.length === 0
      ? undefined
      : [
          'State only what the sources say, in their own words, and cite them.',
          'These statements could not be found in the sources that were cited for them; leave them out unless you can quote them:',
          ...rejected.slice(0, 20).map((statement) => `- ${statement.slice(0, 300)}`),
        ].join('\n')
  const given = await answered(course.exa.answer(query, wire(present({ systemPrompt }))))
  return {
    answer: text(given.answer) ?? '',
    citations: records(given.citations)
      .flatMap(({ url, title, publishedDate }) => {
        const address = text(url)
        return address === null
          ? []
          : [{ url: address, title: text(title), publishedDate: text(publishedDate) }]
      })
      .slice(0, mostSources),
    cost: costOf(given),
  }
}

/** Reads the cited pages and looks up every statement in them. What they said is not kept: only where they said it. */
async function check(
  course: Course,
  query: string,
  { answer, citations }: Answer,
  { attempt, since, timeoutMs }: { attempt: number; since: number; timeoutMs: number },
): Promise<Checked> {
  const readings = await forEachInTime(course, citations, {
    since,
    timeoutMs,
    work: ({ url }) => readPage(course, url, { text: true }),
  })
  const refused = readings.find((one) => one?.outcome === 'failed' && one.byServer)
  if (refused?.outcome === 'failed' && !readings.some((one) => one?.outcome === 'read'))
    throw new WorkflowError(`checking ${attempt}`, `No cited page could be read: ${refused.reason}`, {
      recoverable: true,
    })
  const pages = openPages(
    citations.flatMap(({ url, title }, at) => {
      const reading = readings[at]
      return reading?.outcome === 'read' ? [{ url, title: title ?? reading.title, text: reading.text }] : []
    }),
  )
  return {
    statements:
      citations.length === 0
        ? []
        : statementsOf(answer).map((one) => ({ text: one, support: supportFor(one, query, pages) })),
    sources: citations.map((citation, at) => {
      const reading = readings[at]
      if (!reading) return { ...citation, outcome: 'not_read' }
      return reading.outcome === 'read'
        ? { ...citation, outcome: 'read' }
        : { ...citation, outcome: 'failed', reason: reading.reason }
    }),
    timedOut: readings.includes(null),
    cost: costSum(readings.map((one) => one?.cost ?? 0)).total,
  }
}

const whyNot = ({ citations }: Answer, rejected: readonly string[]): string =>
  citations.length === 0
    ? 'the answer cites no page.'
    : rejected.length === 0
      ? 'there is no answer.'
      : `${rejected.length} of its statements could not be found in the pages it cites.`
