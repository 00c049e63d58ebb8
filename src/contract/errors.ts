/**
 * Every way an operation may fail, in one table. The string code is the identity; statuses and the names each
 * API family uses for it are derived from it, one way only. Domain code throws `AppError` and never mentions a
 * status.
 */
interface ErrorKind {
  readonly status: number
  readonly jsonRpcCode: number
  readonly retryable: boolean
  /** The `tag` of the search family's envelope. */
  readonly tag: string
  /** The `type` of the object envelope (agent, monitors, our own endpoints). */
  readonly type: string
}

const kind = (
  status: number,
  tag: string,
  type: string,
  jsonRpcCode: number,
  retryable = false,
): ErrorKind => ({
  status,
  tag,
  type,
  jsonRpcCode,
  retryable,
})

export const errorKinds = {
  invalid_request: kind(400, 'INVALID_REQUEST_BODY', 'INVALID_REQUEST', -32602),
  conflicting_options: kind(400, 'INVALID_REQUEST', 'INVALID_REQUEST', -32602),
  invalid_num_results: kind(400, 'INVALID_NUM_RESULTS', 'INVALID_REQUEST', -32602),
  num_results_exceeded: kind(400, 'NUM_RESULTS_EXCEEDED', 'INVALID_REQUEST', -32602),
  invalid_json_schema: kind(400, 'INVALID_JSON_SCHEMA', 'INVALID_REQUEST', -32602),
  invalid_urls: kind(400, 'INVALID_URLS', 'INVALID_REQUEST', -32602),
  subpages_limit_exceeded: kind(400, 'SUBPAGES_LIMIT_EXCEEDED', 'INVALID_REQUEST', -32602),
  unauthenticated: kind(401, 'INVALID_API_KEY', 'AUTHENTICATION_ERROR', -32001),
  no_more_credits: kind(402, 'NO_MORE_CREDITS', 'PAYMENT_REQUIRED', -32002),
  key_budget_exceeded: kind(402, 'API_KEY_BUDGET_EXCEEDED', 'PAYMENT_REQUIRED', -32002),
  team_budget_exceeded: kind(402, 'TEAM_BUDGET_EXCEEDED', 'PAYMENT_REQUIRED', -32002),
  forbidden: kind(403, 'FEATURE_DISABLED', 'FORBIDDEN', -32003),
  not_found: kind(404, 'NOT_FOUND', 'NOT_FOUND', -32004),
  method_not_allowed: kind(405, 'METHOD_NOT_ALLOWED', 'METHOD_NOT_ALLOWED', -32601),
  conflict: kind(409, 'CONFLICT', 'CONFLICT', -32009),
  too_large: kind(413, 'REQUEST_TOO_LARGE', 'INVALID_REQUEST', -32602),
  unsupported_media_type: kind(415, 'UNSUPPORTED_MEDIA_TYPE', 'INVALID_REQUEST', -32602),
  unprocessable: kind(422, 'UNPROCESSABLE', 'UNPROCESSABLE', -32602),
  rate_limited: kind(429, 'RATE_LIMIT_EXCEEDED', 'RATE_LIMIT_ERROR', -32029, true),
  internal: kind(500, 'INTERNAL_ERROR', 'SERVER_ERROR', -32603, true),
  not_implemented: kind(501, 'UNABLE_TO_GENERATE_RESPONSE', 'NOT_IMPLEMENTED', -32601),
  unavailable: kind(503, 'SERVICE_OVERLOADED', 'SERVICE_UNAVAILABLE', -32050, true),
  deadline_exceeded: kind(504, 'DEADLINE_EXCEEDED', 'TIMEOUT', -32051, true),
} as const satisfies Record<string, ErrorKind>

export type ErrorCode = keyof typeof errorKinds

interface AppErrorOptions {
  readonly cause?: unknown
  /** Machine-readable facts for the caller: the field, what came, what was expected. Never secrets. */
  readonly details?: Readonly<Record<string, unknown>>
  /** The object envelope's `code` where an API family has a narrower one, for example `RUN_NOT_FOUND`. */
  readonly reason?: string
  readonly retryAfterSeconds?: number
}

export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly details: Readonly<Record<string, unknown>> | undefined
  readonly reason: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.code = code
    this.details = options.details
    this.reason = options.reason
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}
