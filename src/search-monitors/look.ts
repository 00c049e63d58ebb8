import type { Caller } from '../access/index.ts'
import type { Digest, Digests } from '../answers/index.ts'
import type { Meter } from '../billing/index.ts'
import { contentWords, sameStem, wordsOf } from '../contents/index.ts'
import type { SearchMonitorOutput } from '../contract/search-monitors.ts'
import { SearchRequest } from '../contract/search.ts'
import type { Document, Documents } from '../documents/index.ts'
import type { Records } from '../ports/records.ts'
import type { Search } from '../search/index.ts'
import { searchOf, type MonitorRow } from './monitor.ts'

interface Needs {
  readonly records: Records
  readonly search: Search
  readonly documents: Pick<Documents, 'load'>
  readonly digest: Digests
}

/** A page that a run came across. */
export interface Finding {
  readonly documentId: string
  readonly contentHash: string
  readonly reported: boolean
}

export interface Looked {
  readonly output: SearchMonitorOutput
  readonly findings: readonly Finding[]
  /** What its text rests on; null where there is none. */
  readonly digest: Digest | null
}

/** A page may be fetched a while before it is stored and can be found; what was come across is known meanwhile. */
export const graceMs = 15 * 60_000
/** Pages that are looked at for those that are new. */
const candidates = 100
/** Pages that the text of a run is written from. */
const pagesRead = 10

/**
 * Searches what has come to be known since the last completed run, and keeps what is about the query and was never
 * reported. The first run has everything to look at.
 */
export function createLook({ records, search, documents, digest }: Needs) {
  return async function look(
    caller: Caller,
    monitor: MonitorRow,
    run: { meter: Meter; signal: AbortSignal },
  ): Promise<Looked> {
    const { seen_until: seenUntil, output_schema: schema } = monitor
    const request = SearchRequest.parse(searchOf(monitor))
    const { numResults = 10, query } = request
    const since = seenUntil && new Date(seenUntil.getTime() - graceMs)
    const wider = { ...request, numResults: candidates, ...(since && { startCrawlDate: since }) }
    const found = await search.find(caller, wider, { queries: [query] }, run.signal)
    const ranked = found.documents.slice(0, candidates)
    const loaded = await documents.load(
      caller.teamId,
      ranked.map(({ document }) => document.documentId),
    )
    const isKnown = await knownTo(monitor, [...loaded.values()])
    const asked = contentWords(query)
    const fresh = ranked.filter(({ document }) => {
      const page = loaded.get(document.documentId)
      return page && !isKnown(page) && isAbout(page, asked)
    })
    const reported = fresh.slice(0, numResults)
    const results = await search.present(caller, reported, request, query, run)
    const pages = reported.flatMap(({ document }) => loaded.get(document.documentId) ?? [])
    const written =
      pages.length === 0 ? null : await digest({ query, schema, sources: pages.slice(0, pagesRead) }, run)
    const { content, grounding } = written ?? { content: null, grounding: null }
    const reportedIds = new Set(pages.map(({ id }) => id))
    return {
      digest: written,
      output: { results, content: content && toContent(content), grounding: grounding && [...grounding] },
      findings: fresh.flatMap(({ document }) => {
        const page = loaded.get(document.documentId)
        return page
          ? [{ documentId: page.id, contentHash: page.contentHash, reported: reportedIds.has(page.id) }]
          : []
      }),
    }
  }

  /** Itself or a copy of it. */
  async function knownTo(
    monitor: MonitorRow,
    pages: readonly Document[],
  ): Promise<(page: Document) => boolean> {
    if (pages.length === 0) return () => false
    const rows = await records.db
      .selectFrom('search_monitor_findings')
      .select(['document_id', 'content_hash'])
      .where('team_id', '=', monitor.team_id)
      .where('monitor_id', '=', monitor.id)
      .where((columns) =>
        columns.or([
          columns(
            'document_id',
            'in',
            pages.map(({ id }) => id),
          ),
          columns(
            'content_hash',
            'in',
            pages.map(({ contentHash }) => contentHash),
          ),
        ]),
      )
      .execute()
    const known = new Set(rows.flatMap((row) => [row.document_id, row.content_hash]))
    return ({ id, contentHash }) => known.has(id) || known.has(contentHash)
  }
}

const toContent = (content: string | object): SearchMonitorOutput['content'] =>
  typeof content === 'string' ? content : { ...content }

/**
 * Among few new pages even the nearest may be about something else. One that has not half of the words that tell the
 * query apart is not about it.
 */
function isAbout({ title, text }: Document, asked: readonly string[]): boolean {
  const words = [...new Set(wordsOf(`${title ?? ''} ${text}`))]
  const said = asked.filter((word) => words.some((one) => sameStem(one, word)))
  return said.length * 2 >= asked.length
}
