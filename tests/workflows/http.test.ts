import { expect, test } from 'vitest'
import type { Task, TaskEvent, TaskResult } from '../../src/contract/tasks.ts'
import { createRemoteTasks } from '../../src/workflows/index.ts'
import { agentCaller } from '../agent-side.ts'
import { testApi } from '../harness/api.ts'
import { handJobs } from '../harness/hand-jobs.ts'
import { manyThings, worldEngine } from '../harness/webset-world.ts'

const hands = handJobs()
const { engine } = worldEngine(manyThings(3))
const api = await testApi(
  { 'limits.otherPerSecond': 0, 'limits.websetsPerSecond': 0 },
  { engine, openJobs: () => hands.jobs },
)
const remote = createRemoteTasks({
  fetch: async (path, init) =>
    api.request(init.method ?? 'GET', path, {
      key: api.ownerKey,
      ...(typeof init.body === 'string' && { body: JSON.parse(init.body) as object }),
    }),
})
const args = {
  query: 'things that shine',
  entity: { type: 'custom', description: 'things' },
  criteria: [{ description: 'shines' }],
  count: 2,
  enrichments: [{ description: 'colour' }],
}

/** Has the engine work until the task has ended. */
async function finish(taskId: string): Promise<Task> {
  for (let look = 0; look < 200; look++) {
    await hands.work(api.records)
    const { task } = await api.call<TaskResult>('GET', `/winnow/v1/tasks/${taskId}/result?wait=300`)
    if (task.status !== 'working' && task.status !== 'pending') return task
  }
  throw new Error('the task never ended')
}

test('a harvest on this engine, over HTTP and as it happens', async () => {
  const made = await api.call<Task>('POST', '/winnow/v1/tasks', {
    body: { type: 'lifecycle.harvest', args, idempotencyKey: 'once' },
  })
  expect(made).toMatchObject({ type: 'lifecycle.harvest', status: 'working', expiresAt: null })
  const events = api
    .request('GET', `/winnow/v1/tasks/${made.taskId}/events`, { key: api.ownerKey })
    .then((response) => response.text())
  expect(await finish(made.taskId)).toMatchObject({ status: 'completed', error: null })
  const told = (await events)
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice(6)) as TaskEvent)
  expect(told.at(-1)).toMatchObject({ type: 'task.ended', task: { status: 'completed' } })
  const completed = told.flatMap(({ task }) => task?.progress?.completed ?? [])
  expect(completed).toEqual(completed.toSorted((a, b) => a - b))

  const { result, list } = await api.call<TaskResult>('GET', `/winnow/v1/tasks/${made.taskId}/result?limit=1`)
  expect(result).toMatchObject({ itemCount: 2, enrichmentCount: 1 })
  expect(result?.items).toHaveLength(1)
  expect(list).toEqual({ key: 'items', total: 2 })
  const again = await api.call<Task>('POST', '/winnow/v1/tasks', {
    body: { type: 'lifecycle.harvest', args, idempotencyKey: 'once' },
  })
  expect(again.taskId).toBe(made.taskId)
  const { data } = await api.call<{ data: { externalId: string }[] }>('GET', '/websets/v0/websets')
  expect(data.filter(({ externalId }) => externalId.startsWith(made.taskId))).toHaveLength(1)

  // The same from another process.
  const [harvest] = await remote.archive(agentCaller)
  expect(harvest).toMatchObject({
    id: 'workflow-webset-lifecycle',
    coordinates: { scope: 3, domainStructure: 2, evidenceType: 3, timeHorizon: 2, fidelity: 3 },
    runs: { completed: 1, itemCount: 2 },
  })
  expect(harvest?.steps.map(({ name }) => name)).toEqual(['creating', 'searching', 'enriching', 'collecting'])
  const signal = AbortSignal.timeout(10_000)
  expect(
    await remote.result(agentCaller, made.taskId, { waitMs: 0, signal, offset: 1, limit: 5 }),
  ).toMatchObject({ task: { status: 'completed' }, result: { items: [{}] } })
  expect((await remote.list(agentCaller, { limit: 5, status: 'completed' })).tasks).toHaveLength(1)
}, 120_000)

test('what cannot be is refused in the words of the API', async () => {
  const refuse = async (body: object) => {
    const response = await api.request('POST', '/winnow/v1/tasks', { key: api.ownerKey, body })
    return [response.status, JSON.stringify(await response.json())]
  }
  expect(await refuse({ type: 'no.such' })).toEqual([400, expect.stringMatching(/no\.such/)])
  expect(await refuse({ type: 'lifecycle.harvest', args: { query: 'x', entity: 'company' } })).toEqual([
    400,
    expect.stringMatching(/entity/),
  ])
  expect((await api.request('GET', '/winnow/v1/tasks/task_x', { key: api.ownerKey })).status).toBe(404)
  await expect(remote.get(agentCaller, 'task_x')).rejects.toMatchObject({ category: 'not_found' })
})

test('a task that is cancelled stops its webset, and cancelling it again changes nothing', async () => {
  const { taskId } = await remote.create(agentCaller, { type: 'lifecycle.harvest', args })
  for (let look = 0; look < 100; look++) {
    if ((await remote.get(agentCaller, taskId)).hasPartialResult) break
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  expect(await remote.cancel(agentCaller, taskId)).toMatchObject({ changed: true })
  expect(await remote.cancel(agentCaller, taskId)).toMatchObject({
    changed: false,
    task: { status: 'cancelled' },
  })
  const { partialResult } = await api.call<TaskResult>('GET', `/winnow/v1/tasks/${taskId}/result`)
  for (let look = 0; look < 200; look++) {
    const webset = await api.call<{ status: string; searches: { status: string }[] }>(
      'GET',
      `/websets/v0/websets/${String(partialResult?.websetId)}`,
    )
    if (webset.searches.every(({ status }) => status === 'canceled')) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('the webset goes on')
})
