import type { Entity } from '../contract/contents.ts'
import type { Document } from '../documents/index.ts'
import { companyEntity, personEntity } from '../entities/index.ts'

/** Results of the two entity categories say what they are about; others have no such key. */
export function resultEntities(document: Document, category: string | undefined): Entity[] | undefined {
  if (category === 'company') return [companyEntity(document)]
  if (category === 'people') return [personEntity(document)]
  return undefined
}
