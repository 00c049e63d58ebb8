import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeAll } from 'vitest'
import type { JobPayload, Jobs, JobStatus } from './jobs.ts'
import type { Records } from './records.ts'

/** How soon the suite's workers are given up for dead; long enough for a busy machine. */
export const DEAD_AFTER_MS = 3_000

export interface WorkerProcess {
  /** Without a word, as the kernel or a power failure would. */
  kill(): Promise<void>
  /** In order, handing over its work. */
  stop(): Promise<void>
  freeze(): void
  thaw(): void
}

export interface JobsSubject {
  readonly records: Records
  create(options: { role: 'all' | 'api' | 'worker' }): Jobs
  /** A worker in a process of its own, running the fixture program. */
  startProcess(options?: {
    /** Which release of the program. */
    code?: 1 | 2
    everySecond?: boolean
    deadAfterMs?: number
  }): Promise<WorkerProcess>
}

export const newId = (): string => `job_${randomUUID()}`

export const nothing = async (): Promise<void> => {}

export async function eventually<T>(
  look: () => T | Promise<T>,
  good: (seen: T) => boolean,
  limitMs = 15_000,
): Promise<T> {
  const deadline = Date.now() + limitMs
  for (;;) {
    const seen = await look()
    if (good(seen)) return seen
    if (Date.now() > deadline) throw new Error(`waited in vain; last seen: ${JSON.stringify(seen)}`)
    await delay(20)
  }
}

export const ended = (jobs: Jobs, workflow: string): Promise<JobStatus> =>
  jobs.settled(workflow, AbortSignal.timeout(20_000))

/** What the fixture's workers write into, and what holds them up. */
export async function prepareEvidence({ db }: Records): Promise<void> {
  await sql`create table evidence (
    number bigint generated always as identity, workflow text not null, what text not null, executor text,
    at timestamptz not null default clock_timestamp())`.execute(db)
  await sql`create table gates (name text primary key)`.execute(db)
}

export type Scene = ReturnType<typeof createScene>

/** What the tests of the jobs share: the subject, evidence of what ran, gates that hold it, and what to close. */
export function createScene(open: () => Promise<JobsSubject>) {
  let subject: JobsSubject
  const closers: (() => Promise<void>)[] = []

  beforeAll(async () => {
    subject = await open()
    await prepareEvidence(subject.records)
  })
  afterEach(async () => {
    for (const close of closers.splice(0)) await close()
  })

  async function evidence(workflow: string): Promise<string[]> {
    const { rows } = await sql<{ what: string }>`
      select what from evidence where workflow = ${workflow} order by number`.execute(subject.records.db)
    return rows.map(({ what }) => what)
  }

  return {
    get records(): Records {
      return subject.records
    },
    create: (role: 'all' | 'api' | 'worker'): Jobs => subject.create({ role }),
    evidence,
    /** Waits until the workflow has left so many pieces of this evidence. */
    reached: (workflow: string, what: string, times = 1): Promise<string[]> =>
      eventually(
        () => evidence(workflow),
        (seen) => seen.filter((one) => one === what).length >= times,
      ),
    shutGate: (name: string) => sql`insert into gates values (${name})`.execute(subject.records.db),
    openGate: (name: string) => sql`delete from gates where name = ${name}`.execute(subject.records.db),
    async process(...options: Parameters<JobsSubject['startProcess']>): Promise<WorkerProcess> {
      const worker = await subject.startProcess(...options)
      closers.push(() => worker.kill())
      return worker
    },
    closeLater(jobs: Jobs): Jobs {
      closers.push(() => jobs.close())
      return jobs
    },
    submit: (jobs: Jobs, name: string, workflow = newId(), payload: JobPayload = {}): Promise<string> =>
      subject.records.transaction(async (tx) => {
        await jobs.enqueue(tx, { id: workflow, name, payload })
        return workflow
      }),
  }
}
