import type { Document } from '../../../documents/index.ts'
import type { Candidate } from '../../engine.ts'

/** An entity that a page brought up, known by the page that presents it best. */
export type Sighting = Omit<Candidate, 'foundBy'>

export const sightingOn = (entityKey: string, page: Document, name: string | null): Sighting => ({
  entityKey,
  url: page.url,
  name,
  documentId: page.id,
})

/** What is worked out of a page once, as long as somebody holds it. */
export function perPage<Value>(work: (page: Document) => Value): (page: Document) => Value {
  const known = new WeakMap<Document, { value: Value }>()
  return (page) => {
    const entry = known.get(page) ?? { value: work(page) }
    known.set(page, entry)
    return entry.value
  }
}
