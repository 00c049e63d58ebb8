import type { Place, Quantity } from '../values/index.ts'
import type { Modality } from './modality.ts'
import type { Piece, Source } from './source.ts'
import type { Owner } from './subject.ts'

/** A value that a source gives for what was asked. */
export interface Fact {
  /** As results show it: plain digits, ISO dates, E.164, absolute addresses, text as it stands. */
  readonly value: string
  readonly quantity?: Quantity | undefined
  readonly date?: string | undefined
  readonly place?: Place | undefined
  readonly source: Source
  readonly piece: Piece
  /** Where the value stands in the document's text. */
  readonly start: number
  readonly end: number
  readonly owner: Owner
  readonly modality: Modality
  /** The date that it holds for, where the text says so: “at the end of 2025”. */
  readonly asOf: string | null
  /** The text says “now”, “today”. */
  readonly isCurrent: boolean
  /** Between 0 and 1: how well the words around it are those that were asked for. */
  readonly match: number
  /** Between 0 and 1: how plainly a model finds that it is what was asked for, where one was asked. */
  readonly supports?: number | undefined
}

/** Values that words around them say to be meant, or all that have the form asked for, whatever stands around them. */
export type Reach = 'said' | 'possible'
