import { momentsIn, type Moment } from '../values/index.ts'
import type { Ask } from './ask.ts'
import type { Site } from './match.ts'
import { numbersOf } from './numbers.ts'
import type { Piece, Source } from './source.ts'

const aYearEarlier =
  /^[^.;]{0,12}(?:a|one|the) (?:year (?:earlier|before|ago)|previous year)|^[^.;]{0,12}(?:in )?the (?:previous|prior) (?:financial |fiscal )?year|^[^.;]{0,14}(?:im Vorjahr|l['’]année précédente|un an plus tôt)/iu

/** “Up from 301 million a year earlier” is the year before the one that the sentence speaks of. */
function yearBefore(source: Source, { piece, end }: Site, moments: readonly Moment[]): string | null {
  if (!aYearEarlier.test(piece.plain.text.slice(end))) return null
  const year = moments[0]?.date.slice(0, 4) ?? source.written?.getUTCFullYear()
  return year === undefined ? null : String(Number(year) - 1)
}

/** 0: the text names another time; 1: the one asked for, or none was; null: it names none. */
export function periodMatch(ask: Ask, source: Source, site: Site, moments: readonly Moment[]): number | null {
  const { period } = ask
  if (period === null) return 1
  const before = yearBefore(source, site, moments)
  if (before !== null) return before === period ? 0.95 : 0
  const { piece, start, end } = site
  // “Visitors in 2025: 48,300 (41,750 in 2024)”
  const bracketed = /^\s(?:in|en|im)\s(20\d\d)(?=\))/u.exec(piece.plain.text.slice(end))?.[1]
  if (bracketed !== undefined) return bracketed === period ? 1 : 0
  const all = numbersOf(piece, source).quantities.filter(({ mayBeYear }) => !mayBeYear)
  const fits = (date: string) => date.startsWith(period) || period.startsWith(date)
  const labels = momentsIn(`${piece.column} . ${piece.label}`, { language: source.language, written: null })
  if (labels.length > 0)
    return labels.some(({ date }) => date === period) &&
      isPartYear(piece.column) === isPartYear(ask.description)
      ? 1
      : labels.some(({ date }) => fits(date))
        ? 0.9
        : 0
  const own = moments.filter((moment) => {
    // “Nine per cent more than in 2024”: that is what it is compared with.
    if (
      /(?<!\p{L})than (?:in |at |the end of |at the end of )?$/u.test(piece.plain.text.slice(0, moment.start))
    )
      return false
    // “58 million (2024: 52 million)”: before a colon, it belongs to the amount that follows.
    if (/^\s?[:=]\s/.test(piece.plain.text.slice(moment.end)))
      return all.find((quantity) => quantity.start >= moment.end)?.start === start
    // “12 million, from 31 million in 2023”: else to the amount just before it.
    return !all.some(
      (other) =>
        other.start !== start &&
        other.end <= moment.start &&
        moment.start - other.end < 12 &&
        !(start > other.start && start < moment.start),
    )
  })
  if (own.length > 0) {
    const nearest = own.toSorted((a, b) => Math.abs(a.start - start) - Math.abs(b.start - start))
    if (nearest[0] && fits(nearest[0].date)) return 1
    return own.some(({ date }) => fits(date)) ? 0.85 : 0
  }
  const above = momentsIn(`${piece.headings.join(' . ')} . ${piece.before}`, {
    language: source.language,
    written: source.written,
  })
  if (above.some(({ date }) => fits(date))) return 0.95
  const title = momentsIn(source.title, { language: source.language, written: null })
  if (title.some(({ date }) => fits(date))) return 0.9
  return source.written && fits(source.written.toISOString().slice(0, period.length)) ? 0.8 : null
}

const isPartYear = (text: string): boolean =>
  /\d\s?[–-]\s?\d{1,2}\/|(?<!\p{L})(?:[QHT][1-4]|quarter|half|months|Quartal|Halbjahr|trimestre|semestre)/iu.test(
    text,
  )

/** “Founded in 2018, it is used by 268 schools”: when it began is not when it had so many. */
const begun =
  /(?<!\p{L})(?:founded|started|set up|established|launched|formed|created|opened|born|incorporated)(?:\s[^,;.]{1,60})?\s(?:in|on)\s(?:\p{L}+\s)?$/iu

/** “Has grown to 97 since February”, “together with the seed round of 2021”: it is so today. */
const passed = /(?<!\p{L})(?:since|seit|depuis|(?:round|loan|grant)s? (?:of|in|from))\s$/iu

/** The date that the words around a value set it to. */
export function asOfDate(
  piece: Piece,
  clause: { start: number; end: number },
  moments: readonly Moment[],
): string | null {
  const labelled = momentsIn(`${piece.column} . ${piece.label}`, { language: null, written: null })[0]
  if (labelled) return labelled.date
  return (
    moments.find(
      ({ start }) =>
        start >= clause.start &&
        start < clause.end &&
        !begun.test(piece.plain.text.slice(0, start)) &&
        !passed.test(piece.plain.text.slice(0, start)),
    )?.date ?? null
  )
}
