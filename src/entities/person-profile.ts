import { declaredImage } from './company-profile.ts'
import type { Page } from './page.ts'
import { personIdentity } from './person-identity.ts'
import { personProperties } from './person-properties.ts'
import { readPage } from './reading.ts'

/** What a list of people shows of each. Null is what the page does not clearly say. */
export interface PersonProfile {
  readonly name: string | null
  readonly location: string | null
  readonly position: string | null
  readonly company: { readonly name: string; readonly location: string | null } | null
  readonly pictureUrl: string | null
}

/** The person whom a page presents, with what they do now. */
export function personProfile(page: Page): PersonProfile {
  const { name, location, workHistory } = personProperties(page)
  const current = workHistory.find(({ dates }) => !dates?.to) ?? null
  const employer = current?.company?.name ?? null
  const reading = readPage(page)
  const { item } = personIdentity(reading)
  const shared = reading.data.openGraph
  return {
    name,
    location,
    position: current?.title ?? null,
    company: employer === null ? null : { name: employer, location: current?.location ?? null },
    pictureUrl:
      declaredImage(reading, item, 'image') ??
      (shared.get('type') === 'profile' ? (shared.get('image') ?? null) : null),
  }
}
