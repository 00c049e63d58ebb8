import type { AgentEvent, AgentRun } from '../contract/agent.ts'
import type { AgentResponse, ResponseEvent } from '../contract/responses.ts'
import { messageIdOf, toResponse } from './response-shape.ts'

/** About as much as a language model says at a time. */
const piece = /\S+\s*|\s+/g

/**
 * The course of a run in the events of a response. What it says is known when it ends, and is then told piece by piece.
 * Events and their numbers are the same whenever they are told, so that a client can go on where it left off.
 */
export async function* responseEvents(
  begun: AgentRun,
  course: AsyncIterable<AgentEvent>,
  ended: () => Promise<AgentResponse>,
): AsyncGenerator<ResponseEvent> {
  let number = 0
  const event = (type: string, data: object): ResponseEvent => ({ type, sequence_number: number++, ...data })
  const fresh: AgentResponse = { ...toResponse(begun), ...unfinished }

  yield event('response.created', { response: { ...fresh, status: 'queued' } })
  for await (const { event: name } of course)
    if (name === 'agent_run.started')
      yield event('response.in_progress', { response: { ...fresh, status: 'in_progress' } })
  const response = await ended()
  const [item] = response.output
  if (item) yield* told(begun.id, item, event)
  yield event(response.status === 'completed' ? 'response.completed' : 'response.failed', { response })
}

const unfinished = {
  completed_at: null,
  error: null,
  output: [],
  output_text: '',
  usage: null,
  grounding: [],
  costDollars: { total: 0, agentCompute: 0, search: 0, emails: 0, phoneNumbers: 0 },
}

function* told(
  runId: string,
  item: AgentResponse['output'][number],
  event: (type: string, data: object) => ResponseEvent,
): Generator<ResponseEvent> {
  const place = { item_id: messageIdOf(runId), output_index: 0, content_index: 0 }
  yield event('response.output_item.added', {
    output_index: 0,
    item: { ...item, status: 'in_progress', content: [] },
  })
  for (const part of item.content) {
    yield event('response.content_part.added', { ...place, part: { ...part, text: '', annotations: [] } })
    for (const [delta] of part.text.matchAll(piece))
      yield event('response.output_text.delta', { ...place, delta, logprobs: [] })
    for (const [annotation_index, annotation] of part.annotations.entries())
      yield event('response.output_text.annotation.added', { ...place, annotation_index, annotation })
    yield event('response.output_text.done', { ...place, text: part.text, logprobs: [] })
    yield event('response.content_part.done', { ...place, part })
  }
  yield event('response.output_item.done', { output_index: 0, item })
}
