import { errors } from 'undici'
import type { FailureReason } from '../../ports/fetcher.ts'

/** A request that failed for a known reason. */
export class FetchError extends Error {
  override readonly name: string = 'FetchError'
  readonly reason: FailureReason
  readonly status: number | null
  readonly retryAfterMs: number | null

  constructor(
    reason: FailureReason,
    message: string,
    options: { cause?: unknown; status?: number; retryAfterMs?: number } = {},
  ) {
    super(message, { cause: options.cause })
    this.reason = reason
    this.status = options.status ?? null
    this.retryAfterMs = options.retryAfterMs ?? null
  }
}

/** The target is on the allow-list, and the connection was asked for on behalf of the public web. */
export class RestrictedAddressError extends FetchError {
  override readonly name = 'RestrictedAddressError'
  constructor(hostname: string) {
    super('blocked', `${hostname} is on the allow-list and not part of the public web`)
  }
}

const reasonsByCode: Readonly<Record<string, readonly [FailureReason, string]>> = {
  ECONNREFUSED: ['connection_refused', 'the connection was refused'],
  ECONNRESET: ['connection_reset', 'the connection was reset'],
  EPIPE: ['connection_reset', 'the connection was reset'],
  UND_ERR_SOCKET: ['connection_reset', 'the connection was closed before an answer'],
  ENETUNREACH: ['unreachable', 'no route to the network'],
  EHOSTUNREACH: ['unreachable', 'no route to the host'],
  EADDRNOTAVAIL: ['unreachable', 'the address is not available'],
  ETIMEDOUT: ['timeout', 'no connection within the time limit'],
  UND_ERR_CONNECT_TIMEOUT: ['timeout', 'no connection within the time limit'],
  UND_ERR_HEADERS_TIMEOUT: ['timeout', 'no response within the time limit'],
  UND_ERR_BODY_TIMEOUT: ['timeout', 'the response stalled'],
  UND_ERR_HEADERS_OVERFLOW: ['protocol', 'the response headers are too large'],
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: ['truncated', 'the body is not as long as announced'],
  UND_ERR_INVALID_ARG: ['unsupported_url', 'the address or a header cannot be sent'],
  UND_ERR_ABORTED: ['aborted', 'the request was aborted'],
  ERR_STREAM_PREMATURE_CLOSE: ['aborted', 'the reader hung up'],
  UND_ERR_CLOSED: ['aborted', 'the fetcher is closed'],
  UND_ERR_DESTROYED: ['aborted', 'the fetcher is closed'],
}

/** Gives an error of a socket or of undici its reason; one that is known already is left as it is. */
export function toFetchError(error: unknown): FetchError {
  if (error instanceof FetchError) return error
  // undici files an answer it did not ask for ("bad upgrade", "bad response") under sockets.
  const isBadAnswer = error instanceof errors.SocketError && error.message.startsWith('bad ')
  if (error instanceof errors.HTTPParserError || isBadAnswer)
    return new FetchError('protocol', `the answer is not valid HTTP: ${error.message}`, { cause: error })
  const [reason, message] = reasonsByCode[codeOf(error)] ?? [
    'protocol',
    `the request failed: ${String(error)}`,
  ]
  return new FetchError(reason, message, { cause: error })
}

/** A signal's reason as an error: one that ran out of time is a timeout, any other an abort. */
export function abortError(reason: unknown): FetchError {
  return reason instanceof Error && reason.name === 'TimeoutError'
    ? new FetchError('timeout', 'the time limit was reached', { cause: reason })
    : new FetchError('aborted', 'the request was aborted', { cause: reason })
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
