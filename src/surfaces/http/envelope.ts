import { randomBytes, randomUUID } from 'node:crypto'
import { AppError, errorKinds, type ErrorCode } from '../../contract/errors.ts'

/** Each family of the API spells its errors and request ids in its own way; clients read both. */
export type Family = 'search' | 'object' | 'agent' | 'websets'

const familyByPrefix: readonly (readonly [prefix: string, family: Family])[] = [
  ['/websets/', 'websets'],
  ['/v0/', 'websets'],
  ['/agent/', 'agent'],
  ['/monitors', 'object'],
  ['/responses', 'agent'],
  ['/v1/responses', 'agent'],
  ['/winnow/', 'object'],
]

export const familyOf = (path: string): Family =>
  familyByPrefix.find(([prefix]) => path.startsWith(prefix))?.[1] ?? 'search'

export const newRequestId = (family: Family): string =>
  family === 'websets'
    ? `req_${BigInt(`0x${randomBytes(16).toString('hex')}`)
        .toString(36)
        .padStart(25, '0')
        .slice(-20)}`
    : randomUUID().replaceAll('-', '')

/** What the Agent API calls failures that have no narrower code. */
const agentCodes: Partial<Record<ErrorCode, string>> = {
  invalid_request: 'INVALID_REQUEST',
  invalid_json_schema: 'INVALID_OUTPUT_SCHEMA',
  unauthenticated: 'TEAM_NOT_FOUND',
  internal: 'SERVER_ERROR',
}

export interface ErrorAnswer {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: Record<string, unknown>
}

/** What is not an `AppError` is shown bare. */
export const knownError = (error: unknown): AppError =>
  error instanceof AppError
    ? error
    : new AppError(
        'internal',
        'Something went wrong on our side. The log has the details under this request id.',
      )

/** The one translation of an error into an answer. */
export function presentError(
  error: unknown,
  { family, requestId, path, now }: { family: Family; requestId: string; path: string; now: Date },
): ErrorAnswer {
  const known = knownError(error)
  const { status, tag, type } = errorKinds[known.code]
  const headers: Record<string, string> =
    known.retryAfterSeconds === undefined ? {} : { 'retry-after': String(known.retryAfterSeconds) }
  if (status === 401) headers['www-authenticate'] = 'Bearer'
  const { message, details, reason } = known
  const object = (code: string) => ({
    requestId,
    error: { type, code, message, ...(details && { details }) },
  })
  const bodies: Record<Family, () => Record<string, unknown>> = {
    search: () => ({ requestId, error: message, tag }),
    object: () => object(reason ?? tag),
    agent: () => object(reason ?? agentCodes[known.code] ?? tag),
    websets: () => ({
      statusCode: status,
      message,
      error: statusName(status),
      timestamp: now.toISOString(),
      path,
      requestId,
    }),
  }
  return { status, headers, body: bodies[family]() }
}

const statusNames: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  501: 'Not Implemented',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

const statusName = (status: number): string => statusNames[status] ?? 'Internal Server Error'
