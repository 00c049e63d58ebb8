import type { Exa } from 'exa-js'
import { answered, inPath, present, record, records, text, wire, type Json } from '../agent-side/index.ts'
import { WorkflowError, type Course } from './course.ts'
import { pollMs } from './wait-for.ts'
import { externalIdOf } from './webset-work.ts'

/** In the metadata of a monitor that a task creates. */
const mark = 'winnowTask'
const ended = new Set<unknown>(['completed', 'failed', 'cancelled'])
const mostRuns = 100
const mostMonitors = 400
/** How often a run that was triggered is looked for before it is given up. */
const mostLooks = 5

export const hasEnded = ({ status }: Json): boolean => ended.has(status)

/** Creates a search monitor that this task can find again by a mark in its metadata. */
export const createMonitor = (course: Course, key: string, monitor: Json): Promise<string> =>
  course.create(key, {
    kind: 'monitor',
    find: () => findMonitor(course.exa, course.taskId, key),
    async make() {
      const body = { ...monitor, metadata: { [mark]: externalIdOf(course.taskId, key) } }
      const id = text((await answered(course.exa.monitors.create(wire(body)))).id)
      if (id === null) throw new Error('The server made a monitor and did not say which.')
      return id
    },
  })

/** Null where the task has made none. */
export async function findMonitor(exa: Exa, taskId: string, key: string): Promise<string | null> {
  const mine = externalIdOf(taskId, key)
  for await (const monitor of everyOf(mostMonitors, (page) => exa.monitors.list(wire(page))))
    if (record(monitor.metadata)[mark] === mine) return text(monitor.id)
  return null
}

/** Triggers a run once. The API does not say which run it began: it is the one that was not there before. */
export async function triggerRun(course: Course, key: string, monitorId: string): Promise<string> {
  const before = await course.once(`${key} before`, async () => (await runsOf(course, monitorId)).map(idOf))
  const find = async () =>
    (await runsOf(course, monitorId)).map(idOf).find((id) => !before.includes(id)) ?? null
  return course.create(key, {
    kind: 'run',
    find,
    async make() {
      const { triggered } = await answered(course.exa.monitors.trigger(inPath(monitorId)))
      if (triggered !== true) {
        // One is under way, which will do as well.
        const open = (await runsOf(course, monitorId)).find((one) => !hasEnded(one))
        if (open) return idOf(open)
      }
      for (let look = 0; look < mostLooks; look++) {
        const found = await find()
        if (found !== null) return found
        await course.wait(pollMs, course.signal)
      }
      throw new WorkflowError(key, 'The run that was triggered never appeared.', { recoverable: true })
    },
  })
}

/** Newest first. */
export async function runsOf({ exa }: Pick<Course, 'exa'>, monitorId: string): Promise<Json[]> {
  const runs: Json[] = []
  const list = (page: Json) => exa.monitors.runs.list(inPath(monitorId), wire(page))
  for await (const one of everyOf(mostRuns, list)) runs.push(one)
  return runs
}

async function* everyOf(most: number, list: (page: Json) => Promise<unknown>): AsyncGenerator<Json> {
  let seen = 0
  for (let cursor: string | undefined; seen < most;) {
    const page = await answered(list(present({ limit: 100, cursor })))
    yield* records(page.data)
    seen += records(page.data).length
    cursor = page.hasMore === true ? (text(page.nextCursor) ?? undefined) : undefined
    if (cursor === undefined) return
  }
}

const idOf = (one: Json): string => String(one.id)
