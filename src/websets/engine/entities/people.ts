import { registrableDomain, type Document } from '../../../documents/index.ts'
import { peopleNamed, personProfile, slug, type PersonNamed } from '../../../entities/index.ts'
import type { Run } from '../../engine.ts'
import type { Library } from '../library.ts'
import { perPage, sightingOn, type Sighting } from './sighting.ts'

const profileOn = perPage(personProfile)
const namedOn = perPage(peopleNamed)
const namingPages = 12
const profileCategories: readonly (string | null)[] = ['people', 'personal site']

/** Somebody by their pages. */
export interface Found {
  readonly entityKey: string
  readonly name: string
  /** The pages that speak of this person and not of a namesake, the one that presents them best first. */
  readonly pages: readonly Document[]
}

/**
 * A person is their name, as long as the pages that have it can be about one: two that name different employers, and
 * neither the other's, are about namesakes, who are told apart by where they work.
 */
export function createPeople({ library }: { library: Library }) {
  return { presentedOn, near, find, named }

  /** The person whose profile or own site a page is. */
  async function presentedOn(teamId: string, page: Document, run: Run): Promise<Sighting | null> {
    const { name } = profileOn(page)
    return name === null ? null : sighting(await find(teamId, name, run, page))
  }

  /** Those whom a page about many, or about something else, names with what they do. */
  async function near(teamId: string, page: Document, run: Run): Promise<Sighting[]> {
    const sightings: Sighting[] = []
    for (const { name } of namedOn(page)) sightings.push(sighting(await find(teamId, name, run, page)))
    return sightings
  }

  /** A person by their name, and by a page that speaks of them if there is one. Null: no page has the name. */
  async function named(
    teamId: string,
    name: string,
    run: Run,
    page: Document | null,
  ): Promise<Sighting | null> {
    const found = await find(teamId, name, run, page ?? undefined)
    return found.pages.length > 0 ? sighting(found) : null
  }

  /** The person of a name whom a page speaks of; without a page, the one of whom most is known. */
  async function find(teamId: string, name: string, { signal }: Run, page?: Document): Promise<Found> {
    const naming = await library.naming(name, { teamId }, namingPages, signal)
    const pages = page && !naming.includes(page) ? [page, ...naming] : naming
    const groups = apart(pages.map((one) => ({ page: one, affiliation: employerOn(one, name) })))
    const own =
      groups.find((group) => group.some((one) => one.page === page)) ??
      groups.toSorted((one, other) => other.length - one.length)[0] ??
      []
    const base = `person:${slug(name)}`
    const at = own
      .flatMap(({ affiliation }) => (affiliation === null ? [] : [slug(affiliation)]))
      .toSorted()[0]
    return {
      entityKey: groups.length > 1 && at !== undefined ? `${base}@${at}` : base,
      name,
      pages: own.map((one) => one.page).toSorted((one, other) => presence(other, name) - presence(one, name)),
    }
  }
}

/** Whether a page is somebody's own, or their profile. */
export const isProfileOf = (page: Document, name: string): boolean =>
  profileCategories.includes(page.category) && profileOn(page).name === name

function sighting({ entityKey, name, pages: [best] }: Found): Sighting {
  return best ? sightingOn(entityKey, best, name) : { entityKey, url: '', name, documentId: null }
}

/** How much a page is about somebody: their own, one that tells what they do, one that names them. */
function presence(page: Document, name: string): number {
  if (isProfileOf(page, name)) return page.category === 'people' ? 3 : 2.5
  return mention(page, name) ? (mention(page, name)?.affiliation ? 2 : 1) : 0
}

export const mention = (page: Document, name: string): PersonNamed | undefined =>
  namedOn(page).find((one) => one.name === name)

export function employerOn(page: Document, name: string): string | null {
  const profile = profileCategories.includes(page.category) ? profileOn(page) : null
  if (profile?.name === name && profile.company) return profile.company.name
  return mention(page, name)?.affiliation ?? null
}

interface Placed {
  readonly page: Document
  readonly affiliation: string | null
}

/** Groups of pages that can be about one person each. */
function apart(placed: readonly Placed[]): Placed[][] {
  const groups: Placed[][] = []
  for (const one of placed) {
    const same = groups.filter((group) => group.some((other) => canBeOne(one, other)))
    const joined = [...same.flat(), one]
    for (const group of same) groups.splice(groups.indexOf(group), 1)
    groups.push(joined)
  }
  return groups
}

function canBeOne(one: Placed, other: Placed): boolean {
  if (one.affiliation === null || other.affiliation === null) return true
  if (registrableDomain(one.page.host) === registrableDomain(other.page.host)) return true
  const [here, there] = [slug(one.affiliation), slug(other.affiliation)]
  if (here.startsWith(there) || there.startsWith(here)) return true
  return one.page.text.includes(other.affiliation) || other.page.text.includes(one.affiliation)
}
