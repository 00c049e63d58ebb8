/** What a page is about. What is none of these has no category: null. */
export const categories = [
  'company',
  'people',
  'publication',
  'article',
  'news',
  'personal site',
  'documentation',
  'code',
  'financial report',
  'forum',
  'product',
  'listing',
  'event',
  'social post',
] as const
export type Category = (typeof categories)[number]

/** What a page may turn out to be. `other` is none of the categories: it wins so that nothing else does. */
export type Candidate = Category | 'other'
export type Weights = Readonly<Partial<Record<Candidate, number>>>

/** What a stored page must be to answer a request for a category. A format is no category: a paper may be a PDF. */
export type CategoryFilter =
  | { readonly categories: readonly Category[] }
  | { readonly contentType: 'application/pdf' }

/**
 * The categories that clients ask for, today's words and the older ones. Somebody's own site presents a person as
 * much as a profile elsewhere does; what they post there is an article.
 */
const filters: ReadonlyMap<string, CategoryFilter> = new Map<string, CategoryFilter>([
  ['company', { categories: ['company'] }],
  ['people', { categories: ['people', 'personal site'] }],
  ['linkedin profile', { categories: ['people', 'personal site'] }],
  ['personal site', { categories: ['personal site'] }],
  ['publication', { categories: ['publication'] }],
  ['research paper', { categories: ['publication'] }],
  ['news', { categories: ['news'] }],
  ['financial report', { categories: ['financial report'] }],
  ['github', { categories: ['code'] }],
  ['tweet', { categories: ['social post'] }],
  ['pdf', { contentType: 'application/pdf' }],
])

/** Null for a word that we do not know: then it is a hint about what is wanted and filters nothing. */
export const categoryFilter = (requested: string): CategoryFilter | null =>
  filters.get(requested.trim().toLowerCase()) ?? null
