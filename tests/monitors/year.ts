import { expect } from 'vitest'
import { testMonitors } from '../harness/monitors.ts'
import { worldEngine } from '../harness/webset-world.ts'

const hourMs = 3_600_000
const quarterMs = hourMs / 4

interface Life {
  readonly from: Date
  readonly until: Date
  /** Time zones, each with the local time of a daily monitor: `02:30`. */
  readonly zones: readonly (readonly [timeZone: string, time: string])[]
  /** Whether no server runs, by the number of the hour. */
  readonly isDown?: (hour: number) => boolean
}

/**
 * Lives through a stretch of time with monitors in several zones. At every hour the server is started anew, twice at the
 * same time; nothing goes over from one to the next but the records. Every monitor must have run at the first hour at
 * which a server saw that its time had come, and never else. Answers how often that was.
 */
export async function liveThrough({ from, until, zones, isDown = () => false }: Life): Promise<number> {
  const all = await testMonitors(worldEngine([]).engine)
  const { advance, clock, create, watch, work, open, runsOf } = all
  advance(from.getTime() - clock.now().getTime())
  const watched: { id: string; due: Date[] }[] = []
  for (const [timeZone, time] of zones) {
    const { id: websetId } = await create({})
    const [hour, minute] = time.split(':').map(Number)
    const { id } = await watch(websetId, {
      cadence: { cron: `${minute} ${hour} * * *`, timezone: timeZone },
      behavior: { type: 'refresh', config: { target: 'contents' } },
    })
    watched.push({ id, due: dueTimes(timeZone, time, from, until) })
  }

  const starts: Date[] = []
  for (let hour = 0; clock.now() < until; hour++) {
    advance(hourMs)
    if (isDown(hour)) continue
    starts.push(clock.now())
    await Promise.all([open().wake(), open().wake()])
    await work()
  }

  let total = 0
  for (const { id, due } of watched) {
    const seen = due.flatMap((time) => starts.find((start) => start >= time)?.toISOString() ?? [])
    const runs = await runsOf(id)
    expect(runs.map(({ createdAt }) => createdAt)).toEqual([...new Set(seen)])
    expect(new Set(runs.map(({ status }) => status))).toEqual(new Set(['completed']))
    total += runs.length
  }
  return total
}

/** The first quarter of an hour of each local day at which the clock on the wall shows the time, or later. */
function dueTimes(timeZone: string, wanted: string, from: Date, until: Date): Date[] {
  const format = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  const due: Date[] = []
  let done = ''
  for (let at = from.getTime() - 25 * hourMs; at <= until.getTime(); at += quarterMs) {
    const [day = '', time = ''] = format.format(at).split(' ')
    if (time < wanted || day === done) continue
    done = day
    if (at > from.getTime()) due.push(new Date(at))
  }
  return due
}
