import { expect } from 'vitest'
import type { killableRuns } from './killed.ts'

type Scene = Awaited<ReturnType<typeof killableRuns>>
const stepsOfRun = 1 + 3 * 6 + 1

/** No step of what was done is done again, no event is lost or told twice, and everything is paid for once. */
export async function expectWhole(
  { runs, teamId, spent }: Scene,
  { all, repeated, begun }: Awaited<ReturnType<Scene['work']>>,
): Promise<void> {
  expect(repeated).toEqual([])
  expect(new Set(begun).size).toBe(all.length * stepsOfRun)
  for (const id of all) {
    const run = await runs.get(teamId, id)
    expect(run).toMatchObject({ status: 'completed', output: { tasks: [0, 1, 2] }, used: { search: 18 } })
    const events = await runs.events(teamId, id, 0, 1000)
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, at) => at + 1))
    expect(events).toHaveLength(2 + 2 * stepsOfRun + 1)
    const told = events.map(({ name, data }) => `${name} ${JSON.stringify(data['key'])}`)
    expect(new Set(told).size).toBe(told.length)
    expect(JSON.stringify(await runs.replay(teamId, id))).toBe(JSON.stringify(events))
  }
  const { data: every } = await runs.list(teamId, { limit: 1000 })
  const { spent_nanos: nanos } = await spent()
  expect(nanos).toBe(every.reduce((sum, { costNanos }) => sum + costNanos, 0))
}
