import type { Clock } from '../ports/clock.ts'
import type { Jobs } from '../ports/jobs.ts'
import type { Log } from '../ports/log.ts'

/** Something of a team that happens again and again. */
export interface Entry {
  readonly teamId: string
  readonly id: string
}

export interface Entries {
  /** Those of every team whose time has come, the longest waiting first, without the ones that are named. */
  due(now: Date, limit: number, without: readonly string[]): Promise<readonly Entry[]>
  /**
   * Begins a run and moves the entry on to its next time, in one transaction: who comes second finds that it has moved,
   * and times that nobody was there for come to one run. False when it was not due any more.
   */
  begin(entry: Entry, now: Date): Promise<boolean>
}

interface Needs {
  readonly name: string
  readonly entries: Entries
  readonly jobs: Pick<Jobs, 'defineSchedule'>
  readonly clock: Clock
  readonly log: Log
}

const atOnce = 100

/** Begins what is due, every minute and however many processes look; answers how to look by hand. */
export function createTimetable({ name, entries, jobs, clock, log }: Needs) {
  /** Answers how many runs began. One that cannot begin holds up no other, and is tried again the next time. */
  async function wake(): Promise<number> {
    const now = clock.now()
    const left: string[] = []
    let begun = 0
    for (;;) {
      const due = await entries.due(now, atOnce, left)
      for (const entry of due) {
        try {
          if (await entries.begin(entry, now)) begun += 1
          else left.push(entry.id)
        } catch (error) {
          left.push(entry.id)
          log.error({ timetable: name, entry: entry.id, err: error }, 'what was due could not begin')
        }
      }
      if (due.length < atOnce) return begun
    }
  }

  jobs.defineSchedule({
    name: `${name}.wake`,
    cron: '* * * * *',
    async run() {
      const begun = await wake()
      if (begun > 0) log.info({ timetable: name, begun }, 'what was due has begun')
    },
  })
  return { wake }
}
