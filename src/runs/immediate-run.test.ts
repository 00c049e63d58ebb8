import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openImmediateRun } from './immediate-run.ts'
import type { RunLimits, Used } from './index.ts'

const open = (limits: RunLimits, signal = new AbortController().signal, onUse?: (used: Used) => void) =>
  openImmediateRun({
    id: 'now',
    teamId: 'team_a',
    limits,
    now: new Date(),
    signal,
    ...(onUse && { onUse }),
  })

const search = (key: string, lastsMs = 0) => ({
  key,
  kind: 'search',
  uses: { search: 1 },
  async perform({ signal }: { signal: AbortSignal }) {
    await delay(lastsMs, undefined, { signal })
    return key
  },
})

test('steps are done as they come, and what they use is told', async () => {
  const used: Used[] = []
  const run = open({}, undefined, (one) => used.push(one))
  expect(await run.all([() => run.step(search('a')), () => run.step(search('b'))])).toEqual(['a', 'b'])
  expect(used).toEqual([{ search: 1 }, { search: 1 }])
  expect(run.limit()).toBeNull()
})

test('when the time is up, what is under way is given up and free steps make a result', async () => {
  const run = open({ durationMs: 100 })
  expect(await run.step(search('quick'))).toBe('quick')
  expect(await run.untilLimit(() => run.step(search('slow', 60_000)))).toBeUndefined()
  expect(await run.untilLimit(() => run.step(search('later')))).toBeUndefined()
  expect(run.limit()).toBe('time_limit_reached')
  const write = { key: 'write', kind: 'write', isFree: true as const, perform: async () => 'a report' }
  expect(await run.step(write)).toBe('a report')
})

test('a count that is reached refuses the next, and only that is a limit', async () => {
  const run = open({ units: { search: 2 } })
  await run.all([() => run.step(search('a')), () => run.step(search('b'))])
  expect(run.limit()).toBeNull()
  await expect(run.step(search('c'))).rejects.toMatchObject({ reason: 'budget_reached' })
  expect(run.limit()).toBe('budget_reached')
})

test('a caller who leaves ends it, and that is no limit', async () => {
  const leaving = new AbortController()
  const run = open({ durationMs: 60_000 }, leaving.signal)
  const under = run.untilLimit(() => run.step(search('slow', 60_000)))
  leaving.abort(new Error('gone'))
  await expect(under).rejects.toThrow()
  expect(run.limit()).toBeNull()
})
