import { sql } from 'kysely'
import type { Caller } from '../access/index.ts'
import { AppError } from '../contract/errors.ts'
import type { Change, Difference, DifferenceRequest, PageOfBoth } from '../contract/exports.ts'
import type { Documents, VersionSeen } from '../documents/index.ts'
import type { Clock } from '../ports/clock.ts'
import type { Records } from '../ports/records.ts'
import {
  evaluationsOf,
  findWebset,
  loadDefinitions,
  loadVersions,
  resultsOf,
  type EnrichmentRow,
  type Evaluation,
  type ItemRow,
} from '../websets/index.ts'
import { presentedBy, presentSubject, presentValue, presentVerdict, sameValue } from './claims.ts'

interface Needs {
  readonly records: Records
  readonly documents: Pick<Documents, 'history'>
  readonly clock: Clock
  /** How long versions are kept that are not the present one. */
  readonly historyDays: number
}

/** An item that differs between the two moments; null where it was not there. */
interface Differing {
  readonly id: string
  readonly position: number
  readonly before: number | null
  readonly after: number | null
  readonly added_at: Date
  readonly removed_at: Date | null
}

const dayMs = 24 * 60 * 60 * 1000

/** What has become of a webset between two moments, read off the versions of its items, which never change. */
export function createDifference({ records, documents, clock, historyDays }: Needs) {
  const { db } = records

  return async function difference({ teamId }: Caller, request: DifferenceRequest): Promise<Difference> {
    const { from, to = clock.now(), cursor, limit } = request
    const webset = await findWebset(db, teamId, request.id)
    const rows = await differing(teamId, webset.id, { from, to, after: positionOf(cursor), limit: limit + 1 })
    const shown = rows.slice(0, limit)
    const hasMore = rows.length > limit
    const since = clock.now().getTime() - historyDays * dayMs
    return {
      object: 'webset_difference',
      websetId: webset.id,
      from: from.toISOString(),
      to: to.toISOString(),
      historySince: new Date(Math.max(since, webset.created_at.getTime())).toISOString(),
      data: await changesOf(teamId, webset.id, shown),
      hasMore,
      nextCursor: hasMore ? String(shown.at(-1)?.position) : null,
    }
  }

  async function differing(
    teamId: string,
    websetId: string,
    { from, to, after, limit }: { from: Date; to: Date; after: number; limit: number },
  ): Promise<Differing[]> {
    const { rows } = await sql<Differing>`
      select * from (
        select item.id, item.position, item.created_at as added_at, item.deleted_at as removed_at,
          ${versionAt(from)} as before, ${versionAt(to)} as after
        from webset_items as item
        where item.team_id = ${teamId} and item.webset_id = ${websetId} and item.position > ${after}
      ) as compared
      where before is distinct from after
      order by position limit ${limit}`.execute(db)
    return rows
  }

  async function changesOf(teamId: string, websetId: string, items: readonly Differing[]): Promise<Change[]> {
    const versions = await loadVersions(
      db,
      teamId,
      items.flatMap(({ id: itemId, before, after }) =>
        [before, after].flatMap((version) => (version === null ? [] : [{ itemId, version }])),
      ),
    )
    const both = items.flatMap(({ id, before, after, ...rest }) => {
      const was = versions.get(`${id}@${before}`)
      const is = versions.get(`${id}@${after}`)
      return was || is ? [{ was, is, ...rest }] : []
    })
    const history = await documents.history(teamId, [
      ...new Set(both.flatMap(({ was, is }) => [...pagesOf(was), ...pagesOf(is)])),
    ])
    const definitions = await loadDefinitions(db, teamId, [websetId]).execute()
    return both.flatMap(({ was, is, added_at: addedAt, removed_at: removedAt }): Change[] => {
      if (!was && is) return [{ kind: 'added', item: presentSubject(is), at: addedAt.toISOString() }]
      if (was && !is)
        return [{ kind: 'removed', item: presentSubject(was), at: (removedAt ?? addedAt).toISOString() }]
      return was && is ? [...flips(was, is, history), ...cells(was, is, definitions, history)] : []
    })
  }
}

/** The version of an item at a moment, if it was there; one that is no longer kept is stood in for by the oldest that is. */
const versionAt = (moment: Date) => sql`
  case when item.created_at <= ${moment} and (item.deleted_at is null or item.deleted_at > ${moment}) then (
    select coalesce(max(version) filter (where created_at <= ${moment}), min(version))
    from webset_item_versions where item_id = item.id
  ) end`

/** Verdicts on the same criterion that are not the same. */
function flips(was: ItemRow, is: ItemRow, history: readonly VersionSeen[]): Change[] {
  const earlier = new Map(evaluationsOf(was).map((one) => [one.criterion, one]))
  return evaluationsOf(is).flatMap((after): Change[] => {
    const before = earlier.get(after.criterion)
    if (!before || before.satisfied === after.satisfied) return []
    return [
      {
        kind: 'flipped',
        item: presentSubject(is),
        criterion: after.criterion,
        before: presentVerdict(before),
        after: presentVerdict(after),
        why: {
          readerChanged: before.reader !== after.reader,
          questionChanged: false,
          ...pagesOfBoth(was, before, is, after, history),
        },
      },
    ]
  })
}

function cells(
  was: ItemRow,
  is: ItemRow,
  definitions: readonly EnrichmentRow[],
  history: readonly VersionSeen[],
): Change[] {
  return definitions.flatMap(({ id, description }): Change[] => {
    const before = resultsOf(was)[id]
    const after = resultsOf(is)[id]
    if (sameValue(before?.result, after?.result)) return []
    return [
      {
        kind: 'changed',
        item: presentSubject(is),
        enrichmentId: id,
        description,
        before: before ? presentValue(before) : null,
        after: after ? presentValue(after) : null,
        why: {
          readerChanged: before !== undefined && after !== undefined && before.reader !== after.reader,
          questionChanged: before !== undefined && before.revision !== after?.revision,
          ...pagesOfBoth(was, before, is, after, history),
        },
      },
    ]
  })
}

type Cited = Pick<Evaluation, 'citations'> | undefined

/** The pages that either rests on, as each of them had them before it. */
function pagesOfBoth(
  was: ItemRow,
  before: Cited,
  is: ItemRow,
  after: Cited,
  history: readonly VersionSeen[],
): { pageChanged: boolean; pages: PageOfBoth[] } {
  const quoted = (claim: Cited) => claim?.citations.map(({ span }) => span.documentId) ?? []
  const presented = [presentedBy(was), presentedBy(is)].flatMap((page) => (page ? [page.documentId] : []))
  const pages = [...new Set([...quoted(before), ...quoted(after), ...presented])].map((documentId) => {
    const versions = history.filter((one) => one.documentId === documentId)
    const asRead = (item: ItemRow, claim: Cited) => {
      const pointed =
        claim?.citations.find(({ span }) => span.documentId === documentId)?.span ??
        [presentedBy(item)].find((page) => page?.documentId === documentId)
      const seen = pointed
        ? versions.find(({ version }) => version === pointed.version)
        : versions.findLast(({ fetchedAt }) => fetchedAt <= item.version_at)
      return seen ? { version: seen.version, hash: seen.contentHash } : null
    }
    const url = versions[0]?.url ?? ''
    return { url, documentId, before: asRead(was, before), after: asRead(is, after) }
  })
  return { pageChanged: pages.some((page) => page.before?.hash !== page.after?.hash), pages }
}

function pagesOf(item: ItemRow | undefined): string[] {
  if (!item) return []
  const claims = [...evaluationsOf(item), ...Object.values(resultsOf(item))]
  const content = presentedBy(item)
  return [
    ...(content ? [content.documentId] : []),
    ...claims.flatMap(({ citations }) => citations.map(({ span }) => span.documentId)),
  ]
}

function positionOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor)
  throw new AppError('invalid_request', 'Invalid request | "cursor": it is none that was given out.')
}
