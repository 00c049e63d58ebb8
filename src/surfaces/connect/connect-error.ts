import { Code, ConnectError } from '@connectrpc/connect'
import { AppError, errorKinds } from '../../contract/errors.ts'

const byStatus: Readonly<Record<number, Code>> = {
  400: Code.InvalidArgument,
  401: Code.Unauthenticated,
  402: Code.ResourceExhausted,
  403: Code.PermissionDenied,
  404: Code.NotFound,
  409: Code.FailedPrecondition,
  413: Code.ResourceExhausted,
  415: Code.InvalidArgument,
  422: Code.InvalidArgument,
  429: Code.ResourceExhausted,
  501: Code.Unimplemented,
  503: Code.Unavailable,
  504: Code.DeadlineExceeded,
}

/** The one translation of an error into an answer; what nobody foresaw is told to `onUnknown`, and shown bare. */
export function toConnectError(
  error: unknown,
  signal: AbortSignal,
  onUnknown: (error: unknown) => void,
): ConnectError {
  if (error instanceof ConnectError) return error
  if (error instanceof AppError) {
    const { retryAfterSeconds: seconds } = error
    const metadata = seconds === undefined ? undefined : { 'retry-after': String(seconds) }
    return new ConnectError(error.message, byStatus[errorKinds[error.code].status] ?? Code.Internal, metadata)
  }
  if (signal.aborted) return ConnectError.from(signal.reason, Code.Canceled)
  onUnknown(error)
  return new ConnectError('Something went wrong on our side.', Code.Internal)
}
