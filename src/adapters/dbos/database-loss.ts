import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../../ports/log.ts'
import { backoffMs } from './backoff.ts'

/** An error and what caused it, in turn. */
export function causes(error: unknown): { readonly code?: unknown; readonly message: string }[] {
  const chain: Error[] = []
  for (let at = error; at instanceof Error && chain.length < 10; at = at.cause) chain.push(at)
  return chain
}

// What PostgreSQL says when it stops or the connection breaks, and what its driver says without a code.
const lostState = /^(08...|57P0[1-5])$/
const lostText = /^(Connection terminated|Client has encountered a connection error)/
// What can be said of any connection, and is meant of the database only where nothing else was asked.
const anyLossCode = /^(ECONN|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND|53...)/
const anyLossText = /^timeout exceeded when trying to connect/

const says = (error: unknown, codes: RegExp, text: RegExp): boolean =>
  causes(error).some(({ code, message }) => codes.test(String(code)) || text.test(message))

const saysLost = (error: unknown): boolean => says(error, lostState, lostText)

/** For an error of a query: whether it is the connection that failed, and not the query. */
export const isConnectionLoss = (error: unknown): boolean =>
  saysLost(error) || says(error, anyLossCode, anyLossText)

const PATIENCE = { attempts: Infinity, firstDelayMs: 100, maxDelayMs: 2_000 }

/**
 * Tells a loss of the database from a failure of the work. Steps need the database for their record anyway, so one
 * that fails because it is away is not at fault: it waits and runs again. A refused connection as such says
 * nothing, it may be any server's: then the database itself is asked.
 */
export function createDatabaseLoss(ping: () => Promise<unknown>, closed: AbortSignal, log: Log) {
  const isThere = () =>
    ping().then(
      () => true,
      () => false,
    )

  /** True, once the database is back, for an error that came of its loss; false at once for any other. */
  return async function recovered(error: unknown): Promise<boolean> {
    let there = await isThere()
    if (there && !saysLost(error)) return false
    if (!there) log.warn({ err: error }, 'the database is away; a step waits for it')
    let asked = 0
    do {
      // Also when it is back already: what keeps on failing like this must not do so without a pause.
      asked += 1
      await delay(20 + backoffMs(PATIENCE, asked), undefined, { ref: false })
      there = await isThere()
    } while (!there && !closed.aborted)
    return there
  }
}
