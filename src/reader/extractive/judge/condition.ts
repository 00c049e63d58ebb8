import type { Place } from '../values/places.ts'

/** A word or phrase of a criterion that a statement must speak of. */
export interface Slot {
  readonly text: string
  readonly stems: readonly string[]
  readonly concepts: ReadonlySet<string>
  /** The name of somebody or something, which has no synonyms. */
  readonly isName: boolean
  /** A place, in which whatever lies will do. */
  readonly place: Place | null
  readonly isVerb: boolean
  /** Slots of one group stand together: “free trial”, “payroll module”. */
  readonly group: number
}

/** A wanted number: between the two ends, either of which may be missing. */
export interface Comparison {
  readonly low: number | null
  readonly high: number | null
  /** The ends themselves will not do. */
  readonly isOpen: boolean
  readonly currency: string | null
  readonly dimension: string | null
  /** How many of the dimension's base unit the unit of the criterion is. */
  readonly factor: number
  /** As the criterion has it: “more than 50”. */
  readonly text: string
}

/** A wanted time, in milliseconds, the end not included; either end may be missing. */
export interface Window {
  readonly from: number | null
  readonly to: number | null
  readonly text: string
}

/** `state`: it holds now. `past`: it happened, or was once so. `plan`: it is intended. */
export type Mode = 'state' | 'past' | 'plan'

/** One thing that a criterion asks for. */
export interface Condition {
  readonly kind: 'condition'
  readonly text: string
  readonly mode: Mode
  readonly slots: readonly Slot[]
  readonly comparison: Comparison | null
  readonly window: Window | null
  /** “Outside the United States”: the places in the slots are the wrong ones. */
  readonly isOutside: boolean
  /** “All of its products”: one exception is enough against it. */
  readonly isUniversal: boolean
  /** Asks what an article or a paper speaks of, be it so or not: “reports layoffs”. */
  readonly isReport: boolean
}

/** A criterion: one condition, its opposite, something done without something, or several of which all or any must hold. */
export type Criterion =
  | Condition
  | { readonly kind: 'not'; readonly part: Criterion }
  | { readonly kind: 'without'; readonly part: Criterion; readonly lacking: Condition }
  | { readonly kind: 'all' | 'any'; readonly parts: readonly Criterion[] }
