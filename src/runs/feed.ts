import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../contract/errors.ts'
import type { Records } from '../ports/records.ts'
import { eventsAfter, findRun, isOver, type RunReference } from './run-row.ts'
import type { StoredEvent } from './run-kind.ts'

interface Needs {
  readonly records: Records
  /** Feeds end when this does: nothing else would end them while a server stops. */
  readonly closing: AbortSignal
  readonly pollMs?: number
}

interface Page {
  readonly events: readonly StoredEvent[]
  /** The run has ended, and these are its last events. */
  readonly isLast: boolean
}

const eventsAtOnce = 100

export type RunFeed = ReturnType<typeof createRunFeed>

/**
 * The stored events of runs, as they come. However many follow: one query in a while asks whether any of the followed
 * runs has news, those who wait for the same events share one reading of them, and a follower takes further events
 * only when it has passed on the last ones. So a slow one holds one page, and nobody up.
 */
export function createRunFeed({ records, closing, pollMs = 150 }: Needs) {
  const reading = new Map<string, Promise<Page>>()
  /** Those who wait for more than so many events, by run. */
  const waiting = new Map<string, Set<{ seen: number; wake: () => void }>>()
  let polling: Promise<void> | undefined

  /** Rejects with `not_found`. */
  function read(run: RunReference, seen: number): Promise<Page> {
    const key = `${run.id} ${seen}`
    const shared = reading.get(key)
    if (shared) return shared
    const page = load(run, seen).finally(() => reading.delete(key))
    reading.set(key, page)
    return page
  }

  async function load(run: RunReference, seen: number): Promise<Page> {
    // The state before the events: what is told after it is still to be read.
    const row = await findRun(records.db, run)
    const events = await eventsAfter(records.db, run, seen, eventsAtOnce)
    return { events, isLast: isOver(row) && seen + events.length >= row.event_count }
  }

  /** Asks for all at once, as long as anybody waits. */
  async function poll(): Promise<void> {
    while (waiting.size > 0) {
      await delay(pollMs)
      await look([...waiting.keys()]).catch(() => {}) // the database is away; there is no news until it is back
    }
    polling = undefined
  }

  async function look(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    const rows = await records
      .acrossTeams('whoever follows a run was found to be of its team')
      .selectFrom('runs')
      .select(['id', 'status', 'event_count'])
      .where('id', 'in', [...ids])
      .execute()
    const known = new Map(rows.map((row) => [row.id, row]))
    for (const id of ids) {
      const row = known.get(id)
      for (const one of waiting.get(id) ?? [])
        if (!row || isOver(row) || row.event_count > one.seen) one.wake()
    }
  }

  async function news(id: string, seen: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    await new Promise<void>((resolve) => {
      const followers = waiting.get(id) ?? new Set()
      waiting.set(id, followers)
      const one = { seen, wake }
      followers.add(one)
      signal.addEventListener('abort', wake, { once: true })
      polling ??= poll()

      function wake(): void {
        signal.removeEventListener('abort', wake)
        followers.delete(one)
        if (followers.size === 0 && waiting.get(id) === followers) waiting.delete(id)
        resolve()
      }
    })
  }

  return {
    /** There is something new of a run of this process: whoever follows it need not wait for the next look. */
    notice(id: string): void {
      if (waiting.has(id)) void look([id]).catch(() => {})
    },

    /** Ends after the last event of a run that has ended. Rejects with `not_found` before the first one. */
    async *follow(run: RunReference, after: number, leaving: AbortSignal): AsyncGenerator<StoredEvent> {
      const signal = AbortSignal.any([leaving, closing])
      let seen = after
      let isFound = false
      while (!signal.aborted) {
        const page = await read(run, seen).catch((error: unknown) => unlessAway(error, isFound))
        if (page === null) return
        isFound = true
        yield* page.events
        seen = page.events.at(-1)?.sequence ?? seen
        if (page.isLast) return
        if (page.events.length < eventsAtOnce) await news(run.id, seen, signal)
      }
    },
  }
}

/** A database that is away for a moment ends no feed that has begun; a run that was deleted does. */
async function unlessAway(error: unknown, isFound: boolean): Promise<Page | null> {
  if (!isFound || !(error instanceof AppError)) throw error
  if (error.code === 'not_found') return null
  if (error.code !== 'unavailable') throw error
  await delay(500)
  return { events: [], isLast: false }
}
