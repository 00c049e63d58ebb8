import { z } from 'zod'
import { nameOf, record, shapes, text, toFailure, type Json } from '../../agent-side/index.ts'
import { Stopped, WorkflowError, type Course } from '../course.ts'
import { yesCount } from '../matching.ts'
import { beginResearch, waitForResearch } from '../research-work.ts'
import { createSemaphore } from '../semaphore.ts'
import { collect, createWebset, shownItem, tellSearch, waitForRest } from '../webset-work.ts'
import { Count, Enrichments, Query, Timeout, workflow } from '../workflow.ts'

const placeholders = ['name', 'url', 'description'] as const
const placeholder = /\{\{\s*([^{}]*?)\s*\}\}/g

const Args = z.strictObject({
  query: Query,
  entity: shapes.Entity,
  researchPrompt: z
    .string()
    .trim()
    .min(1)
    .max(20_000)
    .superRefine((prompt, context) => {
      for (const [, name = ''] of prompt.matchAll(placeholder))
        if (!placeholders.some((known) => known === name))
          context.addIssue({
            code: 'custom',
            message: `{{${name}}} is not known; there are {{name}}, {{url}} and {{description}}`,
          })
    })
    .describe('What to find out about each; {{name}}, {{url}} and {{description}} stand for the entity.'),
  criteria: shapes.Criteria.optional(),
  count: Count(25),
  enrichments: Enrichments.default([]),
  researchSchema: z.record(z.string(), z.unknown()).optional(),
  researchModel: shapes.ResearchModel.default('exa-research'),
  researchLimit: z.int().min(1).max(100).default(10).describe('How many are researched.'),
  timeout: Timeout,
})
type Args = z.output<typeof Args>

const total = 5
const mostAtOnce = 3
const longestResearchMs = 120_000

interface Research {
  readonly researchId: string | null
  readonly status: string
  readonly result: unknown
  readonly duration: number
  readonly error?: string
}

interface Researched {
  readonly research: Research
  /** Time was up before it had ended. */
  readonly isLate: boolean
}

export const verified = workflow({
  type: 'research.verifiedCollection',
  summary: 'Collect verified entities, and have the best of them researched one by one.',
  args: Args,
  example: {
    query: 'heads of robotics at energy companies',
    entity: { type: 'person' },
    researchPrompt: 'What has {{name}} ({{url}}) worked on before?',
    researchLimit: 5,
  },
  lists: ['items'],
  async run(course, args) {
    const { query, entity, criteria, count, enrichments, researchPrompt, timeout } = args
    if (!placeholders.some((name) => filled(researchPrompt, { [name]: '\u0001' }).includes('\u0001')))
      course.warn('researchPrompt names no {{name}}, {{url}} or {{description}}: the same is asked of all.')
    const websetId = await course.step('creating', async () => {
      await course.report({ step: 'creating', completed: 1, total })
      return createWebset(course, 'webset', {
        search: { query, entity, count, ...(criteria && { criteria }) },
        ...(enrichments.length > 0 && { enrichments }),
      })
    })
    await course.keep({ websetId })
    const searched = await course.step('searching', async (step) => {
      const rest = await waitForRest(course, {
        key: 'searched',
        step: 'searching',
        websetId,
        since: step.since,
        timeoutMs: timeout,
        onLook: tellSearch(course, { step: 'searching', completed: 2, total }),
      })
      if (rest.timedOut) step.ends('timed_out')
      return rest
    })
    const { ranked, shown } = await course.step('collecting', async () => {
      await course.report({ step: 'collecting', completed: 3, total })
      const collected = await collect(course, websetId, { most: count, filter: 'any' })
      const best = collected.items.toSorted((a, b) => yesCount(b) - yesCount(a))
      const views = best.map((item) => shownItem(course, item, collected))
      await course.keep({ websetId, items: views.map((item) => ({ item })) })
      return { ranked: best, shown: views }
    })
    const all = await course.step('researching', (step) => researchAll(course, args, ranked, step))
    const researched = all.map(({ research }) => research)
    const failed = researched.filter(({ error }) => error !== undefined).length
    if (researched.length > 0 && failed === researched.length)
      throw new WorkflowError(
        'researching',
        `None of ${failed} entities could be researched: ${researched[0]?.error ?? ''}`,
        { recoverable: true },
      )
    await course.report({ step: 'done', completed: total, total })
    const timedOut = searched.timedOut || all.some(({ isLate }) => isLate)
    const items = shown.map((item, at) => ({ item, ...(researched[at] && { research: researched[at] }) }))
    return course.finish(
      {
        websetId,
        items,
        totalItems: items.length,
        researchedCount: researched.length - failed,
        researchFailedCount: failed,
        ...(timedOut && { timedOut }),
      },
      `${items.length} collected, ${researched.length - failed} researched${failed > 0 ? `, ${failed} failed` : ''}.`,
    )
  },
})

async function researchAll(
  course: Course,
  args: Args,
  ranked: readonly Json[],
  step: { ends(status: 'skipped'): void },
): Promise<Researched[]> {
  const chosen = ranked.slice(0, args.researchLimit)
  if (chosen.length === 0) step.ends('skipped')
  const semaphore = createSemaphore(mostAtOnce)
  let done = 0
  const tell = () =>
    course.report({ step: 'researching', completed: 4, total, message: `${done}/${chosen.length}` })
  await tell()
  return Promise.all(
    chosen.map((item) =>
      semaphore.run(async () => {
        const research = await researchOne(course, args, item)
        done++
        await tell()
        return research
      }),
    ),
  )
}

/** What cannot be found out about one is said of that one. */
async function researchOne(course: Course, args: Args, item: Json): Promise<Researched> {
  const key = `research-${String(item.id)}`
  let researchId: string | null = null
  try {
    course.signal.throwIfAborted()
    const properties = record(item.properties)
    researchId = await beginResearch(course, key, {
      instructions: filled(args.researchPrompt, {
        name: nameOf(properties),
        url: text(properties.url) ?? '',
        description: text(properties.description) ?? '',
      }),
      model: args.researchModel,
      outputSchema: args.researchSchema,
    })
    const { status, result, error, timedOut } = await waitForResearch(course, researchId, {
      since: course.sinceIntent(key),
      timeoutMs: Math.min(args.timeout, longestResearchMs),
    })
    const duration = course.clock.now().getTime() - course.sinceIntent(key)
    const research = { researchId, status, result, duration, ...(error !== null && { error }) }
    return { research, isLate: timedOut }
  } catch (error) {
    course.signal.throwIfAborted()
    const failure = toFailure(error)
    if (error instanceof Stopped || !failure) throw error
    const duration = course.clock.now().getTime() - course.sinceIntent(key)
    const research = { researchId, status: 'failed', result: null, duration, error: failure.message }
    return { research, isLate: false }
  }
}

/** Values stand as they are, without what could break a line; a value is never read for placeholders again. */
export const filled = (prompt: string, values: Readonly<Record<string, string>>): string =>
  prompt.replaceAll(placeholder, (whole, name: string) =>
    name in values ? plain(values[name] ?? '') : whole,
  )

const plain = (value: string): string =>
  value === '\u0001'
    ? value
    : value
        .replaceAll(/\p{Cc}+/gu, ' ')
        .trim()
        .slice(0, 500)
