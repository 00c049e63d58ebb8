import { z } from 'zod'
import { AppError } from '../../contract/errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { LanguageModel, ModelCall, ModelRequest, TokenUse } from '../../ports/language-model.ts'
import { createAdmission } from './admission.ts'
import { createListReader, listOf, readAnswer, UselessAnswer } from './answer-text.ts'
import { firstDialect, simpler, without, type Dialect } from './dialect.ts'
import { explainFailure, RefusedError, SilenceError, waitBeforeRetry } from './failures.ts'
import { speak, type Saying } from './speak.ts'

export interface AiModelOptions {
  /** Such as `https://api.openai.com/v1`; `/chat/completions` is added. */
  readonly baseUrl: string
  readonly model: string
  readonly apiKey?: string | undefined
  readonly clock: Clock
  /** The way to it. */
  readonly fetch?: typeof fetch
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
  const { maxOutputTokens = 4_000, model, fetch: ask = fetch } = options
  const admission = createAdmission({ ...options, concurrency }, options.clock)
  const closing = new AbortController()
  let dialect = firstDialect

  /** What the model says, sent again while the endpoint is busy, in a simpler way when it refuses. */
  async function* say(talk: Talk, call: ModelCall): AsyncGenerator<string> {
    const { signal } = call
    for (let attempt = 1; ;) {
      const saying: Saying = { ...options, ...talk, fetch: ask, maxOutputTokens, timeoutMs, signal }
      let hasBegun = false
      try {
        for await (const words of metered(saying, call)) {
          hasBegun = true
          yield words
        }
        return
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof AppError) throw error
        if (hasBegun)
          throw error instanceof SilenceError ? error : new UselessAnswer('its answer breaks off', true)
        const other = error instanceof RefusedError ? without(talk.dialect, error.message) : null
        if (other) {
          talk.dialect = other
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
  async function* metered(request: Saying, { onUse, signal }: ModelCall): AsyncGenerator<string> {
    const prompt = request.instructions.length + request.prompt.length
    const leave = await admission.enter(Math.ceil(prompt / charactersPerToken) + maxOutputTokens, signal)
    let used = 0
    const saying = speak(request, (part) => {
      const use = { model, ...part }
      used = use.inputTokens + use.outputTokens
      options.onUse?.(use)
      onUse?.(use)
    })
    try {
      yield* saying
    } finally {
      leave(used)
    }
  }

  /** The answer to a request; a useless one is asked for once more, in a simpler way if that may help. */
  async function* answerOnceMore<T>(
    asked: Asked,
    given: ModelCall,
    read: (words: AsyncIterable<string>) => AsyncIterable<T>,
  ): AsyncGenerator<T> {
    const call = { ...given, signal: AbortSignal.any([given.signal, closing.signal]) }
    call.signal.throwIfAborted()
    const talk: Talk = { ...asked, dialect }
    let hasBegun = false
    for (let isRetry = false; ; isRetry = true) {
      try {
        for await (const answer of read(say(talk, call))) {
          hasBegun = true
          yield answer
        }
        dialect = talk.dialect
        return
      } catch (error) {
        call.signal.throwIfAborted()
        if (!(error instanceof UselessAnswer) || isRetry || hasBegun) throw explainFailure(error, options)
        if (!error.isCut) talk.dialect = simpler(talk.dialect) ?? talk.dialect
      }
    }
  }

  return {
    name: model,
    format: () => dialect.format,

    async complete<T>(request: ModelRequest<T>, call: ModelCall): Promise<T> {
      const asked = askedBy(request, request.answer, false)
      const [answer] = await collect(
        answerOnceMore(asked, call, async function* (words) {
          yield readAnswer((await collect(words)).join(''), request.answer)
        }),
      )
      // There is one when nothing was thrown.
      return answer as T
    },

    async *stream<T>(request: ModelRequest<T>, call: ModelCall): AsyncGenerator<T> {
      const asked = askedBy(request, listOf(request.answer), true)
      yield* answerOnceMore(asked, call, async function* (words) {
        const list = createListReader(request.answer)
        for await (const more of words) yield* list.read(more)
        list.finish()
      })
    },

    async close() {
      if (closing.signal.aborted) return
      closing.abort(new AppError('unavailable', 'The language model is closed.'))
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

/** A request under way; how it is put changes with what the endpoint refuses. */
interface Talk extends Asked {
  dialect: Dialect
}

function askedBy<T>(request: ModelRequest<T>, answer: z.ZodType, streams: boolean): Asked {
  const { instructions, prompt, today } = request
  // Endpoints that take only a part of JSON Schema need not know of which edition.
  const { $schema: _, ...schema } = z.toJSONSchema(answer)
  return {
    instructions,
    prompt: today === undefined ? prompt : `Today is ${today}.\n\n${prompt}`,
    schema,
    streams,
  }
}
