import { sql } from 'kysely'
import type { Ledger } from '../billing/index.ts'
import { AppError } from '../contract/errors.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { Jobs } from '../ports/jobs.ts'
import type { Log } from '../ports/log.ts'
import type { Records, Tx } from '../ports/records.ts'
import { createRunFeed } from './feed.ts'
import type { RunKind } from './run-kind.ts'
import { createRunService, type RunService } from './run-service.ts'
import { createRunWorkflow, runQueue } from './run-workflow.ts'

interface Needs {
  readonly records: Records
  readonly ledger: Ledger
  readonly clock: Clock
  readonly ids: Ids
  readonly jobs: Jobs
  readonly log: Log
  /** Runs that one process works on at once. */
  readonly running: number
}

export type Runs = ReturnType<typeof openRuns>

/** The run engine; its jobs are defined here, so before the jobs are started. */
export function openRuns(needs: Needs) {
  const { records, jobs, running } = needs
  const kinds = new Map<string, RunKind>()
  const closing = new AbortController()
  const feed = createRunFeed({ records, closing: closing.signal })
  const onChange = (runId: string) => feed.notice(runId)

  jobs.defineQueue(runQueue(running))
  jobs.defineWorkflow(createRunWorkflow({ ...needs, onChange, kindOf }))

  function kindOf(name: string): RunKind {
    const kind = kinds.get(name)
    if (!kind) throw new AppError('internal', `No API has runs of the kind "${name}".`)
    return kind
  }

  return {
    /** Once for each API, before the jobs are started. */
    define<Request extends object, Output>(kind: RunKind<Request, Output>): RunService<Request, Output> {
      // The engine gives a kind only its own requests and outputs.
      kinds.set(kind.name, kind)
      return createRunService<Request, Output>({ ...needs, kind, feed, onChange })
    },

    /** Takes away runs that speak of pages which are forgotten, of every team. */
    async forgetQuoting(tx: Tx, documentIds: string[]): Promise<void> {
      await sql`
        delete from runs using run_steps as step
        where step.run_id = runs.id and step.document_ids && ${documentIds}::text[]`.execute(tx)
    },

    /** Forgets runs that ended before the moment; answers how many. */
    async prune(before: Date): Promise<number> {
      const { numDeletedRows } = await records
        .acrossTeams('retention covers every team')
        .deleteFrom('runs')
        .where('finished_at', '<', before)
        .executeTakeFirst()
      return Number(numDeletedRows)
    },

    /** Forgets runs that are kept for less than others, once that is over; answers how many. */
    async expire(now: Date): Promise<number> {
      const { numDeletedRows } = await records
        .acrossTeams('retention covers every team')
        .deleteFrom('runs')
        .where('expires_at', '<', now)
        .executeTakeFirst()
      return Number(numDeletedRows)
    },

    /** Before a server stops to listen. */
    endFeeds: () => closing.abort(),
  }
}
