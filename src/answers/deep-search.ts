import type { Caller } from '../access/index.ts'
import type { SearchRequest } from '../contract/search.ts'
import type { Document } from '../documents/index.ts'
import type { Clock } from '../ports/clock.ts'
import type { OpenReader, Plan, Reading } from '../reader/index.ts'
import { readingOf, type Run } from '../readings/index.ts'
import { openImmediateRun } from '../runs/index.ts'
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
  /** After which nothing further is looked for. */
  readonly durationMs: number
}

const efforts: Record<DeepType, Effort> = {
  'deep-lite': { queries: 2, looksForAlike: false, closesGaps: false, pagesRead: 10, durationMs: 8000 },
  deep: { queries: 5, looksForAlike: true, closesGaps: false, pagesRead: 15, durationMs: 20_000 },
  'deep-reasoning': { queries: 8, looksForAlike: true, closesGaps: true, pagesRead: 20, durationMs: 60_000 },
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
 * Searches in rounds, as a run that is done while its caller waits. The first asks in other words what the query comes to; the second looks for more of what was
 * found, and for the things and conditions that the query names; the third asks again for what the found pages leave
 * open. Each round adds to what the last one looked for. When the time is up, what was found by then is the result.
 */
export function createDeepSearch({ search, reader, clock }: Needs) {
  return async function deepSearch(
    caller: Caller,
    request: SearchRequest & { type: DeepType },
    run: Run,
  ): Promise<DeepFound> {
    const { pagesRead, durationMs, ...effort } = efforts[request.type]
    const { teamId } = caller
    const now = clock.now()
    const inquiry = openImmediateRun({ id: 'deep', teamId, limits: { durationMs }, now, signal: run.signal })
    const reading = (signal: AbortSignal) => readingOf(clock, { ...run, signal })
    const own = [request.query, ...(request.additionalQueries ?? [])]
    const plan = await inquiry.untilLimit(() =>
      inquiry.step({
        key: 'plan',
        kind: 'plan',
        perform: ({ signal }) => reader.plan(request.query, reading(signal)),
      }),
    )
    let queries = unlike(own, plan ? searchesOf(plan) : [], effort.queries)
    // Whatever the time is, the first look is taken: without it there is no result.
    let found = await inquiry.step({
      key: 'look.1',
      kind: 'search',
      isFree: true,
      perform: ({ signal }) => look(queries, [], signal),
    })
    await inquiry.untilLimit(async () => {
      if (effort.looksForAlike) found = await lookForAlike(found)
      if (effort.closesGaps && plan) found = await closeGaps(plan, found)
    })
    return { ...found, pagesRead }

    async function lookForAlike(before: Found): Promise<Found> {
      const { entityDescription, criteria } = await inquiry.step({
        key: 'decompose',
        kind: 'plan',
        perform: ({ signal }) => reader.decompose(request.query, reading(signal)),
      })
      queries = unlike(queries, [entityDescription, ...criteria], effort.queries)
      return lookAgain('look.2', before)
    }

    async function closeGaps(goal: Plan, before: Found): Promise<Found> {
      const open = await inquiry.step({
        key: 'check',
        kind: 'check',
        perform: async ({ signal }) =>
          leftOpen(goal, await search.load(caller, before, pagesRead), reading(signal)),
      })
      if (open.length === 0) return before
      queries = unlike(queries, open, effort.queries)
      return lookAgain('look.3', before)
    }

    function lookAgain(key: string, before: Found): Promise<Found> {
      return inquiry.step({
        key,
        kind: 'search',
        perform: async ({ signal }) => look(queries, await search.load(caller, before, exemplars), signal),
      })
    }

    async function look(
      looked: readonly string[],
      like: readonly Document[],
      signal: AbortSignal,
    ): Promise<Found> {
      run.meter.count({ searches: looked.length })
      const wanted = Math.max(pagesRead, request.numResults ?? 10)
      return search.find(caller, { ...request, numResults: wanted }, { queries: looked, like }, signal)
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
