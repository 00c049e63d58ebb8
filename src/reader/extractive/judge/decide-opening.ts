import { asOf, quoteOf, type Finding, type Source } from './finding.ts'
import type { Condition } from './condition.ts'
import type { Statement } from './page-text.ts'

/** Sunday first, in English, German and French, with the usual short forms. */
const days = [
  'sun(?:day)?s?|sonntags?|so|dimanches?|dim',
  'mon(?:day)?s?|montags?|mo|lundis?|lun',
  'tue(?:s(?:day)?)?s?|dienstags?|di|mardis?|mar',
  'wed(?:nesday)?s?|mittwochs?|mi|mercredis?|mer',
  'thu(?:r(?:s(?:day)?)?)?s?|donnerstags?|do|jeudis?|jeu',
  'fri(?:day)?s?|freitags?|fr|vendredis?|ven',
  'sat(?:urday)?s?|samstags?|sonnabends?|sa|samedis?|sam',
]
const dayPattern = new RegExp(
  String.raw`(?<![\p{L}\d])(?:${days.map((day) => `(${day})`).join('|')})(?![\p{L}\d])`,
  'giu',
)
const spanned = /^\s*(?:–|-|—|to|through|until|till|bis|au|à)\s*(?:le )?$/iu
const closedWord = /(?<!\p{L})(?:closed|shut|geschlossen|zu|ruhetag|fermée?s?)(?!\p{L})/iu
const openWord =
  /(?<!\p{L})(?:open(?:ing|s)?|hours|geöffnet|öffnungszeiten|offen|ouverte?s?|ouverture|horaires|visiting)(?!\p{L})/iu
const clockTime =
  /(?<!\d)(?:[01]?\d|2[0-4])(?:[:.h]\s?\d\d|\s?(?:h|uhr|am|pm|a\.m|p\.m))|\d{1,2}\s?[–-]\s?\d{1,2}\s?(?:uhr|h|pm|am)/iu
const weekend = /(?<!\p{L})(?:week-?ends?|wochenende)(?!\p{L})/iu
const asksForOpening =
  /(?<!\p{L})(?:open|opens|geöffnet|offen|ouverte?|closed|geschlossen|fermée?)(?!\p{L})/iu

/** Days of the year that are called after a weekday, and are no regular one. */
const feastDay =
  /(?<!\p{L})(?:(?:good|black|easter|palm|whit|pentecost|holy|ash|maundy|shrove|bank holiday)[ -](?:sun|mon|tues|wednes|thurs|fri|satur)days?|(?:oster|pfingst|rosen|palm|kar)(?:sonntag|montag|samstag|freitag)|(?:lundi|dimanche) de (?:pâques|pentecôte)|vendredi saint)(?!\p{L})/giu
const month = String.raw`(?:jan|feb|fév|m[aä]r|a[pv]r|ma[iy]|ju[inl]|a[uo][gû]|sep|o[ck]t|nov|d[eé][cz])\p{L}*`
/** “Closed on 1 January”: a day of the year, whatever weekday it is. */
const dayOfYear = new RegExp(
  String.raw`(?<![\p{L}\d])(?:\d{1,2}(?:st|nd|rd|th|er)?\.? ${month}|${month}\.? \d{1,2}(?![\d:]))`,
  'iu',
)

/** The weekdays that a text names; “Tuesday – Sunday” names those between as well. */
export function weekdaysIn(text: string): ReadonlySet<number> {
  const named = [...text.replaceAll(feastDay, (found) => ' '.repeat(found.length)).matchAll(dayPattern)].map(
    (match) => ({
      day: match.slice(1).findIndex((found) => found !== undefined),
      start: match.index,
      end: match.index + match[0].length,
    }),
  )
  const all = new Set(named.map(({ day }) => day))
  for (const [at, { day, end }] of named.entries()) {
    const next = named[at + 1]
    if (!next || !spanned.test(text.slice(end, next.start))) continue
    for (let between = day; between !== next.day; between = (between + 1) % 7) all.add(between)
  }
  return all
}

/** Whether a condition asks on which day something is open. */
export const asksForDay = ({ text }: Condition): boolean =>
  asksForOpening.test(text) && (weekdaysIn(text).size === 1 || weekend.test(text))

/** Opening hours: a day that is named with hours is open, and one that is left out of them is not. */
export function decideOpening(condition: Condition, source: Source): Finding[] {
  const wanted = weekend.test(condition.text) ? [6, 0] : [...weekdaysIn(condition.text)]
  const asksClosed = closedWord.test(condition.text)
  // Of an afternoon or an evening the hours would have to be read.
  if (
    /(?<!\p{L})(?:morning|afternoon|evening|night|late|early|lunch\p{L}*|dinner|vormittag|nachmittag|abend\p{L}*|matin|après-midi|soir)(?!\p{L})/iu.test(
      condition.text,
    )
  )
    return []
  const hours = source.page.statements.flatMap((statement) => hoursOf(statement) ?? [])
  const findings: Finding[] = []
  const open = hours.filter(({ isClosed }) => !isClosed)
  for (const { statement, named, isClosed } of hours)
    if (wanted.some((day) => named.has(day)))
      findings.push(finding(isClosed === asksClosed, statement, source, condition))
  const [first] = open
  // Hours that leave the day out, and are not those of one day alone.
  if (findings.length === 0 && first && new Set(open.flatMap(({ named }) => [...named])).size > 2)
    findings.push(finding(asksClosed, first.statement, source, condition))
  return findings
}

function hoursOf(
  statement: Statement,
): { statement: Statement; named: ReadonlySet<number>; isClosed: boolean } | null {
  const { text, heading } = statement
  if (statement.kind === 'heading' || text.length > 160) return null
  const named = weekdaysIn(text)
  if (named.size === 0) return null
  const isClosed = closedWord.test(text)
  const isHours =
    isClosed || openWord.test(text) || (clockTime.test(text) && openWord.test(heading?.text ?? ''))
  return isHours && !isOnce(text, isClosed) ? { statement, named, isClosed } : null
}

/** Of one day of one year, or of the holidays. */
const isOnce = (text: string, isClosed: boolean): boolean =>
  /(?<!\p{L})\d{1,2}\.?\s\p{L}+\s20\d\d/u.test(text) || (isClosed && dayOfYear.test(text))

const finding = (isSo: boolean, statement: Statement, source: Source, { text }: Condition): Finding => ({
  verdict: isSo ? 'yes' : 'no',
  rule: 'opening',
  source,
  quote: quoteOf(statement, statement),
  why: `the opening hours are ${isSo ? 'for' : 'against'} “${text}”`,
  at: asOf(source),
  strength: 3,
  isCorrection: false,
  isLasting: false,
})
