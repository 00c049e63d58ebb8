import { quantitiesIn, unitOf } from '../values/index.ts'
import type { Subject } from '../../reader.ts'
import { parseAsk, type Ask } from './ask.ts'
import { choose } from './choose.ts'
import type { Fact } from './fact.ts'
import { factsFor } from './facts-for.ts'
import type { Source } from './source.ts'

/** “51–200”, “under 50”, “500+”: the number itself is looked for. Null: the options are no numbers. */
export function rangeFacts(
  ask: Ask,
  options: readonly string[],
  sources: readonly Source[],
  subject: Subject,
): Fact[] | null {
  const noun = countedIn(options)
  const ranges = rangesOf(
    noun === null ? options : options.map((option) => option.trim().slice(0, -noun.length)),
  )
  if (ranges === null) return null
  const isYear = ranges.every(
    (range) =>
      range === null ||
      (range.low >= 1400 && range.low <= 2100) ||
      (range.high >= 1400 && range.high <= 2100),
  )
  const description =
    /\b(?:size|staff|workforce|team)\b/i.test(ask.description) &&
    !/round|deal|cheque|fund/i.test(ask.description)
      ? `Number of ${noun ?? 'employees'}`
      : ask.description
  const numeric = parseAsk(description, subject, isYear ? 'date' : 'number', undefined)
  const facts = sources.flatMap((source) => factsFor(numeric, source, subject, sources))
  const choice = choose(numeric, facts, 0.6)
  if (!choice) return []
  const value = Number(choice.candidate.value.slice(0, isYear ? 4 : undefined))
  const at = ranges.findIndex((range) => range !== null && value >= range.low && value <= range.high)
  const label = options[at]
  return label === undefined ? [] : choice.candidate.facts.map((fact) => ({ ...fact, value: label }))
}

/** “11 to 50 lawyers”: what every option counts. Null: they count nothing, or units. */
function countedIn(options: readonly string[]): string | null {
  const nouns = new Set(options.map((option) => /\d\+? (\p{Ll}{4,}s)$/u.exec(option.trim())?.[1]))
  const [noun] = nouns
  return nouns.size === 1 && noun !== undefined && unitOf(noun) === null && !amount.test(noun) ? noun : null
}
const amount = /^(?:millions|billions|thousands|euros|dollars|pounds|employees)$/iu

/** All but one at most: “not disclosed” may be among them. */
export const mostOf = (options: readonly string[]): number => Math.max(2, options.length - 1)

interface Range {
  readonly low: number
  readonly high: number
}

export function rangesOf(options: readonly string[]): (Range | null)[] | null {
  const ranges = options.map(rangeOf)
  return ranges.filter((range) => range !== null).length < mostOf(options) ? null : ranges
}

function rangeOf(option: string): Range | null {
  // “€1m to under €5m” ends where the next one begins.
  const text = option.trim().replace(/\sto (?:under|less than|below)\s/iu, ' to ')
  if (!/\d/.test(text)) return null
  const decade = /^(?:the )?(\d{3}0)s$/.exec(text)
  if (decade) return { low: Number(decade[1]), high: Number(decade[1]) + 9 }
  const [first, second] = quantitiesIn(text, 'en')
  if (
    !first ||
    second ||
    text.replaceAll(
      /[\d.,\s–—-]|to|and|between|from|employees|people|staff|under|over|more|than|less|fewer|up|least|at|most|before|after|since|or|later|earlier|million|billion|below|above|bn|[kKmM$€£%+<>≤≥]/gi,
      '',
    ).length > 3
  )
    return null
  if (first.low !== first.high) return { low: first.low, high: first.high }
  if (first.bound === 'atLeast' || /\+|more|over|or later|after|since|[>≥]/i.test(text))
    return { low: first.value + (/more than|over|after|>/i.test(text) ? 1e-9 : 0), high: Infinity }
  if (first.bound === 'atMost' || /under|less|fewer|before|below|up to|or earlier|[<≤]/i.test(text))
    return { low: -Infinity, high: first.value - (/under|less|fewer|before|below|</i.test(text) ? 1e-9 : 0) }
  return { low: first.value, high: first.value }
}
