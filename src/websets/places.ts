import { sql } from 'kysely'
import { AppError } from '../contract/errors.ts'
import type { Clock } from '../ports/clock.ts'
import type { Jobs } from '../ports/jobs.ts'
import type { Db, Tx } from '../ports/records.ts'
import { updateWebset, type WebsetRow } from './webset.ts'

/** How many websets of a team may work at once, and how many may wait for that. Null: without limit. */
export interface PlaceLimits {
  readonly maxConcurrent: number | null
  readonly maxQueued: number | null
}

interface Needs {
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly clock: Clock
  readonly limits: PlaceLimits
}

export const websetWorkflowName = 'webset.v1'
export const runId = ({ id, run }: { id: string; run: number }): string => `${id}.${run}`

export type Places = ReturnType<typeof createPlaces>

/** The places in which websets work. Everything here happens under the lock of the team and of the webset. */
export function createPlaces({ jobs, clock, limits }: Needs) {
  /** The owner's team is not limited. */
  async function limitsOf(db: Db, teamId: string): Promise<PlaceLimits> {
    const team = await db.selectFrom('teams').select('is_owner').where('id', '=', teamId).executeTakeFirst()
    return team?.is_owner ? { maxConcurrent: null, maxQueued: null } : limits
  }

  /** Begins a run: the job is there if and only if this commits. */
  async function take(tx: Tx, webset: WebsetRow, status: 'pending' | 'running'): Promise<WebsetRow> {
    const changes = { status, active: true, run: webset.run + 1, waiting_since: null, lacking_nanos: null }
    const taken = await updateWebset(tx, webset, { ...changes, updated_at: clock.now() })
    const payload = { teamId: taken.team_id, websetId: taken.id, run: taken.run }
    await jobs.enqueue(tx, { id: runId(taken), name: websetWorkflowName, payload })
    return taken
  }

  /** Gives free places to those that wait: the most urgent first, and of these the longest waiting. */
  async function promote(tx: Tx, teamId: string): Promise<void> {
    const { maxConcurrent } = await limitsOf(tx, teamId)
    const { active } = await count(tx, teamId)
    const free = maxConcurrent === null ? Number.MAX_SAFE_INTEGER : maxConcurrent - active
    if (free <= 0) return
    const next = await tx
      .selectFrom('websets')
      .selectAll()
      .where('team_id', '=', teamId)
      .where('deleted_at', 'is', null)
      .where('waiting_since', 'is not', null)
      .orderBy(sql`array_position(array['high', 'medium', 'low'], priority)`)
      .orderBy('waiting_since')
      .orderBy('id')
      .limit(free)
      .forUpdate()
      .execute()
    for (const webset of next) await take(tx, webset, 'running')
  }

  return {
    limitsOf,
    count,

    /**
     * Sees to it that work which has become due is done: a run under way finds it by itself, else one begins, or waits
     * for a place. Rejects with `rate_limited` when too many wait already, unless the work is one that goes on.
     */
    async start(
      tx: Tx,
      webset: WebsetRow,
      { first = false, goesOn = false }: { first?: boolean; goesOn?: boolean } = {},
    ): Promise<WebsetRow> {
      if (webset.active || webset.waiting_since || (webset.status === 'paused' && !goesOn)) return webset
      const { maxConcurrent, maxQueued } = await limitsOf(tx, webset.team_id)
      const { active, queued } = await count(tx, webset.team_id)
      if (maxConcurrent === null || active < maxConcurrent)
        return take(tx, webset, first ? 'pending' : 'running')
      if (maxQueued !== null && queued >= maxQueued && !goesOn) {
        throw new AppError(
          'rate_limited',
          `${active} websets of this team are at work and ${queued} wait, which is as many as may.`,
          { retryAfterSeconds: 5, details: { maxConcurrent, maxQueued } },
        )
      }
      const now = clock.now()
      return updateWebset(tx, webset, { status: 'pending', waiting_since: now, updated_at: now })
    },

    /** Gives up a webset's place, for one that waits. */
    async leave(tx: Tx, webset: WebsetRow, status: 'idle' | 'paused' | 'pending'): Promise<WebsetRow> {
      const changes = { status, active: false, waiting_since: null, updated_at: clock.now() }
      const left = await updateWebset(tx, webset, changes)
      await promote(tx, webset.team_id)
      return left
    },
  }
}

async function count(db: Db, teamId: string): Promise<{ active: number; queued: number }> {
  return db
    .selectFrom('websets')
    .select((columns) => [
      columns.fn.countAll<number>().filterWhere('active', '=', true).as('active'),
      columns.fn.countAll<number>().filterWhere('waiting_since', 'is not', null).as('queued'),
    ])
    .where('team_id', '=', teamId)
    .where('deleted_at', 'is', null)
    .where('status', '<>', 'idle')
    .executeTakeFirstOrThrow()
}
