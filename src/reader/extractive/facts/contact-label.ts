import type { Ask } from './ask.ts'
import type { Piece } from './source.ts'
import { placesOf, termsOf } from './terms.ts'

/** Somebody's own, and not that of the office. */
export const privateWord = /(?<!\p{L})(?:private|personal|privat|home)(?!\p{L})/iu

/** What is written right before a contact, if it is not the hours or a whole address, or else the label of the line. */
export function labelOf({ label, plain: { text } }: Piece, { start }: { readonly start: number }): string {
  const before = text.slice(Math.max(0, start - 50), start)
  const [, own = ''] = /(?:^|[;·|)]\s|[.!?]\s(?=\p{Lu}))([^;·|)]{0,40}?)[\s:(]*$/u.exec(before) ?? []
  return /\p{L}/u.test(own) && !/[\d,]/.test(own) ? own : label
}

const plainLabel =
  /^(?:(?:tele)?(?:phone|fon)s?|tél|tel(?:efon|éphone)?|t|p|ph|call(?: us)?|ring|m|mob(?:ile)?|e-?mails?|mail|e|please|write|contact|kontakt|and|or|us|on|at|to|[^\p{L}])+$/iu

/** Whether a label says nothing but that it is a contact. */
export const isPlainLabel = (label: string): boolean => label !== '' && plainLabel.test(label)

/** A contact whose own label has nothing of what is asked for is for something else, whatever stands above it. */
export function purposeWorth(
  { terms }: Ask,
  piece: Piece,
  place: { readonly start: number },
  extra = '',
): number {
  const label = labelOf(piece, place)
  if (label === '' || isPlainLabel(label)) return 1
  const words = termsOf(`${label} ${piece.label} ${piece.column} ${extra}`)
  return terms.some((term) => placesOf(term, words).length > 0) ? 1 : 0.85
}
