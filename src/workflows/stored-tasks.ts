import { randomUUID } from 'node:crypto'
import { sql, type Selectable } from 'kysely'
import type { TaskProgress, TaskStatus } from '../agent-side/index.ts'
import type { Clock } from '../ports/clock.ts'
import type { Records } from '../ports/records.ts'
import type { Tables } from '../ports/tables.ts'
import { queueIsFull, unknownCursor } from './memory-tasks.ts'
import {
  before,
  isLarge,
  isTerminal,
  resultRefOf,
  type StoreLimits,
  type TaskOwner,
  type TaskRecord,
  type Tasks,
} from './task-store.ts'

interface Needs {
  readonly records: Records
  readonly clock: Clock
  readonly limits: StoreLimits
}

const workers = 'workers take the tasks of every team'

/** In PostgreSQL. Every rule about states is a condition of the one statement that writes, so that no race breaks it. */
export function createStoredTasks({ records, clock, limits }: Needs): Tasks {
  const { db } = records
  const everyone = () => records.acrossTeams(workers)

  const own = (owner: TaskOwner, id: string) =>
    db
      .updateTable('tasks')
      .where('team_id', '=', owner.teamId)
      .where('key_id', '=', owner.keyId)
      .where('id', '=', id)
      .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', clock.now())]))
  const expiry = (status: TaskStatus) =>
    isTerminal(status) ? { expires_at: new Date(clock.now().getTime() + limits.ttlMs) } : {}
  const moveTo = (owner: TaskOwner, id: string, status: TaskStatus) =>
    own(owner, id)
      .where(sql<boolean>`status = any(${before[status]})`)
      .set({ status, updated_at: clock.now(), ...expiry(status) })

  return {
    create: ({ owner, scopes, type, args, idempotencyKey }) =>
      records.transaction(async (tx) => {
        // One at a time for each team: the count and the key are looked at before the row is written.
        await sql`select pg_advisory_xact_lock(hashtextextended(${`tasks ${owner.teamId}`}, 0))`.execute(tx)
        const now = clock.now()
        if (idempotencyKey !== undefined) {
          const known = await tx
            .selectFrom('tasks')
            .selectAll()
            .where('team_id', '=', owner.teamId)
            .where('key_id', '=', owner.keyId)
            .where('idempotency_key', '=', idempotencyKey)
            .executeTakeFirst()
          if (known && (known.expires_at === null || known.expires_at > now)) return present(known)
          if (known)
            await tx
              .deleteFrom('tasks')
              .where('team_id', '=', owner.teamId)
              .where('id', '=', known.id)
              .execute()
        }
        const { waiting } = await tx
          .selectFrom('tasks')
          .select((row) => row.fn.countAll<number>().as('waiting'))
          .where('team_id', '=', owner.teamId)
          .where('status', '=', 'pending')
          .executeTakeFirstOrThrow()
        if (waiting >= limits.maxQueued) throw queueIsFull()
        const row = await tx
          .insertInto('tasks')
          .values({
            id: `task_${randomUUID()}`,
            team_id: owner.teamId,
            key_id: owner.keyId,
            scopes: [...scopes],
            type,
            status: 'pending',
            progress: null,
            args: written(args),
            result: null,
            result_ref: null,
            error: null,
            partial_result: null,
            checkpoint: '{}',
            worker: null,
            heartbeat_at: null,
            idempotency_key: idempotencyKey ?? null,
            created_at: now,
            updated_at: now,
            expires_at: null,
          })
          .returningAll()
          .executeTakeFirstOrThrow()
        return present(row)
      }),

    async get(owner, id) {
      const row = await ofOwner(owner).where('id', '=', id).executeTakeFirst()
      return row ? present(row) : null
    },

    async list(owner, { status, type, cursor, limit }) {
      const last =
        cursor === undefined ? undefined : await ofOwner(owner).where('id', '=', cursor).executeTakeFirst()
      if (cursor !== undefined && !last) throw unknownCursor(cursor)
      const rows = await ofOwner(owner)
        .$if(last !== undefined, (query) => query.where('position', '<', last?.position ?? 0))
        .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''))
        .$if(type !== undefined, (query) => query.where('type', '=', type ?? ''))
        .orderBy('position', 'desc')
        .limit(limit)
        .execute()
      return rows.map(present)
    },

    updateStatus: (owner, id, status) =>
      happened(
        moveTo(owner, id, status)
          .set(isTerminal(status) ? { is_open: false } : {})
          .executeTakeFirst(),
      ),
    updateProgress: (owner, id, progress) =>
      happened(
        own(owner, id)
          .where('status', 'in', ['pending', 'working'])
          .where(sql<boolean>`coalesce((progress->>'completed')::float8, 0) <= ${progress.completed}`)
          .set({ progress: written(progress), updated_at: clock.now() })
          .executeTakeFirst(),
      ),
    async setResult(owner, id, result) {
      const completed = moveTo(owner, id, 'completed').set({ is_open: false })
      if (!isLarge(result)) return happened(completed.set({ result: written(result) }).executeTakeFirst())
      return records.transaction(async (tx) => {
        const { numUpdatedRows } = await tx
          .executeQuery(completed.set({ result_ref: resultRefOf(id) }))
          .then(({ numAffectedRows }) => ({ numUpdatedRows: numAffectedRows ?? 0n }))
        if (numUpdatedRows === 0n) return false
        await tx
          .insertInto('task_results')
          .values({ task_id: id, team_id: owner.teamId, result: written(result) })
          .execute()
        return true
      })
    },
    setError: (owner, id, error) =>
      happened(
        moveTo(owner, id, 'failed')
          .set({ is_open: false, error: written(error) })
          .executeTakeFirst(),
      ),
    setPartialResult: (owner, id, partial) =>
      happened(
        own(owner, id)
          .where('status', 'in', ['pending', 'working', 'cancelled'])
          .set({ partial_result: written(partial), updated_at: clock.now() })
          .executeTakeFirst(),
      ),
    cancel: (owner, id) =>
      happened(
        moveTo(owner, id, 'cancelled')
          // Where somebody works on it, something remains to be undone.
          .set({ is_open: sql<boolean>`worker is not null` })
          .executeTakeFirst(),
      ),
    async delete(owner, id) {
      const { numDeletedRows } = await db
        .deleteFrom('tasks')
        .where('team_id', '=', owner.teamId)
        .where('key_id', '=', owner.keyId)
        .where('id', '=', id)
        .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', clock.now())]))
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
    async cleanup() {
      const { numDeletedRows } = await records
        .acrossTeams('what has expired goes, whose ever it is')
        .deleteFrom('tasks')
        .where('expires_at', '<=', clock.now())
        .executeTakeFirst()
      return Number(numDeletedRows)
    },

    async claim(worker, limit, staleBefore) {
      const free = everyone()
        .selectFrom('tasks')
        .select('id')
        .where('is_open', '=', true)
        .where((row) => row.or([row('heartbeat_at', 'is', null), row('heartbeat_at', '<', staleBefore)]))
        .orderBy('position')
        .limit(limit)
        .forUpdate()
        .skipLocked()
      const rows = await everyone()
        .updateTable('tasks')
        .where('id', 'in', free)
        .set((row) => ({
          status: sql<string>`case status when 'pending' then 'working' else status end`,
          worker,
          heartbeat_at: clock.now(),
          updated_at: clock.now(),
          attempt: row('attempt', '+', 1),
        }))
        .returningAll()
        .execute()
      return rows.toSorted((a, b) => a.position - b.position).map(present)
    },
    async beat(worker, ids) {
      const rows = await everyone()
        .updateTable('tasks')
        .where(sql<boolean>`id = any(${ids})`)
        .where('worker', '=', worker)
        .where('is_open', '=', true)
        .set({ heartbeat_at: clock.now() })
        .returning(['id', 'status'])
        .execute()
      return new Map(rows.map(({ id, status }) => [id, status as TaskStatus])) // the table allows no other
    },
    saveCheckpoint: (worker, id, checkpoint) =>
      happened(
        everyone()
          .updateTable('tasks')
          .where('id', '=', id)
          .where('worker', '=', worker)
          .where('is_open', '=', true)
          .set({ checkpoint: written(checkpoint), heartbeat_at: clock.now() })
          .executeTakeFirst(),
      ),
    async workers() {
      const rows = await everyone()
        .selectFrom('tasks')
        .select('worker')
        .distinct()
        .where('is_open', '=', true)
        .execute()
      return rows.flatMap(({ worker }) => worker ?? [])
    },
    async release(worker) {
      await everyone()
        .updateTable('tasks')
        .where('worker', '=', worker)
        .where('is_open', '=', true)
        .set({ heartbeat_at: null })
        .execute()
    },
    async settle(worker, id) {
      await everyone()
        .updateTable('tasks')
        .where('id', '=', id)
        .where('worker', '=', worker)
        .where('status', 'in', ['completed', 'failed', 'cancelled'])
        .set({ is_open: false })
        .execute()
    },
    async readResult(owner, id) {
      const row = await db
        .selectFrom('task_results')
        .innerJoin('tasks', 'tasks.id', 'task_results.task_id')
        .select('task_results.result')
        .where('task_results.team_id', '=', owner.teamId)
        .where('tasks.team_id', '=', owner.teamId)
        .where('tasks.key_id', '=', owner.keyId)
        .where('task_id', '=', id)
        .executeTakeFirst()
      return row?.result ?? null
    },
  }

  function ofOwner(owner: TaskOwner) {
    return db
      .selectFrom('tasks')
      .selectAll()
      .where('team_id', '=', owner.teamId)
      .where('key_id', '=', owner.keyId)
      .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', clock.now())]))
  }
}

const happened = async (update: Promise<{ numUpdatedRows: bigint }>): Promise<boolean> =>
  (await update).numUpdatedRows > 0n

/** PostgreSQL takes every character of a page but this one. */
const written = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'string' ? inner.replaceAll('\u0000', '') : inner,
  )

function present(row: Selectable<Tables['tasks']>): TaskRecord {
  return {
    id: row.id,
    owner: { teamId: row.team_id, keyId: row.key_id },
    scopes: row.scopes,
    type: row.type,
    status: row.status as TaskStatus, // the table allows no other
    progress: row.progress as TaskProgress | null, // written by updateProgress alone
    args: row.args,
    result: row.result,
    resultRef: row.result_ref,
    error: row.error,
    partialResult: row.partial_result,
    checkpoint: row.checkpoint,
    attempt: row.attempt,
    heartbeatAt: row.heartbeat_at,
    idempotencyKey: row.idempotency_key,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    expiresAt: row.expires_at,
  }
}
