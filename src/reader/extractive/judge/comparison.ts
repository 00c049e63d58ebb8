import { mayBeCurrency } from '../values/currencies.ts'
import { quantitiesIn, type Quantity } from '../values/quantities.ts'
import type { Comparison } from './condition.ts'

const above =
  /(?:(?:more|greater|larger|bigger|longer|higher|older|heavier|wider|taller|better|faster|farther|further|later) than|over|above|beyond|exceed(?:s|ed|ing)?|in excess of|upwards of|tops|topped|(?:mehr|größer|länger|höher|älter|schwerer|besser) als|über|plus (?:d[e'’]|grand(?:e|s)? que|long(?:ue)? que)|supérieure?s? à|dépass(?:e|ent|ant)|>)\s*$/iu
const atLeast =
  /(?:at least|a minimum of|minimum|no (?:less|fewer) than|not less than|mindestens|wenigstens|au moins|≥|>=)\s*$/iu
const below =
  /(?:(?:fewer|less|smaller|shorter|lower|lighter|younger|cheaper|narrower|closer) than|under|below|within|(?:weniger|kleiner|kürzer|niedriger|leichter|jünger|günstiger|billiger) als|unter|moins (?:d[e'’]|cher(?:e|s)? que)|inférieure?s? à|<)\s*$/iu
const atMost =
  /(?:at most|up to|no more than|not more than|a maximum of|maximum|höchstens|maximal|bis zu|au plus|au maximum|≤|<=)\s*$/iu
const exactly = /(?:exactly|precisely|genau|exactement)\s*$/iu
const orMore =
  /^\s*(?:(?:or|and) (?:more|longer|over|above|up|upwards|higher|older|greater|larger)|oder (?:mehr|länger|höher|älter)|ou plus|\+)/iu
const orFewer =
  /^\s*(?:(?:or|and) (?:fewer|less|under|below|shorter|lower|younger|smaller)|oder (?:weniger|kürzer|jünger)|ou moins)/iu
const half =
  /(?:more than|over|mehr als|plus de|at least|mindestens)\s+(?:half(?! an? )|the half|die hälfte|der hälfte|la moitié)(?: of| der| des)?/iu

/** The number that a criterion asks for, and the criterion without it. */
export function takeComparison(text: string): {
  readonly comparison: Comparison | null
  readonly rest: string
} {
  const shared = half.exec(text)
  if (shared)
    return {
      comparison: {
        low: 50,
        high: null,
        isOpen: true,
        currency: null,
        dimension: 'percent',
        factor: 1,
        text: shared[0],
      },
      rest: cut(text, shared.index, shared.index + shared[0].length),
    }
  const one = /(?:more than|mehr als|plus d[’'])\s*(?:one|a single|ein(?:e[nrs]?)?|une?)(?!\p{L})/iu.exec(
    text,
  )
  if (one)
    return {
      comparison: {
        low: 1,
        high: null,
        isOpen: true,
        currency: null,
        dimension: null,
        factor: 1,
        text: one[0],
      },
      rest: cut(text, one.index, one.index + one[0].length),
    }
  for (const quantity of quantitiesIn(text, null)) {
    const made = comparisonOf(text, quantity)
    if (made) return made
  }
  return { comparison: null, rest: text }
}

function comparisonOf(text: string, quantity: Quantity): { comparison: Comparison; rest: string } | null {
  const before = text.slice(0, quantity.start)
  const after = text.slice(quantity.end)
  const sides: readonly (readonly [RegExp, 'low' | 'high' | 'both', boolean])[] = [
    [above, 'low', true],
    [atLeast, 'low', false],
    [below, 'high', true],
    [atMost, 'high', false],
    [exactly, 'both', false],
    [/(?:between|zwischen|entre|from|von|de)\s*$/iu, 'both', false],
  ]
  const found = sides.find(([words]) => words.test(before))
  const more = orMore.exec(after) ?? orFewer.exec(after)
  // A bare number asks for just that; one that may be a year, or part of a name, asks for nothing.
  if (!found && !more && (quantity.mayBeYear || !isCounting(text, quantity))) return null
  const side = found?.[1] ?? (more ? (orMore.test(after) ? 'low' : 'high') : 'both')
  const start = found ? before.search(found[0]) : quantity.start
  const end = quantity.end + (more?.[0].length ?? 0)
  const { unit } = quantity
  return {
    comparison: {
      low: side === 'high' ? null : quantity.low,
      high: side === 'low' ? null : quantity.high,
      isOpen: found?.[2] ?? false,
      currency: quantity.currency,
      dimension: unit?.dimension ?? null,
      factor: unit?.factor ?? 1,
      text: text.slice(start, end).trim(),
    },
    rest: cut(text, start, end),
  }
}

/** “Four gigawatt hours”, “$5 million”, “three years” ask for a number; “Series 2” and “Type 3” do not. */
const isCounting = (text: string, { currency, unit, start, end }: Quantity): boolean =>
  currency !== null ||
  (unit !== null && unit.dimension !== 'time') ||
  (/^\s+\p{Ll}{3,}/u.test(text.slice(end)) &&
    (!/\p{Lu}\p{L}*\s$/u.test(text.slice(0, start)) ||
      /^(?:has|have|had|speaks|employs|offers|owns|runs|operates|lists|names|includes|hat|a) $/iu.test(
        text.slice(0, start),
      )))

const cut = (text: string, start: number, end: number): string =>
  `${text.slice(0, start)} ${text.slice(end)}`.replaceAll(/\s+/g, ' ').trim()

/** How far a hedged number may be from what is written. */
const tolerance = 0.04

/** The ends between which a number of a page surely lies. */
function certain({ low, high, bound }: Quantity): { readonly least: number; readonly most: number } {
  if (bound === 'atLeast') return { least: low, most: Infinity }
  if (bound === 'atMost') return { least: -Infinity, most: high }
  if (bound === 'about')
    return { least: low - Math.abs(low) * tolerance, most: high + Math.abs(high) * tolerance }
  return { least: low, most: high }
}

/** Both are amounts of one currency, measures of one kind, or plain counts. */
export const isSameMeasure = (
  { currency, unit }: Pick<Quantity, 'currency' | 'unit'>,
  wanted: Comparison,
): boolean => mayBeCurrency(currency, wanted.currency) && (unit?.dimension ?? null) === wanted.dimension

/** Whether a number of a page is what the criterion asks for: yes, no, or it cannot be told. */
export function compare(quantity: Quantity, wanted: Comparison): boolean | null {
  if (!isSameMeasure(quantity, wanted)) return null
  const scale = (quantity.unit?.factor ?? 1) / wanted.factor
  const { least, most } = certain(quantity)
  const [from, to] = [least * scale, most * scale]
  const { low, high, isOpen } = wanted
  // “More than 100” is more than 100, though 100 itself is not.
  const isAboveLow =
    low === null || (isOpen ? from > low || (from === low && quantity.bound === 'atLeast') : from >= low)
  const isBelowHigh =
    high === null || (isOpen ? to < high || (to === high && quantity.bound === 'atMost') : to <= high)
  if (isAboveLow && isBelowHigh) return true
  const misses =
    (low !== null && (isOpen ? to <= low : to < low)) ||
    (high !== null && (isOpen ? from >= high : from > high))
  return misses ? false : null
}
