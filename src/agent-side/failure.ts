import type { z } from 'zod'
import { ExaError } from 'exa-js'
import { AppError, errorKinds } from '../contract/errors.ts'
import type { Json } from './json.ts'
import { UpstreamError, UpstreamUnreachable } from './upstream.ts'

export type Category =
  | 'validation'
  | 'auth'
  | 'not_found'
  | 'conflict'
  | 'rate_limited'
  | 'upstream'
  | 'timeout'
  | 'rejected'
  | 'unsupported'
  | 'internal'

export interface Issue {
  readonly path: string
  readonly message: string
  readonly got: unknown
  readonly expected: string
}

interface FailureFacts {
  readonly httpStatus?: number | undefined
  readonly requestId?: string | undefined
  readonly retryable?: boolean
  readonly retryAfterMs?: number | undefined
  /** What it says was said by the upstream, not by us. */
  readonly fromUpstream?: true
  readonly issues?: readonly Issue[]
  /** Ids that outlive the failure, so that nothing paid for is lost. */
  readonly recovery?: Json
  /** The question that has to be answered first, and where. */
  readonly approval?: Json
  /** Said in addition to what follows from category and issues. */
  readonly hints?: readonly string[]
  readonly cause?: unknown
}

/** After which something that may pass is tried again, where nobody said how long it takes. */
export const usualPauseMs = 2000

/** A call that did not do what it was asked for, in words with which a model can repair it. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly category: Category
  readonly facts: FailureFacts

  constructor(category: Category, message: string, facts: FailureFacts = {}) {
    super(message, { cause: facts.cause })
    this.category = category
    this.facts = facts
  }
}

/** Names what survives when `work` fails. */
export async function withRecovery<T>(recovery: Json, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const failure = toFailure(error)
    if (!failure) throw error
    throw new Failure(failure.category, failure.message, {
      ...failure.facts,
      recovery: { ...recovery, ...failure.facts.recovery },
    })
  }
}

/** Undefined for what nobody foresaw: that is a defect, to be logged whole and shown bare. */
export function toFailure(error: unknown): Failure | undefined {
  if (error instanceof Failure) return error
  if (error instanceof UpstreamUnreachable)
    return new Failure(error.timedOut ? 'timeout' : 'upstream', error.message, {
      retryable: true,
      cause: error,
    })
  if (error instanceof UpstreamError || error instanceof ExaError) return fromAnswer(error)
  if (error instanceof AppError) {
    const { status, retryable } = errorKinds[error.code]
    return new Failure(categoryOf(status), error.message, {
      httpStatus: status,
      ...(retryable && { retryable }),
      ...(error.retryAfterSeconds !== undefined && { retryAfterMs: error.retryAfterSeconds * 1000 }),
      cause: error,
    })
  }
  return undefined
}

function fromAnswer(error: ExaError): Failure {
  const { statusCode: httpStatus, requestId } = error
  const retryable = httpStatus === 429 || httpStatus >= 500
  return new Failure(categoryOf(httpStatus), error.message, {
    httpStatus,
    requestId,
    fromUpstream: true,
    ...(retryable && { retryable }),
    ...(error instanceof UpstreamError && { retryAfterMs: error.retryAfterMs }),
    cause: error,
  })
}

function categoryOf(status: number): Category {
  switch (status) {
    case 400:
    case 413:
    case 415:
    case 422:
      return 'validation'
    case 401:
    case 402:
    case 403:
      return 'auth'
    case 404:
      return 'not_found'
    case 408:
    case 504:
      return 'timeout'
    case 409:
      return 'conflict'
    case 429:
      return 'rate_limited'
    case 405:
    case 501:
      return 'unsupported'
    default:
      return 'upstream'
  }
}

/** What a schema found wrong, field by field. */
export const toIssues = (error: z.ZodError, args: Json): Issue[] =>
  error.issues.flatMap((issue) => explain(issue, args))

function explain(issue: z.core.$ZodIssue, args: Json): Issue[] {
  const path = pathOf(issue.path)
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      path: path ? `${path}.${key}` : key,
      message: `"${key}" is not an argument here.`,
      got: key,
      expected: 'nothing of this name',
    }))
  const missing = issue.code === 'invalid_type' && issue.input === undefined
  return [
    {
      path,
      message: missing ? `"${path}" is required.` : issue.message,
      // What a rule over several fields has looked at is all of them; what it names is one.
      got: shown(issue.code === 'custom' ? issue.path.reduce(stepInto, args) : issue.input),
      expected: expectation(issue),
    },
  ]
}

export const stepInto = (value: unknown, part: PropertyKey): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[part] : undefined

export const pathOf = (path: readonly PropertyKey[]): string =>
  path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '')

function expectation(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected
    case 'invalid_value':
      return issue.values.map((value) => JSON.stringify(value)).join(', ')
    case 'too_small':
      return `at least ${issue.minimum}${issue.origin === 'string' ? ' characters' : ''}`
    case 'too_big':
      return `at most ${issue.maximum}${issue.origin === 'string' ? ' characters' : ''}`
    case 'invalid_format':
      return issue.format
    case 'not_multiple_of':
      return `a multiple of ${issue.divisor}`
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
    case 'unrecognized_keys':
    case 'custom':
    default:
      return issue.message
  }
}

/** Enough of a value to recognise it by. */
function shown(value: unknown): unknown {
  if (value === undefined) return null
  if (typeof value === 'string' && value.length > 200) return `${value.slice(0, 200)}…`
  if (typeof value === 'object' && value !== null) {
    const written = JSON.stringify(value)
    return written.length > 300 ? `${written.slice(0, 300)}…` : value
  }
  return value
}
