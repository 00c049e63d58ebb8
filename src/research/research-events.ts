import { toDollars } from '../billing/index.ts'
import type { ResearchCost, ResearchEvent } from '../contract/research.ts'
import type { Finding, Happening } from '../inquiry/index.ts'
import type { Run, RunEvent } from '../runs/index.ts'
import type { ResearchOutput, ResearchRequest } from './research-kind.ts'

type Body = ResearchEvent extends infer Event
  ? Event extends ResearchEvent
    ? Omit<Event, 'researchId' | 'createdAt'>
    : never
  : never

export const costOf = ({ used, costNanos }: Pick<Run, 'used' | 'costNanos'>): ResearchCost => ({
  total: toDollars(costNanos),
  numSearches: used['search'] ?? 0,
  numPages: used['page'] ?? 0,
  reasoningTokens: used['token'] ?? 0,
})

const eventOf = (researchId: string, at: Date, { eventType, ...rest }: Body): RunEvent => ({
  name: eventType,
  data: { eventType, researchId, createdAt: at.getTime(), ...rest },
})

export const definitionEvent = ({
  id,
  request,
  createdAt,
}: Run<ResearchRequest, ResearchOutput>): RunEvent => {
  const { instructions, outputSchema } = request
  return eventOf(id, createdAt, {
    eventType: 'research-definition',
    instructions,
    ...(outputSchema && { outputSchema }),
  })
}

export const outputEvent = (run: Run<ResearchRequest, ResearchOutput>): RunEvent => {
  const { id, output, error, finishedAt, createdAt } = run
  const failed = error?.message ?? 'The research was canceled.'
  return eventOf(id, finishedAt ?? createdAt, {
    eventType: 'research-output',
    output: output
      ? {
          outputType: 'completed',
          content: output.content,
          costDollars: costOf(run),
          ...(output.parsed && { parsed: output.parsed }),
        }
      : { outputType: 'failed', error: failed },
  })
}

/** Ids are made of the keys of steps, so that a replay has the same. */
export function eventsOf(researchId: string, happening: Happening, at: Date): RunEvent[] {
  const idOf = (key: string) => `${researchId}.${key}`
  const planOf = (taskKey: string) => idOf(taskKey.split('.').slice(0, 2).join('.'))
  return bodies().map((body) => eventOf(researchId, at, body))

  function bodies(): Body[] {
    if (happening.type === 'planned') {
      const { plan, reasoning, tasks } = happening
      const planId = idOf(plan)
      const think = { type: 'think' as const, content: reasoning }
      const tasksInstructions = tasks.map(({ question }) => question)
      return [
        { eventType: 'plan-definition', planId },
        { eventType: 'plan-operation', planId, operationId: `${planId}.think`, data: think },
        {
          eventType: 'plan-output',
          planId,
          output: { outputType: 'tasks', reasoning, tasksInstructions },
        },
        ...tasks.map(({ key, question }): Body => ({
          eventType: 'task-definition',
          planId,
          taskId: idOf(key),
          instructions: question,
        })),
      ]
    }
    if (happening.type === 'settled') {
      const { plan, reasoning } = happening
      const planId = idOf(plan)
      return [
        { eventType: 'plan-definition', planId },
        { eventType: 'plan-output', planId, output: { outputType: 'stop', reasoning } },
      ]
    }
    const { task, step } = happening
    const ofTask = { planId: planOf(task.key), taskId: idOf(task.key) }
    const operation = { eventType: 'task-operation' as const, ...ofTask, operationId: idOf(step) }
    if (happening.type === 'searched') {
      const { query, pages } = happening
      const results = pages.map(({ url }) => ({ url }))
      // Pages are paid for when they are read.
      const data = { type: 'search', searchType: 'auto', query, results, pageTokens: 0 } as const
      return [{ ...operation, data: { ...data, goal: task.question } }]
    }
    if (happening.type === 'read') {
      const { url, tokens } = happening.page
      return [
        { ...operation, data: { type: 'crawl', result: { url }, pageTokens: tokens, goal: task.question } },
      ]
    }
    const content = contentOf(happening.findings)
    return [
      { ...operation, data: { type: 'think', content: thoughtOf(happening.findings) } },
      { eventType: 'task-output', ...ofTask, output: { outputType: 'completed', content } },
    ]
  }
}

const contentOf = (findings: readonly Finding[]): string =>
  findings.length === 0
    ? 'The pages that were read do not say.'
    : findings
        .map(({ text, quotes }) => {
          const sources = new Map(quotes.map(({ url, title }) => [url, title]))
          return `- ${text} (${[...sources].map(([url, title]) => `[${title ?? url}](${url})`).join(', ')})`
        })
        .join('\n')

function thoughtOf(findings: readonly Finding[]): string {
  const pages = new Set(findings.flatMap(({ quotes }) => quotes.map(({ url }) => url))).size
  if (findings.length === 0) return 'None of the pages that were read says this.'
  const statements = findings.length === 1 ? 'One statement' : `${findings.length} statements`
  return `${statements} in ${pages === 1 ? 'one page' : `${pages} pages`} answer this.`
}
