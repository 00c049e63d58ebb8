import type { Answered } from '../answers/index.ts'
import { ChatCompletion, ChatEvent, ChatRequest } from '../contract/answers.ts'
import { AppError, errorKinds } from '../contract/errors.ts'
import { chunkWriter, completionId, seconds } from './chat-chunks.ts'
import { asEvents, drain } from './events.ts'
import { operation, type OperationContext } from './operation.ts'

export const completeChat = operation({
  name: 'chat.completions',
  summary: 'Answer the last message of a chat as /answer does, in the shape of the OpenAI API.',
  scope: 'read',
  limitClass: 'search',
  input: ChatRequest,
  output: ChatCompletion,
  stream: {
    event: ChatEvent,
    failure: ({ code, message }) => ({
      error: { message, type: errorKinds[code].type, code: errorKinds[code].tag },
    }),
  },
  async run(context, input) {
    const { services, caller, requestId, meter, signal } = context
    const { model, stream } = input
    const request = { ...toQuestion(input), text: input.text ?? input.extra_body?.text }
    const writing = services.answers.answer(caller, requestId, request, { meter, signal })
    if (stream) return chatEvents(context, model, writing)
    const { answer, citations, inputTokens, outputTokens } = await drain(writing)
    const content = typeof answer === 'string' ? answer : JSON.stringify(answer)
    return {
      id: completionId(requestId),
      object: 'chat.completion' as const,
      created: seconds(services.clock.now()),
      model,
      choices: [
        {
          index: 0 as const,
          message: { role: 'assistant' as const, content, refusal: null, citations },
          logprobs: null,
          finish_reason: 'stop' as const,
        },
      ],
      usage: {
        prompt_tokens: inputTokens,
        completion_tokens: outputTokens,
        total_tokens: inputTokens + outputTokens,
      },
      costDollars: meter.costDollars(),
      requestId,
    }
  },
})

async function* chatEvents(
  { services, requestId }: OperationContext,
  model: string,
  writing: AsyncGenerator<string, Answered>,
): AsyncGenerator<ChatEvent> {
  const chunk = chunkWriter(requestId, model, services.clock.now())
  const { citations } = yield* asEvents(writing, (text) => chunk(text))
  yield chunk('', { isLast: true, citations })
}

/** The last message is the question, and what the system says are wishes about the answer. */
function toQuestion({ messages }: ChatRequest): { query: string; systemPrompt: string | undefined } {
  const last = messages.at(-1)
  const query = last ? textOf(last).trim() : ''
  if (query === '' || last?.role === 'system')
    throw new AppError(
      'invalid_request',
      'Invalid request body | the last of "messages" must hold a question',
    )
  const wishes = messages
    .filter(({ role }) => role === 'system' || role === 'developer')
    .map(textOf)
    .filter((text) => text !== '')
  return { query, systemPrompt: wishes.length > 0 ? wishes.join('\n') : undefined }
}

function textOf({ content }: ChatRequest['messages'][number]): string {
  if (typeof content === 'string') return content
  return (content ?? []).map(({ text }) => text ?? '').join('\n')
}
