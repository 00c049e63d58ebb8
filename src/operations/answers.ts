import type { Answered } from '../answers/index.ts'
import {
  AnswerEvent,
  AnswerRequest,
  AnswerResponse,
  ContextRequest,
  ContextResponse,
} from '../contract/answers.ts'
import { errorKinds } from '../contract/errors.ts'
import { chunkWriter } from './chat-chunks.ts'
import { asEvents, drain } from './events.ts'
import { operation, type OperationContext } from './operation.ts'

export const answer = operation({
  name: 'answer',
  summary: 'Answer a question from the indexed pages, with citations; as an object by a schema if asked for.',
  scope: 'read',
  limitClass: 'search',
  input: AnswerRequest,
  output: AnswerResponse,
  stream: {
    event: AnswerEvent,
    failure: ({ code, message }, requestId) => ({
      tag: 'ERROR' as const,
      payload: { error: { code: errorKinds[code].status, message }, requestId },
    }),
  },
  async run(context, input) {
    const { services, caller, requestId, meter, signal } = context
    const writing = services.answers.answer(caller, requestId, input, { meter, signal })
    if (input.stream) return answerEvents(context, writing)
    const { answer: content, citations } = await drain(writing)
    return { requestId, answer: content, citations, costDollars: meter.costDollars() }
  },
})

async function* answerEvents(
  { services, requestId, meter }: OperationContext,
  writing: AsyncGenerator<string, Answered>,
): AsyncGenerator<AnswerEvent> {
  const chunk = chunkWriter(requestId, 'exa', services.clock.now())
  const { citations } = yield* asEvents(writing, (text) => chunk(text))
  yield chunk('', { isLast: true })
  yield { citations }
  yield { costDollars: meter.costDollars(), requestId }
}

export const context = operation({
  name: 'context',
  summary: 'Gather code and what is said about it from the indexed pages, in one text for a prompt.',
  scope: 'read',
  limitClass: 'search',
  input: ContextRequest,
  output: ContextResponse,
  async run({ services, caller, requestId, meter, signal }, input) {
    const found = await services.contexts.context(caller, input, { meter, signal })
    return { requestId, ...found, costDollars: meter.costDollars() }
  },
})
