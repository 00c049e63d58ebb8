import { setTimeout as sleep } from 'node:timers/promises'
import { APICallError } from 'ai'
import { AppError } from '../../contract/errors.ts'

/** It does not take the request as it is; the message is its own. */
export class RefusedError extends Error {}

/** It may well answer later. */
export class BusyError extends Error {
  readonly retryAfterMs: number | undefined
  constructor(message: string, retryAfterMs?: number) {
    super(message)
    this.retryAfterMs = retryAfterMs
  }
}

export class SilenceError extends Error {
  constructor(timeoutMs: number) {
    super(`it did not answer within ${timeoutMs / 1000} s`)
  }
}

/** Statuses with which servers refuse a parameter; a wrong key or a wrong model is not cured by another request. */
const refusals = new Set([400, 415, 422, 501])

/** Sorts by consequence what went wrong on the way to the endpoint, or there. */
export function toFailure(error: unknown): Error {
  if (!APICallError.isInstance(error)) return error instanceof Error ? error : new Error(String(error))
  const { statusCode, responseBody = '', responseHeaders } = error
  if (statusCode === undefined) return new BusyError(`it cannot be reached (${causeOf(error)})`)
  if (statusCode >= 200 && statusCode < 300)
    return error.cause instanceof TypeError
      ? new BusyError('the connection broke off')
      : new Error('it does not speak the format of OpenAI')
  if (refusals.has(statusCode))
    return new RefusedError(`it refused the request (${statusCode}): ${responseBody}`)
  if (statusCode === 429 || statusCode >= 500)
    return new BusyError(`it answered ${statusCode}`, retryAfterMs(responseHeaders?.['retry-after']))
  if (statusCode === 401 || statusCode === 403) return new Error(`it refused the key (${statusCode})`)
  return new Error(`it answered ${statusCode}: ${responseBody}`)
}

function causeOf(error: Error): string {
  const { cause } = error as { cause?: Error & { code?: string; cause?: { code?: string } } }
  return cause?.cause?.code ?? cause?.code ?? cause?.message ?? error.message
}

/** Seconds, or a date. */
function retryAfterMs(header: string | undefined): number | undefined {
  if (header === undefined) return undefined
  const ms = /^\s*\d+(\.\d+)?\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

/** Throws the failure again where trying once more is no use, or would have to wait too long. */
export async function waitBeforeRetry(
  failure: unknown,
  { longestMs, timeoutMs, signal }: { longestMs: number; timeoutMs: number; signal: AbortSignal },
): Promise<void> {
  if (!(failure instanceof BusyError)) throw failure
  const waitMs = failure.retryAfterMs ?? Math.random() * longestMs
  if (waitMs > timeoutMs) throw failure
  await sleep(waitMs, undefined, { signal }).catch(() => {})
}

/**
 * The one way in which a call fails. Endpoints repeat the key in their complaints, and the library attaches the whole
 * request to its errors, so neither goes any further.
 */
export function explainFailure(error: unknown, { apiKey }: { apiKey?: string | undefined }): AppError {
  const { message } = error instanceof Error ? error : new Error(String(error))
  const detail = apiKey ? message.replaceAll(apiKey, '(key)') : message
  return new AppError('unavailable', `The language model did not serve: ${shorten(detail)}.`, {
    ...(error instanceof AppError && { retryAfterSeconds: error.retryAfterSeconds }),
  })
}

const shorten = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > 300 ? `${line.slice(0, 300)}…` : line
}
