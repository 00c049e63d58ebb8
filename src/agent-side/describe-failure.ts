import { traceIdOf } from '../contract/trace.ts'
import type { Log } from '../ports/log.ts'
import type { AgentCaller } from './call.ts'
import { toFailure, usualPauseMs, type Failure } from './failure.ts'
import { hintsFor } from './hints.ts'
import type { Json } from './json.ts'
import { currentTrace } from './trace.ts'

interface Circumstances {
  readonly operation: string
  readonly caller: AgentCaller
  readonly upstreamName: string
  readonly log: Log
}

/** What went wrong, in words with which a model can repair its call. A defect is logged whole and shown bare. */
export function describeFailure(error: unknown, circumstances: Circumstances): Json {
  const { operation, caller, upstreamName, log } = circumstances
  const failure = toFailure(error)
  if (!failure) {
    log.error(
      { operation, traceId: traceIdOf(currentTrace()), err: error },
      'an operation of the agent side failed',
    )
    return {
      operation,
      category: 'internal',
      message: 'Something went wrong inside the server.',
      hints: [],
    }
  }
  const { httpStatus, requestId, retryable, issues, recovery, approval } = failure.facts
  return Object.fromEntries(
    Object.entries({
      operation,
      category: failure.category,
      message: failure.message,
      httpStatus,
      requestId,
      retryable,
      retryAfterMs: pauseAfter(failure),
      issues,
      hints: hintsFor({ operation, failure, caller, upstreamName }),
      recovery,
      approval,
    }).filter(([, value]) => value !== undefined),
  )
}

/** What a person has to decide first does not pass with time. */
function pauseAfter({ category, facts }: Failure): number | undefined {
  return facts.retryAfterMs ?? (facts.retryable && category !== 'rejected' ? usualPauseMs : undefined)
}
