import { setTimeout as delay } from 'node:timers/promises'
import type { Caller } from '../access/index.ts'
import { AppError } from '../contract/errors.ts'
import type { FeedEvent, FollowWebsetRequest } from '../contract/webset-rows.ts'
import type { Clock } from '../ports/clock.ts'
import type { Records } from '../ports/records.ts'
import { loadDefinitions } from './enrichment.ts'
import type { EventRow } from './events.ts'
import { loadVersions, resultsAt } from './item.ts'
import { presentRow } from './table-row.ts'
import { findWebset } from './webset.ts'
import type { WebsetView } from './webset-view.ts'

interface Needs {
  readonly records: Records
  readonly clock: Clock
  readonly view: Pick<WebsetView, 'show'>
  /** Feeds end when this does: nothing else would end them while a server stops. */
  readonly closing: AbortSignal
  readonly pollMs?: number
}

const eventsAtOnce = 100

/** A database that is away for a moment ends no feed: what happens meanwhile is told when it is back. */
function unlessAway(error: unknown): EventRow[] {
  if (error instanceof AppError && error.code === 'unavailable') return []
  throw error
}

/** A webset as it happens: first what was missed since the last event seen or, if that is nothing, what it is now. */
export function createFeed({ records, clock, view, closing, pollMs = 200 }: Needs) {
  const { db } = records

  async function positionOf(teamId: string, websetId: string, eventId: string): Promise<number | undefined> {
    const row = await db
      .selectFrom('webset_events')
      .select('position')
      .where('team_id', '=', teamId)
      .where('webset_id', '=', websetId)
      .where('id', '=', eventId)
      .executeTakeFirst()
    return row?.position
  }

  async function eventsAfter(teamId: string, websetId: string, position: number): Promise<EventRow[]> {
    return db
      .selectFrom('webset_events')
      .selectAll()
      .where('team_id', '=', teamId)
      .where('webset_id', '=', websetId)
      .where('position', '>', position)
      .orderBy('position')
      .limit(eventsAtOnce)
      .execute()
  }

  async function present(teamId: string, websetId: string, rows: readonly EventRow[]): Promise<FeedEvent[]> {
    const items = await loadVersions(
      db,
      teamId,
      rows.flatMap(({ item_id: itemId, item_version: version }) =>
        itemId === null || version === null ? [] : [{ itemId, version }],
      ),
    )
    const enrichments = await loadDefinitions(db, teamId, [websetId]).execute()
    return rows.map((row) => {
      const item = items.get(`${row.item_id}@${row.item_version}`)
      return {
        id: row.id,
        type: row.type as FeedEvent['type'], // written by the event log alone
        createdAt: row.created_at.toISOString(),
        data: item
          ? presentRow(item, enrichments, resultsAt(item, enrichments, row.created_at))
          : (row.data ?? {}),
      }
    })
  }

  /** Where the events are now, and what the webset is: whatever comes after that position is still to be told. */
  async function snapshot(teamId: string, websetId: string) {
    const last = await db
      .selectFrom('webset_events')
      .select(['id', 'position'])
      .where('team_id', '=', teamId)
      .where('webset_id', '=', websetId)
      .orderBy('position', 'desc')
      .limit(1)
      .executeTakeFirst()
    const webset = await findWebset(db, teamId, websetId)
    const event: FeedEvent = {
      id: last?.id ?? null,
      type: 'webset.snapshot',
      createdAt: clock.now().toISOString(),
      data: await view.show(db, webset),
    }
    return { event, position: last?.position ?? 0 }
  }

  /** Ends with the deletion of the webset, or when the signal says so. Rejects with `not_found` before the first event. */
  return async function* follow(
    { teamId }: Caller,
    { id, lastEventId }: FollowWebsetRequest,
    leaving: AbortSignal,
  ): AsyncGenerator<FeedEvent> {
    const signal = AbortSignal.any([leaving, closing])
    const { id: websetId } = await findWebset(db, teamId, id)
    const seen = lastEventId === undefined ? undefined : await positionOf(teamId, websetId, lastEventId)
    let position = seen ?? 0
    // There is always something to begin with: until then nobody can tell whether there is a feed.
    if (seen === undefined || (await eventsAfter(teamId, websetId, seen)).length === 0) {
      const first = await snapshot(teamId, websetId)
      position = first.position
      yield first.event
    }
    while (!signal.aborted) {
      const rows = await eventsAfter(teamId, websetId, position).catch(unlessAway)
      yield* await present(teamId, websetId, rows)
      position = rows.at(-1)?.position ?? position
      if (rows.some(({ type }) => type === 'webset.deleted')) return
      if (rows.length < eventsAtOnce) await delay(pollMs, undefined, { signal }).catch(() => {})
    }
  }
}
