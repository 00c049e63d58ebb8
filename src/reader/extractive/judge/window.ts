import { momentsIn } from '../values/moments.ts'
import { numberFromWords } from '../values/number-words.ts'
import type { Window } from './condition.ts'

/** From when to when a date such as `2024`, `2024-05` or `2024-05-14` lasts, the end not included. */
export function durationOf(date: string): { readonly from: number; readonly to: number } {
  const [year = 0, month, day] = date.split('-').map(Number)
  if (month === undefined) return { from: Date.UTC(year, 0, 1), to: Date.UTC(year + 1, 0, 1) }
  if (day === undefined) return { from: Date.UTC(year, month - 1, 1), to: Date.UTC(year, month, 1) }
  return { from: Date.UTC(year, month - 1, day), to: Date.UTC(year, month - 1, day + 1) }
}

const lastPattern =
  /(?:,? ?(?:(?:with)?in|over|during) the (?:last|past|previous)|(?:in|innerhalb|während) de[nrs] (?:letzten|vergangenen)|(?:au cours|dans|pendant)(?: des| les)?(?= ?\S* derniere?s))\s*(?<count>\d+|\p{L}+)?\s*(?:derni[eè]re?s )?(?<unit>days?|weeks?|months?|years?|quarters?|tagen?|wochen?|monaten?|jahren?|jours?|semaines?|mois|ans?|années?)/iu
const agoPattern =
  /(?:is |are )?(?<bound>more than|over|at least|less than|fewer than|under|no more than|vor mehr als|vor weniger als|il y a plus de|il y a moins de)\s+(?<count>\d+|\p{L}+)\s+(?<unit>years?|months?|jahren?|monaten?|ans?|mois)(?:\s(?:ago|old|alt)|(?<=vor .*|il y a .*))/iu
/** “In business for more than 30 years”, “has been at X for at least five years”, “über 100 Jahre alt”. */
const forPattern =
  /(?:(?:for|seit|depuis)\s+)?(?<bound>more than|over|at least|longer than|less than|fewer than|under|seit mehr als|mehr als|über|mindestens|seit weniger als|weniger als|unter|plus de|depuis plus de|au moins|moins de)\s+(?<count>\d+|\p{L}+(?:-\p{L}+)?)\s+(?<unit>years?|months?|decades?|century|centuries|jahren?|monaten?|jahrzehnten?|jahrhunderten?|ans?|mois|décennies?|siècles?)(?:\s(?:old|alt|d['’]existence|d['’]âge))?$/iu
/** “Is younger than 43”: born after a day, or begun. */
const agePattern =
  /^(?:is |are )?(?<not>no |not )?(?<bound>younger|older) than (?<count>\d{1,3}|\p{L}+(?= years?))(?<unit> years?(?: of age| old)?)?$/iu
const centuries: Readonly<Record<string, number>> = { eighteenth: 18, nineteenth: 19, twentieth: 20 }
/** Something happened in it; “19th-century art” is of it. */
const centuryPattern =
  /(?<!\p{L})(?:in|during|im|au) (?:the )?(?:(?<count>1\d|2[01])(?:st|nd|th|\.|e|ème)|(?<word>eighteenth|nineteenth|twentieth)) (?:century|jahrhundert|siècle)(?!\p{L})/iu
const seasons: readonly (readonly [words: RegExp, first: number])[] = [
  [/spring|frühjahr|frühling|printemps/i, 2],
  [/summer|sommer|été/i, 5],
  [/autumn|fall|herbst|automne/i, 8],
  [/winter|hiver/i, 11],
]

const day = 86_400_000

/** The time that a criterion sets, and the criterion without it. `now` is what “the last year” is measured from. */
export function takeWindow(
  text: string,
  now: Date,
): { readonly window: Window | null; readonly rest: string } {
  const ago = agoPattern.exec(text)
  if (ago) {
    const { bound = '', count = '1', unit = '' } = ago.groups ?? {}
    const from = backFrom(now, /^\d+$/.test(count) ? Number(count) : (numberFromWords(count) ?? 1), unit)
    const isLonger = /^(?:more|over|at least|mehr|plus|vor mehr)/iu.test(bound)
    const window = isLonger ? { from: null, to: from } : { from, to: now.getTime() + day }
    return { window: { ...window, text: ago[0].trim() }, rest: cut(text, ago.index, ago[0].length) }
  }
  const age = agePattern.exec(text)
  if (age) {
    const { not, bound = '', count = '', unit } = age.groups ?? {}
    const isOlder = /^older$/iu.test(bound)
    // Whoever turned 43 is not older than 43 for another year; what is 43 years old is counted to the day.
    const years = /^\d+$/.test(count) ? Number(count) : (numberFromWords(count) ?? 1)
    const from = backFrom(now, years + Number(isOlder && unit === undefined), 'years')
    const window =
      isOlder === (not === undefined)
        ? { from: null, to: from + day }
        : { from: from + day, to: now.getTime() + day }
    return { window: { ...window, text: age[0].replace(/^(?:is|are) /iu, '') }, rest: '' }
  }
  const lasting = forPattern.exec(text)
  if (lasting && isLasting(text, lasting)) {
    const { bound = '', count = '1', unit = '' } = lasting.groups ?? {}
    const many = /^\d+$/.test(count) ? Number(count) : (numberFromWords(count) ?? 1)
    const from = backFrom(now, many * yearsOf(unit), unit)
    const isLonger = /more|over|least|longer|mehr|über|mindestens|plus|au moins/iu.test(bound)
    const window = isLonger ? { from: null, to: from } : { from, to: now.getTime() + day }
    return {
      window: { ...window, text: lasting[0].trim() },
      rest: cut(text, lasting.index, lasting[0].length),
    }
  }
  const last = lastPattern.exec(text)
  if (last) {
    const { count, unit = '' } = last.groups ?? {}
    const many =
      count === undefined ? 1 : ((/^\d+$/.test(count) ? Number(count) : numberFromWords(count)) ?? 1)
    return {
      window: { from: backFrom(now, many, unit), to: now.getTime() + day, text: last[0].trim() },
      rest: cut(text, last.index, last[0].length),
    }
  }
  const decade =
    /(?:in |during |im |in den |dans les |den )?(?:the |années )?(?<year>(?:19|20)\d0)(?:s|er)(?:n)?(?: Jahren?)?(?!\p{L})/iu.exec(
      text,
    )
  if (decade) {
    const year = Number(decade.groups?.['year'])
    return {
      window: { from: Date.UTC(year, 0, 1), to: Date.UTC(year + 10, 0, 1), text: decade[0].trim() },
      rest: cut(text, decade.index, decade[0].length),
    }
  }
  const century = centuryPattern.exec(text)
  if (century) {
    const { count = '', word = '' } = century.groups ?? {}
    const last = (count === '' ? (centuries[word.toLowerCase()] ?? 0) : Number(count)) * 100
    const [from, to] = [Date.UTC(last - 99, 0, 1), Date.UTC(last + 1, 0, 1)]
    const window = { from, to, text: century[0].trim() }
    return { window, rest: cut(text, century.index, century[0].length) }
  }
  const seasonal =
    /(?:in |im |au |en )?(?:the )?(?<season>spring|summer|autumn|fall|winter|frühjahr|frühling|sommer|herbst|printemps|été|automne|hiver)(?: of| de)? (?<year>(?:19|20)\d\d)/iu.exec(
      text,
    )
  if (seasonal) {
    const first = seasons.find(([words]) => words.test(seasonal.groups?.['season'] ?? ''))?.[1] ?? 0
    const year = Number(seasonal.groups?.['year'])
    return {
      window: { from: Date.UTC(year, first, 1), to: Date.UTC(year, first + 3, 1), text: seasonal[0] },
      rest: cut(text, seasonal.index, seasonal[0].length),
    }
  }
  return takeEra(text) ?? takeDates(text, now)
}

const yearsOf = (unit: string): number =>
  /^(?:dec|déc|jahrz)/iu.test(unit) ? 10 : /^(?:cent|siècle|jahrh)/iu.test(unit) ? 100 : 1

/** Counts from a beginning up to now, rather than how long something takes. */
const isLasting = (text: string, { 0: found }: RegExpExecArray): boolean =>
  /(?:old|alt|d['’]existence|d['’]âge)$/iu.test(found) ||
  /(?<!\p{L})(?:in business|in operation|been (?:open|active|trading|running|around|at|with|in (?:the|his|her|their) (?:post|role|job|office))|exists?|existed|existiert|besteht|existe|has led|has run|has worked)(?!\p{L})/iu.test(
    text,
  )

function backFrom(now: Date, count: number, unit: string): number {
  const back = new Date(now)
  if (/^(?:d|t|jour)/i.test(unit)) return now.getTime() - count * day
  if (/^(?:w|s)/i.test(unit)) return now.getTime() - count * 7 * day
  if (/^q/i.test(unit)) back.setUTCMonth(back.getUTCMonth() - 3 * count)
  else if (/^mo/i.test(unit)) back.setUTCMonth(back.getUTCMonth() - count)
  else back.setUTCFullYear(back.getUTCFullYear() - count)
  return back.getTime()
}

const lead =
  /(?:^|[\s,(])(?<word>after|before|since|from|until|by|between|in|on|during|of|for|as of|at the end of|by the end of|at the beginning of|nach|vor|seit|ab|bis|zwischen|im|am|ende|zum|im jahr|im jahre|in der zeit von|après|avant|depuis|dès|jusqu['’]en|entre|en|au|fin|le)\s+(?:the (?:end|year|fiscal year|financial year|month|course) (?:of )?|year |fiscal |about )?$/iu
const orLater =
  /^\s*,? (?:or (?:later|after|newer|more recently)|and later|onwards?|oder später|und später|ou (?:plus tard|après))/iu
const orEarlier = /^\s*,? (?:or (?:earlier|before)|oder früher|ou avant)/iu

/** “In early July 2026”, “in the second half of 2025”: a part of the time that follows. */
const partBefore =
  /(?:^|[\s,(])(?:in|at|during)\s(?:the )?(?<part>early|mid|late|beginning of|start of|middle of|end of|first half of|second half of)[\s-]$/iu
/** Where each part begins and ends in the whole. */
const parts: readonly (readonly [words: RegExp, from: number, to: number])[] = [
  [/^(?:early|beginning|start)/iu, 0, 1 / 3],
  [/^mid/iu, 1 / 3, 2 / 3],
  [/^(?:late|end)/iu, 2 / 3, 1],
  [/^first/iu, 0, 1 / 2],
  [/^second/iu, 1 / 2, 1],
]

function partOf(
  { from, to }: { readonly from: number; readonly to: number },
  part: string,
): { from: number; to: number } {
  const [, first, last] = parts.find(([words]) => words.test(part)) ?? ['', 0, 1]
  const days = Math.round((to - from) / day)
  return { from: from + Math.round(days * first) * day, to: from + Math.round(days * last) * day }
}

/** Times that have a name. */
const eras: readonly (readonly [words: string, from: number, to: number])[] = [
  ['(?:first world war|world war (?:i|one)|wwi)', Date.UTC(1914, 6, 28), Date.UTC(1918, 10, 12)],
  ['(?:second world war|world war (?:ii|two)|wwii)', Date.UTC(1939, 8, 1), Date.UTC(1945, 8, 3)],
]

function takeEra(text: string): { window: Window; rest: string } | null {
  for (const [words, from, to] of eras) {
    const found = new RegExp(
      String.raw`(?<!\p{L})(before|after|since|during) (?:the )?${words}(?!\p{L})`,
      'iu',
    ).exec(text)
    if (!found) continue
    const word = found[1]?.toLowerCase() ?? ''
    const [start, end] = [found.index, found.index + found[0].length]
    if (word === 'before') return windowed(text, start, end, null, from)
    return word === 'during' ? windowed(text, start, end, from, to) : windowed(text, start, end, to, null)
  }
  return null
}

function takeDates(text: string, now: Date): { window: Window | null; rest: string } {
  const moments = momentsIn(text, { language: null, written: now }).filter((moment) => {
    const before = text.slice(0, moment.start)
    // A year without a preposition is part of a name: “Systems Week 2026”.
    return (
      lead.test(before) ||
      partBefore.test(before) ||
      orLater.test(text.slice(moment.end)) ||
      /(?:last|this) $/i.test(before) ||
      moment.isRelative
    )
  })
  const [first] = moments
  if (!first) return { window: null, rest: text }
  const narrow = partBefore.exec(text.slice(0, first.start))
  if (narrow) {
    const { from, to } = partOf(durationOf(first.date), narrow.groups?.['part'] ?? '')
    return windowed(text, narrow.index, first.end, from, to)
  }
  const before = lead.exec(text.slice(0, first.start))
  const word = before?.groups?.['word']?.toLowerCase() ?? 'in'
  const start = before ? before.index : first.start
  const one = durationOf(first.date)
  const after = text.slice(first.end)
  const second = /^(?:\s*(?:and|to|until|und|bis|et|à|[-–])\s*)((?:19|20)\d\d)/iu.exec(after)
  if (second?.[1] !== undefined && /^(?:between|from|zwischen|entre|in der zeit von)$/.test(word)) {
    const end = first.end + second[0].length
    return windowed(text, start, end, one.from, durationOf(second[1]).to)
  }
  const later = orLater.exec(after)
  if (later) return windowed(text, start, first.end + later[0].length, one.from, null)
  const earlier = orEarlier.exec(after)
  if (earlier) return windowed(text, start, first.end + earlier[0].length, null, one.to)
  if (/^(?:after|nach|après)$/.test(word)) return windowed(text, start, first.end, one.to, null)
  if (/^(?:before|vor|avant)$/.test(word)) return windowed(text, start, first.end, null, one.from)
  if (/^(?:since|from|seit|ab|depuis|dès)$/.test(word))
    return windowed(text, start, first.end, one.from, null)
  if (/^(?:until|by|bis|by the end of|jusqu)/.test(word))
    return windowed(text, start, first.end, null, one.to)
  return windowed(text, start, first.end, one.from, one.to)
}

const windowed = (text: string, start: number, end: number, from: number | null, to: number | null) => ({
  window: { from, to, text: text.slice(start, end).trim() },
  rest: cut(text, start, end - start),
})

const cut = (text: string, start: number, length: number): string =>
  `${text.slice(0, start)} ${text.slice(start + length)}`.replaceAll(/\s+/g, ' ').trim()

/** Whether a time lies in the window: surely, surely not, or it cannot be told. */
export const inWindow = (date: string, window: Window): boolean | null => fallsIn(durationOf(date), window)

export function fallsIn(
  time: { readonly from: number; readonly to: number },
  { from, to }: Window,
): boolean | null {
  const isAfter = from === null || time.from >= from
  const isBefore = to === null || time.to <= to
  if (isAfter && isBefore) return true
  return (from !== null && time.to <= from) || (to !== null && time.from >= to) ? false : null
}
