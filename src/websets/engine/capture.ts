import type { IndexHit } from '../../ports/search-index.ts'
import { fuseByRank, rankDocuments } from '../../search/index.ts'
import type { SearchSpec } from '../engine.ts'
import { wordsOfQuery } from './context.ts'
import type { Library } from './library.ts'

/** A page that a search brought up, and by which of the two ways. */
export interface CapturedPage {
  readonly hit: IndexHit
  readonly keyword: boolean
  readonly vector: boolean
}

export interface Capture {
  /** Best first, without those that half the depth has certainly brought up already. */
  readonly pages: readonly CapturedPage[]
  /** Whether a greater depth may bring up more. */
  readonly mayHaveMore: boolean
}

export const firstDepth = 100
const greatestDepth = 3200

/** The query says what is wanted; a criterion alone brings up much besides. */
const criterionWeight = 0.4
const kindWeight = 0.7
const contextWeight = 0.7

export type Questions = ReadonlyMap<string, number>

/** What is looked for, and how much each counts. `context` is what the pages say that the query names. */
export function questionsOf({ query, entity, criteria }: SearchSpec, context: readonly string[]): Questions {
  const questions = new Map([[wordsOfQuery(query), 1]])
  const add = (question: string | undefined, weight: number) => {
    if (question && !questions.has(question)) questions.set(question, weight)
  }
  add(entity.description, kindWeight)
  for (const page of context) add(page, contextWeight)
  for (const criterion of criteria) add(criterion, criterionWeight)
  return questions
}

/** Whether a search can be made by meaning without waiting: a model that has to be loaded takes a second. */
export const isReady = (library: Library, questions: Questions): Promise<boolean> =>
  library.hasMeanings([...questions.keys()])

/** Looks for a search in every way: by words and by meaning, for each of its questions. */
export async function capture(
  library: Library,
  teamId: string,
  questions: Questions,
  { kinds, depth, byMeaning }: { kinds: readonly string[] | null; depth: number; byMeaning: boolean },
  signal: AbortSignal,
): Promise<Capture> {
  const shelf = { teamId, ...(kinds && { kinds }) }
  const lists = await Promise.all(
    [...questions].flatMap(([question, weight]) => [
      library
        .byWords(question, shelf, depth, signal)
        .then((hits) => ({ way: 'keyword', weight, hits: hits.toSorted(inOrder) })),
      (byMeaning ? library.byMeaning(question, shelf, depth, signal) : Promise.resolve([])).then((hits) => ({
        way: 'vector',
        weight,
        hits: hits.toSorted(inOrder),
      })),
    ]),
  )
  const named = Object.fromEntries(lists.map(({ way, hits }, place) => [`${way} ${place}`, hits]))
  const ranked = rankDocuments(named, (found, key) =>
    fuseByRank(
      found.map((list, place) => ({ ...list, weight: lists[place]?.weight ?? 1 })),
      key,
    ),
  )
  const known = new Set(
    depth > firstDepth ? lists.flatMap(({ hits }) => certainlyWithin(hits, depth / 4)) : [],
  )
  return {
    pages: ranked
      .filter(({ document }) => !known.has(document.documentId))
      .map(({ document, from }) => ({
        hit: document.best,
        keyword: Object.keys(from).some((name) => name.startsWith('keyword')),
        vector: Object.keys(from).some((name) => name.startsWith('vector')),
      })),
    mayHaveMore: depth < greatestDepth && lists.some(({ hits }) => hits.length >= depth),
  }
}

/** The index gives equals in any order, each time anew; a position within a list must mean the same to the next wave. */
const inOrder = (one: IndexHit, other: IndexHit): number =>
  Math.round((other.score - one.score) * 1e4) || (one.passageId < other.passageId ? -1 : 1)

/**
 * What the list of half the depth has had. Near its end nobody knows: scores shift a little as the index grows, and
 * of equals either may have been in it. What stands there is given again rather than lost.
 */
function certainlyWithin(hits: readonly IndexHit[], limit: number): string[] {
  const last = hits[limit - 1]?.score ?? -Infinity
  return hits.filter(({ score }) => score > last).map(({ documentId }) => documentId)
}
