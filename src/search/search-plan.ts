import type { SearchType } from '../contract/search.ts'

/** Which of the two ways of finding a search uses. */
export interface SearchPlan {
  readonly usesWords: boolean
  readonly usesMeaning: boolean
  /** Fails without the model, rather than doing without. */
  readonly needsMeaning: boolean
}

const words: SearchPlan = { usesWords: true, usesMeaning: false, needsMeaning: false }
const meaning: SearchPlan = { usesWords: false, usesMeaning: true, needsMeaning: true }
const both: SearchPlan = { usesWords: true, usesMeaning: true, needsMeaning: false }

const plans: Record<SearchType, SearchPlan> = {
  // Embedding a query takes longer than all the rest: what must be instant does without.
  instant: words,
  keyword: words,
  fast: both,
  neural: meaning,
  auto: both,
  hybrid: both,
  // What is deep about them is how often they look, and for what.
  'deep-lite': both,
  deep: both,
  'deep-reasoning': both,
}

export const planOf = (type: SearchType = 'auto'): SearchPlan => plans[type]
