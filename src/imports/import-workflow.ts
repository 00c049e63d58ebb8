import type { Clock } from '../ports/clock.ts'
import type { RetryPolicy, WorkflowDefinition } from '../ports/jobs.ts'
import type { Log } from '../ports/log.ts'
import type { Records } from '../ports/records.ts'
import type { SourceFiles } from '../ports/source-files.ts'
import { lockTeam, type WebsetServices } from '../websets/index.ts'
import { findImport, presentImport, updateImport, type ImportRow } from './import.ts'
import type { ReadImport } from './read-import.ts'
import { TableProblem } from './table/table-problem.ts'

export const importWorkflowName = 'import.v1'
export const importQueue = { name: 'imports', concurrency: 2 }

interface Needs {
  readonly records: Records
  readonly clock: Clock
  readonly log: Log
  readonly files: SourceFiles
  readonly websets: Pick<WebsetServices, 'log' | 'afterImport'>
  readonly read: ReadImport
}

type Payload = { teamId: string; importId: string }

const retry: RetryPolicy = { attempts: 5, firstDelayMs: 1000, factor: 3, maxDelayMs: 60_000 }

/** Reads the file of an import. How far that has come is in the tables, so who does it again goes on from there. */
export function createImportWorkflow(needs: Needs): WorkflowDefinition<Payload> {
  const { records, clock, log, files, websets, read } = needs

  return {
    name: importWorkflowName,
    queue: importQueue.name,
    async run(context, payload) {
      try {
        await context.step('read', (signal) => readAndEnd(payload, signal), retry)
      } catch (error) {
        if (context.signal.aborted) throw error
        log.error({ import: payload.importId, err: error }, 'an import failed')
        const fault = new TableProblem(
          'invalid_file_content',
          'The file could not be read because of a fault of this server. Create the import again.',
        )
        await context.step('fail', () => fail(payload, fault), retry)
      }
    },
  }

  async function readAndEnd(payload: Payload, signal: AbortSignal): Promise<null> {
    const { teamId, importId } = payload
    const row = await findImport(records.db, teamId, importId).catch(() => null)
    if (row?.status !== 'processing' || row.upload_id === null) return null
    try {
      if (await read(row, signal)) await complete(payload)
    } catch (error) {
      if (!(error instanceof TableProblem)) throw error
      await fail(payload, error)
    }
    // Killed before this, the file is one that nobody reads, and goes with those.
    await files.removeUpload(teamId, row.upload_id)
    return null
  }

  async function complete({ teamId, importId: id }: Payload): Promise<void> {
    await records.transaction(async (tx) => {
      await lockTeam(tx, teamId)
      const { rows_read: read, rows_skipped: skipped } = await findImport(tx, teamId, id)
      const completed = await updateImport(
        tx,
        { teamId, id, status: 'processing' },
        { status: 'completed', count: read - skipped, ...ended() },
      )
      if (!completed) return
      await websets.log.resource(tx, 'import.completed', teamId, presentImport(completed))
      await websets.afterImport(tx, teamId)
    })
  }

  async function fail({ teamId, importId: id }: Payload, { reason, message }: TableProblem): Promise<null> {
    await records.transaction(async (tx) => {
      await lockTeam(tx, teamId)
      const failed = await updateImport(
        tx,
        { teamId, id, status: 'processing' },
        {
          status: 'failed',
          failed_reason: reason,
          failed_message: message,
          failed_at: clock.now(),
          ...ended(),
        },
      )
      if (!failed) return
      // Never half: nobody has seen the rows that were read before.
      await tx.deleteFrom('import_rows').where('team_id', '=', teamId).where('import_id', '=', id).execute()
      await websets.afterImport(tx, teamId)
    })
    return null
  }

  function ended(): Pick<ImportRow, 'upload_id' | 'updated_at'> {
    return { upload_id: null, updated_at: clock.now() }
  }
}
