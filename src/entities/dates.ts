import { eitherCase, oneOf, wordStart } from './patterns.ts'

const months: readonly (readonly [words: string, month: number])[] = [
  ['january|jan|januar|jänner|janvier|janv', 1],
  ['february|feb|februar|février|fevrier|févr', 2],
  ['march|mar|märz|maerz|mars', 3],
  ['april|apr|avril|avr', 4],
  ['may|mai', 5],
  ['june|jun|juni|juin', 6],
  ['july|jul|juli|juillet|juil', 7],
  ['august|aug|août|aout', 8],
  ['september|sept|sep|septembre', 9],
  ['october|oct|oktober|okt|octobre', 10],
  ['november|nov|novembre', 11],
  ['december|dec|dezember|dez|décembre|decembre|déc', 12],
]
export const monthNumbers: ReadonlyMap<string, number> = new Map(
  months.flatMap(([words, month]) => words.split('|').map((word) => [word, month] as const)),
)

export const yearPattern = String.raw`(?:1[4-9]|20)\d\d`
/** For use in patterns. English and German write months with a capital, French without. */
export const monthPattern = `(?:${eitherCase(oneOf(monthNumbers.keys()))})`

const datePattern = new RegExp(
  [
    `${wordStart}(?<isoYear>${yearPattern})-(?<isoMonth>0[1-9]|1[0-2])(?:-(?<isoDay>[0-2]\\d|3[01]))?(?!\\d)`,
    `${wordStart}(?<dotDay>[0-3]?\\d)\\.(?<dotMonth>[01]?\\d)\\.(?<dotYear>${yearPattern})(?!\\d)`,
    `${wordStart}(?:(?<day>[0-3]?\\d)(?:st|nd|rd|th|er|\\.)? )?(?<month>${monthPattern})\\.? (?:(?<dayAfter>[0-3]?\\d)(?:st|nd|rd|th)?,? )?(?<year>${yearPattern})(?!\\d)`,
    `${wordStart}(?<slashMonth>0?[1-9]|1[0-2])/(?<slashYear>${yearPattern})(?!\\d)`,
    `${wordStart}(?<yearAlone>${yearPattern})(?![\\p{N}%]|[.,]\\d)`,
  ].join('|'),
  'giu',
)

export interface DateMention {
  /** `2024`, `2024-05` or `2024-05-14`: no more than the text says. */
  readonly date: string
  readonly start: number
  readonly end: number
}

/** The dates that a text mentions, in English, German and French ways of writing them. */
export function datesIn(text: string): DateMention[] {
  if (!/\d{4}/.test(text)) return []
  return [...text.matchAll(datePattern)].map((match) => {
    const part = match.groups ?? {}
    const named = part['month']?.toLowerCase()
    const year =
      part['isoYear'] ?? part['dotYear'] ?? part['year'] ?? part['slashYear'] ?? part['yearAlone'] ?? ''
    const month =
      named === undefined
        ? (part['isoMonth'] ?? part['dotMonth'] ?? part['slashMonth'])
        : monthNumbers.get(named)
    const day = part['isoDay'] ?? part['dotDay'] ?? part['day'] ?? part['dayAfter']
    return {
      date: partialDate(year, Number(month ?? 0), Number(day ?? 0)),
      start: match.index,
      end: match.index + match[0].length,
    }
  })
}

export const firstDate = (text: string): string | null => datesIn(text)[0]?.date ?? null

/** The year of a text such as `2014-03-01`, “March 2014” or “2014 (as a GmbH)”. */
export function yearOf(text: string): number | null {
  const date = firstDate(text)
  return date === null ? null : Number(date.slice(0, 4))
}

export interface DateSpan {
  readonly from: string | null
  readonly to: string | null
}

export interface SpanMention extends DateSpan {
  readonly start: number
  readonly end: number
  /** False for one date alone, which may be the beginning or the end. */
  readonly isSpan: boolean
}

const dash = /^\s*(?:[-–—]|to|until|till|bis|à|au|and|und|et)\s*(?:in\s+)?$/i
const goingOn =
  /^\s*(?:[-–—]|to|until|bis|à)\s*(?:present|today|now|date|current|ongoing|heute|jetzt|aujourd['’]hui|présent|ce jour)(?!\p{L})/iu
const openEnd = /^\s*[-–—]\s*(?=$|[),;:|])/
const since = /(?:^|\s)(?:since|from|seit|ab|depuis)\s+(?:in\s+)?$/i

/**
 * From when to when, as a line of a curriculum says it: “2015–2019”, “since 2020”. What goes on has no end; one date
 * alone is taken for the end. Null: no date, or more than two.
 */
export function spanIn(text: string): SpanMention | null {
  const [first, second, third] = datesIn(text)
  if (!first || third) return null
  const { start, end } = first
  if (second)
    return dash.test(text.slice(end, second.start))
      ? { from: first.date, to: second.date, start, end: second.end, isSpan: true }
      : null
  const after = text.slice(end)
  const open = goingOn.exec(after) ?? openEnd.exec(after)
  if (open) return { from: first.date, to: null, start, end: end + open[0].length, isSpan: true }
  if (since.test(text.slice(0, start))) return { from: first.date, to: null, start, end, isSpan: true }
  return { from: null, to: first.date, start, end, isSpan: false }
}

function partialDate(year: string, month: number, day: number): string {
  if (month < 1 || month > 12) return year
  const padded = `${year}-${String(month).padStart(2, '0')}`
  return day < 1 || day > 31 ? padded : `${padded}-${String(day).padStart(2, '0')}`
}
