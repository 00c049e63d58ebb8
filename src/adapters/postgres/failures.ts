import { AppError } from '../../contract/errors.ts'

/** A failure that an operator can end: the message names the cause, `details.remedy` what to do. */
export const failure = (message: string, remedy: string, cause?: unknown): AppError =>
  new AppError('unavailable', message, { cause, details: { remedy } })

const lostConnectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

// The classes of SQLSTATE that speak of the server and not of the query: connection exception, insufficient
// resources (disk full, too many connections), operator intervention by shutdown or crash, I/O error.
const serverState = /^(08...|53...|57P0[1-5]|58030)$/

// What `pg` says without a code when the connection is gone.
const lostConnectionText =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Cannot use a pool after)/

/** The one place where the loss of the database becomes an `unavailable`; every other error is left as it is. */
export function translate(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof AppError) return error
  const code = codeOf(error)
  const lost =
    code === undefined
      ? lostConnectionText.test(error.message)
      : lostConnectionCodes.has(code) || serverState.test(code) || isMissingSocket(error)
  if (!lost) return error
  const message =
    code === '53100' ? 'The disk of the database is full.' : 'The database cannot be reached at the moment.'
  return new AppError('unavailable', message, { cause: error, retryAfterSeconds: 1 })
}

/** A file that is missing has the same code as the socket of a server that does not run. */
const isMissingSocket = (error: Error): boolean =>
  codeOf(error) === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'

export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
