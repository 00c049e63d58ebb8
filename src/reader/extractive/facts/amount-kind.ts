import type { Ask } from './ask.ts'
import type { Piece } from './source.ts'
import { termsOf } from './terms.ts'

const gains = [
  'valuation',
  'profit',
  'loss',
  'dividend',
  'revenue',
  'purchase price',
  'loan',
  'debt',
  'grant',
]
/** Amounts that are told beside each other, and what each is mistaken for. */
const others: Readonly<Record<string, readonly string[]>> = {
  valuation: [...gains, 'raised'],
  profit: [...gains, 'raised'],
  loss: [...gains, 'raised'],
  dividend: [...gains, 'raised'],
  // “Closed the year at 40 million” raises nothing.
  revenue: gains,
}

/** Whether an amount is said to be another than what is asked for: a round of 28 million tells no valuation. */
export function isOtherAmount({ numberKind, head }: Ask, { label, column, row, plain }: Piece): boolean {
  const asked = head?.concepts.find((concept) => concept in others)
  if (numberKind !== 'money' || head === null || asked === undefined) return false
  const said = new Set(termsOf(`${label} ${column} ${row} ${plain.text}`).hits.map(({ concept }) => concept))
  return (
    head.concepts.every((concept) => !said.has(concept)) &&
    (others[asked] ?? []).some((concept) => concept !== asked && said.has(concept))
  )
}
