import type { Happening } from '../inquiry/index.ts'
import type { Quote } from '../readings/index.ts'
import type { RunEvent } from '../runs/index.ts'
import type { SearchSpec } from '../websets/index.ts'

/** What runs tell besides how they begin and end. Ids are made of the keys of steps, so that a replay has the same. */
const event = (name: string, data: Readonly<Record<string, unknown>>): RunEvent => ({
  name: `agent_run.${name}`,
  data,
})

const idOf = (runId: string, step: string): string => `${runId}.${step}`

const titled = ({ url, title }: { url: string; title: string | null }) => ({
  url,
  ...(title !== null && { title }),
})

/** Of an inquiry. */
export function happeningEvents(runId: string, happening: Happening): RunEvent[] {
  if (happening.type === 'planned') {
    const questions = happening.tasks.map(({ question }) => `- ${question}`)
    return [event('search_trace', { text: [happening.reasoning, ...questions].join('\n') })]
  }
  if (happening.type === 'settled') return [event('search_trace', { text: happening.reasoning })]
  const callId = idOf(runId, happening.step)
  if (happening.type === 'searched') {
    const { query, pages } = happening
    return [
      event('search_trace', { text: query, tool: 'search', callId }),
      event('output_item.done', {
        item: {
          id: callId,
          type: 'function_call',
          name: 'search',
          call_id: callId,
          status: 'completed',
          arguments: JSON.stringify({ query }),
          metadata: { sourceCount: pages.length },
        },
      }),
    ]
  }
  if (happening.type === 'read')
    return [event('source.added', { source: { ...titled(happening.page), callId } })]
  return []
}

/** What a list of things is understood to be of. */
export const lookedEvents = (
  runId: string,
  step: string,
  { query, entity, criteria }: SearchSpec,
): RunEvent[] => [
  event('search_trace', {
    text: [`${query} (${entity.description ?? entity.type})`, ...criteria.map((one) => `- ${one}`)].join(
      '\n',
    ),
    tool: 'search',
    callId: idOf(runId, step),
  }),
]

export const sourceEvents = (runId: string, step: string, quotes: readonly Quote[]): RunEvent[] =>
  quotes.map((quote) => event('source.added', { source: { ...titled(quote), callId: idOf(runId, step) } }))

/** What a list has so far. */
export const listedEvents = (
  round: number,
  entries: readonly { entityKey: string; name: string | null; url: string }[],
): RunEvent[] => [
  event('preliminary_list', {
    preliminaryList: {
      round,
      answer: entries.map(({ name, url }) => `- ${name ?? url} (${url})`).join('\n'),
      entryKeys: entries.map(({ entityKey }) => entityKey),
    },
  }),
]
