import type { Document } from '../../../documents/index.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { EntityType } from '../../../reader/index.ts'
import type { Run, SearchSpec } from '../../engine.ts'
import type { Library } from '../library.ts'
import { createCompanies } from './companies.ts'
import { createPeople } from './people.ts'
import type { Sighting } from './sighting.ts'
import { createWorks } from './works.ts'

export type Entities = ReturnType<typeof createEntities>

export interface Seen {
  readonly page: Document
  readonly sighting: Sighting
}

/**
 * Which kinds of pages are looked through for a type of entity, round by round; null is all. Companies and people are
 * first looked for where they are presented, and then wherever they are spoken of.
 */
const rounds: Readonly<Record<EntityType, readonly (readonly string[] | null)[]>> = {
  company: [['company'], null],
  person: [['people', 'personal site'], null],
  article: [['news', 'article']],
  research_paper: [['publication']],
  custom: [null],
}

const pagesAtOnce = 8

/** Turns pages into the things that they are about. */
export function createEntities(needs: { library: Library; clock: Clock }) {
  const companies = createCompanies(needs)
  const people = createPeople(needs)
  const works = createWorks(needs)
  return {
    companies,
    people,
    works,
    tiers: (type: EntityType) => rounds[type],

    /** What a page presents, if it presents such a thing. */
    async presentedOn(type: EntityType, teamId: string, page: Document, run: Run): Promise<Sighting | null> {
      const [sighting] = await seenOnOne(type, teamId, page, true, run)
      return sighting ?? null
    },

    /** What is seen on pages, in their order. `presents`: they are of a kind that presents such a thing. */
    async seenOn(
      { teamId, entity: { type } }: SearchSpec,
      pages: readonly Document[],
      presents: boolean,
      run: Run,
    ): Promise<Seen[]> {
      const seen: Seen[] = []
      for (let at = 0; at < pages.length; at += pagesAtOnce) {
        run.signal.throwIfAborted()
        const next = pages.slice(at, at + pagesAtOnce)
        const found = await Promise.all(next.map((page) => seenOnOne(type, teamId, page, presents, run)))
        seen.push(
          ...found.flatMap((sightings, place) =>
            sightings.map((sighting) => ({ page: next[place]!, sighting })),
          ),
        )
      }
      return seen
    },
  }

  async function seenOnOne(
    type: EntityType,
    teamId: string,
    page: Document,
    presents: boolean,
    run: Run,
  ): Promise<Sighting[]> {
    if (type === 'company') {
      if (!presents) return companies.near(teamId, page, run)
      const company = await companies.presentedOn(teamId, page, run)
      return company ? [company] : []
    }
    if (type === 'person') {
      if (!presents) return people.near(teamId, page, run)
      const person = await people.presentedOn(teamId, page, run)
      return person ? [person] : []
    }
    return [await works.presentedOn(type, teamId, page, run)]
  }
}
