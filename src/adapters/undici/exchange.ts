import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import { createByteCollector, type ByteCollector } from './byte-collector.ts'
import { abortError, FetchError, toFetchError } from './fetch-error.ts'

export interface ExchangeRequest {
  readonly url: URL
  readonly method?: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  readonly limits: ExchangeLimits
  readonly signal?: AbortSignal
}

export interface ExchangeLimits {
  /** From now until the last byte. */
  readonly timeoutMs: number
  /** Until the response headers, the connection included. */
  readonly headersMs: number
  /** Between two pieces of the body. */
  readonly idleMs: number
  /** Of the body on the wire. */
  readonly maxBytes: number
  /** Keeps what came when the body is too large, instead of failing. */
  readonly keepExcess?: boolean
  /** Keeps the body of an answer that is not a success, too. */
  readonly keepErrors?: boolean
}

export interface Exchanged {
  readonly status: number
  /** Lower-case names, repeated values joined, cookies left out. Text beyond ASCII is Latin-1, as undici reads it. */
  readonly headers: Readonly<Record<string, string>>
  /** As it came over the wire. */
  readonly body: Buffer
  readonly wireBytes: number
  readonly firstByteMs: number
}

/** What is read of an answer nobody wants, to keep its connection: more than that costs more than a new one. */
const drainBytes = 64 * 1024

/**
 * One request and its answer, within the limits. Rejects with a FetchError. Uses undici's dispatch rather than its
 * `request`: the body is collected as it comes, with no stream in between, and a limit stops it at once.
 */
export function exchange(dispatcher: Dispatcher, request: ExchangeRequest): Promise<Exchanged> {
  const { url, method = 'GET', limits, signal } = request
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    let controller: Dispatcher.DispatchController | undefined
    let answer: { status: number; headers: Record<string, string>; firstByteMs: number } | undefined
    let body: ByteCollector | undefined
    let wireBytes = 0
    let isSettled = false

    const total = failAfter(limits.timeoutMs, 'no complete answer')
    let idle = failAfter(limits.headersMs, 'no response')
    const onAbort = (): void => fail(abortError(signal?.reason))
    signal?.addEventListener('abort', onAbort, { once: true })

    function settle(): boolean {
      if (isSettled) return false
      isSettled = true
      clearTimeout(total)
      clearTimeout(idle)
      signal?.removeEventListener('abort', onAbort)
      return true
    }
    function fail(error: FetchError): void {
      if (!settle()) return
      body = undefined
      controller?.abort(error)
      reject(error)
    }
    function failAfter(limitMs: number, what: string): NodeJS.Timeout {
      const { status } = answer ?? {}
      const message = `${what} within ${Math.round(limitMs)} ms`
      return setTimeout(() => fail(new FetchError('timeout', message, { status })), limitMs)
    }
    function failTooLarge(): void {
      const message = `the body is larger than ${limits.maxBytes} bytes`
      fail(new FetchError('too_large', message, { status: answer?.status }))
    }
    function finish(): void {
      if (!answer || !settle()) return
      resolve({ ...answer, wireBytes, body: body?.take() ?? Buffer.alloc(0) })
    }

    function onResponseStart(status: number, received: IncomingHttpHeaders): void {
      if (status < 200 || isSettled) return
      answer = { status, headers: joinHeaders(received), firstByteMs: performance.now() - startedAt }
      clearTimeout(idle)
      idle = failAfter(limits.idleMs, 'no further data')
      if (status >= 300 && !limits.keepErrors) return
      const announced = answer.headers['content-length']
      if (Number(announced) > limits.maxBytes && !limits.keepExcess) failTooLarge()
      else body = createByteCollector(announced === undefined ? undefined : Number(announced))
    }

    function onResponseData(chunk: Buffer): void {
      if (isSettled) return
      idle.refresh()
      wireBytes += chunk.length
      const excess = wireBytes - (body ? limits.maxBytes : drainBytes)
      if (excess > 0 && body && !limits.keepExcess) return failTooLarge()
      body?.add(excess > 0 ? chunk.subarray(0, -excess) : chunk)
      if (excess > 0) {
        finish()
        controller?.abort(new FetchError('too_large', 'the rest is not wanted'))
      }
    }

    if (signal?.aborted) return onAbort()
    dispatcher.dispatch(
      {
        origin: url.origin,
        path: url.pathname + url.search,
        method,
        headers: request.headers,
        body: request.body,
        // undici counts from the moment a request is written; the timers above count from the call.
        headersTimeout: 0,
        bodyTimeout: 0,
      },
      {
        onRequestStart: (started) => {
          controller = started
          if (isSettled) started.abort(new FetchError('aborted', 'the request was aborted'))
        },
        onResponseStart: (_controller, status, received) => onResponseStart(status, received),
        onResponseData: (_controller, chunk) => onResponseData(chunk),
        onResponseEnd: finish,
        onResponseError: (_controller, error) => {
          const known = toFetchError(error)
          fail(answer && known.reason === 'connection_reset' ? truncated(answer.status, error) : known)
        },
      },
    )
  })
}

/** Headers that mean one thing: of several, the first counts. */
const singular: ReadonlySet<string> = new Set([
  'content-length',
  'content-type',
  'etag',
  'last-modified',
  'location',
  'retry-after',
])

function joinHeaders(received: IncomingHttpHeaders): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(received)) {
    if (value === undefined || name === 'set-cookie') continue
    if (!Array.isArray(value)) headers[name] = value
    else headers[name] = singular.has(name) ? (value[0] ?? '') : value.join(', ')
  }
  return headers
}

const truncated = (status: number, cause: unknown): FetchError =>
  new FetchError('truncated', 'the connection ended before the body did', { status, cause })
