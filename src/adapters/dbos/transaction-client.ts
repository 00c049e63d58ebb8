import { CompiledQuery } from 'kysely'
import type { ClientBase } from 'pg'
import type { Tx } from '../../ports/records.ts'

/** The caller's transaction in the shape that DBOS writes through, so that its rows commit with the caller's. */
export function clientOf(tx: Tx): ClientBase {
  const client = {
    async query(text: string, values: unknown[] = []) {
      const { rows, numAffectedRows } = await tx.executeQuery(CompiledQuery.raw(text, values))
      return { rows, rowCount: Number(numAffectedRows ?? rows.length) }
    },
  }
  // DBOS calls nothing but `query(text, values)` on a client that it is given.
  return client as unknown as ClientBase
}
