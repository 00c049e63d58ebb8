/** The first three letters tell the months apart in each language, save where more are given. */
const months: readonly string[] = [
  'jan|januar|janv|ene|gen',
  'feb|fév|fev|févr',
  'mar|mär|märz|mrt|maart|mars',
  'apr|avr|abr',
  'may|mai|mei|mag',
  'jun|juin|giu',
  'jul|juil|lug',
  'aug|aoû|aou|ago|août',
  'sep|sept|set',
  'oct|okt|ott|out',
  'nov',
  'dec|dez|déc|dic',
]
const monthOf = new Map(months.flatMap((names, month) => names.split('|').map((name) => [name, month + 1])))

const iso =
  /(?<!\d)((?:19|20)\d\d)-(\d\d?)-(\d\d?)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?\s*(Z|[+-]\d\d:?\d\d)?)?(?!\d)/
const yearFirst = /(?<![\d.])((?:19|20)\d\d)(?:[/.]|年)(\d\d?)(?:[/.]|月)(\d\d?)(?!\d)/
const compact = /^((?:19|20)\d\d)(\d\d)(\d\d)(?:T?(\d\d)(\d\d)(\d\d)?)?(Z|[+-]\d\d:?\d\d)?$/
const monthFirst = /(?<!\p{L})(\p{L}{3,12})\.?\s+(\d\d?)(?:st|nd|rd|th)?,?\s+((?:19|20)\d\d)(?!\d)/u
const dayFirst =
  /(?<!\d)(\d\d?)(?:st|nd|rd|th|er|º)?\.?[\s-]+(?:de\s+)?(\p{L}{3,12})\.?,?[\s-]+(?:de[l]?\s+)?((?:19|20)\d\d)(?!\d)/u
const dotted = /(?<!\d)(\d\d?)\.(\d\d?)\.((?:19|20)\d\d)(?!\d)/
const slashed = /(?<!\d)(\d\d?)[/-](\d\d?)[/-]((?:19|20)\d\d)(?!\d)/

/**
 * The moment a text names, as ISO 8601 in UTC, or null. Never guesses by the machine's own zone or locale. A
 * date with slashes is read as month first, as its most frequent writers do, unless that makes no date.
 */
export function parseDate(text: string | null | undefined): string | null {
  if (!text || text.length > 400) return null
  const trimmed = text.trim()
  const [, year, month, day, hour, minute, second, zone] = compact.exec(trimmed) ?? iso.exec(trimmed) ?? []
  if (year)
    return moment(+year, Number(month), Number(day), Number(hour), Number(minute), Number(second), zone)
  const first = yearFirst.exec(trimmed)
  if (first) return moment(Number(first[1]), Number(first[2]), Number(first[3]))
  const named = monthFirst.exec(trimmed)
  if (named) {
    const month = monthNamed(named[1])
    if (month) return moment(Number(named[3]), month, Number(named[2]))
  }
  const plain = dayFirst.exec(trimmed)
  if (plain) {
    const month = monthNamed(plain[2])
    if (month) return moment(Number(plain[3]), month, Number(plain[1]))
  }
  const points = dotted.exec(trimmed)
  if (points) return moment(Number(points[3]), Number(points[2]), Number(points[1]))
  const slashes = slashed.exec(trimmed)
  if (slashes) {
    const [first, second, year] = slashes.slice(1).map(Number) as [number, number, number]
    return moment(year, first, second) ?? moment(year, second, first)
  }
  return null
}

function monthNamed(name: string | undefined): number | undefined {
  const lower = name?.toLowerCase() ?? ''
  return monthOf.get(lower) ?? monthOf.get(lower.slice(0, 4)) ?? monthOf.get(lower.slice(0, 3))
}

const whole = (value: number): number => (Number.isNaN(value) ? 0 : value)

function moment(
  year: number,
  month: number,
  day: number,
  hour = 0,
  minute = 0,
  second = 0,
  zone = 'Z',
): string | null {
  const time = Date.UTC(year, month - 1, day, whole(hour), whole(minute), whole(second))
  const date = new Date(time)
  // Date.UTC turns 31 April into 1 May; such a date was never meant.
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day || whole(hour) > 23) return null
  const offset = /([+-])(\d\d):?(\d\d)/.exec(zone)
  if (!offset) return date.toISOString()
  const minutes = (Number(offset[2]) * 60 + Number(offset[3])) * (offset[1] === '-' ? -1 : 1)
  return new Date(time - minutes * 60_000).toISOString()
}

/** `/2024/05/06/` or `2024-05-06` in an address. */
export function dateInAddress(url: string): string | null {
  const found = /\/((?:19|20)\d\d)[/-](0?[1-9]|1[0-2])[/-](0?[1-9]|[12]\d|3[01])(?:[/-]|$)/.exec(url)
  return found ? moment(Number(found[1]), Number(found[2]), Number(found[3])) : null
}
