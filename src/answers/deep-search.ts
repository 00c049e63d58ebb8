import type { Caller } from '../access/index.ts'
import type { SearchRequest } from '../contract/search.ts'
import type { Document } from '../documents/index.ts'
import type { Clock } from '../ports/clock.ts'
import type { OpenReader, Plan, Reading } from '../reader/index.ts'
import { readingOf, type Run } from '../readings/index.ts'
import type { Found, Search } from '../search/index.ts'

type DeepType = 'deep-lite' | 'deep' | 'deep-reasoning'

/** What a type of search takes upon itself. */
interface Effort {
  /** Queries of our own, besides those of the caller. */
  readonly queries: number
  readonly looksForAlike: boolean
  readonly closesGaps: boolean
  /** Pages that the output is written from. */
  readonly pagesRead: number
}

const efforts: Record<DeepType, Effort> = {
  'deep-lite': { queries: 2, looksForAlike: false, closesGaps: false, pagesRead: 10 },
  deep: { queries: 5, looksForAlike: true, closesGaps: false, pagesRead: 15 },
  'deep-reasoning': { queries: 8, looksForAlike: true, closesGaps: true, pagesRead: 20 },
}

/** As many of the best pages as say well what is looked for. */
const exemplars = 3

interface Needs {
  readonly search: Search
  readonly reader: OpenReader
  readonly clock: Clock
}

export interface DeepFound extends Found {
  readonly pagesRead: number
}

export const isDeep = (type: SearchRequest['type']): type is DeepType => type !== undefined && type in efforts

export type DeepSearch = ReturnType<typeof createDeepSearch>

/**
 * Searches in rounds. The first asks in other words what the query comes to; the second looks for more of what was
 * found, and for the things and conditions that the query names; the third asks again for what the found pages leave
 * open. Each round adds to what the last one looked for.
 */
export function createDeepSearch({ search, reader, clock }: Needs) {
  return async function deepSearch(
    caller: Caller,
    request: SearchRequest & { type: DeepType },
    run: Run,
  ): Promise<DeepFound> {
    const { pagesRead, ...effort } = efforts[request.type]
    const reading = readingOf(clock, run)
    const plan = await reader.plan(request.query, reading)
    const own = [request.query, ...(request.additionalQueries ?? [])]
    let queries = unlike(own, searchesOf(plan), effort.queries)
    let found = await look(queries)
    if (effort.looksForAlike) {
      const { entityDescription, criteria } = await reader.decompose(request.query, reading)
      queries = unlike(queries, [entityDescription, ...criteria], effort.queries)
      found = await look(queries, await search.load(caller, found, exemplars))
    }
    if (effort.closesGaps) {
      const open = await leftOpen(plan, await search.load(caller, found, pagesRead), reading)
      if (open.length > 0) {
        queries = unlike(queries, open, effort.queries)
        found = await look(queries, await search.load(caller, found, exemplars))
      }
    }
    return { ...found, pagesRead }

    async function look(looked: readonly string[], like: readonly Document[] = []): Promise<Found> {
      run.meter.count({ searches: looked.length })
      const wanted = Math.max(pagesRead, request.numResults ?? 10)
      return search.find(caller, { ...request, numResults: wanted }, { queries: looked, like }, run.signal)
    }
  }

  /** The questions of the plan that the pages do not answer. */
  async function leftOpen(plan: Plan, sources: readonly Document[], reading: Reading): Promise<string[]> {
    const open: string[] = []
    for (const { question } of plan.tasks) {
      if (!(await hasAny(reader.answer({ question, sources }, reading)))) open.push(question)
    }
    return open
  }
}

const searchesOf = ({ tasks }: Plan): string[] => tasks.flatMap(({ searches }) => searches)

/** Takes the first and leaves the rest unread. */
async function hasAny(items: AsyncIterable<unknown>): Promise<boolean> {
  for await (const _ of items) return true
  return false
}

/** The queries, and those of the candidates that ask for something else; so many at most. */
function unlike(queries: readonly string[], candidates: readonly string[], most: number): string[] {
  const known = new Set(queries.map(folded))
  const more: string[] = []
  for (const candidate of candidates) {
    if (more.length === most) break
    if (folded(candidate) === '' || known.has(folded(candidate))) continue
    known.add(folded(candidate))
    more.push(candidate)
  }
  return [...queries, ...more]
}

const folded = (query: string): string =>
  query
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
