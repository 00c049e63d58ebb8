import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, streamText, type LanguageModelUsage } from 'ai'
import type { Dialect } from './dialect.ts'
import { toFailure, SilenceError } from './failures.ts'

/** One request to the endpoint, and how to make it. */
export interface Saying {
  readonly instructions: string
  readonly prompt: string
  readonly schema: object
  readonly streams: boolean
  readonly dialect: Dialect
  readonly baseUrl: string
  readonly model: string
  readonly apiKey?: string | undefined
  readonly fetch: typeof fetch
  readonly maxOutputTokens: number
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

interface Use {
  readonly inputTokens: number
  readonly outputTokens: number
}

/**
 * What the model says, in pieces. However that ends, `onUse` is told once what it used, if it said anything; estimated
 * where the endpoint does not tell. Rejects with what `failures.ts` names.
 */
export async function* speak(saying: Saying, onUse: (use: Use) => void): AsyncGenerator<string> {
  const silence = new AbortController()
  const timer = setTimeout(fallSilent, saying.timeoutMs)
  function fallSilent(): void {
    silence.abort(new SilenceError(saying.timeoutMs))
  }
  const signal = AbortSignal.any([saying.signal, silence.signal])
  const call = {
    model: modelFor(saying),
    system: saying.instructions,
    prompt: promptFor(saying),
    abortSignal: signal,
    maxRetries: 0,
  }
  let text = ''
  let usage: LanguageModelUsage | undefined
  try {
    if (saying.streams) {
      const { fullStream } = streamText({ ...call, onError: () => {} })
      for await (const part of fullStream) {
        timer.refresh()
        if (part.type === 'error') throw part.error
        if (part.type === 'abort') throw signal.reason
        if (part.type === 'finish') usage = part.totalUsage
        if (part.type !== 'text-delta') continue
        text += part.text
        // Some models, once lost, write blanks for ever, and not every server counts them.
        if (text.length > saying.maxOutputTokens * mostCharactersPerToken) throw new Error('it never ends')
        yield part.text
      }
    } else {
      const answer = await generateText(call)
      usage = answer.usage
      text = answer.text
      yield text
    }
  } catch (error) {
    saying.signal.throwIfAborted()
    throw silence.signal.aborted ? silence.signal.reason : toFailure(error)
  } finally {
    clearTimeout(timer)
    if (usage || text !== '') onUse(useOf(saying, text, usage))
    // A reader that has heard enough leaves in the middle: then the endpoint need not go on.
    silence.abort()
  }
}

function modelFor({ baseUrl, model, apiKey, dialect, schema, maxOutputTokens, fetch }: Saying) {
  const formats = {
    json_schema: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } },
    json_object: { type: 'json_object' },
    words: undefined,
  }
  const provider = createOpenAICompatible({
    name: 'endpoint',
    baseURL: baseUrl.replace(/\/+$/, ''),
    ...(apiKey !== undefined && { apiKey }),
    fetch,
    includeUsage: dialect.streamUsage,
    transformRequestBody: (body) => ({
      ...body,
      ...(dialect.temperature && { temperature: 0 }),
      ...(dialect.tokenLimit !== 'none' && { [dialect.tokenLimit]: maxOutputTokens }),
      response_format: formats[dialect.format],
    }),
  })
  return provider.chatModel(model)
}

const promptFor = ({ prompt, dialect, schema }: Saying): string =>
  dialect.format === 'json_schema'
    ? prompt
    : `${prompt}\n\nAnswer with one JSON object that matches this JSON Schema, and with nothing else:\n${JSON.stringify(schema)}`

const useOf = (saying: Saying, text: string, usage: LanguageModelUsage | undefined): Use => ({
  inputTokens: usage?.inputTokens ?? estimate(saying.instructions + promptFor(saying)),
  outputTokens: usage?.outputTokens ?? estimate(text),
})

/** No tokenizer makes longer ones on average. */
const mostCharactersPerToken = 16

/** English has about four letters to a token. */
const estimate = (text: string): number => Math.ceil(text.length / 4)
