import type { Selectable } from 'kysely'
import { AppError } from '../contract/errors.ts'
import type { IndexRebuild } from '../contract/index-status.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { Records } from '../ports/records.ts'
import type { Tables } from '../ports/tables.ts'

export type Rebuilds = ReturnType<typeof createRebuilds>

/** Requests to make the index anew. They are rows, since the process that is asked need not be the one that writes. */
export function createRebuilds({ records, clock, ids }: { records: Records; clock: Clock; ids: Ids }) {
  const { db } = records
  return {
    async request(): Promise<IndexRebuild> {
      const row = await db
        .insertInto('index_rebuilds')
        .values({ id: ids.next('rebuild'), requested_at: clock.now() })
        .returningAll()
        .executeTakeFirstOrThrow()
      return present(row)
    },

    async get(id: string): Promise<IndexRebuild> {
      const row = await db.selectFrom('index_rebuilds').selectAll().where('id', '=', id).executeTakeFirst()
      if (!row)
        throw new AppError('not_found', `There is no rebuild "${id}".`, { reason: 'REBUILD_NOT_FOUND' })
      return present(row)
    },

    /** Does what was asked for, all requests at once; answers whether there were any. A crash leaves them waiting. */
    async take(rebuild: () => Promise<void>): Promise<boolean> {
      const waiting = await db
        .selectFrom('index_rebuilds')
        .select('id')
        .where('finished_at', 'is', null)
        .execute()
      if (waiting.length === 0) return false
      const error = await rebuild().then(
        () => null,
        (problem: unknown) => String(problem),
      )
      await db
        .updateTable('index_rebuilds')
        .set({ finished_at: clock.now(), error })
        .where(
          'id',
          'in',
          waiting.map(({ id }) => id),
        )
        .execute()
      return true
    },
  }
}

const present = (row: Selectable<Tables['index_rebuilds']>): IndexRebuild => ({
  id: row.id,
  object: 'index_rebuild',
  status: row.finished_at === null ? 'waiting' : row.error === null ? 'completed' : 'failed',
  error: row.error,
  requestedAt: row.requested_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
})
