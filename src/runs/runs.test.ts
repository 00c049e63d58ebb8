import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { AppError } from '../contract/errors.ts'
import { testRuns } from '../../tests/harness/runs.ts'
import { toNanos } from '../billing/index.ts'
import type { RunContext, RunKind, RunLimits } from './index.ts'

interface Request {
  readonly tasks: number
  readonly searches: number
  readonly limits?: RunLimits
  /** Added to what is written. */
  readonly tone?: string
}
interface Output {
  readonly text: string
  readonly found: readonly string[]
}

const price = 5_000_000
const change = (request: Request) => ({ ...request, tone: ', plainly' })
/** How often each step was begun. */
const begun = new Map<string, number>()
/** What happens inside a step, besides. */
let inside: (key: string, signal: AbortSignal) => Promise<void> = async () => {}

async function script(run: RunContext<Request>): Promise<Output> {
  const { tasks, searches, tone = '' } = run.request
  const perform = async (key: string, signal: AbortSignal) => {
    const name = `${run.id} ${key}`
    begun.set(name, (begun.get(name) ?? 0) + 1)
    await inside(key, signal)
  }
  const found: string[] = []
  const count = await run.untilLimit(() =>
    run.step({
      key: 'plan',
      kind: 'plan',
      async perform({ signal }) {
        await perform('plan', signal)
        return tasks
      },
      events: (planned, at) => [{ name: 'planned', data: { run: run.id, planned, at: at.getTime() } }],
    }),
  )
  await run.all(
    Array.from({ length: count ?? 0 }, (_, task) => async () => {
      await run.untilLimit(async () => {
        for (let at = 0; at < searches; at += 1) {
          const key = `task.${task}.search.${at}`
          const outcome = await run.step({
            key,
            kind: 'search',
            uses: { search: 1 },
            async perform({ signal }) {
              await perform(key, signal)
              return { result: `found by ${key}` }
            },
            events: ({ result }) => [{ name: 'searched', data: { run: run.id, key, result } }],
          })
          found.push(outcome.result)
        }
      })
    }),
  )
  const text = await run.step({
    key: 'write',
    kind: 'write',
    isFree: true,
    async perform({ signal }) {
      await perform('write', signal)
      return `${found.length} results${tone}`
    },
  })
  return { text, found: found.toSorted() }
}

const kind: RunKind<Request, Output> = {
  name: 'example',
  maxConcurrent: 3,
  limits: ({ limits = {} }) => limits,
  prices: () => ({ search: price }),
  created: ({ id, request, createdAt }) => [
    { name: 'created', data: { id, tone: request.tone, at: createdAt.getTime() } },
  ],
  started: ({ id }) => [{ name: 'started', data: { id } }],
  ended: ({ id, status, output, costNanos }) => [{ name: 'ended', data: { id, status, output, costNanos } }],
  script,
}

const scene = await testRuns(kind)
const { service, caller, work, takeUp, all, followed, addTeam } = scene
const { teamId } = caller
const spentBy = async (id: string) => {
  const teams = scene.records.db.selectFrom('teams').selectAll().where('id', '=', id)
  return teams.executeTakeFirstOrThrow()
}

test('a run is told from its creation to its end, once and in order', async () => {
  const { id, status } = await service.create(caller, { tasks: 2, searches: 2 })
  expect(status).toBe('pending')
  await work()
  const run = await service.get(teamId, id)
  expect(run).toMatchObject({ status: 'completed', stopReason: 'finished', output: { text: '4 results' } })
  expect(run).toMatchObject({ used: { search: 4 }, costNanos: 4 * price })
  const events = await all(id)
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, at) => at + 1))
  expect(events.map(({ name }) => name)).toEqual([
    'created',
    'started',
    'planned',
    ...Array.from({ length: 4 }, () => 'searched'),
    'ended',
  ])
  expect(await followed(id)).toEqual(events)
  expect(await followed(id, 5)).toEqual(events.slice(5))
})

test('what its steps cost is on the account of its team, each step an entry', async () => {
  const payer = await addTeam('payer')
  const { id } = await service.create(payer, { tasks: 1, searches: 3 })
  await work()
  expect(await spentBy(payer.teamId)).toMatchObject({ spent_nanos: 3 * price, reserved_nanos: 0 })
  const entries = await scene.records.db
    .selectFrom('usage_entries')
    .select(['operation', 'searches', 'cost_nanos'])
    .where('team_id', '=', payer.teamId)
    .where('request_id', '=', id)
    .where('cost_nanos', '>', 0)
    .execute()
  expect(entries).toEqual(
    Array.from({ length: 3 }, () => ({ operation: 'example.search', searches: 1, cost_nanos: price })),
  )
})

test('whoever follows a run sees each event as it comes, and the end', async () => {
  inside = () => delay(20)
  const { id } = await service.create(caller, { tasks: 2, searches: 3 })
  const following = Promise.all([followed(id), followed(id), followed(id, 2)])
  await work()
  inside = async () => {}
  const [one, other, later] = await following
  expect(one).toEqual(await all(id))
  expect(other).toEqual(one)
  expect(later).toEqual(one.slice(2))
})

test('a step that was recorded is never done again, however often a run is taken up', async () => {
  let killed = 0
  inside = async (key) => {
    if (!key.endsWith('search.1') || killed >= 3) return
    killed += 1
    throw new AppError('unavailable', 'the worker is gone')
  }
  const { id } = await service.create(caller, { tasks: 3, searches: 3 })
  await work()
  inside = async () => {}
  await takeUp(id)
  const times = [...begun].filter(([name]) => name.startsWith(id))
  expect(Object.fromEntries(times.filter(([, count]) => count > 1))).toEqual(
    Object.fromEntries(times.filter(([name, count]) => count > 1 && name.endsWith('search.1'))),
  )
  expect(killed).toBe(3)
  expect(await service.get(teamId, id)).toMatchObject({ status: 'completed', used: { search: 9 } })
  const told = (await all(id)).map(({ name, data }) => `${name} ${String(data['key'])}`)
  expect(new Set(told).size).toBe(told.length)
  expect(told).toHaveLength(3 + 9 + 1)
})

test('two workers on one run record each step once', async () => {
  inside = () => delay(5)
  const { id } = await service.create(caller, { tasks: 2, searches: 4 })
  await Promise.all([work(), takeUp(id), takeUp(id)])
  inside = async () => {}
  expect(await service.get(teamId, id)).toMatchObject({ status: 'completed', costNanos: 8 * price })
  const names = (await all(id)).map(({ name }) => name)
  expect(names.filter((name) => name === 'searched')).toHaveLength(8)
  expect(names.filter((name) => name === 'ended')).toHaveLength(1)
  expect(await spentBy(teamId)).toMatchObject({ reserved_nanos: 0 })
})

test('a canceled run ends at once; what was under way is not taken', async () => {
  const { id } = await service.create(caller, { tasks: 1, searches: 50 })
  inside = async (key, signal) => {
    if (key.endsWith('search.3')) await service.cancel(teamId, id)
    signal.throwIfAborted()
  }
  await work()
  inside = async () => {}
  expect(await service.get(teamId, id)).toMatchObject({ status: 'canceled', used: { search: 3 } })
  const names = (await all(id)).map(({ name }) => name)
  expect(names.slice(-2)).toEqual(['searched', 'ended'])
  expect(await service.cancel(teamId, id)).toMatchObject({ status: 'canceled' })
  expect(await all(id)).toHaveLength(names.length)
})

test('a run that is asked to stop makes a result of what it has', async () => {
  const { id } = await service.create(caller, { tasks: 1, searches: 50 })
  inside = async (key) => {
    if (key.endsWith('search.3')) await service.stop(teamId, id)
  }
  await work()
  inside = async () => {}
  expect(await service.get(teamId, id)).toMatchObject({
    status: 'completed',
    stopReason: 'stopped',
    output: { text: '4 results' },
  })
})

test('when the time is up what is under way is given up, and the rest makes a result', async () => {
  inside = async (key, signal) => {
    if (key === 'task.0.search.2') await delay(60_000, undefined, { signal })
  }
  const { id } = await service.create(caller, { tasks: 1, searches: 9, limits: { durationMs: 400 } })
  await work()
  inside = async () => {}
  expect(await service.get(teamId, id)).toMatchObject({
    status: 'completed',
    stopReason: 'time_limit_reached',
    output: { text: '2 results' },
  })
})

test('a run over its last deadline fails and says so', async () => {
  const { id } = await service.create(caller, { tasks: 1, searches: 1, limits: { deadlineMs: 0 } })
  await work()
  expect(await service.get(teamId, id)).toMatchObject({ status: 'failed', error: { reason: 'TIMEOUT' } })
})

test('what cannot work fails at once, and what may pass is tried again before that', async () => {
  inside = async () => {
    throw new AppError('unprocessable', 'This cannot be done.')
  }
  const hopeless = await service.create(caller, { tasks: 1, searches: 1 })
  await work()
  expect(await service.get(teamId, hopeless.id)).toMatchObject({
    status: 'failed',
    stopReason: 'error',
    error: { code: 'unprocessable', message: 'This cannot be done.' },
  })
  expect(begun.get(`${hopeless.id} plan`)).toBe(1)
  inside = async () => {
    throw new Error('a mistake of ours')
  }
  const broken = await service.create(caller, { tasks: 1, searches: 1 })
  await work()
  inside = async () => {}
  expect(await service.get(teamId, broken.id)).toMatchObject({
    status: 'failed',
    error: { code: 'internal' },
  })
  expect(begun.get(`${broken.id} plan`)).toBe(4)
})

test('a budget of the team ends a run like its own', async () => {
  const poor = await addTeam('poor', 0.022)
  const { id } = await service.create(poor, { tasks: 2, searches: 10 })
  await work()
  expect(await service.get(poor.teamId, id)).toMatchObject({
    status: 'completed',
    stopReason: 'budget_reached',
    output: { text: '4 results' },
  })
  expect(await spentBy(poor.teamId)).toMatchObject({ spent_nanos: toNanos(0.02), reserved_nanos: 0 })
})

test('a team has so many runs under way and no more, and another team its own', async () => {
  const [busy, other] = [await addTeam('busy'), await addTeam('other')]
  const tries = await Promise.allSettled(
    Array.from({ length: 6 }, () => service.create(busy, { tasks: 1, searches: 1 })),
  )
  const refused = tries.filter((one) => one.status === 'rejected')
  expect(refused).toHaveLength(3)
  expect(refused[0]?.reason).toMatchObject({ code: 'rate_limited', reason: 'CONCURRENCY_LIMIT_REACHED' })
  await service.create(other, { tasks: 1, searches: 1 })
  await work()
  await expect(service.create(busy, { tasks: 1, searches: 1 })).resolves.toMatchObject({ status: 'pending' })
  await work()
})

test('a replay is byte for byte what was told, whatever the run came to', async () => {
  const ended: string[] = []
  for (const limits of [{}, { costNanos: 3 * price }]) {
    const { id } = await service.create(caller, { tasks: 3, searches: 2, limits })
    await work()
    ended.push(id)
  }
  const canceled = await service.create(caller, { tasks: 2, searches: 30 })
  inside = async (key) => {
    if (key.endsWith('search.9')) await service.cancel(teamId, canceled.id)
  }
  await work()
  inside = async () => {}
  const before = begun.size
  for (const id of [...ended, canceled.id]) {
    const replayed = await service.replay(teamId, id)
    expect(JSON.stringify(replayed)).toBe(JSON.stringify(await all(id)))
  }
  expect(begun.size).toBe(before)
})

test('a fork takes over what was recorded before its step, and pays for the rest alone', async () => {
  const { id } = await service.create(caller, { tasks: 1, searches: 4 })
  await work()
  const steps = await service.steps(teamId, id)
  expect(steps.map(({ key }) => key)).toContain('task.0.search.2')
  const forked = await service.fork(caller, id, 'task.0.search.2', change)
  expect(forked).toMatchObject({ forkedFrom: id, status: 'pending' })
  await work()
  const run = await service.get(teamId, forked.id)
  expect(run).toMatchObject({ output: { text: '4 results, plainly' }, used: { search: 2 } })
  expect(begun.has(`${forked.id} plan`)).toBe(false)
  expect(begun.has(`${forked.id} task.0.search.1`)).toBe(false)
  expect(begun.get(`${forked.id} task.0.search.2`)).toBe(1)
  expect((await all(forked.id)).every(({ data }) => (data['run'] ?? data['id']) === forked.id)).toBe(true)
  expect(await service.replay(teamId, forked.id)).toEqual(await all(forked.id))
  await expect(service.fork(caller, id, 'no such step', change)).rejects.toMatchObject({
    reason: 'STEP_NOT_FOUND',
  })
})

test('a run is seen by its own team alone, and is gone when it is deleted', async () => {
  const stranger = await addTeam('stranger')
  const { id } = await service.create(caller, { tasks: 1, searches: 1 })
  await work()
  await expect(service.get(stranger.teamId, id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(followed(id, 0, stranger)).rejects.toMatchObject({ code: 'not_found' })
  expect((await service.list(stranger.teamId, { limit: 10 })).data).toEqual([])
  await service.remove(teamId, id)
  await expect(service.get(teamId, id)).rejects.toMatchObject({ code: 'not_found' })
})
