import type { ExportFormat } from '../contract/exports.ts'
import { AppError } from '../contract/errors.ts'
import type { Documents } from '../documents/index.ts'
import type { Clock } from '../ports/clock.ts'
import type { ExportFiles } from '../ports/export-files.ts'
import type { RetryPolicy, WorkflowDefinition } from '../ports/jobs.ts'
import type { Log } from '../ports/log.ts'
import type { Records, Tx } from '../ports/records.ts'
import type { SigningKey } from '../ports/signing-key.ts'
import { lockWebset, type WebsetServices } from '../websets/index.ts'
import { writeBundle } from './bundle/write-bundle.ts'
import { exportWorkflowName, findExport, type ExportRow, type Exports } from './exports.ts'
import { renderers } from './formats/renderers.ts'
import { withSnapshot, type Snapshot } from './snapshot.ts'

interface Needs {
  readonly records: Records
  readonly documents: Pick<Documents, 'versions'>
  readonly websets: Pick<WebsetServices, 'log'>
  readonly files: ExportFiles
  readonly key: SigningKey
  readonly clock: Clock
  readonly log: Log
  readonly present: Exports['present']
}

type Payload = { teamId: string; exportId: string }

export const exportQueue = { name: 'exports', concurrency: 2 }
const retry: RetryPolicy = { attempts: 5, firstDelayMs: 1000, factor: 3 }

/** Makes a file of a webset as it is at one moment. Killed on the way, it is made anew, of a later moment. */
export function createExportWorkflow(needs: Needs): WorkflowDefinition<Payload> {
  const { records, documents, websets, files, key, clock, log, present } = needs

  const render = (snapshot: Snapshot, { format, evidence }: ExportRow): AsyncIterable<Uint8Array> => {
    const wanted = format as ExportFormat // checked when it was asked for
    return wanted === 'bundle'
      ? writeBundle(snapshot, { documents, key })
      : renderers[wanted](snapshot, evidence)
  }

  return {
    name: exportWorkflowName,
    queue: exportQueue.name,
    async run(context, payload) {
      try {
        await context.step('begin', () => begin(payload))
        const made = await context.step('write', (signal) => write(payload, signal), retry)
        if (made) await context.transaction('complete', (tx) => complete(tx, payload, made))
      } catch (error) {
        if (context.signal.aborted) throw error
        log.error({ export: payload.exportId, err: error }, 'an export failed')
        await context.step('fail', () => fail(payload, error))
      }
    },
  }

  async function begin({ teamId, exportId }: Payload): Promise<void> {
    await records.db
      .updateTable('webset_exports')
      .set({ status: 'processing', updated_at: clock.now() })
      .where('team_id', '=', teamId)
      .where('id', '=', exportId)
      .where('status', '=', 'pending')
      .execute()
  }

  /** Null when it is not wanted any more. */
  async function write({ teamId, exportId: id }: Payload, signal: AbortSignal) {
    const row = await findExport(records.db, teamId, id)
    if (row?.status !== 'processing') return null
    return withSnapshot(records, { teamId, websetId: row.webset_id }, async (snapshot) => ({
      items: snapshot.items,
      ...(await files.write({ teamId, id }, render(snapshot, row), signal)),
    }))
  }

  async function complete(
    tx: Tx,
    { teamId, exportId }: Payload,
    made: { items: number; bytes: number; sha256: string },
  ): Promise<void> {
    const row = await findExport(tx, teamId, exportId)
    const webset = row && (await lockWebset(tx, teamId, row.webset_id))
    // Deleted meanwhile: its file is found to belong to nothing.
    if (!webset) return
    const now = clock.now()
    const completed = await tx
      .updateTable('webset_exports')
      .set({ ...made, status: 'completed', updated_at: now, completed_at: now })
      .where('team_id', '=', teamId)
      .where('id', '=', exportId)
      .where('status', '=', 'processing')
      .returningAll()
      .executeTakeFirst()
    if (completed) await websets.log.export(tx, 'webset.export.completed', webset, present(completed))
  }

  async function fail({ teamId, exportId: id }: Payload, error: unknown): Promise<void> {
    const isKnown = error instanceof AppError && error.code !== 'internal'
    await records.db
      .updateTable('webset_exports')
      .set({
        status: 'failed',
        error: isKnown ? error.message : 'Something went wrong on our side. The log has the details.',
        updated_at: clock.now(),
      })
      .where('team_id', '=', teamId)
      .where('id', '=', id)
      .where('status', 'in', ['pending', 'processing'])
      .execute()
    await files.remove({ teamId, id })
  }
}
