import type { Document } from '../../documents/index.ts'
import { classify as categorise } from '../../entities/index.ts'
import type { Classification, EntityType } from '../reader.ts'

type Category = NonNullable<ReturnType<typeof categorise>['category']>

/** What a page presents one of. Categories that are missing present something else. */
const typeOf: Partial<Record<Category, EntityType>> = {
  company: 'company',
  people: 'person',
  'personal site': 'person',
  publication: 'research_paper',
  article: 'article',
  news: 'article',
}

/** What kind of thing a page is about, by what the page's category says. */
export function classify(source: Document): Classification {
  const { category, confidence } = categorise(source)
  return { entityType: (category && typeOf[category]) ?? 'custom', confidence }
}
