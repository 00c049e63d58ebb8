import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

/**
 * The authoritative store: PostgreSQL, always. What a committed transaction wrote survives `kill -9` and power
 * loss.
 */
export interface Records {
  /**
   * Queries on tables that have a `team_id` must filter by it; one that does not is refused before it is sent.
   * Work that spans teams on purpose (retention, the reaper) goes through `acrossTeams`. A query written as a whole
   * with `sql` is not seen by this guard and must filter by itself; a filter written with `sql` does not count.
   */
  readonly db: Db
  acrossTeams(reason: string): Db
  /** Runs the body in one transaction; throwing rolls back. Never nested: pass the transaction on instead. */
  transaction<T>(body: (tx: Tx) => Promise<T>): Promise<T>
  /** Rejects with `unavailable` when the database cannot be reached; used by /ready and doctor. */
  check(signal?: AbortSignal): Promise<void>
  close(): Promise<void>
}
