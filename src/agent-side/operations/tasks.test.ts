import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openAgentSide } from '../../../tests/agent-side.ts'
import { Failure, shapes, type Json, type TaskResult, type TaskService, type TaskState } from '../index.ts'
import { byteLength } from '../json.ts'

/** What the tool makes of tasks, whoever keeps them. */
const state = (more: Partial<TaskState> = {}): TaskState => ({
  taskId: 'task_1',
  type: 'lifecycle.harvest',
  args: { query: 'makers of robots' },
  status: 'working',
  progress: { step: 'searching', completed: 2, total: 5, found: 3 },
  error: null,
  hasPartialResult: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:01.000Z',
  expiresAt: null,
  pollAfterMs: 2000,
  ...more,
})

const harvest = {
  type: 'lifecycle.harvest',
  summary: 'Find, enrich and collect.',
  args: z.strictObject({
    query: z.string().min(1),
    entity: shapes.Entity,
    count: z.int().min(1).default(25),
    criteria: shapes.Criteria.optional(),
    enrichments: z.array(shapes.EnrichmentInput).optional(),
    cleanup: z.boolean().default(false),
  }),
  example: { query: 'robots', entity: { type: 'company' } },
}

const absent = () => Promise.reject(new Failure('not_found', 'There is no such task.'))

const keeping = (kept: Partial<TaskService>): TaskService => {
  return {
    workflows: new Map([[harvest.type, harvest]]),
    create: absent,
    get: absent,
    result: absent,
    list: absent,
    cancel: absent,
    watch: () => () => {},
    archive: async () => [],
    ...kept,
  }
}

const ending = (task: TaskState, more: Partial<TaskResult> = {}) =>
  keeping({ result: async () => ({ task, result: null, partialResult: null, list: null, ...more }) })

describe('tasks.create', () => {
  const args = {
    query: 'robots',
    entity: 'company',
    count: '5',
    criteria: ['a'],
    enrichments: [{ description: 'd', format: 'boolean' }],
  }
  const asked = {
    type: 'lifecycle.harvest',
    args: {
      query: 'robots',
      entity: { type: 'company' },
      count: 5,
      criteria: [{ description: 'a' }],
      enrichments: [{ description: 'd', format: 'options', options: [{ label: 'Yes' }, { label: 'No' }] }],
      cleanup: false,
    },
  }

  test.each([
    ['nested', { type: 'lifecycle.harvest', args }],
    ['flat', { type: 'lifecycle.harvest', ...args }],
    ['under a short name', { type: 'lifecycle', ...args }],
    ['as JSON text', { type: 'lifecycle.harvest', args: JSON.stringify(args), query: 'robots' }],
  ])('takes the arguments of a workflow %s, and repairs them', async (_, given) => {
    const requests: unknown[] = []
    const tasks = keeping({
      create: async (_caller, request) => {
        requests.push(request)
        return state({ status: 'pending' })
      },
    })
    const { body, isError } = await openAgentSide({ tasks }).call('tasks.create', given)
    expect(isError, JSON.stringify(body)).toBe(false)
    expect(requests).toEqual([asked])
    expect(body).toMatchObject({
      taskId: 'task_1',
      status: 'pending',
      type: 'lifecycle.harvest',
      pollAfterMs: 2000,
      _task: { taskId: 'task_1', type: 'lifecycle.harvest', status: 'pending' },
    })
    expect(body._coercions.map(({ path }: { path: string }) => path)).toContain('args.count')
  })

  test('refuses a type that there is not, and arguments that are wrong, by name', async () => {
    const { call } = openAgentSide({ tasks: keeping({}) })
    const unknown = await call('tasks.create', { type: 'qd.nonsense' })
    expect(unknown.body.error.issues).toMatchObject([{ path: 'type', expected: '"lifecycle.harvest"' }])
    const wrong = await call('tasks.create', { type: 'lifecycle', query: 'x', entity: 'robot' })
    expect(wrong.body.error.issues).toMatchObject([{ path: 'args.entity' }])
    expect(wrong.body.error.hints.join()).toContain('entity is an object')
  })
})

const read = (tasks: TaskService, args: Json = {}) =>
  openAgentSide({ tasks }).call('tasks.result', { taskId: 'task_1', ...args })

describe('tasks.result', () => {
  test('of one that works is what there is so far', async () => {
    const { body, isError } = await read(ending(state(), { partialResult: { websetId: 'w' } }))
    expect(isError).toBe(false)
    expect(body).toEqual({
      ready: false,
      _task: { taskId: 'task_1', type: 'lifecycle.harvest', status: 'working' },
      progress: { step: 'searching', completed: 2, total: 5, found: 3 },
      partialResult: { websetId: 'w' },
      pollAfterMs: 2000,
    })
  })

  test('of a completed one is the bare result', async () => {
    const { body, isError } = await read(
      ending(state({ status: 'completed' }), { result: { websetId: 'w', itemCount: 0 } }),
    )
    expect(isError).toBe(false)
    expect(body).toMatchObject({ ready: true, websetId: 'w', itemCount: 0, _task: { status: 'completed' } })
  })

  test('of a failed one is an error, of a cancelled one is not', async () => {
    const error = { step: 'searching', message: 'paused', recoverable: true }
    const failed = await read(
      ending(state({ status: 'failed', error }), { partialResult: { websetId: 'w' } }),
    )
    expect(failed).toMatchObject({
      isError: true,
      body: { ready: true, error, partialResult: { websetId: 'w' } },
    })
    const cancelled = await read(ending(state({ status: 'cancelled' }), { partialResult: { websetId: 'w' } }))
    expect(cancelled).toMatchObject({
      isError: false,
      body: { ready: true, partialResult: { websetId: 'w' } },
    })
  })

  test('of one that nobody knows says why that may be', async () => {
    const { body, isError } = await read(keeping({}))
    expect(isError).toBe(true)
    expect(body.error).toMatchObject({ category: 'not_found' })
    expect(body.error.hints.join()).toMatch(/expired.*tasks\.list/)
  })

  test('a long list is paged by offset, and no answer exceeds the size guard', async () => {
    const items = Array.from({ length: 500 }, (_, index) => ({
      id: `i${index}`,
      description: 'd'.repeat(600),
    }))
    const tasks = keeping({
      result: async (_caller, _id, { offset, limit }) => ({
        task: state({ status: 'completed' }),
        result: { websetId: 'w', items: items.slice(offset, offset + limit) },
        partialResult: null,
        list: { key: 'items', total: items.length },
      }),
    })
    const seen: string[] = []
    for (let offset: number | null = 0, reads = 0; offset !== null && reads < 50; reads++) {
      const { body }: { body: Record<string, any> } = await read(tasks, { offset, limit: 200 }) // oxlint-disable-line no-explicit-any -- looked into below
      expect(byteLength(body)).toBeLessThanOrEqual(60_000)
      seen.push(...body.items.map(({ id }: { id: string }) => id))
      offset = body._page.nextOffset
    }
    expect(seen).toEqual(items.map(({ id }) => id))
  })
})

test('cancelling twice says that nothing changed', async () => {
  const tasks = keeping({ cancel: async () => ({ task: state({ status: 'completed' }), changed: false }) })
  const { body } = await openAgentSide({ tasks }).call('tasks.cancel', { taskId: 'task_1' })
  expect(body).toMatchObject({ taskId: 'task_1', status: 'completed', changed: false })
})

test('a list shows no results, and is asked for by the names of states there are', async () => {
  const queries: unknown[] = []
  const tasks = keeping({
    list: async (_caller, query) => {
      queries.push(query)
      return { tasks: [state()], nextCursor: 'task_1' }
    },
  })
  const { body } = await openAgentSide({ tasks }).call('tasks.list', { status: 'running', type: 'lifecycle' })
  expect(queries).toEqual([{ status: 'working', type: 'lifecycle.harvest', limit: 20 }])
  expect(body).toMatchObject({
    count: 1,
    _page: { hasMore: true, nextCursor: 'task_1', returned: 1, truncated: false },
  })
  expect(Object.keys(body.tasks[0])).toEqual([
    'taskId',
    'type',
    'status',
    'progress',
    'createdAt',
    'updatedAt',
  ])
})
