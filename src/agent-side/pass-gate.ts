import type { ApprovalDesk, Question } from '../approvals/index.ts'
import { ElicitedAnswer, type Verdict } from '../contract/approvals.ts'
import { AppError } from '../contract/errors.ts'
import type { AgentCaller } from './call.ts'
import { Failure } from './failure.ts'

/** A question that waits for its answer. */
export type Pending = Extract<Verdict, { state: 'pending' }>
type Allowed = Extract<Verdict, { state: 'allowed' }>

/** Does work that was approved so that what it sends can be told to belong to that approval; null where none was needed. */
export type UnderApproval = <T>(approvalId: string | null, work: () => Promise<T>) => Promise<T>

/** How whoever sits before the calling program can be asked. */
export interface Asking {
  /** Calls of one conversation have it in common. */
  readonly conversation?: string | undefined
  /** What the form of an earlier round brought back. */
  readonly answered?: { readonly requestState: string; readonly answer: unknown } | undefined
  /**
   * `with-retry`: the question goes out as the answer of the call, which comes again with what was said. A function asks
   * at once, and rejects when it is aborted. Absent: nobody can be asked over this connection.
   */
  readonly elicit?: 'with-retry' | ((pending: Pending, signal: AbortSignal) => Promise<unknown>) | undefined
}

interface Passing {
  readonly desk: ApprovalDesk
  readonly caller: AgentCaller
  readonly question: Question
  readonly asking: Asking
  readonly signal: AbortSignal
}

/**
 * The way of one call past the policy and whoever has to be asked. Allowed: it may run, once, now. A question: it has to
 * be shown first, and the same call comes again with its answer. Every other end is a `Failure`; one of the category
 * `rejected` is what the policy, a person or the clock said.
 */
export async function passGate(passing: Passing): Promise<Pending | Allowed> {
  const { asking } = passing
  const verdict = await inOurWords(() => judged(passing))
  if (verdict.state === 'allowed') return verdict
  if (verdict.state === 'used')
    throw new Failure('conflict', 'This call has run before: an approval is good for one run.', {
      hints: ['To do it once more, call without a tool_call_id, or with another one.'],
    })
  if (verdict.state === 'rejected')
    throw new Failure('rejected', verdict.reason, {
      retryable: verdict.retryable,
      hints: verdict.retryable
        ? ['It may be asked for again, as a new call without this tool_call_id.']
        : ['Do not ask for the same again unless the person wants it.'],
    })
  if (asking.elicit === 'with-retry' && verdict.mayElicit) return verdict
  throw undecided(verdict)
}

async function judged({ desk, caller, question, asking, signal }: Passing): Promise<Verdict> {
  const { answered, elicit } = asking
  if (answered?.answer !== undefined)
    return desk.elicited(caller, question, answered.requestState, read(answered.answer))
  const verdict = await desk.request(caller, question, { unattended: elicit === undefined })
  if (verdict.state !== 'pending' || !verdict.mayElicit || typeof elicit !== 'function') return verdict
  // Whoever decides first, here or elsewhere, ends the wait of the other.
  const over = new AbortController()
  const ending = AbortSignal.any([signal, over.signal])
  const answer = elicit(verdict, ending)
  const elsewhere = desk.wait(caller, verdict.approval.id, ending)
  answer.catch(() => {})
  elsewhere.catch(() => {})
  try {
    const first = await Promise.race([
      answer.then(
        (said) => ({ said }),
        () => elsewhere.then(() => null),
      ),
      elsewhere.then(() => null),
    ])
    return first
      ? await desk.elicited(caller, question, verdict.requestState, read(first.said))
      : await desk.request(caller, question)
  } finally {
    over.abort()
  }
}

/** A form that was sent with something else than it asked for has not been answered. */
function read(answer: unknown): ElicitedAnswer {
  const parsed = ElicitedAnswer.safeParse(answer)
  if (parsed.success) return parsed.data
  throw new Failure('validation', 'The answer to the question is not one that it allows.', {
    issues: [
      { path: 'approval', message: 'not an answer', got: answer ?? null, expected: 'approve or reject' },
    ],
  })
}

const undecided = ({ approval }: Pending): Failure => {
  const { id, url, expiresAt, toolCallId } = approval
  return new Failure('rejected', 'A person has to decide this first.', {
    retryable: true,
    approval: { id, url, expiresAt, toolCallId },
    hints: [
      `Ask the person to decide at ${url} or with "winnow approvals", then make the same call again with tool_call_id "${toolCallId}".`,
    ],
  })
}

async function inOurWords(work: () => Promise<Verdict>): Promise<Verdict> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'forbidden') throw new Failure('rejected', error.message, { cause: error })
    if (error.code !== 'conflict') throw error
    throw new Failure('validation', error.message, {
      issues: [
        {
          path: 'tool_call_id',
          message: 'stands for another call',
          got: error.details?.got ?? null,
          expected: 'the same arguments as before',
        },
      ],
      hints: ['Call with other arguments as a new call, without a tool_call_id or with another one.'],
      cause: error,
    })
  }
}
