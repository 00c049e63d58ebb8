import type { Updateable } from 'kysely'
import type { Caller } from '../access/index.ts'
import { AppError } from '../contract/errors.ts'
import type {
  CreateEnrichmentRequest,
  UpdateEnrichmentRequest,
  WebsetEnrichment,
} from '../contract/webset-enrichments.ts'
import type { Clock } from '../ports/clock.ts'
import type { Db, Records, Tx } from '../ports/records.ts'
import type { Tables } from '../ports/tables.ts'
import type { Course } from './course.ts'
import { addWork, presentEnrichment, type EnrichmentRow } from './enrichment.ts'
import { titleOf, type NewParts } from './new-parts.ts'
import { findWebset, missing } from './webset.ts'

interface Needs {
  readonly records: Records
  readonly clock: Clock
  readonly course: Course
  readonly parts: NewParts
}

/** What is to be found out about every item of a webset: those that are there, and those that come. */
export function createEnrichments({ records, clock, course, parts }: Needs) {
  return {
    async create({ teamId }: Caller, request: CreateEnrichmentRequest): Promise<WebsetEnrichment> {
      return course.change(teamId, request.webset, async (tx, webset) => {
        const made = await parts.enrichment(tx, webset, request)
        await addWork(tx, made)
        await course.start(tx, webset)
        return presentEnrichment(await load(tx, teamId, webset.id, made.id))
      })
    },

    async get({ teamId }: Caller, reference: string, id: string): Promise<WebsetEnrichment> {
      const webset = await findWebset(records.db, teamId, reference)
      return presentEnrichment(await load(records.db, teamId, webset.id, id))
    },

    /** Where something else is asked than before, it is found out anew for every item. */
    async update({ teamId }: Caller, request: UpdateEnrichmentRequest): Promise<WebsetEnrichment> {
      return course.change(teamId, request.webset, async (tx, webset) => {
        const before = await load(tx, teamId, webset.id, request.id)
        const { description = before.description, metadata } = request
        const format = request.format ?? (request.options ? 'options' : before.format)
        const options = format === 'options' ? (request.options ?? before.options) : null
        if (format === 'options' && options === null)
          throw new AppError(
            'invalid_request',
            'Invalid request body | "options": the format "options" needs them',
          )
        const asksElse =
          JSON.stringify([description, format, options]) !==
          JSON.stringify([before.description, before.format, before.options])
        const changed = await set(tx, before, {
          description,
          format,
          options: options && JSON.stringify(options),
          ...(metadata !== undefined && { metadata: JSON.stringify(metadata ?? {}) }),
          ...(asksElse && { revision: before.revision + 1, title: titleOf(description) }),
        })
        if (asksElse && changed.status !== 'canceled') {
          await addWork(tx, changed)
          await course.start(tx, webset)
        }
        return presentEnrichment(await load(tx, teamId, webset.id, request.id))
      })
    },

    /** What it has brought stays; it is never taken up again. */
    async cancel({ teamId }: Caller, reference: string, id: string): Promise<WebsetEnrichment> {
      return course.change(teamId, reference, async (tx, webset) => {
        const before = await load(tx, teamId, webset.id, id)
        if (before.status === 'canceled') return presentEnrichment(before)
        const canceled = await set(tx, before, { status: 'canceled', canceled_at: clock.now() })
        await dropWork(tx, canceled)
        await course.settle(tx, webset)
        return presentEnrichment(canceled)
      })
    },

    /** Takes it away with its results. */
    async remove({ teamId }: Caller, reference: string, id: string): Promise<WebsetEnrichment> {
      return course.change(teamId, reference, async (tx, webset) => {
        const before = await load(tx, teamId, webset.id, id)
        const shown = before.status === 'pending' ? { ...before, status: 'canceled' } : before
        await set(tx, before, { deleted_at: clock.now(), status: shown.status })
        await dropWork(tx, before)
        await course.settle(tx, webset)
        return presentEnrichment(shown)
      })
    },
  }

  async function set(
    tx: Tx,
    { team_id: teamId, id }: EnrichmentRow,
    changes: Updateable<Tables['webset_enrichments']>,
  ): Promise<EnrichmentRow> {
    return tx
      .updateTable('webset_enrichments')
      .set({ ...changes, updated_at: clock.now() })
      .where('team_id', '=', teamId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  }
}

async function load(db: Db, teamId: string, websetId: string, id: string): Promise<EnrichmentRow> {
  const row = await db
    .selectFrom('webset_enrichments')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('webset_id', '=', websetId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row ?? missing('enrichment', id)
}

async function dropWork(tx: Tx, { team_id: teamId, id }: EnrichmentRow): Promise<void> {
  await tx
    .deleteFrom('webset_enrichment_work')
    .where('team_id', '=', teamId)
    .where('enrichment_id', '=', id)
    .execute()
}
