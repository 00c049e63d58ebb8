import type { SearchType } from '../../../../src/contract/search.ts'

/** What the search screen shows, as it stands in the address: to be shared, and to come back to. */
export interface SearchState {
  readonly q?: string
  readonly mode?: 'answer'
  readonly type?: SearchType
  readonly category?: string
  readonly include?: string
  readonly exclude?: string
  readonly from?: string
  readonly to?: string
  readonly text?: string
  readonly n?: number
  /** Pages like this one instead of pages about the query. */
  readonly like?: string
  readonly summary?: true
  /** Passages of each page; two when absent. */
  readonly passages?: number
  /** Whether the beginning of each page is shown. */
  readonly whole?: true
  /** Whether pages are fetched anew, or never; those that are not there are when absent. */
  readonly fresh?: 'always' | 'never'
  /** The page that is open beside the results. */
  readonly page?: string
  /** What is marked in it, when something quotes it. */
  readonly quote?: string
}

export type ChangeSearch = (changes: {
  readonly [Name in keyof SearchState]?: SearchState[Name] | undefined
}) => void

export const searchTypes: readonly {
  readonly type: SearchType
  readonly label: string
  readonly says: string
}[] = [
  { type: 'auto', label: 'Auto', says: 'Words and meaning together.' },
  { type: 'keyword', label: 'Keyword', says: 'Pages with these words.' },
  { type: 'neural', label: 'Neural', says: 'Pages with this meaning.' },
  { type: 'fast', label: 'Fast', says: 'Less thorough, sooner.' },
  { type: 'deep', label: 'Deep', says: 'Asks in several ways and reads more.' },
]

export const categories = [
  'company',
  'people',
  'research paper',
  'news',
  'article',
  'personal site',
  'documentation',
  'code',
  'pdf',
] as const

export const mostPassages = 5

const texts = ['q', 'category', 'include', 'exclude', 'from', 'to', 'text', 'like', 'page', 'quote'] as const

/** Whatever an address holds, this is what the screen makes of it. */
export function readSearchState(given: Record<string, unknown>): SearchState {
  const state: Record<string, unknown> = {}
  for (const name of texts) {
    const value = given[name]
    // The router reads a query of digits as a number.
    if (typeof value === 'number' || (typeof value === 'string' && value !== '')) state[name] = String(value)
  }
  const n = Number(given.n)
  if (Number.isInteger(n) && n >= 1 && n <= 100) state.n = n
  if (searchTypes.some(({ type }) => type === given.type)) state.type = given.type
  const passages = Number(given.passages ?? Number.NaN)
  if (Number.isInteger(passages) && passages >= 0 && passages <= mostPassages) state.passages = passages
  if (given.fresh === 'always' || given.fresh === 'never') state.fresh = given.fresh
  if (given.whole === true || given.whole === 'true') state.whole = true
  if (given.mode === 'answer') state.mode = 'answer'
  if (given.summary === true || given.summary === 'true') state.summary = true
  return state
}

/** What of each page comes along. */
const contentsOf = ({ passages = 2, summary, whole, fresh }: SearchState) => ({
  ...(passages > 0 && { highlights: { highlightsPerUrl: passages } }),
  ...(summary && { summary: true }),
  ...(whole && { text: { maxCharacters: 1000 } }),
  ...(fresh && { livecrawl: fresh }),
})

const list = (text: string | undefined): string[] => text?.split(/[\s,]+/).filter(Boolean) ?? []

/** The request that the state stands for: what is sent, and what the examples of code show. */
export function requestOf(state: SearchState): {
  readonly path: '/search' | '/findSimilar'
  readonly body: Record<string, unknown>
} {
  const { q, like, type, category, include, exclude, from, to, text, n } = state
  const filters = {
    numResults: n ?? 10,
    ...(category && { category }),
    ...(include && { includeDomains: list(include) }),
    ...(exclude && { excludeDomains: list(exclude) }),
    ...(from && { startPublishedDate: from }),
    ...(to && { endPublishedDate: to }),
    ...(text && { includeText: [text] }),
    contents: contentsOf(state),
  }
  return like
    ? { path: '/findSimilar', body: { url: like, ...filters } }
    : { path: '/search', body: { query: q ?? '', type: type ?? 'auto', ...filters } }
}
