import { z } from 'zod'
import { AppError } from '../../contract/errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { LanguageModel, ModelCall, ModelRequest, TokenUse } from '../../ports/language-model.ts'
import type { OnRequest } from '../../ports/outbound.ts'
import { createAdmission } from './admission.ts'
import { createListReader, listOf, readAnswer, UselessAnswer } from './answer-text.ts'
import { firstDialect, simpler, without, type Dialect } from './dialect.ts'
import { createEndpointFetch } from './endpoint-fetch.ts'
import { explainFailure, RefusedError, SilenceError, waitBeforeRetry } from './failures.ts'
import { speak, type Saying } from './speak.ts'

export interface AiModelOptions {
  /** Such as `https://api.openai.com/v1`; `/chat/completions` is added. */
  readonly baseUrl: string
  readonly model: string
  readonly apiKey?: string | undefined
  readonly clock: Clock
  readonly proxy?: string | undefined
  readonly onRequest?: OnRequest | undefined
  /** Told about everything that is used, whoever asked. */
  readonly onUse?: ((use: TokenUse) => void) | undefined
  /** How long it may stay silent. */
  readonly timeoutMs?: number
  /** How often one call is sent when the endpoint is busy or cannot be reached. */
  readonly attempts?: number
  /** Before the second attempt; doubles with each, and each is shortened at random. */
  readonly firstDelayMs?: number
  readonly concurrency?: number
  readonly maxOutputTokens?: number
  readonly maxTokensPerHour?: number | undefined
  readonly maxTokensPerDay?: number | undefined
}

export interface AiModel extends LanguageModel {
  /** How the endpoint was told which object is wanted, by the last call that it understood. */
  format(): Dialect['format']
}

/** Any endpoint that speaks OpenAI's `/chat/completions`. Nothing is sent before the first call. */
export function createAiModel(options: AiModelOptions): AiModel {
  const { timeoutMs = 60_000, attempts = 3, firstDelayMs = 500, concurrency = 4 } = options
  const { maxOutputTokens = 4_000, model } = options
  const way = createEndpointFetch(options)
  const admission = createAdmission({ ...options, concurrency }, options.clock)
  const closing = new AbortController()
  let dialect = firstDialect

  /** What the model says, sent again while the endpoint is busy, in a simpler way when it refuses. */
  async function* say(asked: Asked, trial: Dialect, call: ModelCall): AsyncGenerator<string, Dialect> {
    const { signal } = call
    for (let attempt = 1; ;) {
      const saying: Saying = {
        ...asked,
        ...options,
        dialect: trial,
        fetch: way.fetch,
        maxOutputTokens,
        timeoutMs,
        signal,
      }
      let hasBegun = false
      try {
        for await (const words of metered(saying, call)) {
          hasBegun = true
          yield words
        }
        return trial
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof AppError) throw error
        if (hasBegun)
          throw error instanceof SilenceError ? error : new UselessAnswer('its answer breaks off', true)
        const simpler = error instanceof RefusedError ? without(trial, error.message) : null
        if (simpler) {
          trial = simpler
          continue
        }
        if (attempt === attempts) throw error
        // An aborted wait ends at the check above, in the next attempt.
        await waitBeforeRetry(error, { longestMs: firstDelayMs * 2 ** (attempt - 1), timeoutMs, signal })
        attempt += 1
      }
    }
  }

  /** One request in its turn, paid for whatever becomes of it. */
  async function* metered(saying: Saying, { onUse, signal }: ModelCall): AsyncGenerator<string> {
    const prompt = saying.instructions.length + saying.prompt.length
    const leave = await admission.enter(Math.ceil(prompt / charactersPerToken) + maxOutputTokens, signal)
    let used = 0
    try {
      for await (const part of speak(saying)) {
        if (typeof part === 'string') yield part
        else {
          used = part.inputTokens + part.outputTokens
          const use = { model, ...part }
          options.onUse?.(use)
          onUse?.(use)
        }
      }
    } finally {
      leave(used)
    }
  }

  /** The answer of one conversation; a useless one is asked for once more, in a simpler way if that may help. */
  async function* answerOnceMore<T>(
    asked: Asked,
    given: ModelCall,
    read: (words: AsyncGenerator<string, Dialect>) => AsyncGenerator<T, Dialect>,
  ): AsyncGenerator<T> {
    const call = { ...given, signal: AbortSignal.any([given.signal, closing.signal]) }
    call.signal.throwIfAborted()
    let hasBegun = false
    let trial = dialect
    for (let isRetry = false; ; isRetry = true) {
      const answer = read(say(asked, trial, call))
      try {
        for (;;) {
          const { done, value } = await answer.next()
          if (done) {
            dialect = value
            return
          }
          hasBegun = true
          yield value
        }
      } catch (error) {
        call.signal.throwIfAborted()
        if (!(error instanceof UselessAnswer) || isRetry || hasBegun) throw explainFailure(error, options)
        if (!error.isCut) trial = simpler(trial) ?? trial
      } finally {
        await answer.return(trial)
      }
    }
  }

  return {
    name: model,
    format: () => dialect.format,

    async complete<T>(request: ModelRequest<T>, call: ModelCall): Promise<T> {
      const answers = answerOnceMore(asked(request, request.answer, false), call, async function* (words) {
        let text = ''
        for (;;) {
          const { done, value } = await words.next()
          if (done) {
            yield readAnswer(text, request.answer)
            return value
          }
          text += value
        }
      })
      const [answer] = await collect(answers)
      // There is one when nothing was thrown.
      return answer as T
    },

    async *stream<T>(request: ModelRequest<T>, call: ModelCall): AsyncGenerator<T> {
      yield* answerOnceMore(asked(request, listOf(request.answer), true), call, async function* (words) {
        const list = createListReader(request.answer)
        for (;;) {
          const { done, value } = await words.next()
          if (done) {
            list.finish()
            return value
          }
          yield* list.read(value)
        }
      })
    },

    async close() {
      if (closing.signal.aborted) return
      closing.abort(new AppError('unavailable', 'The language model is closed.'))
      await way.close()
    },
  }
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = []
  for await (const item of items) collected.push(item)
  return collected
}

/** Few texts have more tokens than this says. */
const charactersPerToken = 3

type Asked = Pick<Saying, 'instructions' | 'prompt' | 'schema' | 'streams'>

const asked = <T>(
  { instructions, prompt, today }: ModelRequest<T>,
  answer: z.ZodType,
  streams: boolean,
): Asked => ({
  instructions,
  prompt: today === undefined ? prompt : `Today is ${today}.\n\n${prompt}`,
  schema: z.toJSONSchema(answer),
  streams,
})
