import { randomUUID } from 'node:crypto'
import { Failure } from '../agent-side/index.ts'
import type { Clock } from '../ports/clock.ts'
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

interface Row extends TaskRecord {
  /** Whether somebody has still to do something for it. */
  readonly isOpen: boolean
  readonly worker: string | null
}

interface Needs {
  readonly clock: Clock
  readonly limits: StoreLimits
}

/** For tests, and wherever nothing need outlive the process. */
export function createMemoryTasks({ clock, limits }: Needs): Tasks {
  const rows = new Map<string, Row>()
  const large = new Map<string, TaskRecord['result']>()

  const isThere = ({ expiresAt }: Row) => expiresAt === null || expiresAt > clock.now()
  const find = (owner: TaskOwner, id: string): Row | undefined => {
    const row = rows.get(id)
    return row && isThere(row) && row.owner.teamId === owner.teamId && row.owner.keyId === owner.keyId
      ? row
      : undefined
  }
  const write = (row: Row, changes: Partial<Row>): true => {
    const expiresAt =
      changes.status && isTerminal(changes.status)
        ? new Date(clock.now().getTime() + limits.ttlMs)
        : row.expiresAt
    rows.set(row.id, { ...row, ...structuredClone(changes), updatedAt: clock.now(), expiresAt })
    return true
  }
  const end = (owner: TaskOwner, id: string, changes: Partial<Row> & Pick<Row, 'status'>): boolean => {
    const row = find(owner, id)
    return row !== undefined && before[changes.status].includes(row.status) && write(row, changes)
  }

  return {
    async create({ owner, scopes, type, args, idempotencyKey }) {
      const mine = [...rows.values()].filter(isThere).filter((row) => row.owner.teamId === owner.teamId)
      const known = mine.find(
        (row) =>
          idempotencyKey !== undefined &&
          row.idempotencyKey === idempotencyKey &&
          row.owner.keyId === owner.keyId,
      )
      if (known) return shown(known)
      if (mine.filter(({ status }) => status === 'pending').length >= limits.maxQueued) throw queueIsFull()
      const now = clock.now()
      const row: Row = {
        id: `task_${randomUUID()}`,
        owner: { teamId: owner.teamId, keyId: owner.keyId },
        scopes,
        type,
        status: 'pending',
        progress: null,
        args: structuredClone(args),
        result: null,
        resultRef: null,
        error: null,
        partialResult: null,
        checkpoint: {},
        attempt: 0,
        heartbeatAt: null,
        idempotencyKey: idempotencyKey ?? null,
        createdAt: now,
        updatedAt: now,
        expiresAt: null,
        isOpen: true,
        worker: null,
      }
      rows.set(row.id, row)
      return shown(row)
    },
    async get(owner, id) {
      const row = find(owner, id)
      return row ? shown(row) : null
    },
    async list(owner, { status, type, cursor, limit }) {
      const mine = [...rows.keys()].flatMap((id) => find(owner, id) ?? []).toReversed()
      const at = cursor === undefined ? -1 : mine.findIndex(({ id }) => id === cursor)
      if (cursor !== undefined && at === -1) throw unknownCursor(cursor)
      return mine
        .slice(at + 1)
        .filter((row) => status === undefined || row.status === status)
        .filter((row) => type === undefined || row.type === type)
        .slice(0, limit)
        .map(shown)
    },
    updateStatus: async (owner, id, status) => end(owner, id, { status, ...closing(status) }),
    async updateProgress(owner, id, progress) {
      const row = find(owner, id)
      if (!row || isTerminal(row.status)) return false
      return (row.progress?.completed ?? 0) <= progress.completed && write(row, { progress })
    },
    async setResult(owner, id, result) {
      const byReference = isLarge(result)
      const kept = byReference ? { resultRef: resultRefOf(id) } : { result }
      const isSet = end(owner, id, { status: 'completed', isOpen: false, ...kept })
      if (isSet && byReference) large.set(id, structuredClone(result))
      return isSet
    },
    setError: async (owner, id, error) => end(owner, id, { status: 'failed', isOpen: false, error }),
    async setPartialResult(owner, id, partialResult) {
      const row = find(owner, id)
      return row !== undefined && takesPartial(row.status) && write(row, { partialResult })
    },
    async cancel(owner, id) {
      const row = find(owner, id)
      // Where somebody works on it, something remains to be undone.
      return end(owner, id, { status: 'cancelled', isOpen: row?.worker !== null })
    },
    async delete(owner, id) {
      return find(owner, id) !== undefined && remove(id)
    },
    async cleanup() {
      const expired = [...rows.values()].filter((row) => !isThere(row))
      for (const { id } of expired) remove(id)
      return expired.length
    },

    async claim(worker, limit, staleBefore) {
      const free = [...rows.values()].filter(
        (row) => row.isOpen && (row.heartbeatAt === null || row.heartbeatAt < staleBefore),
      )
      return free.slice(0, limit).map((row) => {
        write(row, {
          status: row.status === 'pending' ? 'working' : row.status,
          worker,
          heartbeatAt: clock.now(),
          attempt: row.attempt + 1,
        })
        return shown(rows.get(row.id) ?? row)
      })
    },
    async beat(worker, ids) {
      const mine = ids
        .flatMap((id) => rows.get(id) ?? [])
        .filter((row) => row.isOpen && row.worker === worker)
      for (const row of mine) rows.set(row.id, { ...row, heartbeatAt: clock.now() })
      return new Map(mine.map(({ id, status }) => [id, status]))
    },
    async saveCheckpoint(worker, id, checkpoint) {
      const row = rows.get(id)
      if (!row || row.worker !== worker || !row.isOpen) return false
      rows.set(id, { ...row, checkpoint: structuredClone(checkpoint), heartbeatAt: clock.now() })
      return true
    },
    workers: async () => [
      ...new Set([...rows.values()].flatMap(({ worker, isOpen }) => (isOpen && worker ? [worker] : []))),
    ],
    async release(worker) {
      for (const row of rows.values())
        if (row.worker === worker && row.isOpen) rows.set(row.id, { ...row, heartbeatAt: null })
    },
    async settle(worker, id) {
      const row = rows.get(id)
      if (row?.worker === worker && isTerminal(row.status)) rows.set(id, { ...row, isOpen: false })
    },
    readResult: async (owner, id) => (find(owner, id) ? (large.get(id) ?? null) : null),
  }

  function remove(id: string): boolean {
    large.delete(id)
    return rows.delete(id)
  }
}

const closing = (status: TaskRecord['status']) => (isTerminal(status) ? { isOpen: false } : {})

/** Nobody can change what is kept by changing what was shown. */
function shown(row: Row): TaskRecord {
  const { isOpen: _isOpen, worker: _worker, ...task } = row
  return structuredClone(task)
}

/** What was collected before a task was cancelled may come after that. */
export const takesPartial = (status: TaskRecord['status']): boolean =>
  status === 'cancelled' || !isTerminal(status)

export const queueIsFull = (): Failure =>
  new Failure('rate_limited', 'As many tasks wait already as may.', { retryable: true, retryAfterMs: 30_000 })

export const unknownCursor = (cursor: string): Failure =>
  new Failure('validation', 'The cursor is not one that an earlier answer gave.', {
    issues: [{ path: 'cursor', message: 'not a cursor', got: cursor, expected: '_page.nextCursor' }],
  })
