import type { Caller } from '../access/index.ts'
import { AppError } from '../contract/errors.ts'
import type { EvidencePage, EvidencePageRequest, ItemEvidence, Place } from '../contract/webset-evidence.ts'
import { versionKey, type Documents } from '../documents/index.ts'
import type { Records } from '../ports/records.ts'
import type { Citation, Evaluation } from './engine.ts'
import { loadEnrichments } from './enrichment.ts'
import { currentItems, evaluationsOf, resultsOf, type ItemRow, type StoredResult } from './item.ts'
import { findWebset, missing } from './webset.ts'

interface Needs {
  readonly records: Records
  readonly documents: Pick<Documents, 'texts' | 'history'>
}

/** The claims of an item at one of its versions. */
type Claims = Pick<ItemRow, 'evaluations' | 'results' | 'version_at'>

/** What an item rests on: who read it where and when, and the pages as they were then. */
export function createEvidence({ records, documents }: Needs) {
  const { db } = records

  return {
    async of({ teamId }: Caller, reference: string, id: string): Promise<ItemEvidence> {
      const item = await load(teamId, reference, id)
      const enrichments = await loadEnrichments(db, teamId, [item.webset_id])
      const past = await pastClaims(teamId, id)
      return {
        object: 'webset_item_evidence',
        itemId: id,
        name: item.name,
        url: String(item.properties.url),
        description: String(item.properties.description),
        createdAt: item.created_at.toISOString(),
        updatedAt: item.version_at.toISOString(),
        verdicts: evaluationsOf(item).map((verdict) => ({
          criterion: verdict.criterion,
          satisfied: verdict.satisfied,
          ...claimOf(verdict),
          readAt: sinceWhen(past, (then) =>
            evaluationsOf(then).find(({ criterion }) => criterion === verdict.criterion),
          ),
        })),
        values: enrichments.flatMap(({ id: enrichmentId, revision }) => {
          const value = resultsOf(item)[enrichmentId]
          if (value?.revision !== revision) return []
          return [
            {
              enrichmentId,
              result: value.result && [...value.result],
              ...claimOf(value),
              readAt: sinceWhen(past, (then) => resultsOf(then)[enrichmentId]),
            },
          ]
        }),
      }
    },

    /** Only pages that the item quotes; one that was forgotten is gone, with what it said. */
    async page({ teamId }: Caller, { webset, id, ...wanted }: EvidencePageRequest): Promise<EvidencePage> {
      const item = await load(teamId, webset, id)
      const claims = [...evaluationsOf(item), ...Object.values(resultsOf(item))]
      const quoted = claims
        .flatMap(({ citations }) => citations)
        .find(({ span }) => versionKey(span) === versionKey(wanted))
      const text = quoted && (await documents.texts(teamId, [wanted])).get(versionKey(wanted))
      const history = quoted ? await documents.history(teamId, [wanted.documentId]) : []
      const seen = history.find(({ version }) => version === wanted.version)
      if (text === undefined || !seen)
        throw new AppError('not_found', `The item "${id}" quotes no such version of "${wanted.documentId}".`)
      const newest = Math.max(...history.map(({ version }) => version))
      return {
        object: 'webset_evidence_page',
        url: quoted?.url ?? seen.url,
        title: quoted?.title ?? null,
        text,
        fetchedAt: seen.fetchedAt.toISOString(),
        isCurrent: wanted.version === newest,
      }
    },
  }

  async function load(teamId: string, reference: string, id: string): Promise<ItemRow> {
    const { id: websetId } = await findWebset(db, teamId, reference)
    const row = await currentItems(db, teamId, websetId).where('item.id', '=', id).executeTakeFirst()
    return row ?? missing('item', id)
  }

  /** Of every version that is kept, the newest first. */
  function pastClaims(teamId: string, itemId: string): Promise<Claims[]> {
    return db
      .selectFrom('webset_item_versions')
      .select(['evaluations', 'results', 'created_at as version_at'])
      .where('team_id', '=', teamId)
      .where('item_id', '=', itemId)
      .orderBy('version', 'desc')
      .execute()
  }
}

/** Versions hold all claims of an item: one is as old as the versions that have it as it is now. */
function sinceWhen(past: readonly Claims[], claim: (then: Claims) => unknown): string {
  const [now, ...before] = past
  const asItIs = now && JSON.stringify(claim(now))
  const other = before.findIndex((then) => JSON.stringify(claim(then)) !== asItIs)
  const first = other < 0 ? past.at(-1) : past[other]
  return (first?.version_at ?? new Date(0)).toISOString()
}

const claimOf = ({ reasoning, confidence, reader, citations }: Evaluation | StoredResult) => ({
  reasoning,
  confidence,
  reader,
  references: citations.map(placeOf),
})

const placeOf = ({ url, title, span }: Citation): Place => ({
  url,
  title,
  snippet: span.quote,
  documentId: span.documentId,
  version: span.version,
  start: span.start,
  end: span.end,
})
