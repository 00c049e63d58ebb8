import { AppError } from '../contract/errors.ts'
import type { SearchRequest, SearchType } from '../contract/search.ts'

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

const plans: Record<Exclude<SearchType, `deep${string}`>, SearchPlan> = {
  // Embedding a query takes longer than all the rest: what must be instant does without.
  instant: words,
  keyword: words,
  fast: both,
  neural: meaning,
  auto: both,
  hybrid: both,
}

/** What needs a reader is refused in the contract's words until there is one. */
export function planOf({ type = 'auto', outputSchema, stream }: SearchRequest): SearchPlan {
  if (type === 'deep' || type === 'deep-lite' || type === 'deep-reasoning') {
    throw new AppError(
      'not_implemented',
      `Searches of type "${type}" need a reader, which this version does not have yet.`,
    )
  }
  if (outputSchema || stream) {
    throw new AppError('not_implemented', 'Synthesis needs a reader, which this version does not have yet.')
  }
  return plans[type]
}
