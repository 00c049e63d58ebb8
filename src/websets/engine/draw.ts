import { registrableDomain, type Document } from '../../documents/index.ts'
import type { Candidate, Position, Run, SearchSpec, Wave } from '../engine.ts'
import { capture, firstDepth, isReady, questionsOf, type CapturedPage } from './capture.ts'
import { contextOf } from './context.ts'
import type { Entities } from './entities/index.ts'
import { siteInKey } from './entities/index.ts'
import type { Library } from './library.ts'

/** A first wave is small, so that there is something to verify at once. */
const firstPages = 12
const pagesAtOnce = 40
/** Waves that bring nothing are passed over, but not for ever. */
const mostEmpty = 5

/**
 * Candidates wave by wave. Pages are ranked anew for each wave and the next stretch of them is resolved to entities,
 * so that a position is three numbers: which kinds of pages, how deep the lists reach, how far down them.
 */
export function createDraw({ library, entities }: { library: Library; entities: Entities }) {
  return async function draw(search: SearchSpec, from: Position, run: Run): Promise<Wave> {
    let position: Position | null = from
    for (let tried = 0; position && tried < mostEmpty; tried++) {
      const wave: Wave = await drawOnce(search, position, run)
      if (wave.candidates.length > 0) return wave
      position = wave.next
    }
    return { candidates: [], next: position }
  }

  async function drawOnce(search: SearchSpec, from: Position, run: Run): Promise<Wave> {
    const { tier = 0, depth = firstDepth, offset = 0 } = from
    const tiers = entities.tiers(search.entity.type)
    const kinds = tiers[tier]
    if (kinds === undefined) return { candidates: [], next: null }
    const questions = questionsOf(search, await contextOf(library, search, run))
    // The very first candidates need not wait for a model to load; they are drawn again with it, and then counted right.
    const byMeaning = from['depth'] !== undefined || (await isReady(library, questions))
    const { pages, mayHaveMore } = await capture(
      library,
      search.teamId,
      questions,
      { kinds, depth, byMeaning },
      run.signal,
    )
    const end = offset + (depth === firstDepth && offset === 0 ? firstPages : pagesAtOnce)
    const stretch = pages.slice(offset, end).filter(({ hit }) => kinds !== null || !isOf(hit.kind, tiers))
    const documents = await library.read(
      search.teamId,
      stretch.map(({ hit }) => hit),
    )
    const sightings = await entities.seenOn(search, documents, kinds !== null, run)
    const candidates = new Map<string, Candidate>()
    for (const { page, sighting } of sightings)
      if (!candidates.has(sighting.entityKey))
        candidates.set(sighting.entityKey, { ...sighting, foundBy: ways(pages, page, sighting.entityKey) })
    return {
      candidates: [...candidates.values()],
      next: !byMeaning
        ? { tier, depth, offset: 0 }
        : end < pages.length
          ? { tier, depth, offset: end }
          : mayHaveMore
            ? { tier, depth: depth * 2, offset: 0 }
            : tier + 1 < tiers.length
              ? { tier: tier + 1, depth: firstDepth, offset: 0 }
              : null,
    }
  }
}

/** Whether an earlier round over pages of certain kinds has had this one. */
const isOf = (kind: string | null, tiers: readonly (readonly string[] | null)[]): boolean =>
  kind !== null && tiers.some((kinds) => kinds?.includes(kind))

/** An entity was found by a way if that brought up the page which led to it, or another page of its own site. */
function ways(pages: readonly CapturedPage[], { id }: Document, entityKey: string): Candidate['foundBy'] {
  const site = siteInKey(entityKey)
  const own = pages.filter(
    ({ hit }) =>
      hit.documentId === id || (site !== null && registrableDomain(new URL(hit.url).hostname) === site),
  )
  return {
    keyword: own.some(({ keyword }) => keyword),
    vector: own.some(({ vector }) => vector),
  }
}
