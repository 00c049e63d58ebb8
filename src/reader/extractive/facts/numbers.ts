import { momentsIn, quantitiesIn, type Moment, type Quantity } from '../values/index.ts'
import type { Piece, Source } from './source.ts'

interface Numbers {
  readonly quantities: readonly Quantity[]
  readonly moments: readonly Moment[]
}

const read = new WeakMap<Piece, Numbers>()

/** The numbers and dates of a piece, read once. */
export function numbersOf(piece: Piece, source: Source): Numbers {
  const known = read.get(piece)
  if (known) return known
  const text = piece.plain.text
  const { language, written } = source
  const year = yearAbove(piece) ?? (written ? null : yearOf(source))
  const moments = momentsIn(text, { language, written, year })
  const phones = [...text.matchAll(/(?:\+|\(?0)\d[\d\s()/.–-]{6,}\d/g)]
  const quantities = /\d|\p{L}/u.test(text)
    ? quantitiesIn(text, language).filter(
        (quantity) =>
          !isDate(quantity, moments) &&
          !phones.some(
            ({ index, 0: phone }) =>
              quantity.start >= index &&
              quantity.end <= index + phone.length &&
              quantity.unit === null &&
              quantity.currency === null,
          ),
      )
    : []
  const made = { quantities: quantities.map((quantity) => struckOut(quantity, piece, source)), moments }
  read.set(piece, made)
  return made
}

/** “~~£99~~ £79”: a price that was crossed out has been. */
const struckOut = (quantity: Quantity, { plain }: Piece, { document }: Source): Quantity => {
  const { start } = plain.span(quantity.start, quantity.end)
  return document.text.slice(start - 2, start) === '~~' ? { ...quantity, isFormer: true } : quantity
}

/** “Training days 2026: Brecon 9 July”, and under “Investor calendar 2026” the days of that year. */
function yearAbove({ label, headings, plain }: Piece): number | null {
  const heading = headings.at(-1) ?? ''
  const opening = /^[^.:]{1,60}:\s/u.exec(plain.text)?.[0] ?? ''
  const labels = [calendar.test(heading) ? heading : '', label, opening]
  const years = labels.flatMap((said) => (reported.test(said) ? [] : (said.match(yearAlone) ?? [])))
  return new Set(years).size === 1 ? Number(years[0]) : null
}
/** “2025/26” is two. */
const yearAlone = /(?<!\d|\d[/–-])20\d\d(?!\d|[/–-]\d)/g
/** Of the year that is reported on, and given in another. */
const reported =
  /(?<!\p{L})(?:results?|reports?|accounts|figures|statements?|FY|annual|fiscal|financial)(?!\p{L})/iu
const calendar = /(?<!\p{L})(?:calendar|dates|schedule|timetable|season|termine|calendrier)(?!\p{L})/iu

const years = new WeakMap<Source, number | null>()

/** The year that an undated page is about: the only one of its title, else the latest that it names with a day. */
function yearOf(source: Source): number | null {
  const known = years.get(source)
  if (known !== undefined) return known
  const context = { language: source.language, written: null }
  const [titled] = momentsIn(source.title, context)
  const dated = momentsIn(source.document.text.slice(0, 20_000), context).filter(
    ({ date }) => date.length === 10,
  )
  const year =
    titled?.date ??
    dated
      .map(({ date }) => date)
      .toSorted()
      .at(-1) ??
    null
  const made = year === null ? null : Number(year.slice(0, 4))
  years.set(source, made)
  return made
}

const isDate = (quantity: Quantity, moments: readonly Moment[]): boolean =>
  quantity.currency === null &&
  quantity.unit === null &&
  moments.some(({ start, end }) => quantity.start >= start && quantity.end <= end)
