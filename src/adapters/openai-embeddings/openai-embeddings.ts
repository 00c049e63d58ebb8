import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { AppError } from '../../contract/errors.ts'
import type { Embedder } from '../../ports/embedder.ts'

export interface OpenAiEmbeddingsOptions {
  /** Such as `https://api.openai.com/v1`; `/embeddings` is added. */
  readonly baseUrl: string
  readonly model: string
  readonly apiKey?: string
  /** The way to it. */
  readonly fetch?: typeof fetch
  /** Known from an earlier start; unset asks the endpoint, which must then be reachable. */
  readonly dimensions?: number
  readonly batchSize?: number
  /** Longer texts are cut: an endpoint refuses what exceeds its window, and few have less than this in tokens. */
  readonly maxCharacters?: number
  readonly timeoutMs?: number
  readonly attempts?: number
  /** Before the second attempt; doubles with each, and each is shortened at random. */
  readonly firstDelayMs?: number
}

const answerSchema = z.object({
  data: z.array(z.object({ index: z.number().int().nonnegative(), embedding: z.array(z.number()) })),
})

/** Any endpoint that speaks OpenAI's `/embeddings`. Rejects with `unavailable` when the dimensions cannot be learned. */
export async function openOpenAiEmbeddings(options: OpenAiEmbeddingsOptions): Promise<Embedder> {
  const {
    model,
    batchSize = 64,
    maxCharacters = 8_000,
    timeoutMs = 30_000,
    attempts = 4,
    fetch: ask = fetch,
  } = options
  const url = `${options.baseUrl.replace(/\/+$/, '')}/embeddings`
  const closing = new AbortController()

  async function request(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await requestOnce(texts, signal)
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof RetryableError) || attempt >= attempts) throw unavailable(error)
        const longest = (options.firstDelayMs ?? 500) * 2 ** (attempt - 1)
        // An aborted wait ends at the check above, in the next attempt.
        await sleep(error.waitMs ?? Math.random() * longest, undefined, { signal }).catch(() => {})
      }
    }
  }

  async function requestOnce(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    let response: Response
    let body: string
    try {
      response = await ask(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(options.apiKey === undefined ? {} : { authorization: `Bearer ${options.apiKey}` }),
        },
        body: JSON.stringify({ model, input: texts, encoding_format: 'float' }),
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      })
      body = await response.text()
    } catch (cause) {
      if (cause instanceof AppError) throw cause
      throw new RetryableError('it could not be reached in time', { cause })
    }
    if (response.status === 429 || response.status >= 500) {
      const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
      throw new RetryableError(
        `it answered ${response.status}`,
        {},
        Number.isFinite(seconds) ? seconds * 1_000 : undefined,
      )
    }
    if (!response.ok) throw new Error(`it answered ${response.status}: ${body.slice(0, 300)}`)
    return readVectors(body, texts.length)
  }

  async function embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    signal.throwIfAborted()
    const vectors: Float32Array[] = []
    for (let start = 0; start < texts.length; start += batchSize) {
      // Endpoints refuse an empty text.
      const batch = texts.slice(start, start + batchSize).map((text) => text.slice(0, maxCharacters) || ' ')
      vectors.push(...(await request(batch, signal)))
    }
    return vectors
  }

  const dimensions = options.dimensions ?? (await embed(['dimensions'], closing.signal))[0]!.length
  return {
    model: `${model}-${dimensions}`,
    dimensions,

    async embed(texts, { signal }) {
      const vectors = await embed(texts, signal ? AbortSignal.any([signal, closing.signal]) : closing.signal)
      const wrong = vectors.find((vector) => vector.length !== dimensions)
      if (wrong)
        throw unavailable(new Error(`its vectors have ${wrong.length} dimensions instead of ${dimensions}`))
      return vectors
    },

    async close() {
      if (!closing.signal.aborted) closing.abort(new AppError('unavailable', 'The embedder is closed.'))
    },
  }
}

class RetryableError extends Error {
  readonly waitMs: number | undefined
  constructor(message: string, options?: ErrorOptions, waitMs?: number) {
    super(message, options)
    this.waitMs = waitMs
  }
}

const unavailable = (cause: unknown): AppError =>
  new AppError(
    'unavailable',
    `The embeddings endpoint did not serve: ${cause instanceof Error ? cause.message : String(cause)}.`,
    {
      cause,
    },
  )

function readVectors(body: string, count: number): Float32Array[] {
  let json: unknown
  try {
    json = JSON.parse(body)
  } catch {
    throw new Error('its answer is not JSON')
  }
  const parsed = answerSchema.safeParse(json)
  if (!parsed.success) throw new Error('its answer has no list of embeddings')
  const vectors: Float32Array[] = []
  for (const { index, embedding } of parsed.data.data) vectors[index] = normalised(embedding)
  if (
    parsed.data.data.length !== count ||
    Object.keys(vectors).length !== count ||
    vectors.length !== count
  ) {
    throw new Error(`it answered ${parsed.data.data.length} vectors for ${count} texts`)
  }
  return vectors
}

function normalised(values: number[]): Float32Array {
  const norm = Math.hypot(...values)
  if (!(norm > 0 && norm < Infinity)) throw new Error('it answered a vector without direction')
  return Float32Array.from(values, (value) => value / norm)
}
