import type { Subject } from '../../reader.ts'
import { factsFor, parseAsk, type Fact } from '../facts/index.ts'
import { finding, pagesOf } from './by-facts.ts'
import type { Condition } from './condition.ts'
import { bothOf, type Finding, type Source } from './finding.ts'

/** What is to have grown or shrunk from one year to the next, and by how much at least. */
interface Growth {
  readonly what: string
  /** Null: in the last year that pages tell of. */
  readonly year: number | null
  readonly direction: 1 | -1
  /** In per cent; null: at all. */
  readonly least: number | null
}

const risen = 'grew|rose|has grown|has risen|went up|increased|climbed'
const fallen = 'fell|shrank|has fallen|went down|declined|decreased|dropped'
const amount = String.raw`(?: by (?:more than|over|at least) (?<least>\d+(?:\.\d+)?) ?(?:%|per ?cent))?`
const ofYear = String.raw`(?: in (?<year>20\d\d)| in (?:its|the|their) last (?:financial |fiscal )?year| (?:last year|year on year))`
const asked = [
  new RegExp(
    String.raw`^(?:its |their |the )?(?<what>[\p{L} -]{3,40}?) (?:(?<up>${risen})|(?:${fallen}))${amount}${ofYear}$`,
    'iu',
  ),
  // “Attracted more visitors in 2025 than in 2024”, “more cargo was handled in 2024 than the year before”
  new RegExp(
    String.raw`^(?:\p{L}+ )?(?:(?<up>more)|(?:fewer|less)) (?<what>[\p{L} -]{3,30}?)(?: (?:was|were) \p{L}+)? in (?<year>20\d\d) than (?:in 20\d\d|the year before|the previous year|a year (?:earlier|before))$`,
    'iu',
  ),
]

export function growthAsked(text: string): Growth | null {
  const found = asked.map((pattern) => pattern.exec(text.trim())).find((one) => one !== null)?.groups
  if (!found) return null
  const { what = '', year, up, least } = found
  return {
    what,
    year: year === undefined ? null : Number(year),
    direction: up === undefined ? -1 : 1,
    least: least === undefined ? null : Number(least),
  }
}

/** Pages that give the numbers of two years seldom say that one is greater. */
export function decideGrowth(
  { text, window, comparison }: Condition,
  sources: readonly Source[],
  subject: Subject,
  now: Date,
): Finding[] {
  // The last year, which is no certain one, has been taken off the text.
  const isOfLast = window === null && comparison !== null && !/\d{4}/.test(text)
  const growth = growthAsked(text) ?? (isOfLast ? growthAsked(`${text.trim()} last year`) : null)
  if (!growth) return []
  const about = sources.filter(({ about: { isSpokenOf } }) => isSpokenOf)
  const pages = pagesOf(about)
  const valuesIn = (year: number): readonly Fact[] => {
    const ask = parseAsk(`${growth.what} in ${year}`, subject, 'number', undefined)
    return pages
      .flatMap((page) => factsFor(ask, page, subject, pages))
      .filter(
        ({ owner, match, quantity }) => owner !== 'other' && match >= leastBeside && quantity?.unit === null,
      )
  }
  const last = now.getUTCFullYear() - 1
  for (const year of growth.year === null ? [last, last - 1] : [growth.year]) {
    const [values, befores] = [valuesIn(year), valuesIn(year - 1)]
    const pairs = values.flatMap((value) =>
      befores
        .filter((before) => isAlike(value, before) && Math.max(value.match, before.match) >= leastMatch)
        .map((before) => ({ value, before })),
    )
    const worth = ({ value, before }: (typeof pairs)[number]) => value.match + before.match
    const [best] = pairs.toSorted((one, other) => worth(other) - worth(one))
    if (!best) continue
    const { value, before } = best
    const share = (100 * (Number(value.value) - Number(before.value))) / Math.abs(Number(before.value))
    const fits =
      growth.least === null ? growth.direction * share > 0 : growth.direction * share > growth.least
    const why = `the pages give ${value.value} for ${year} and ${before.value} for ${year - 1}`
    const found = finding(fits, value, about, text)
    return [{ ...found, rule: 'growth', why, quote: bothOf(value, before) ?? found.quote }]
  }
  return []
}

/** How well one of the two has to be the one that is asked for; the other stands beside it. */
const leastMatch = 0.55
const leastBeside = 0.2

/** Two cells of one row, or two numbers of one sentence: it is the same that is counted. */
const isAlike = (one: Fact, other: Fact): boolean =>
  one.source === other.source &&
  one.start !== other.start &&
  isOfOneSize(Number(one.value), Number(other.value)) &&
  (one.quantity?.currency ?? other.quantity?.currency) ===
    (other.quantity?.currency ?? one.quantity?.currency) &&
  (one.piece === other.piece ||
    (one.piece.kind === 'cell' &&
      one.piece.block === other.piece.block &&
      one.piece.label === other.piece.label))

/** Nobody grows twentyfold in a year: “revenue of €40m in 2025, 120 staff (2024: 100)”. */
const isOfOneSize = (one: number, other: number): boolean => {
  const times = Math.abs(one / other)
  return times > 1 / mostGrowth && times < mostGrowth
}
const mostGrowth = 20
