import { sql } from 'kysely'
import type { Caller } from '../access/index.ts'
import type {
  CreateIngestRequest,
  IngestJob,
  IngestSource,
  Upload,
  UploadRequest,
} from '../contract/ingest.ts'
import { pageFrom, type PageQuery } from '../contract/pagination.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { Jobs } from '../ports/jobs.ts'
import type { Records, Tx } from '../ports/records.ts'
import type { SourceFiles } from '../ports/source-files.ts'
import { loadSource, missingSource, presentSource } from './source.ts'
import { runId, sourceWorkflowName } from './source-workflow.ts'
import { nothingDone } from './tally.ts'

interface Needs {
  readonly records: Records
  readonly clock: Clock
  readonly ids: Ids
  readonly jobs: Pick<Jobs, 'enqueue' | 'cancel'>
  readonly files: SourceFiles
  readonly maxUploadBytes: number
  /** Completes a source; rejects one that this caller may not have, or that this server cannot read. */
  readonly prepare: (caller: Caller, source: IngestSource) => Promise<IngestSource>
}

const wokenAtOnce = 100

/** Where pages come from, as jobs: made, watched, cancelled, and woken again when it is time to look anew. */
export function createSources(needs: Needs) {
  const { records, clock, ids, jobs, files, prepare, maxUploadBytes } = needs

  return {
    /** Keeps a file for an ingest job of the same team. */
    async upload({ teamId }: Caller, { name, body }: UploadRequest): Promise<Upload> {
      const ending = /(\.[a-z\d]{1,10}){1,2}$/i.exec(name)?.[0].toLowerCase() ?? ''
      const id = `${ids.next('upload')}${ending}`
      const { bytes } = await files.saveUpload(teamId, { id, body, maxBytes: maxUploadBytes })
      return { id, object: 'upload', bytes }
    },

    async create(caller: Caller, request: CreateIngestRequest): Promise<IngestJob> {
      const source = await prepare(caller, request.source)
      const { recrawlHours } = request
      const now = clock.now()
      const row = await records.transaction(async (tx) => {
        const made = await tx
          .insertInto('sources')
          .values({
            id: ids.next('ingest'),
            team_id: caller.teamId,
            spec: JSON.stringify(source),
            status: 'queued',
            run: 1,
            checkpoint: '{}',
            counts: JSON.stringify(nothingDone),
            failures: '{}',
            error: null,
            recrawl_ms: recrawlHours === null ? null : Math.round(recrawlHours * 3_600_000),
            due_at: null,
            created_at: now,
            started_at: null,
            ended_at: null,
            updated_at: now,
          })
          .returningAll()
          .executeTakeFirstOrThrow()
        await enqueue(tx, made)
        return made
      })
      return presentSource(row)
    },

    /** The newest first. */
    async list({ teamId }: Caller, page: PageQuery) {
      const rows = await records.db
        .selectFrom('sources')
        .selectAll()
        .where('team_id', '=', teamId)
        .$if(page.cursor !== undefined, (query) => query.where('id', '<', page.cursor ?? ''))
        .orderBy('id', 'desc')
        .limit(page.limit + 1)
        .execute()
      return pageFrom(rows, page.limit, presentSource)
    },

    async get({ teamId }: Caller, id: string): Promise<IngestJob> {
      return presentSource((await loadSource(records, teamId, id)) ?? missingSource(id))
    },

    /** Ends a run and the recrawls to come. What is stored stays; what has ended already is left as it is. */
    async cancel({ teamId }: Caller, id: string): Promise<IngestJob> {
      const row = (await loadSource(records, teamId, id)) ?? missingSource(id)
      const now = clock.now()
      await records.db
        .updateTable('sources')
        .set({ status: 'cancelled', due_at: null, ended_at: now, updated_at: now })
        .where('team_id', '=', teamId)
        .where('id', '=', id)
        .where((columns) =>
          columns.or([columns('status', 'in', ['queued', 'running']), columns('due_at', 'is not', null)]),
        )
        .execute()
      await jobs.cancel(runId(row))
      return presentSource((await loadSource(records, teamId, id)) ?? missingSource(id))
    },

    /** Cancels it and forgets that it was; the pages it brought stay. */
    async remove(caller: Caller, id: string): Promise<IngestJob> {
      const job = await this.cancel(caller, id)
      await records.db
        .deleteFrom('sources')
        .where('team_id', '=', caller.teamId)
        .where('id', '=', id)
        .execute()
      return job
    },

    /** Removes uploads older than a moment that no job is going to read; answers how many. */
    async pruneUploads(before: Date): Promise<number> {
      let removed = 0
      for await (const { teamId, id, savedAt } of files.uploads()) {
        if (savedAt >= before || (await isAwaited(teamId, id))) continue
        await files.removeUpload(teamId, id)
        removed++
      }
      return removed
    },

    /** Starts the runs whose time has come, of every team; one that was missed for days is started once. */
    async wake(): Promise<number> {
      const due = await records
        .acrossTeams('the schedule wakes the sources of every team')
        .selectFrom('sources')
        .select(['id', 'team_id'])
        .where('due_at', '<=', clock.now())
        .orderBy('due_at')
        .limit(wokenAtOnce)
        .execute()
      for (const { id, team_id: teamId } of due) {
        await records.transaction(async (tx) => {
          const woken = await tx
            .updateTable('sources')
            .set((columns) => ({
              status: 'queued',
              run: columns('run', '+', 1),
              due_at: null,
              updated_at: clock.now(),
            }))
            .where('team_id', '=', teamId)
            .where('id', '=', id)
            .where('due_at', '<=', clock.now())
            .returningAll()
            .executeTakeFirst()
          if (woken) await enqueue(tx, woken)
        })
      }
      return due.length
    },
  }

  async function isAwaited(teamId: string, upload: string): Promise<boolean> {
    const row = await records.db
      .selectFrom('sources')
      .select('id')
      .where('team_id', '=', teamId)
      .where(sql<string>`spec ->> 'upload'`, '=', upload)
      .where((columns) =>
        columns.or([columns('status', 'in', ['queued', 'running']), columns('due_at', 'is not', null)]),
      )
      .executeTakeFirst()
    return row !== undefined
  }

  function enqueue(tx: Tx, row: { id: string; team_id: string; run: number }): Promise<void> {
    const payload = { teamId: row.team_id, sourceId: row.id, run: row.run }
    return jobs.enqueue(tx, { id: runId(row), name: sourceWorkflowName, payload })
  }
}
