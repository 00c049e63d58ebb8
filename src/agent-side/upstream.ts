import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Exa, ExaError } from 'exa-js'
import { AppError } from '../contract/errors.ts'
import { isJson, record, text } from './json.ts'
import { currentTrace } from './trace.ts'

/** Rejects with the signal's reason when that is aborted first. Tests pass time as they like. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>

export const wait: Wait = async (ms, signal) => {
  await sleep(ms, undefined, { signal })
}

/** What the server answered instead of a result. */
export class UpstreamError extends ExaError {
  override readonly name = 'UpstreamError'
  /** How long it asked to be left alone. */
  readonly retryAfterMs: number | undefined

  constructor(
    message: string,
    at: { status: number; path: string; requestId?: string | undefined; retryAfterMs?: number | undefined },
  ) {
    super(message, at.status, undefined, at.path, { requestId: at.requestId })
    this.retryAfterMs = at.retryAfterMs
  }
}

/** No answer came: nobody is there, or it took too long. */
export class UpstreamUnreachable extends Error {
  override readonly name = 'UpstreamUnreachable'
  readonly timedOut: boolean

  constructor(message: string, options: { cause: unknown; timedOut: boolean }) {
    super(message, { cause: options.cause })
    this.timedOut = options.timedOut
  }
}

export interface UpstreamSettings {
  /** Without a slash at its end. */
  readonly baseUrl: string
  readonly fetch?: typeof fetch
  readonly wait?: Wait
  /** How long one attempt may take. */
  readonly timeoutMs?: number
  /** The first pause before another attempt; each later one is twice as long, give or take. */
  readonly backoffMs?: number
}

export interface Access {
  /** Asked before every attempt: what is good for minutes only may be needed for longer. */
  readonly credential: () => string | Promise<string>
  readonly signal: AbortSignal
}

const attempts = 3
/** Nothing was sent yet when these happen, so that even a creation can be tried again. */
const neverConnected = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'EHOSTUNREACH',
])

export type Upstream = ReturnType<typeof createUpstream>

/**
 * The `Exa` client is all that the agent side knows of the world. It has no abort, no timeout, no retries, and hides
 * `Retry-After`: this one has all four, and asks the same paths with the same bodies, because only the way to the
 * network is replaced.
 */
export function createUpstream(settings: UpstreamSettings) {
  return {
    baseUrl: settings.baseUrl,
    open: (access: Access): Exa => new BoundExa(settings, access),
    /** Puts bytes where the server said it wants them; such addresses carry their own permission. */
    async upload(url: string, bytes: string, signal: AbortSignal): Promise<void> {
      const response = await send(settings, signal, url, { method: 'PUT', body: bytes })
      if (!response.ok) throw await explain(response, new URL(url).pathname)
      await response.body?.cancel()
    },
  }
}

class BoundExa extends Exa {
  readonly #settings: UpstreamSettings
  readonly #access: Access

  constructor(settings: UpstreamSettings, access: Access) {
    super('given with each request', settings.baseUrl)
    this.#settings = settings
    this.#access = access
  }

  override async request<T>(
    endpoint: string,
    method: string,
    body?: unknown,
    params?: Record<string, unknown>,
    headers?: Record<string, string>,
  ): Promise<T> {
    const response = await this.#attempt(endpoint, method, body, params, headers)
    const said = await response.text()
    // An empty answer means that there is nothing to say; the client's own methods allow for it.
    if (said === '') return undefined as T
    try {
      return JSON.parse(said) as T // each method of the client names the type it was promised
    } catch {
      throw new UpstreamError(`The server answered something that is not JSON: ${said.slice(0, 200)}`, {
        status: 502,
        path: endpoint,
      })
    }
  }

  override async rawRequest(
    endpoint: string,
    method = 'POST',
    body?: Record<string, unknown>,
    params?: Record<string, unknown>,
    headers?: Record<string, string>,
  ): Promise<Response> {
    return this.#attempt(endpoint, method, body, params, headers)
  }

  async #attempt(
    endpoint: string,
    method: string,
    body: unknown,
    params: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const { signal } = this.#access
    const { backoffMs = 500 } = this.#settings
    const repeatable = method === 'GET' || method === 'DELETE'
    // Our own server then knows a repeated creation for what it is.
    const idempotency: Record<string, string> = repeatable ? {} : { 'idempotency-key': randomUUID() }
    const traceparent = currentTrace()
    for (let attempt = 1; ; attempt++) {
      let failure: UpstreamError | UpstreamUnreachable
      try {
        const response = await send(
          this.#settings,
          signal,
          this.#settings.baseUrl + endpoint + query(params),
          {
            method,
            headers: {
              'x-api-key': await this.#access.credential(),
              'content-type': 'application/json',
              ...idempotency,
              ...(traceparent !== undefined && { traceparent }),
              ...headers,
            },
            ...(body !== undefined && { body: JSON.stringify(body) }),
          },
        )
        if (response.ok) return response
        failure = await explain(response, endpoint)
      } catch (error) {
        if (!(error instanceof UpstreamUnreachable)) throw error
        failure = error
      }
      if (attempt === attempts || !mayRepeat(failure, repeatable)) throw failure
      const asked = failure instanceof UpstreamError ? failure.retryAfterMs : undefined
      const pause = backoffMs * 2 ** (attempt - 1) * (0.75 + Math.random() / 2)
      await (this.#settings.wait ?? wait)(Math.max(asked ?? 0, pause), signal)
    }
  }
}

function mayRepeat(failure: UpstreamError | UpstreamUnreachable, repeatable: boolean): boolean {
  if (failure instanceof UpstreamError)
    return failure.statusCode === 429 || (repeatable && failure.statusCode >= 500)
  return repeatable || neverConnected.has(codeOf(failure.cause))
}

const codeOf = (error: unknown): string => {
  const { code, cause } = error instanceof Error ? (error as NodeJS.ErrnoException) : {}
  return code ?? (cause === undefined ? '' : codeOf(cause))
}

async function send(
  { fetch: fetchFrom = fetch, timeoutMs = 120_000 }: UpstreamSettings,
  signal: AbortSignal,
  url: string,
  request: RequestInit,
): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    return await fetchFrom(url, { ...request, signal: AbortSignal.any([signal, timeout]) })
  } catch (cause) {
    signal.throwIfAborted()
    // The operator's word, which trying again does not change.
    if (cause instanceof AppError) throw cause
    const { host } = new URL(url)
    const timedOut = timeout.aborted
    const message = timedOut
      ? `${host} did not answer within ${timeoutMs} ms.`
      : `${host} cannot be reached (${codeOf(cause) || String(cause)}).`
    throw new UpstreamUnreachable(message, { cause, timedOut })
  }
}

/** Both envelopes of the API, and whatever a proxy in between may say instead. */
async function explain(response: Response, path: string): Promise<UpstreamError> {
  const said = await response.text().catch(() => '')
  let body: Record<string, unknown> = {}
  try {
    body = record(JSON.parse(said))
  } catch {
    body = { message: said.replaceAll(/\s+/g, ' ').trim().slice(0, 300) }
  }
  const inner = isJson(body.error) ? body.error : {}
  const message = [
    isJson(body.error) ? null : text(body.error),
    text(inner.message) ?? (Array.isArray(body.message) ? body.message.join('; ') : text(body.message)),
  ]
    .filter(Boolean)
    .join('. ')
  return new UpstreamError(message || `The server answered ${response.status}.`, {
    status: response.status,
    path,
    requestId:
      text(body.requestId) ?? text(inner.requestId) ?? response.headers.get('x-request-id') ?? undefined,
    retryAfterMs: retryAfter(response.headers.get('retry-after')),
  })
}

function retryAfter(header: string | null): number | undefined {
  if (!header) return undefined
  const seconds = Number(header)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(ms) && ms >= 0 ? Math.ceil(ms) : undefined
}

/** As the client writes it: a list repeats its name, what is undefined is left out. */
function query(params: Record<string, unknown>): string {
  const written = new URLSearchParams()
  for (const [name, value] of Object.entries(params))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null) written.append(name, String(one))
  return written.size > 0 ? `?${written.toString()}` : ''
}
