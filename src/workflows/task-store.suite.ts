import { describe, expect, test } from 'vitest'
import type { Clock } from '../ports/clock.ts'
import type { StoreLimits, TaskDraft, TaskOwner, Tasks } from './task-store.ts'

export interface StoreScene {
  readonly tasks: Tasks
  readonly owner: TaskOwner
  /** Another key of the same team. */
  readonly colleague: TaskOwner
}

type Open = (needs: { clock: Clock; limits: StoreLimits }) => Promise<StoreScene>

/** What every store of tasks keeps to, whatever it is made of. */
export function describeTaskStore(name: string, open: Open): void {
  async function scene(limits: Partial<StoreLimits> = {}) {
    let ms = Date.parse('2026-01-01T00:00:00Z')
    const clock = { now: () => new Date(ms) }
    const opened = await open({ clock, limits: { ttlMs: 3_600_000, maxQueued: 100, ...limits } })
    const { tasks, owner } = opened
    const draft = (more: Partial<TaskDraft> = {}): TaskDraft => ({
      owner,
      scopes: ['read', 'write'],
      type: 'lifecycle.harvest',
      args: { query: 'q' },
      ...more,
    })
    return {
      ...opened,
      draft,
      make: (more?: Partial<TaskDraft>) => tasks.create(draft(more)),
      pass: (by: number) => void (ms += by),
      now: () => new Date(ms),
      working: async () => {
        const { id } = await tasks.create(draft())
        await tasks.claim('worker-1', 1, new Date(0))
        return id
      },
    }
  }

  describe(name, () => {
    test('a task is as it was made', async () => {
      const { tasks, owner, make } = await scene()
      const task = await make({ idempotencyKey: 'once' })
      expect(task.id).toMatch(/^task_[0-9a-f]{8}-[0-9a-f]{4}-4/)
      expect(task).toMatchObject({ status: 'pending', attempt: 0, expiresAt: null, args: { query: 'q' } })
      expect(await tasks.get(owner, task.id)).toEqual(task)
    })

    test('characters that a database cannot keep do not stop a task', async () => {
      const { tasks, owner, working } = await scene()
      const id = await working()
      expect(await tasks.setPartialResult(owner, id, { text: 'a\u0000b', more: 'ü "\\u0000"' })).toBe(true)
      expect((await tasks.get(owner, id))?.partialResult?.more).toBe('ü "\\u0000"')
    })

    test('a task is its owner’s alone', async () => {
      const { tasks, owner, colleague, working } = await scene()
      const id = await working()
      expect(await tasks.get(colleague, id)).toBeNull()
      expect(await tasks.list(colleague, { limit: 10 })).toEqual([])
      expect(await tasks.cancel(colleague, id)).toBe(false)
      expect(await tasks.updateStatus(colleague, id, 'failed')).toBe(false)
      expect(await tasks.updateProgress(colleague, id, { step: 's', completed: 1, total: 2 })).toBe(false)
      expect(await tasks.setResult(colleague, id, {})).toBe(false)
      expect(await tasks.setError(colleague, id, { step: 's', message: 'm', recoverable: true })).toBe(false)
      expect(await tasks.setPartialResult(colleague, id, {})).toBe(false)
      expect(await tasks.delete(colleague, id)).toBe(false)
      expect(await tasks.get({ teamId: 'nobody', keyId: owner.keyId }, id)).toBeNull()
      expect((await tasks.get(owner, id))?.status).toBe('working')
    })

    test('the same idempotency key of the same owner is the same task', async () => {
      const { tasks, owner, colleague, make, pass } = await scene()
      const first = await make({ idempotencyKey: 'k' })
      expect((await make({ idempotencyKey: 'k', args: { query: 'other' } })).id).toBe(first.id)
      expect((await make({ idempotencyKey: 'k', owner: colleague })).id).not.toBe(first.id)
      await tasks.cancel(owner, first.id)
      pass(3_600_001)
      expect((await make({ idempotencyKey: 'k' })).id).not.toBe(first.id)
    })

    test('so is what many ask for at once', async () => {
      const { make } = await scene()
      const made = await Promise.all(Array.from({ length: 8 }, () => make({ idempotencyKey: 'k' })))
      expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    })

    test('more than may wait are refused, until some are taken', async () => {
      const { tasks, make } = await scene({ maxQueued: 2 })
      await make()
      await make()
      await expect(make()).rejects.toMatchObject({ category: 'rate_limited' })
      await tasks.claim('worker-1', 1, new Date(0))
      await make()
    })

    test('lists are newest first, filtered and paged', async () => {
      const { tasks, owner, make } = await scene()
      const ids: string[] = []
      for (const type of ['a', 'b', 'a', 'a']) ids.push((await make({ type })).id)
      await tasks.cancel(owner, ids[2] ?? '')
      const list = async (filter: object) =>
        (await tasks.list(owner, { limit: 10, ...filter })).map(({ id }) => ids.indexOf(id))
      expect(await list({})).toEqual([3, 2, 1, 0])
      expect(await list({ type: 'a' })).toEqual([3, 2, 0])
      expect(await list({ status: 'cancelled' })).toEqual([2])
      expect(await list({ limit: 2 })).toEqual([3, 2])
      expect(await list({ limit: 2, cursor: ids[2] })).toEqual([1, 0])
      await expect(list({ cursor: 'task_unknown' })).rejects.toMatchObject({ category: 'validation' })
    })

    test('states follow each other, and the last is final', async () => {
      const { tasks, owner, make } = await scene()
      const { id } = await make()
      expect(await tasks.updateStatus(owner, id, 'completed')).toBe(false)
      expect(await tasks.updateStatus(owner, id, 'working')).toBe(true)
      expect(await tasks.updateStatus(owner, id, 'pending')).toBe(false)
      expect(await tasks.updateStatus(owner, id, 'failed')).toBe(true)
      for (const status of ['working', 'completed', 'cancelled'] as const)
        expect(await tasks.updateStatus(owner, id, status)).toBe(false)
    })

    test('check 6: progress that comes after a cancellation is dropped', async () => {
      const { tasks, owner, working } = await scene()
      const id = await working()
      expect(await tasks.cancel(owner, id)).toBe(true)
      expect(await tasks.updateProgress(owner, id, { step: 'late', completed: 2, total: 5 })).toBe(false)
      expect(await tasks.get(owner, id)).toMatchObject({ status: 'cancelled', progress: null })
    })

    test('check 6: a result or an error that comes after a cancellation is dropped', async () => {
      const { tasks, owner, working } = await scene()
      const id = await working()
      await tasks.cancel(owner, id)
      expect(await tasks.setResult(owner, id, { items: [] })).toBe(false)
      expect(await tasks.setError(owner, id, { step: 's', message: 'm', recoverable: true })).toBe(false)
      expect(await tasks.get(owner, id)).toMatchObject({ status: 'cancelled', result: null, error: null })
      expect(await tasks.setPartialResult(owner, id, { websetId: 'w' })).toBe(true)
      expect((await tasks.get(owner, id))?.partialResult).toEqual({ websetId: 'w' })
    })

    test('check 6: the second cancellation changes nothing', async () => {
      const { tasks, owner, working, pass } = await scene()
      const id = await working()
      expect(await tasks.cancel(owner, id)).toBe(true)
      const { expiresAt } = (await tasks.get(owner, id)) ?? {}
      pass(1000)
      expect(await tasks.cancel(owner, id)).toBe(false)
      expect((await tasks.get(owner, id))?.expiresAt).toEqual(expiresAt)
    })

    test('of a cancellation and a result at once, one wins', async () => {
      const { tasks, owner, working } = await scene()
      const id = await working()
      const won = await Promise.all([tasks.cancel(owner, id), tasks.setResult(owner, id, { a: 1 })])
      expect(won.filter(Boolean)).toHaveLength(1)
      const { status, result } = (await tasks.get(owner, id)) ?? {}
      expect([status, result]).toEqual(won[0] ? ['cancelled', null] : ['completed', { a: 1 }])
    })

    test('what has been completed never goes down', async () => {
      const { tasks, owner, working } = await scene()
      const id = await working()
      const report = (completed: number, step: string) =>
        tasks.updateProgress(owner, id, { step, completed, total: 5, found: completed })
      expect(await report(2, 'two')).toBe(true)
      expect(await report(1, 'one')).toBe(false)
      expect(await report(2, 'still two')).toBe(true)
      expect((await tasks.get(owner, id))?.progress).toEqual({
        step: 'still two',
        completed: 2,
        total: 5,
        found: 2,
      })
    })

    test('a task is gone an hour after its end, and not before', async () => {
      const { tasks, owner, working, make, pass } = await scene()
      const id = await working()
      pass(7_200_000)
      expect(await tasks.cleanup()).toBe(0)
      await tasks.setResult(owner, id, { a: 1 })
      const open = await make()
      pass(3_599_999)
      expect(await tasks.get(owner, id)).not.toBeNull()
      pass(1)
      expect(await tasks.get(owner, id)).toBeNull()
      expect(await tasks.setPartialResult(owner, id, {})).toBe(false)
      expect(await tasks.list(owner, { limit: 9 })).toHaveLength(1)
      expect(await tasks.cleanup()).toBe(1)
      expect(await tasks.get(owner, open.id)).not.toBeNull()
      expect(await tasks.delete(owner, open.id)).toBe(true)
      expect(await tasks.delete(owner, open.id)).toBe(false)
    })

    test.each([
      ['more than 200 items', { items: Array.from({ length: 201 }, (_, id) => ({ id })) }],
      ['more than 256 KB', { text: 'x'.repeat(256 * 1024) }],
    ])('a result of %s is kept by reference', async (_, result) => {
      const { tasks, owner, colleague, working } = await scene()
      const id = await working()
      expect(await tasks.setResult(owner, id, result)).toBe(true)
      expect(await tasks.get(owner, id)).toMatchObject({
        status: 'completed',
        result: null,
        resultRef: `task://${id}/result`,
      })
      expect(await tasks.readResult(owner, id)).toEqual(result)
      expect(await tasks.readResult(colleague, id)).toBeNull()
    })

    test('the oldest are taken first, each by one worker', async () => {
      const { tasks, make } = await scene()
      const ids: string[] = []
      for (let n = 0; n < 4; n++) ids.push((await make()).id)
      const [one, two] = await Promise.all([
        tasks.claim('worker-1', 2, new Date(0)),
        tasks.claim('worker-2', 2, new Date(0)),
      ])
      expect([...one, ...two].map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
      expect(one[0]).toMatchObject({ status: 'working', attempt: 1 })
      expect(await tasks.claim('worker-3', 9, new Date(0))).toEqual([])
    })

    test('check 6: a task whose worker is not heard of goes to another, who knows how far it was', async () => {
      const { tasks, owner, working, pass, now } = await scene()
      const id = await working()
      expect(await tasks.saveCheckpoint('worker-1', id, { webset: 'w' })).toBe(true)
      pass(10_000)
      await tasks.beat('worker-1', [id])
      pass(10_000)
      const stale = () => new Date(now().getTime() - 15_000)
      expect(await tasks.claim('worker-2', 1, stale())).toEqual([])
      pass(10_000)
      expect(await tasks.claim('worker-2', 1, stale())).toMatchObject([
        { id, attempt: 2, checkpoint: { webset: 'w' } },
      ])
      expect(await tasks.saveCheckpoint('worker-1', id, { webset: 'other' })).toBe(false)
      expect([...(await tasks.beat('worker-1', [id])).keys()]).toEqual([])
      expect((await tasks.get(owner, id))?.checkpoint).toEqual({ webset: 'w' })
    })

    test('what a worker gives up is taken at once', async () => {
      const { tasks, working } = await scene()
      const id = await working()
      expect(await tasks.workers()).toEqual(['worker-1'])
      await tasks.release('worker-1')
      expect(await tasks.claim('worker-2', 1, new Date(0))).toMatchObject([{ id, attempt: 2 }])
    })

    test('a task that was cancelled at work stays with its worker until all is undone', async () => {
      const { tasks, owner, make, working, pass, now } = await scene()
      const id = await working()
      await tasks.cancel(owner, id)
      expect(await tasks.beat('worker-1', [id])).toEqual(new Map([[id, 'cancelled']]))
      pass(60_000)
      expect(await tasks.claim('worker-2', 1, now())).toMatchObject([{ id, status: 'cancelled' }])
      await tasks.settle('worker-2', id)
      pass(60_000)
      const waiting = await make()
      await tasks.cancel(owner, waiting.id)
      expect(await tasks.claim('worker-3', 9, now())).toEqual([])
    })
  })
}
