import { forceAt } from './clauses.ts'
import type { Comparison, Condition } from './condition.ts'
import { asOf, quoteOf, type Finding, type Source } from './finding.ts'
import { occurrencesOf } from './match.ts'
import { placesOf } from './mentions.ts'
import type { Statement } from './page-text.ts'
import { tokensOf } from './tokens.ts'

const countries = new Set(tokensOf('countries country länder pays').map(({ stem }) => stem))

/** “Has offices in at least three countries”: nobody counts them, but a sentence names places in as many. */
export function decideCountries(
  condition: Condition & { comparison: Comparison },
  source: Source,
): Finding[] {
  const { comparison, slots } = condition
  const { low, high, isOpen, currency, dimension } = comparison
  const isAsked = slots.some(({ stems }) => stems.some((stem) => countries.has(stem)))
  const isOfNumber = low !== null && high === null && currency === null && dimension === null
  if (!isAsked || !isOfNumber || condition.mode === 'plan' || condition.isOutside) return []
  const wanted = isOpen ? low + 1 : low
  // “Has factories in …”: what stands behind the verb may look like one.
  const isHaving = /^(?:has|have|had) /iu.test(condition.text)
  const nouns = slots.filter(
    ({ isVerb, stems, place }) =>
      (!isVerb || isHaving) && place === null && !stems.some((stem) => countries.has(stem)),
  )
  for (const statement of source.page.statements) {
    if (source.about.of(statement) === 'other' || statement.kind === 'heading') continue
    const isNamed = nouns.every((slot) => occurrencesOf(statement, slot).length > 0)
    const row = isNamed && (nouns.length > 0 || ofWork.test(statement.text)) ? rowOf(statement) : null
    if (!row || row.countries.size < wanted) continue
    const force = forceAt(statement, [row])
    if (force.denied !== false || (force.mood !== 'fact' && force.mood !== 'past')) continue
    return [
      {
        verdict: 'yes',
        rule: 'number',
        source,
        quote: quoteOf(statement, row),
        why: `the page names places in ${row.countries.size} countries, which is ${comparison.text}`,
        at: asOf(source),
        strength: 2,
        isCorrection: false,
        isLasting: false,
      },
    ]
  }
  return []
}

/** Where nothing is counted but countries, a sentence has to say that something was done in them. */
const ofWork =
  /(?<!\p{L})(?:hospitals?|clinics?|schools?|universit\p{L}+|sites|centres|centers|farms|villages|participants|patients|conducted|carried out|recruited|surveyed|plants|factories|offices|stores|shops)(?!\p{L})/iu

interface Row {
  readonly start: number
  readonly end: number
  readonly countries: ReadonlySet<string>
}

/** The row of places that lie in most countries: “Freiburg, Vienna and Brno”. */
function rowOf(statement: Statement): Row | null {
  let best: Row | null = null
  let row: Row | null = null
  for (const { start, end, place, isAdjective } of placesOf(statement)) {
    const between: string = row
      ? statement.text.slice(row.end - statement.start, start - statement.start)
      : ''
    const goesOn: boolean = row !== null && link.test(between)
    if (place.country === null || isAdjective) continue
    row =
      goesOn && row
        ? { start: row.start, end, countries: new Set([...row.countries, place.country]) }
        : { start, end, countries: new Set([place.country]) }
    if (!best || row.countries.size > best.countries.size) best = row
  }
  return best
}

const link = /^(?:\s\([^)]{0,40}\))?,?\s?(?:and |or |as well as |und |et )?(?:in |the )*$/iu
