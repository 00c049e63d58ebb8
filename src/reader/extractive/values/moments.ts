import { monthNumbers } from '../../../entities/index.ts'
import { numberFromWords } from './number-words.ts'
import { remembered } from './remembered.ts'

/** A date as a text gives it: no more exact than the text is. */
export interface Moment {
  readonly start: number
  readonly end: number
  /** `2024`, `2024-05` or `2024-05-14`. */
  readonly date: string
  /** “The early 2010s”, “around 1990”. */
  readonly isRough: boolean
  /** Counted from the page's own date: “two weeks ago”, “on Monday”, “30 June”. */
  readonly isRelative: boolean
  /** It begins or ends a stretch of time: “14–17 September”. */
  readonly edge?: 'start' | 'end' | undefined
}

export interface MomentContext {
  readonly language: string | null
  /** The day the text was written, where somebody knows. */
  readonly written: Date | null
  /** The year that the text is about, for days and months that name none. */
  readonly year?: number | null
}

const month = [...monthNumbers.keys()].toSorted((a, b) => b.length - a.length).join('|')
const year = String.raw`(?:1[4-9]|20)\d\d`
const start = String.raw`(?<![\p{L}\p{N}]|[\p{N}][.,/:-])`
/** A day may end a stretch: “14-17 September”. */
const dayStart = String.raw`(?<![\p{L}\p{N}]|[\p{N}][.,/]|\d{3}-|-\d{1,2}-)`
const numbers =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|a|an|zwei|drei|vier|fünf|sechs|acht|zehn|zwölf|einem|einer|ein|deux|trois|quatre|cinq|six|dix|un|une|\\d{1,2}'
const spans = 'day|week|month|year|Tag|Woche|Monat|Jahr|jour|semaine|an|année'
const seasons = 'spring|summer|autumn|fall|winter|Frühjahr|Frühling|Sommer|Herbst|printemps|été|automne|hiver'
const weekdays = [
  'sunday|sonntag|dimanche',
  'monday|montag|lundi',
  'tuesday|dienstag|mardi',
  'wednesday|mittwoch|mercredi',
  'thursday|donnerstag|jeudi',
  'friday|freitag|vendredi',
  'saturday|samstag|sonnabend|samedi',
]

const absolute = new RegExp(
  [
    `${start}(?<isoYear>${year})-(?<isoMonth>0[1-9]|1[0-2])(?:-(?<isoDay>[0-2]\\d|3[01])(?:T[\\d:.]+Z?)?)?(?![\\d-])`,
    `${start}(?<dotDay>[0-3]?\\d)\\.\\s?(?<dotMonth>[01]?\\d)\\.\\s?(?<dotYear>${year}|\\d\\d)(?!\\d|\\.\\d)`,
    `${start}(?<slashOne>[0-3]?\\d)(?<slash>[/-])(?<slashTwo>[0-3]?\\d)\\k<slash>(?<slashYear>${year}|\\d\\d)(?![\\d/-])`,
    `${dayStart}(?<day>[0-3]?\\d)(?:st|nd|rd|th|er|\\.)?(?: of)? (?<dayMonth>${month})\\.?,? (?<dayYear>${year})(?!\\d)`,
    `${start}(?<monthFirst>${month})\\.? (?<dayAfter>[0-3]?\\d)(?:st|nd|rd|th)?,? (?<afterYear>${year})(?!\\d)`,
    `${start}(?<monthAlone>${month})\\.?,? (?:of )?(?<monthYear>${year})(?!\\d)`,
    `${start}(?<my>0?[1-9]|1[0-2])/(?<myYear>${year})(?!\\d)`,
    `${dayStart}(?<bareDay>[0-3]?\\d)(?:st|nd|rd|th|er|\\.)?(?: of)? (?<bareMonth>${month})(?![\\p{L}\\p{N}])`,
    `${start}(?<bareMonthFirst>${month})\\.? (?<bareDayAfter>[0-3]?\\d)(?:st|nd|rd|th)?(?![\\p{L}\\p{N}:.]\\d|\\d| ?%)`,
    `${start}(?<decadePart>early|mid|late|Anfang|Mitte|Ende|début|fin)?[ -]?(?:der |des )?(?:the )?(?<decade>${year.replace('\\d\\d', '\\d0')})(?:s|er)(?![\\p{L}\\p{N}])`,
    `${start}(?:Q[1-4]|[1-4]\\. Quartal|T[1-4])[ /]?(?:of )?(?<quarterYear>${year})(?!\\d)`,
    `${start}(?<yearAlone>${year})(?![\\p{N}%°]|[.,]\\d|\\p{L}|-\\p{L}*\\d)(?<fiscal>/\\d\\d(?!\\d))?`,
  ].join('|'),
  'iuy',
)
const relative = new RegExp(
  [
    `${start}(?<ago>${numbers}) (?<agoSpan>${spans})s? ago`,
    `${start}vor (?<vor>${numbers}) (?<vorSpan>${spans})e?n?(?!\\p{L})`,
    `${start}il y a (?<ilya>${numbers}) (?<ilyaSpan>${spans}|mois)s?(?!\\p{L})`,
    `${start}(?<word>yesterday|today|tomorrow|this morning|this afternoon|this evening|gestern|heute|hier|aujourd['’]hui|ce matin)(?!\\p{L})`,
    `${start}(?:on |am |le |last |letzten |vergangenen )?(?<weekday>${weekdays.join('|')})(?: (?<weekdayLast>dernier))?(?!\\p{L})`,
    `${start}(?<which>last|this|next|letzte[nrs]?|vergangene[nrs]?|diese[nrsm]?|nächste[nrs]?) (?<whichSpan>${spans}|quarter|${seasons}|${month})(?!\\p{L})`,
    `(?<=(?:in|since|until|by|from|im|seit|bis|ab|en|depuis|mid-|early |late )\\s?)(?<bareMonthOnly>${month})(?![\\p{L}\\p{N}]|\\.? \\d)`,
    `${start}(?<whichAfterSpan>an|année|mois|semaine) (?<whichAfter>dernière?|passée?|prochaine?)(?!\\p{L})`,
  ].join('|'),
  'iuy',
)

/** What dates begin with besides digits, up to the first letter that is none. */
const firstWords = wordsOf(
  `${month} early mid late Anfang Mitte Ende début fin der des the Q T ${numbers} ${spans} vor il yesterday today tomorrow this
  gestern heute hier aujourd ce on am le last letzten vergangenen ${weekdays.join(' ')} next letzte letzter letztes vergangene
  vergangener vergangenes diese dieser dieses diesem nächste nächster nächstes mois semaine`,
)

/** To try each place with all forms is dear: only where digits stand or one of those words. */
function* matchesOf(pattern: RegExp, text: string): Generator<RegExpExecArray> {
  let end = 0
  for (const { index, 0: word } of text.matchAll(/\d+|\p{L}+/gu)) {
    if (index < end || (!/^\d/.test(word) && !firstWords.has(word.toLowerCase()))) continue
    pattern.lastIndex = index
    const match = pattern.exec(text)
    if (!match) continue
    end = index + match[0].length
    yield match
  }
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/\p{L}+/gu))
}

const known = remembered<readonly Moment[]>()

/** Every date of a text, in order. What needs the page's own date is left out where there is none. */
export const momentsIn = (text: string, context: MomentContext): readonly Moment[] =>
  known(`${context.language} ${context.written?.getTime()} ${context.year} ${text}`, () =>
    readMoments(text, context),
  )

function readMoments(text: string, context: MomentContext): Moment[] {
  const found: Moment[] = []
  for (const match of /\d/.test(text) ? matchesOf(absolute, text) : []) {
    const read = readAbsolute(match, context, text)
    if (read) found.push({ ...read, start: match.index, end: match.index + match[0].length })
  }
  if (context.written)
    for (const match of matchesOf(relative, text)) {
      const at = match.index
      if (found.some((other) => at < other.end && at + match[0].length > other.start)) continue
      // “Saturday 10 October”: the day is named already.
      if (match.groups?.['weekday'] && isFollowedByDate(text.slice(at + match[0].length))) continue
      if (match.groups?.['weekday'] && isOfEveryWeek(text, at, at + match[0].length)) continue
      const date = readRelative(match, context.written)
      if (date !== null)
        found.push({ date, start: at, end: at + match[0].length, isRough: false, isRelative: true })
    }
  const inOrder = found.toSorted((a, b) => a.start - b.start)
  return withEdges(
    text,
    inOrder.filter((moment, at) => !isYearOf(moment, inOrder[at + 1])),
  )
}

const dayBefore =
  /(?<![\p{L}\p{N}.,/-])(?<day>[0-3]?\d)(?:st|nd|rd|th|er|\.)?\s?(?:[–—-]|to|until|through|and|bis(?: zum)?|und|au|et|&)\s?(?:\p{L}+day,? |\p{L}+tag,? (?:den )?|\p{L}+di |dimanche )?$/u
const dayAfter = new RegExp(
  `^\\s?(?:[–—-]|to|through|and|&)\\s?(?<day>[0-3]?\\d)(?:st|nd|rd|th)?(?![\\p{L}\\d:.]| (?:of )?(?:${month}))`,
  'iu',
)
const through =
  /^\s?(?:[–—-]|to|until|till|through|bis(?: zum)?|jusqu['’]au|au|à)\s(?:(?:about|approximately|around|etwa|voraussichtlich|the|environ)\s)*$|^[–—-]$/iu

/** The two ends of a stretch of time: what the first leaves out, the second says. */
function withEdges(text: string, found: readonly Moment[]): Moment[] {
  const all: Moment[] = []
  for (const [at, moment] of found.entries()) {
    const { start, end, date } = moment
    const isDay = date.length === 10
    const first = isDay ? dayBefore.exec(text.slice(Math.max(0, start - 30), start)) : null
    const firstDate = first ? dayOf(date, first.groups?.['day'] ?? '') : null
    const from = start - (first?.[0].length ?? 0)
    const after = isDay ? dayAfter.exec(text.slice(end, end + 12)) : null
    const lastDate = after ? dayOf(date, after.groups?.['day'] ?? '') : null
    if (firstDate !== null && firstDate < date && all.every((other) => other.end <= from)) {
      all.push({ ...moment, date: firstDate, start: from, end: from + 2, edge: 'start' })
      all.push({ ...moment, edge: 'end' })
    } else if (after && lastDate !== null && lastDate > date) {
      all.push({ ...moment, edge: 'start' })
      all.push({ ...moment, date: lastDate, start: end + 1, end: end + after[0].length, edge: 'end' })
    } else {
      const next = found[at + 1]
      const previous = found[at - 1]
      const begins = next !== undefined && through.test(text.slice(end, next.start))
      const closes = previous !== undefined && through.test(text.slice(previous.end, start))
      if (closes && previous.isRelative && moment.isRelative)
        all.push({ ...moment, date: following(all.at(-1)?.date ?? previous.date, date), edge: 'end' })
      else all.push(begins ? { ...moment, edge: 'start' } : closes ? { ...moment, edge: 'end' } : moment)
    }
  }
  return all
}

/** “From 1 September to 31 October”: it ends after it began, whichever year that was. */
function following(start: string, end: string): string {
  const same = `${start.slice(0, 4)}${end.slice(4)}`
  return same >= start ? same : `${Number(start.slice(0, 4)) + 1}${end.slice(4)}`
}

const dayOf = (date: string, day: string): string | null =>
  Number(day) >= 1 && Number(day) <= 31 ? `${date.slice(0, 8)}${day.padStart(2, '0')}` : null

const dateNext = new RegExp(
  `^,?\\s(?:the |den |dem )?(?:\\d{1,2}(?!\\d|[:h]| ?(?:am|pm|Uhr)|\\.\\d)|(?:${month}) \\d)`,
  'iu',
)
const isFollowedByDate = (after: string): boolean => dateNext.test(after)

const anyWeekday = weekdays.join('|')
const join = String.raw`\s?(?:to|through|until|and|or|&|bis|und|oder|au|à|et|ou|[–—,/-])\s?(?:the\s)?`
const weekdayNext = new RegExp(
  String.raw`^(?:${join}(?:${anyWeekday})|\s?(?:from\s)?\d{1,2}[.:]\d\d|\s(?:evenings|mornings|afternoons|nights)|\s(?:of|in) (?:the|each|every) month)(?!\p{L})`,
  'iu',
)
const weekdayBefore = new RegExp(
  String.raw`(?:(?:${anyWeekday})${join}|(?<!\p{L})(?:every|each|jeden|chaque|\d[.:]\d\d on|open|closed)\s)$`,
  'iu',
)

/** “Monday to Friday 7:30–15:30”, “every Friday”, “the first Saturday of the month”: hours, and no date. */
const isOfEveryWeek = (text: string, from: number, to: number): boolean =>
  weekdayNext.test(text.slice(to)) || weekdayBefore.test(text.slice(Math.max(0, from - 30), from))

type Read = Pick<Moment, 'date' | 'isRough' | 'isRelative'>

const stated = (date: string | null, isRough = false): Read | null =>
  date === null ? null : { date, isRough, isRelative: false }
const monthOf = (name: string | undefined): number => monthNumbers.get((name ?? '').toLowerCase()) ?? 0

function readAbsolute(match: RegExpExecArray, context: MomentContext, text: string): Read | null {
  const part = match.groups ?? {}
  if (part['isoYear'])
    return stated(dateOf(part['isoYear'], Number(part['isoMonth']), Number(part['isoDay'] ?? 0)))
  if (part['dotYear'])
    return stated(dateOf(fullYear(part['dotYear']), Number(part['dotMonth']), Number(part['dotDay'])))
  if (part['slashYear']) return stated(slashed(part, context.language))
  if (part['dayYear']) return stated(dateOf(part['dayYear'], monthOf(part['dayMonth']), Number(part['day'])))
  if (part['afterYear'])
    return stated(dateOf(part['afterYear'], monthOf(part['monthFirst']), Number(part['dayAfter'])))
  if (part['monthYear']) return stated(dateOf(part['monthYear'], monthOf(part['monthAlone']), 0))
  if (part['myYear']) return stated(dateOf(part['myYear'], Number(part['my']), 0))
  if (part['decade']) return stated(part['decade'], true)
  if (part['quarterYear']) return stated(part['quarterYear'])
  if (part['yearAlone']) return isLikelyYear(match, text) ? stated(part['yearAlone']) : null
  const named = part['bareMonth'] ?? part['bareMonthFirst']
  const day = Number(part['bareDay'] ?? part['bareDayAfter'])
  if (!named || day < 1 || day > 31) return null
  // “May 5” is a date and “may 5 people” is none.
  if (/^(?:may|mar|march|sep|dec|jan|mai|mars)$/.test(named))
    if (!/^\p{Lu}/u.test(named) && !/^(?:mai|mars)$/.test(named)) return null
  const after = text.slice(match.index + match[0].length)
  const told = yearBeside(text.slice(0, match.index), after, monthOf(named))
  if (told !== null) return stated(dateOf(told, monthOf(named), day))
  const shift = yearsAway(after)
  if (context.written && shift !== null)
    return relativeTo(dateOf(String(context.written.getUTCFullYear() + shift), monthOf(named), day))
  const date = context.year
    ? dateOf(String(context.year), monthOf(named), day)
    : context.written
      ? nearest(context.written, monthOf(named), day, text)
      : null
  return relativeTo(date)
}

const endsWithYear = new RegExp(
  `^\\s?(?:[–—-]|and|to|until|till|through)\\s?(?:\\p{L}+day,? )?(?:[0-3]?\\d(?:st|nd|rd|th)?(?: (?<month>${month}))?|(?<monthFirst>${month}) [0-3]?\\d),? (?<year>${year})(?!\\d)`,
  'iu',
)
const bracketed = new RegExp(`^\\) (?<year>${year})(?!\\d)`, 'u')
const yearFirst = new RegExp(`(?<![\\p{L}\\p{N}])(?<year>${year}), $`, 'u')

/** “24 May to 1 June 2025”, “Midsummer Day (22 June) 1991”, “1990, 2 July”. Null: no year stands beside it. */
function yearBeside(before: string, after: string, month: number): string | null {
  const end = endsWithYear.exec(after)?.groups
  if (end) {
    const endMonth = end['month'] ?? end['monthFirst']
    const isYearBefore = endMonth !== undefined && monthOf(endMonth) < month
    return String(Number(end['year']) - (isYearBefore ? 1 : 0))
  }
  return (bracketed.exec(after) ?? yearFirst.exec(before))?.groups?.['year'] ?? null
}

/** Of “1990, 2 July” the year is no date by itself. */
const isYearOf = ({ date, end }: Moment, next: Moment | undefined): boolean =>
  date.length === 4 && next?.start === end + 2 && next.date.length === 10 && next.date.startsWith(date)

const relativeTo = (date: string | null): Read | null =>
  date === null ? null : { date, isRough: false, isRelative: true }

/** “18 January last year”. Null: nothing says which year. */
function yearsAway(after: string): number | null {
  const which =
    /^,? (?:of )?(last|this|next|letzten|vergangenen|dieses|nächsten) (?:year|Jahres)(?!\p{L})/iu.exec(
      after,
    )?.[1]
  if (which === undefined) return null
  return /^(?:last|letzt|vergang)/i.test(which) ? -1 : /^(?:next|nächst)/i.test(which) ? 1 : 0
}

/** A number of four digits is a year unless it counts or prices something. */
function isLikelyYear(match: RegExpExecArray, text: string): boolean {
  const behind = text.slice(Math.max(0, match.index - 3), match.index)
  const after = text.slice(match.index + match[0].length, match.index + match[0].length + 16)
  if (/[€$£¥#+]\s?$|\d[ \u00a0]$/.test(behind)) return false
  return !/^\s?(?:%|€|\$|£|km|kg|people|employees|Mitarbeiter|salariés|m²|MW|kW|customers|units|pieces)/.test(
    after,
  )
}

function slashed(part: Record<string, string | undefined>, language: string | null): string | null {
  const one = Number(part['slashOne'])
  const two = Number(part['slashTwo'])
  const year = fullYear(part['slashYear'] ?? '')
  const isAmerican = /^en(?:-US|-PH)?$/i.test(language ?? 'en')
  const [day, month] = one > 12 ? [one, two] : two > 12 || isAmerican ? [two, one] : [one, two]
  return dateOf(year, month, day)
}

const fullYear = (year: string): string =>
  year.length === 4 ? year : `${Number(year) > 60 ? '19' : '20'}${year}`

function dateOf(year: string, month: number, day: number): string | null {
  if (month < 1 || month > 12) return null
  if (day === 0) return `${year}-${String(month).padStart(2, '0')}`
  const date = new Date(Date.UTC(Number(year), month - 1, day))
  return date.getUTCDate() === day && day > 0 ? date.toISOString().slice(0, 10) : null
}

const isAhead =
  /(?<!\p{L})(?:will|plans?|expects?|expected|due|scheduled|upcoming|to appear|until|from|by|opens|starts|begins|(?:moved|postponed|rescheduled|extended|brought forward|put (?:off|back)|pushed back) to|soll|sollen|wird|werden|bis|ab|prévu|devrait)(?!\p{L})/u
const isOver =
  /(?<!\p{L})(?:was|were|had|has|have|did|\p{L}{3,}ed|died|began|won|lost|war|wurde|wurden|hatte|était|été)(?!\p{L})/u
/** So many days more may lie between a text and a day to come than between it and the same day of the year before. */
const leaning = 60

/**
 * A day without a year is the one nearest to when the text was written. About half a year away either may be meant:
 * what is told as over was, and what is not is yet to come.
 */
function nearest(written: Date, month: number, day: number, sentence: string): string | null {
  const year = written.getUTCFullYear()
  const dates = [year - 1, year, year + 1].flatMap((each) => dateOf(String(each), month, day) ?? [])
  const lean = (isAhead.test(sentence) ? leaning : leaning / 2) - (isOver.test(sentence) ? leaning : 0)
  const distance = (date: string) => {
    const ahead = (Date.parse(date) - written.getTime()) / dayLength
    return ahead > 0 ? ahead - lean : -ahead
  }
  return dates.toSorted((a, b) => distance(a) - distance(b))[0] ?? null
}

const dayLength = 86_400_000
const iso = (date: Date): string => date.toISOString().slice(0, 10)

const deed = '(?:announced|launched|opened|completed|closed|signed|published|released|appointed|unveiled)'
const deedBefore = new RegExp(`(?<!\\p{L})${deed}\\s$`, 'iu')
const deedAfter = new RegExp(`^,?\\s${deed}(?!\\p{L})`, 'iu')
const isDeedOfDay = ({ 0: word, index, input }: RegExpExecArray): boolean =>
  deedBefore.test(input.slice(0, index)) || deedAfter.test(input.slice(index + word.length))

function readRelative(match: RegExpExecArray, written: Date): string | null {
  const part = match.groups ?? {}
  if (part['bareMonthOnly']) {
    const shift = yearsAway(match.input.slice(match.index + match[0].length))
    return shift === null
      ? monthNear(part['bareMonthOnly'], match.input, written, since.test(match.input.slice(0, match.index)))
      : dateOf(String(written.getUTCFullYear() + shift), monthOf(part['bareMonthOnly']), 0)
  }
  const count = part['ago'] ?? part['vor'] ?? part['ilya']
  if (count !== undefined)
    return back(
      written,
      /^\d+$/.test(count) ? Number(count) : (numberFromWords(count) ?? 1),
      part['agoSpan'] ?? part['vorSpan'] ?? part['ilyaSpan'] ?? '',
    )
  const word = part['word']?.toLowerCase()
  if (word) {
    if (/^(?:this|ce) /.test(word)) return iso(written)
    // “Today we make …” is no date; “announced today” is.
    if (/^(?:today|heute|aujourd)/.test(word)) return isDeedOfDay(match) ? iso(written) : null
    return iso(new Date(written.getTime() + (word === 'tomorrow' ? dayLength : -dayLength)))
  }
  if (part['weekday']) {
    const name = part['weekday'].toLowerCase()
    const wanted = weekdays.findIndex((names) => names.split('|').includes(name))
    const before = (written.getUTCDay() - wanted + 7) % 7
    return iso(new Date(written.getTime() - before * dayLength))
  }
  const which = (part['which'] ?? part['whichAfter'] ?? '').toLowerCase()
  const step = /^(?:last|letzt|vergangen|derni|pass)/.test(which)
    ? -1
    : /^(?:next|nächst|prochain)/.test(which)
      ? 1
      : 0
  const span = (part['whichSpan'] ?? part['whichAfterSpan'] ?? '').toLowerCase()
  const named = monthNumbers.get(span)
  const year = written.getUTCFullYear()
  if (named !== undefined) {
    const now = written.getUTCMonth() + 1
    const shift = step < 0 && named >= now ? -1 : step > 0 && named <= now ? 1 : 0
    return dateOf(String(year + shift), named, 0)
  }
  if (/^(?:year|jahr|an|année)$/.test(span)) return String(year + step)
  if (/^(?:month|monat|mois)$/.test(span))
    return iso(new Date(Date.UTC(year, written.getUTCMonth() + step, 1))).slice(0, 7)
  if (/^(?:week|woche|semaine|quarter|day|tag|jour)$/.test(span))
    return iso(new Date(written.getTime() + step * 7 * dayLength)).slice(0, 7)
  return season(span, step, written)
}

/** What has been so since a month was so when the page was written. */
const since = /(?<!\p{L})(?:since|seit|depuis)\s$/iu

/** “Opens in November”, written in March, is yet to come; “opened in November” was last year. */
function monthNear(name: string, sentence: string, written: Date, isPast: boolean): string | null {
  if (
    !/^\p{Lu}/u.test(name) &&
    !/^(?:janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre)$/.test(name)
  )
    return null
  const month = monthOf(name)
  const now = written.getUTCMonth() + 1
  const year =
    written.getUTCFullYear() +
    (!isPast && isAhead.test(sentence) ? (month < now ? 1 : 0) : month > now ? -1 : 0)
  return dateOf(String(year), month, 0)
}

/** “Last spring” in May is the spring of the year before only if this year's has not ended. */
function season(name: string, step: number, written: Date): string {
  const year = written.getUTCFullYear()
  const first = /^(?:spring|früh|printemps)/.test(name)
    ? 2
    : /^(?:summer|sommer|été)/.test(name)
      ? 5
      : /^(?:autumn|fall|herbst|automne)/.test(name)
        ? 8
        : 11
  const ended = written.getUTCMonth() > first + 2 && first !== 11
  return String(step < 0 && !ended ? year - 1 : step > 0 && written.getUTCMonth() >= first ? year + 1 : year)
}

function back(written: Date, count: number, span: string): string | null {
  const name = span.toLowerCase()
  const year = written.getUTCFullYear()
  if (/^(?:day|tag|jour)/.test(name)) return iso(new Date(written.getTime() - count * dayLength))
  if (/^(?:week|woche|semaine)/.test(name)) return iso(new Date(written.getTime() - count * 7 * dayLength))
  if (/^(?:month|monat|mois)/.test(name))
    return iso(new Date(Date.UTC(year, written.getUTCMonth() - count, 1))).slice(0, 7)
  return String(year - count)
}
