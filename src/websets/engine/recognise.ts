import type { Document } from '../../documents/index.ts'
import type { EntityType } from '../../reader/index.ts'
import type { Candidate, EntityKind, Named, Run } from '../engine.ts'
import { keyOfNamed, type Entities } from './entities/index.ts'
import type { Sighting } from './entities/sighting.ts'
import type { Library } from './library.ts'

/** Finds what a caller names under the key by which searches know it. */
export function createRecognise({ library, entities }: { library: Library; entities: Entities }) {
  return async function recognise(
    teamId: string,
    { type }: EntityKind,
    named: Named,
    run: Run,
  ): Promise<Candidate> {
    const page = named.url === null ? null : await library.at(teamId, named.url)
    const seen = await see(teamId, type, named, page, run)
    return {
      entityKey: seen?.entityKey ?? keyOfNamed(type, named),
      // Where the caller says that it is, unless it was only called by its name.
      url: named.url ?? seen?.url ?? '',
      name: named.name ?? seen?.name ?? null,
      documentId: page?.id ?? (named.url === null ? (seen?.documentId ?? null) : null),
      foundBy: { keyword: false, vector: false },
    }
  }

  async function see(
    teamId: string,
    type: EntityType,
    { url, name }: Named,
    page: Document | null,
    run: Run,
  ): Promise<Sighting | null> {
    if (type === 'person' && name !== null && (page || url === null))
      return entities.people.named(teamId, name, run, page)
    if (page) return entities.presentedOn(type, teamId, page, run)
    return type === 'company' && url === null && name !== null
      ? entities.companies.named(teamId, name, run)
      : null
  }
}
