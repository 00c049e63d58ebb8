import { sql, type Selectable } from 'kysely'
import type { Caller } from '../access/index.ts'
import { AppError } from '../contract/errors.ts'
import type {
  CreateExportRequest,
  Download,
  ExportFormat,
  ListExportsRequest,
  WebsetExport,
} from '../contract/exports.ts'
import { pageFrom } from '../contract/pagination.ts'
import type { Clock } from '../ports/clock.ts'
import type { ExportFiles } from '../ports/export-files.ts'
import type { Ids } from '../ports/ids.ts'
import type { Jobs } from '../ports/jobs.ts'
import type { Db, Records, Tx } from '../ports/records.ts'
import type { Tables } from '../ports/tables.ts'
import { findWebset, missing, type WebsetServices } from '../websets/index.ts'
import { fileKinds } from './formats/renderers.ts'

export type ExportRow = Selectable<Tables['webset_exports']>

interface Needs {
  readonly records: Records
  readonly websets: Pick<WebsetServices, 'change' | 'log'>
  readonly files: ExportFiles
  readonly clock: Clock
  readonly ids: Ids
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly days: number
  /** Where clients reach this server. */
  readonly baseUrl: () => string
}

export const exportWorkflowName = 'webset.export.v1'
/** Each may be as large as the webset: nobody fills the disk by asking faster than they are made. */
const mostUnfinished = 10
const hourMs = 60 * 60 * 1000

export type Exports = ReturnType<typeof createExports>

export function createExports(needs: Needs) {
  const { records, websets, files, clock, ids, jobs, days, baseUrl } = needs

  const present = (row: ExportRow): WebsetExport => ({
    id: row.id,
    object: 'webset_export',
    websetId: row.webset_id,
    format: row.format as ExportFormat, // checked when it was asked for
    evidence: row.evidence,
    status: row.status as WebsetExport['status'],
    error: row.error,
    items: row.items,
    bytes: row.bytes,
    sha256: row.sha256,
    downloadUrl:
      row.status === 'completed'
        ? `${baseUrl()}/winnow/v1/websets/${row.webset_id}/exports/${row.id}/download`
        : null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    completedAt: row.completed_at?.toISOString() ?? null,
    expiresAt: row.expires_at.toISOString(),
  })

  async function load(teamId: string, reference: string, id: string): Promise<ExportRow> {
    const { id: websetId } = await findWebset(records.db, teamId, reference)
    const row = await findExport(records.db, teamId, id)
    return row?.webset_id === websetId ? row : missing('export', id)
  }

  return {
    present,

    /** Records that a file is to be made; the job and the event are there if and only if this commits. */
    async create({ teamId }: Caller, request: CreateExportRequest): Promise<WebsetExport> {
      return websets.change(teamId, request.webset, async (tx, webset) => {
        await requireRoom(tx, teamId)
        const now = clock.now()
        const row = await tx
          .insertInto('webset_exports')
          .values({
            id: ids.next('export'),
            team_id: teamId,
            webset_id: webset.id,
            format: request.format,
            evidence: request.evidence || request.format === 'bundle',
            status: 'pending',
            error: null,
            items: null,
            bytes: null,
            sha256: null,
            created_at: now,
            updated_at: now,
            completed_at: null,
            expires_at: new Date(now.getTime() + days * 24 * hourMs),
          })
          .returningAll()
          .executeTakeFirstOrThrow()
        await jobs.enqueue(tx, {
          id: row.id,
          name: exportWorkflowName,
          payload: { teamId, exportId: row.id },
        })
        const shown = present(row)
        await websets.log.export(tx, 'webset.export.created', webset, shown)
        return shown
      })
    },

    get: async ({ teamId }: Caller, reference: string, id: string): Promise<WebsetExport> =>
      present(await load(teamId, reference, id)),

    /** The newest first. */
    async list({ teamId }: Caller, { webset, cursor, limit }: ListExportsRequest) {
      const { id: websetId } = await findWebset(records.db, teamId, webset)
      const rows = await records.db
        .selectFrom('webset_exports')
        .selectAll()
        .where('team_id', '=', teamId)
        .where('webset_id', '=', websetId)
        .$if(cursor !== undefined, (query) => query.where('id', '<', cursor ?? ''))
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute()
      return pageFrom(rows, limit, present)
    },

    /** Rejects with `conflict` while there is no file. */
    async download({ teamId }: Caller, reference: string, id: string): Promise<Download> {
      const row = await load(teamId, reference, id)
      if (row.status !== 'completed')
        throw new AppError(
          'conflict',
          `The export "${id}" is ${row.status}, so there is nothing to download.`,
        )
      const body = await files.open({ teamId, id })
      if (!body) return missing('file of the export', id)
      const { ending, mediaType } = fileKinds[row.format as ExportFormat]
      const name = `${row.webset_id}.${ending}`
      return { name, mediaType, bytes: row.bytes ?? 0, sha256: row.sha256 ?? '', body }
    },

    /** Of every team: a page that is forgotten is in no file any more that can be had. */
    async forgetQuoting(tx: Tx, documentIds: string[]): Promise<void> {
      await sql`
        delete from webset_exports where webset_id in (
          select item.webset_id from webset_items as item
          join webset_item_versions as version on version.item_id = item.id
          where version.document_ids && ${documentIds}::text[]
        )`.execute(tx)
    },

    /** Deletes what has expired, what was made of websets that are gone, and files that belong to nothing. */
    async prune(): Promise<number> {
      const everyTeam = records.acrossTeams('exports of every team expire')
      const now = clock.now()
      const { numDeletedRows } = await everyTeam
        .deleteFrom('webset_exports')
        .where((columns) =>
          columns.or([
            columns('expires_at', '<', now),
            columns(
              'webset_id',
              'in',
              columns.selectFrom('websets').select('id').where('deleted_at', 'is not', null),
            ),
          ]),
        )
        .executeTakeFirst()
      for await (const file of files.all()) {
        // One that is being written has no row that says so by its name, and is young.
        if (now.getTime() - file.savedAt.getTime() < hourMs) continue
        if (!(await findExport(everyTeam, file.teamId, file.id))) await files.remove(file)
      }
      return Number(numDeletedRows)
    },
  }
}

export async function findExport(db: Db, teamId: string, id: string): Promise<ExportRow | undefined> {
  return db
    .selectFrom('webset_exports')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .executeTakeFirst()
}

async function requireRoom(tx: Tx, teamId: string): Promise<void> {
  const { unfinished } = await tx
    .selectFrom('webset_exports')
    .select((columns) => columns.fn.countAll<number>().as('unfinished'))
    .where('team_id', '=', teamId)
    .where('status', 'in', ['pending', 'processing'])
    .executeTakeFirstOrThrow()
  if (unfinished >= mostUnfinished)
    throw new AppError('rate_limited', `${unfinished} exports are being made, which is as many as may.`, {
      retryAfterSeconds: 5,
    })
}
