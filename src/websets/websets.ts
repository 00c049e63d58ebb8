import type { Caller } from '../access/index.ts'
import { AppError } from '../contract/errors.ts'
import { pageFrom } from '../contract/pagination.ts'
import type {
  CreateWebsetRequest,
  ListWebsetsRequest,
  UpdateWebsetRequest,
  Webset,
  WebsetsTeam,
  WebsetWithItems,
} from '../contract/websets.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { Jobs } from '../ports/jobs.ts'
import type { Records, Tx } from '../ports/records.ts'
import type { Attached } from './attached.ts'
import type { Course } from './course.ts'
import type { EventLog } from './event-log.ts'
import type { Items } from './items.ts'
import type { NewParts } from './new-parts.ts'
import { runId, type Places } from './places.ts'
import { isUnfinished } from './search.ts'
import { addLoad, endLoads } from './loads.ts'
import type { SourceResolver } from './sources.ts'
import { findWebset, loadParts, lockTeam, updateWebset, type WebsetRow } from './webset.ts'
import type { WebsetView } from './webset-view.ts'

interface Needs {
  readonly records: Records
  readonly clock: Clock
  readonly ids: Ids
  readonly jobs: Pick<Jobs, 'cancel'>
  readonly log: EventLog
  readonly course: Course
  readonly places: Places
  readonly parts: NewParts
  readonly items: Items
  readonly sources: SourceResolver
  readonly view: WebsetView
  readonly attached: Attached
}

/** Websets as their callers see them. */
export function createWebsets(needs: Needs) {
  const { records, clock, ids, jobs, log, course, places, parts, items, sources, view, attached } = needs

  return {
    async create({ teamId, keyId }: Caller, request: CreateWebsetRequest): Promise<Webset> {
      return records.transaction(async (tx) => {
        await lockTeam(tx, teamId)
        const imports = await sources.toImports(tx, { teamId, keyId }, request.import)
        const excludes = await sources.resolve(tx, teamId, request.exclude)
        if (request.externalId !== undefined) await requireUnused(tx, teamId, request.externalId)
        const now = clock.now()
        const made = await tx
          .insertInto('websets')
          .values({
            id: ids.next('webset'),
            team_id: teamId,
            key_id: keyId,
            external_id: request.externalId ?? null,
            // A search is understood first, and then gives it a title.
            title: request.title ?? (request.search ? null : (imports[0]?.title ?? null)),
            status: 'idle',
            run: 0,
            active: false,
            waiting_since: null,
            priority: request.priority,
            lacking_nanos: null,
            excludes: JSON.stringify(excludes),
            metadata: JSON.stringify(request.metadata ?? {}),
            created_at: now,
            updated_at: now,
            deleted_at: null,
          })
          .returningAll()
          .executeTakeFirstOrThrow()
        for (const { id } of imports) await addLoad(tx, made, id)
        for (const definition of request.enrichments ?? []) await parts.enrichment(tx, made, definition)
        const search = request.search && (await parts.search(tx, made, request.search))
        const started = await course.start(tx, made, { first: true })
        await log.webset(tx, 'webset.created', started)
        if (search) await log.search(tx, 'webset.search.created', search)
        return view.show(tx, started)
      })
    },

    async get({ teamId }: Caller, reference: string, expand: readonly 'items'[]): Promise<WebsetWithItems> {
      const row = await findWebset(records.db, teamId, reference)
      const webset = await view.show(records.db, row)
      return expand.includes('items') ? { ...webset, items: await items.all(teamId, row.id) } : webset
    },

    /** The newest first. */
    async list({ teamId }: Caller, { cursor, limit, search }: ListWebsetsRequest) {
      const pattern = `%${likeSafe(search ?? '')}%`
      const rows = await records.db
        .selectFrom('websets')
        .selectAll()
        .where('team_id', '=', teamId)
        .where('deleted_at', 'is', null)
        .$if(cursor !== undefined, (query) => query.where('id', '<', cursor ?? ''))
        .$if(search !== undefined, (query) =>
          query.where((columns) =>
            columns.or([
              columns('id', 'ilike', pattern),
              columns('external_id', 'ilike', pattern),
              columns('title', 'ilike', pattern),
            ]),
          ),
        )
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute()
      const show = await view.showing(
        records.db,
        teamId,
        rows.map(({ id }) => id),
      )
      return pageFrom(rows, limit, show)
    },

    async update({ teamId }: Caller, { id, title, metadata }: UpdateWebsetRequest): Promise<Webset> {
      return course.change(teamId, id, async (tx, webset) => {
        const changed = await updateWebset(tx, webset, {
          ...(title !== undefined && { title }),
          ...(metadata !== undefined && { metadata: JSON.stringify(metadata ?? {}) }),
          updated_at: clock.now(),
        })
        return view.show(tx, changed)
      })
    },

    /** Ends every search and enrichment that is not done. What was found stays; doing it again changes nothing. */
    async cancel({ teamId }: Caller, reference: string): Promise<Webset> {
      const { webset, run } = await course.change(teamId, reference, async (tx, before) => {
        await stopAll(tx, before, 'webset_canceled')
        const canceled = await course.settle(tx, before)
        return { webset: await view.show(tx, canceled), run: runId(before) }
      })
      await jobs.cancel(run)
      return webset
    },

    /** Ends its work and takes it away with its items; its events stay as long as events do. */
    async remove({ teamId }: Caller, reference: string): Promise<Webset> {
      const { webset, run } = await course.change(teamId, reference, async (tx, before) => {
        await stopAll(tx, before, 'webset_deleted')
        const stopped = before.status === 'idle' ? before : await places.leave(tx, before, 'idle')
        const now = clock.now()
        const gone = await updateWebset(tx, stopped, { deleted_at: now, updated_at: now })
        await tx
          .updateTable('webset_items')
          .set({ deleted_at: now })
          .where('team_id', '=', teamId)
          .where('webset_id', '=', gone.id)
          .where('deleted_at', 'is', null)
          .execute()
        await log.webset(tx, 'webset.deleted', gone)
        return { webset: await view.show(tx, gone), run: runId(before) }
      })
      await jobs.cancel(run)
      return webset
    },

    async team({ teamId, teamName }: Caller): Promise<WebsetsTeam> {
      return {
        object: 'team',
        id: teamId,
        name: teamName,
        concurrency: await places.count(records.db, teamId),
        limits: await places.limitsOf(records.db, teamId),
      }
    },
  }

  async function stopAll(
    tx: Tx,
    webset: WebsetRow,
    reason: 'webset_canceled' | 'webset_deleted',
  ): Promise<void> {
    await endLoads(tx, webset)
    const { searches } = (await loadParts(tx, webset.team_id, [webset.id]))(webset.id)
    for (const search of searches.filter(isUnfinished)) await course.cancelSearch(tx, search, reason)
    const now = clock.now()
    await tx
      .updateTable('webset_enrichments')
      .set({ status: 'canceled', canceled_at: now, updated_at: now })
      .where('team_id', '=', webset.team_id)
      .where('webset_id', '=', webset.id)
      .where('status', '=', 'pending')
      .where('deleted_at', 'is', null)
      .execute()
    await tx
      .deleteFrom('webset_enrichment_work')
      .where('team_id', '=', webset.team_id)
      .where('webset_id', '=', webset.id)
      .execute()
    await attached.stopped(tx, webset, reason)
  }
}

async function requireUnused(tx: Tx, teamId: string, externalId: string): Promise<void> {
  const taken = await tx
    .selectFrom('websets')
    .select('id')
    .where('team_id', '=', teamId)
    .where('external_id', '=', externalId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (taken) throw new AppError('conflict', `There is already a webset with the externalId "${externalId}".`)
}

const likeSafe = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)
