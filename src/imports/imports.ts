import type { Caller } from '../access/index.ts'
import { AppError } from '../contract/errors.ts'
import type {
  CreateImportRequest,
  Import,
  ImportStatus,
  NewImport,
  UpdateImportRequest,
  UploadImportRequest,
  UploadSignature,
} from '../contract/imports.ts'
import { pageFrom, type PageQuery } from '../contract/pagination.ts'
import type { Entity } from '../contract/webset-shapes.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { Jobs } from '../ports/jobs.ts'
import type { Records } from '../ports/records.ts'
import type { SourceFiles } from '../ports/source-files.ts'
import { lockTeam, type WebsetServices } from '../websets/index.ts'
import { findImport, presentImport, presentStatus, unfinishedStates, updateImport } from './import.ts'
import { importWorkflowName } from './import-workflow.ts'
import { isSignedBy, newSecret, uploadAddress } from './upload-address.ts'

interface Needs {
  readonly records: Records
  readonly clock: Clock
  readonly ids: Ids
  readonly jobs: Pick<Jobs, 'enqueue' | 'cancel'>
  readonly files: SourceFiles
  readonly websets: Pick<WebsetServices, 'log' | 'afterImport'>
  /** Where clients reach this server. */
  readonly baseUrl: () => string
}

export type Imports = ReturnType<typeof createImports>

const uploadableForMs = 60 * 60 * 1000
/** An upload that has begun in time may take a while. */
const longestUploadMs = 15 * 60 * 1000

/** Lists that a team brings, as their callers see them. */
export function createImports({ records, clock, ids, jobs, files, websets, baseUrl }: Needs) {
  return {
    async create({ teamId, keyId }: Caller, request: CreateImportRequest): Promise<NewImport> {
      const now = clock.now()
      const until = new Date(now.getTime() + uploadableForMs)
      const secret = newSecret()
      const made = await records.transaction(async (tx) => {
        const row = await tx
          .insertInto('imports')
          .values({
            id: ids.next('import'),
            team_id: teamId,
            key_id: keyId,
            status: 'pending',
            format: request.format,
            entity: JSON.stringify(request.entity),
            title: request.title ?? titleOf(request.count, request.entity),
            count: request.count,
            size: request.size,
            identifier: request.csv?.identifier ?? null,
            metadata: JSON.stringify(request.metadata ?? {}),
            upload_secret: secret,
            upload_until: until,
            upload_id: null,
            bytes: null,
            layout: null,
            started_at: null,
            failed_reason: null,
            failed_at: null,
            failed_message: null,
            created_at: now,
            updated_at: now,
          })
          .returningAll()
          .executeTakeFirstOrThrow()
        await websets.log.resource(tx, 'import.created', teamId, presentImport(row))
        return row
      })
      return {
        ...presentImport(made),
        uploadUrl: uploadAddress(baseUrl(), made.id, until, secret),
        uploadValidUntil: until.toISOString(),
      }
    },

    async get({ teamId }: Caller, id: string): Promise<Import> {
      return presentImport(await findImport(records.db, teamId, id))
    },

    async status({ teamId }: Caller, id: string): Promise<ImportStatus> {
      return presentStatus(await findImport(records.db, teamId, id), clock)
    },

    /** The newest first. */
    async list({ teamId }: Caller, { cursor, limit }: PageQuery) {
      const rows = await records.db
        .selectFrom('imports')
        .selectAll()
        .where('team_id', '=', teamId)
        .$if(cursor !== undefined, (query) => query.where('id', '<', cursor ?? ''))
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute()
      return pageFrom(rows, limit, presentImport)
    },

    async update({ teamId }: Caller, { id, title, metadata }: UpdateImportRequest): Promise<Import> {
      return records.transaction(async (tx) => {
        const before = await findImport(tx, teamId, id)
        const changed = await updateImport(
          tx,
          { teamId, id },
          {
            ...(title !== undefined && { title }),
            ...(metadata !== undefined && { metadata: JSON.stringify(metadata ?? {}) }),
            updated_at: clock.now(),
          },
        )
        return presentImport(changed ?? before)
      })
    },

    /** Takes it away with its rows. Items that were made of them stay; websets that wait for it wait no more. */
    async remove({ teamId }: Caller, id: string): Promise<Import> {
      const gone = await records.transaction(async (tx) => {
        await lockTeam(tx, teamId)
        const row = await findImport(tx, teamId, id)
        await tx.deleteFrom('imports').where('team_id', '=', teamId).where('id', '=', id).execute()
        await websets.afterImport(tx, teamId)
        return row
      })
      await jobs.cancel(id)
      if (gone.upload_id !== null) await files.removeUpload(teamId, gone.upload_id)
      return presentImport(unfinishedStates.includes(gone.status) ? { ...gone, status: 'canceled' } : gone)
    },

    /**
     * On whose behalf an upload comes: the address says it, in place of a key. Rejects with `unauthenticated`, in the
     * same words for everything that is not signed by us, and with `forbidden` when it is too late.
     */
    async admit(signed: Partial<UploadSignature> & { readonly id: string }): Promise<Caller> {
      const { id, expires = '', signature = '' } = signed
      const row = await records
        .acrossTeams('the signature decides which team the upload belongs to')
        .selectFrom('imports')
        .innerJoin('teams', 'teams.id', 'imports.team_id')
        .select(['imports.team_id', 'imports.key_id', 'imports.upload_secret'])
        .select(['teams.name', 'teams.is_owner', 'teams.limits'])
        .where('imports.id', '=', id)
        .executeTakeFirst()
      if (!row?.upload_secret || !isSignedBy({ id, expires, signature }, row.upload_secret))
        throw new AppError('unauthenticated', 'The address of the upload is not valid.')
      if (clock.now().getTime() > Number(expires))
        throw new AppError(
          'forbidden',
          `The address of the upload was valid until ${new Date(Number(expires)).toISOString()}. Create a new import.`,
        )
      return {
        teamId: row.team_id,
        teamName: row.name,
        keyId: row.key_id,
        keyName: 'upload',
        scopes: new Set(['write']),
        isOwner: row.is_owner,
        teamLimits: row.limits,
        keyLimits: {},
      }
    },

    /**
     * Takes the file, once, and lets it be read. Rejects with `conflict` when there is one already, and with `too_large`
     * when it is larger than was declared. What breaks off leaves the import as it was.
     */
    async upload({ teamId }: Caller, { id, body }: UploadImportRequest): Promise<Import> {
      const before = await findImport(records.db, teamId, id)
      if (before.status !== 'pending') throw used(id)
      // A file of its own for each try: only one of them becomes the import's.
      const uploadId = ids.next('upload')
      const { bytes } = await files.saveUpload(teamId, { id: uploadId, body, maxBytes: before.size ?? 0 })
      try {
        return await records.transaction(async (tx) => {
          const now = clock.now()
          const taken = await updateImport(
            tx,
            { teamId, id, status: 'pending' },
            { status: 'processing', upload_id: uploadId, bytes, started_at: now, updated_at: now },
          )
          if (!taken) throw used(id)
          await jobs.enqueue(tx, { id, name: importWorkflowName, payload: { teamId, importId: id } })
          return presentImport(taken)
        })
      } catch (error) {
        // If only the answer got lost, somebody is going to read the file.
        const after = await findImport(records.db, teamId, id).catch(() => null)
        if (after?.upload_id !== uploadId) await files.removeUpload(teamId, uploadId)
        throw error
      }
    },

    /** Fails imports of every team whose file never came; answers how many. */
    async expire(): Promise<number> {
      const before = new Date(clock.now().getTime() - longestUploadMs)
      const late = await records
        .acrossTeams('uploads are awaited for every team')
        .selectFrom('imports')
        .select(['id', 'team_id'])
        .where('status', '=', 'pending')
        .where('upload_until', '<', before)
        .execute()
      for (const { id, team_id: teamId } of late) {
        await records.transaction(async (tx) => {
          await lockTeam(tx, teamId)
          const now = clock.now()
          await updateImport(
            tx,
            { teamId, id, status: 'pending' },
            {
              status: 'failed',
              failed_reason: 'invalid_file_content',
              failed_message: 'No file was uploaded while the address for it was valid.',
              failed_at: now,
              updated_at: now,
            },
          )
          await websets.afterImport(tx, teamId)
        })
      }
      return late.length
    },

    /** Removes files that no import is going to read, such as those of uploads that broke off; answers how many. */
    async pruneFiles(): Promise<number> {
      const before = new Date(clock.now().getTime() - 2 * longestUploadMs)
      let removed = 0
      for await (const { teamId, id, savedAt } of files.uploads()) {
        if (savedAt >= before) continue
        const row = await records.db
          .selectFrom('imports')
          .select('id')
          .where('team_id', '=', teamId)
          .where('upload_id', '=', id)
          .where('status', '=', 'processing')
          .executeTakeFirst()
        if (row) continue
        await files.removeUpload(teamId, id)
        removed += 1
      }
      return removed
    },
  }
}

const used = (id: string) =>
  new AppError('conflict', `The import "${id}" has its file already: an address for an upload is good once.`)

const plurals: Readonly<Record<Entity['type'], string>> = {
  company: 'companies',
  person: 'people',
  article: 'articles',
  research_paper: 'research papers',
  custom: 'rows',
}

const titleOf = (count: number, { type }: Entity): string => `${count} ${plurals[type]}`
