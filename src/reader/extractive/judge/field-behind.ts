import type { Subject } from '../../reader.ts'
import { numberFromWords } from '../values/index.ts'
import type { Comparison, Condition } from './condition.ts'
import { shareAsked } from './share-asked.ts'
import { hasConcept } from './verbs.ts'

/** A field, and what its value has to be. */
export interface FieldBehind {
  readonly description: string
  readonly comparison: Comparison
  /** The value is itself a limit: of “up to 12” the 12 is meant. */
  readonly isLimit?: boolean
}

/** What a page has to give for a condition whose own words do not name it: a share, an age, a price. Null: none. */
export const fieldBehind = (condition: Condition, { name, type }: Subject): FieldBehind | null =>
  shareAsked(condition.text, name) ??
  freeAgeAsked(condition.text) ??
  (condition.comparison === null ? null : measureBehind(condition, condition.comparison, type))

/** “Is under 50” asks for an age, “costs less than 400 euros” for the price, “holds at least 10 kWh” for the capacity. */
function measureBehind(
  condition: Condition,
  comparison: Comparison,
  type: string | undefined,
): FieldBehind | null {
  const { currency, dimension, low, high } = comparison
  if (condition.window !== null || condition.mode === 'plan' || condition.slots.length > 1) return null
  const asked = (description: string): FieldBehind => ({ description, comparison })
  if (currency !== null)
    return condition.slots.length === 0 || hasConcept(condition, ['price']) ? asked('Price') : null
  if (dimension === null) {
    const isAge = type === 'person' && condition.slots.length === 0 && (low ?? high ?? 0) >= 10
    return isAge ? asked('Age') : null
  }
  const [, description] = verbs.find(([verb]) => verb.test(condition.text)) ?? []
  return description === undefined ? null : asked(description)
}

const verbs: readonly (readonly [RegExp, string])[] = [
  [/^(?:it )?weighs /iu, 'Weight'],
  [/^(?:it )?(?:holds|stores) /iu, 'Capacity'],
]

const freeUnder =
  /(?<!\p{L})free(?!\p{L}).*?(?<!\p{L})(?:children|kids|visitors|anyone|those|people|persons)?\s*(?:under|below|younger than|aged under) (?:the age of )?(?<age>\d{1,2}|\p{L}+)$|(?:children|kids|visitors|anyone|those|people) (?:under|below|younger than) (?:the age of )?(?<other>\d{1,2}|\p{L}+)(?!\p{L}).*(?<!\p{L})free(?!\p{L})/iu
const freeAt = /(?<!\p{L})free(?!\p{L}).* (?<age>\d{1,2}|\p{L}+)[- ]year[- ]olds?(?!\p{L})/iu
const paidAt = /^(?:it )?charges? .*?(?<age>\d{1,2}|\p{L}+)[- ]year[- ]olds?(?!\p{L})/iu

/** “Is free for children under ten”: pages say up to which age it is. */
function freeAgeAsked(text: string): FieldBehind | null {
  const [under, at, paid] = [freeUnder.exec(text), freeAt.exec(text), paidAt.exec(text)]
  const { age, other } = (under ?? at ?? paid)?.groups ?? {}
  const years = yearsIn(age ?? other ?? '')
  if (years === null) return null
  // Up to the age itself or below it, words do not tell.
  const [low, high] = under ? [years, null] : paid ? [null, years - 1] : [years + 1, null]
  const wanted = low === null ? `at most ${high}` : `at least ${low}`
  return {
    isLimit: true,
    description: 'Age up to which children enter free of charge',
    comparison: {
      low,
      high,
      isOpen: false,
      currency: null,
      dimension: null,
      factor: 1,
      text: wanted,
    },
  }
}

const yearsIn = (text: string): number | null =>
  /^\d+$/.test(text) ? Number(text) : (numberFromWords(text) ?? null)
