import { sql } from 'kysely'
import type { Entity, Metadata } from '../contract/webset-shapes.ts'
import type { Clock } from '../ports/clock.ts'
import type { Records, Tx } from '../ports/records.ts'
import type { Course } from './course.ts'
import { addWork, loadEnrichments } from './enrichment.ts'
import type { EventLog } from './event-log.ts'
import type { NewParts } from './new-parts.ts'
import { entityOf, loadSearches } from './search.ts'
import { missing, type WebsetRow } from './webset.ts'

interface Needs {
  readonly records: Records
  readonly clock: Clock
  readonly log: EventLog
  readonly course: Course
  readonly parts: NewParts
}

/** A search like the last one, but for what is given here. */
export interface Repetition {
  readonly count: number
  readonly behavior: 'override' | 'append'
  readonly query?: string | undefined
  readonly criteria?: readonly { readonly description: string }[] | undefined
  readonly entity?: Entity | undefined
  readonly metadata: Metadata
}

/** How a webset is brought up to date. What changes it is done under its lock, which `change` gives. */
export function createRenewal({ records, clock, log, course, parts }: Needs) {
  return {
    /** Rejects with `not_found` when there is no such webset. */
    change: <T>(
      teamId: string,
      reference: string,
      body: (tx: Tx, webset: WebsetRow) => Promise<T>,
    ): Promise<T> => course.change(teamId, reference, body),

    /** Answers the id of the new search; null when there is neither a query nor a search to take it from. */
    async repeatSearch(tx: Tx, webset: WebsetRow, wanted: Repetition): Promise<string | null> {
      const last = (await loadSearches(tx, webset.team_id, [webset.id])).at(-1)
      const query = wanted.query ?? last?.query
      if (query === undefined) return null
      const criteria = wanted.criteria?.length
        ? wanted.criteria
        : (last?.criteria ?? []).map((description) => ({ description }))
      const { count, behavior, metadata } = wanted
      const entity = wanted.entity ?? (last && (entityOf(last) ?? undefined))
      const search = await parts.search(tx, webset, {
        query,
        count,
        behavior,
        metadata,
        entity,
        criteria: [...criteria],
      })
      await course.start(tx, webset)
      await log.search(tx, 'webset.search.created', search)
      return search.id
    },

    /** Rejects with `not_found` when one of them is not there. */
    async requireEnrichments(tx: Tx, webset: WebsetRow, ids: readonly string[]): Promise<void> {
      const known = await loadEnrichments(tx, webset.team_id, [webset.id])
      for (const id of ids) if (!known.some((one) => one.id === id)) missing('enrichment', id)
    },

    /**
     * Has enrichments, all or those that are named, found out again for every item; what is known of them is shown
     * until then. False when that is nothing to do. What was canceled or deleted is left out.
     */
    async repeatEnrichments(tx: Tx, webset: WebsetRow, ids?: readonly string[]): Promise<boolean> {
      const all = await loadEnrichments(tx, webset.team_id, [webset.id])
      const wanted = all.filter((one) => one.status !== 'canceled' && (!ids || ids.includes(one.id)))
      for (const enrichment of wanted) await addWork(tx, enrichment)
      await course.start(tx, webset)
      const due = await tx
        .selectFrom('webset_enrichment_work')
        .select('item_id')
        .where('team_id', '=', webset.team_id)
        .where('webset_id', '=', webset.id)
        .where((columns) =>
          columns('enrichment_id', '=', columns.fn.any(columns.val(wanted.map(({ id }) => id)))),
        )
        .limit(1)
        .executeTakeFirst()
      return due !== undefined
    },

    /** Lets items show their pages as they are stored now; answers how many of them have changed. */
    async renewContents(tx: Tx, { id, team_id: teamId }: WebsetRow): Promise<number> {
      const now = clock.now()
      const { numAffectedRows = 0n } = await sql`
        with outdated as (
          select item.version + 1 as next, document.version as content, version.*
          from webset_items as item
          join webset_item_versions as version on version.item_id = item.id and version.version = item.version
          join documents as document on document.id = version.content_document_id
          where item.webset_id = ${id} and item.team_id = ${teamId} and item.deleted_at is null
            and version.team_id = ${teamId} and document.version > version.content_version
        ), added as (
          insert into webset_item_versions (item_id, version, team_id, name, properties, content_document_id,
            content_version, evaluations, results, document_ids, source_id, created_at)
          select item_id, next, team_id, name, properties, content_document_id, content, evaluations, results,
            document_ids, source_id, ${now}
          from outdated
          returning item_id, version
        )
        update webset_items as item set version = added.version, updated_at = ${now}
        from added where item.id = added.item_id`.execute(tx)
      return Number(numAffectedRows)
    },

    /**
     * The addresses that a webset rests on, so many of each at most: the pages of its items, the longest unseen first,
     * and what its last search has looked at besides.
     */
    async pagesOf(
      teamId: string,
      websetId: string,
      most: { readonly own: number; readonly seen: number },
    ): Promise<{ own: string[]; seen: string[] }> {
      const own = await sql<{ url: string }>`
        select version.properties ->> 'url' as url
        from webset_items as item
        join webset_item_versions as version on version.item_id = item.id and version.version = item.version
        left join documents as document on document.id = version.content_document_id
        where item.webset_id = ${websetId} and item.team_id = ${teamId} and item.deleted_at is null
        order by document.checked_at nulls first, item.position
        limit ${most.own}`.execute(records.db)
      const last = (await loadSearches(records.db, teamId, [websetId])).at(-1)
      const seen = await records.db
        .selectFrom('webset_candidates')
        .select('url')
        .where('team_id', '=', teamId)
        .where('search_id', '=', last?.id ?? '')
        .orderBy('position')
        .limit(most.seen)
        .execute()
      return { own: own.rows.map(({ url }) => url), seen: seen.map(({ url }) => url) }
    },
  }
}
