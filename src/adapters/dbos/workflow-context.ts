import { AppError, errorKinds } from '../../contract/errors.ts'
import type { RetryPolicy, WorkflowContext } from '../../ports/jobs.ts'
import type { Log } from '../../ports/log.ts'
import { backoffMs, pause } from './backoff.ts'
import { DBOS } from './dbos.ts'
import type { Presence } from './presence.ts'
import type { Run, Runs } from './runs.ts'
import type { Transactions } from './transactions.ts'

export interface ContextOptions {
  readonly runs: Runs
  readonly presence: Presence
  readonly transactions: Transactions
  readonly recovered: (error: unknown) => Promise<boolean>
  readonly log: Log
  /** Makes this workflow's `receive` look up, if it waits. */
  readonly nudge: (topic: string) => void
}

const ONCE: RetryPolicy = { attempts: 1, firstDelayMs: 0 }

export function createContext(run: Run, options: ContextOptions): WorkflowContext {
  const { runs, presence, transactions, recovered, log, nudge } = options
  const { id, signal } = run

  async function attempt<T>(
    step: string,
    body: (signal: AbortSignal) => Promise<T>,
    retry: RetryPolicy,
  ): Promise<T> {
    for (let failures = 0; ;) {
      await presence.confirmed()
      signal.throwIfAborted()
      try {
        return await body(signal)
      } catch (error) {
        if (signal.aborted) throw error
        if (await recovered(error)) continue
        failures += 1
        if (failures >= retry.attempts || isFinal(error)) throw error
        log.info({ workflow: id, step, failures, err: error }, 'a step failed and is tried again')
        await pause(backoffMs(retry, failures), signal)
      }
    }
  }

  return {
    workflowId: id,
    signal,
    step: (name, body, retry = ONCE) =>
      runs
        .brief(run, () => DBOS.runStep(() => runs.unlessReleased(() => attempt(name, body, retry)), { name }))
        .catch(revive),
    transaction: (name, body) => runs.brief(run, () => transactions.run(name, body)).catch(revive),
    async sleep(durationMs) {
      const wakeAt = await runs.brief(run, () =>
        DBOS.runStep(async () => Date.now() + durationMs, { name: 'sleep' }),
      )
      while (Date.now() < wakeAt) await runs.lasting(run, () => pause(wakeAt - Date.now(), signal))
    },
    receive: <T>(topic: string, timeoutMs: number) =>
      runs.lasting(run, () => {
        const message = DBOS.recv<T>(topic, { timeoutSeconds: timeoutMs / 1_000 })
        return unlessAborted(signal, message, () => nudge(topic))
      }),
  }
}

async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>, abandoned: () => void): Promise<T> {
  const ended = new AbortController()
  const aborted = new Promise<never>((_, reject) => {
    const abandon = () => {
      abandoned()
      reject(signal.reason as Error)
    }
    signal.addEventListener('abort', abandon, { signal: ended.signal })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    ended.abort()
  }
}

/** An error of which the table says that trying again does not help. */
const isFinal = (error: unknown): boolean => error instanceof AppError && !errorKinds[error.code].retryable

/**
 * A recorded error comes back as a plain `Error` with our fields. The workflow's code must see the same class
 * whether the step failed just now or before a restart, else it could decide otherwise the second time.
 */
function revive(error: unknown): never {
  if (error instanceof AppError || !(error instanceof Error) || error.name !== 'AppError') throw error
  const { code, details, reason, retryAfterSeconds } = error as AppError
  throw new AppError(code, error.message, { cause: error.cause, details, reason, retryAfterSeconds })
}
