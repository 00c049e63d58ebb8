import { CreateAgentRunRequest, type AgentRun } from '../contract/agent.ts'
import { AppError, errorKinds } from '../contract/errors.ts'
import {
  AgentResponse,
  CreateResponseRequest,
  GetResponseRequest,
  ResponseEvent,
  ResponseReference,
} from '../contract/responses.ts'
import { parseInput } from '../contract/validation.ts'
import { operation, type OperationContext } from './operation.ts'
import { responseEvents } from './response-events.ts'
import { remember, runIdOf, toResponse } from './response-shape.ts'

const stream = {
  event: ResponseEvent,
  failure: ({ code, message }: AppError) => ({
    type: 'error',
    sequence_number: 0,
    code: errorKinds[code].tag,
    message,
    param: null,
  }),
  frame: ({ type }: ResponseEvent) => ({ name: type, id: null }),
}

/** Too long to wait for on one connection. */
const longEfforts = new Set(['high', 'xhigh', 'max'])

export const createResponse = operation({
  name: 'responses.create',
  summary: 'Begin an agent run in the shape of the OpenAI API: wait for it, follow it, or fetch it later.',
  scope: 'write',
  limitClass: 'other',
  input: CreateResponseRequest,
  output: AgentResponse,
  stream,
  async run(context, input) {
    const { services, caller, betas, signal } = context
    const { background, previous_response_id: previous, text } = input
    const effort = input.reasoning?.effort ?? 'auto'
    if (longEfforts.has(effort) && !background && !input.stream)
      throw new AppError(
        'invalid_request',
        `The effort "${effort}" takes long: ask for it with "stream" or "background".`,
        { reason: 'INVALID_REQUEST' },
      )
    const schema = text?.format?.type === 'json_schema' ? text.format.schema : undefined
    const run = await services.agentRuns.create(
      caller,
      parseInput(CreateAgentRunRequest, {
        ...questionOf(input),
        effort,
        outputSchema: schema,
        previousRunId: previous && runIdOf(previous),
        metadata: remember(input),
      }),
      betas,
    )
    if (input.stream) return follow(context, run)
    if (background) return toResponse(run)
    // It goes on whoever waits, and can be retrieved.
    for await (const _ of services.agentRuns.follow(caller, run.id, signal)) signal.throwIfAborted()
    return current(context, run.id)
  },
})

export const getResponse = operation({
  name: 'responses.get',
  summary: 'Read a response, or follow it from its beginning or from an event.',
  scope: 'read',
  limitClass: 'other',
  input: GetResponseRequest,
  output: AgentResponse,
  stream,
  async run(context, { id, stream: isStreamed, starting_after: after }) {
    if (!isStreamed) return current(context, runIdOf(id))
    return follow(context, await context.services.agentRuns.get(context.caller, runIdOf(id)), after)
  },
})

export const cancelResponse = operation({
  name: 'responses.cancel',
  summary: 'End a response that is under way.',
  scope: 'write',
  limitClass: 'other',
  input: ResponseReference,
  output: AgentResponse,
  run: async ({ services, caller }, { id }) =>
    toResponse(await services.agentRuns.cancel(caller, runIdOf(id))),
})

/** As it is by now, with what it used. */
async function current({ services, caller }: OperationContext, runId: string): Promise<AgentResponse> {
  const run = await services.agentRuns.get(caller, runId)
  return toResponse(run, await services.agentRuns.tokens(caller, runId))
}

async function* follow(context: OperationContext, run: AgentRun, after = -1): AsyncGenerator<ResponseEvent> {
  const { services, caller, signal } = context
  const course = services.agentRuns.follow(caller, run.id, signal)
  for await (const event of responseEvents(run, course, () => current(context, run.id)))
    if (event.sequence_number > after) yield event
}

/** The last message of the user is the question; what systems and developers say are wishes. */
function questionOf({ input, instructions }: CreateResponseRequest): {
  query: string
  systemPrompt?: string
} {
  const messages = typeof input === 'string' ? [{ role: 'user', text: input }] : input.map(plain)
  const query = messages.findLast(({ role, text }) => role === 'user' && text !== '')?.text
  if (query === undefined)
    throw new AppError('invalid_request', 'Invalid request body | "input": it has no text of a user.', {
      reason: 'INVALID_REQUEST',
    })
  const wishes = messages.filter(({ role }) => role === 'system' || role === 'developer')
  const systemPrompt = [instructions ?? '', ...wishes.map(({ text }) => text)].filter(Boolean).join('\n')
  return { query, ...(systemPrompt && { systemPrompt }) }
}

type Item = Exclude<CreateResponseRequest['input'], string>[number]

const plain = ({ role = '', content = '' }: Item): { role: string; text: string } => ({
  role,
  text: (typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('\n')).trim(),
})
