import {
  cueFor,
  denial,
  denialAfter,
  denialBefore,
  departed,
  ended,
  hasCue,
  noDenial,
  past,
  pending,
  planned,
  result,
  rumoured,
  tongueOf,
  withheld,
} from './cues.ts'
import type { Stretch } from './match.ts'
import type { Statement } from './page-text.ts'

/** How something is said: as a fact, denied, over, intended, or told by others. */
export interface Force {
  /** Null where it cannot be told: two denials, or one that may or may not reach so far. */
  readonly denied: boolean | null
  readonly mood: 'fact' | 'past' | 'ended' | 'planned' | 'pending' | 'rumoured' | 'asked' | 'withheld'
}

export interface Clause {
  readonly start: number
  readonly end: number
}

/** Behind these begins a statement of its own, in any language. */
const marks = String.raw`;\s|(?<=[^:]{40}):\s|:\s(?=(?:we|it|they|there|wir|es|sie|nous|il|elle)\s)|\s[–—-]\s|[()]|\u2028`
const parts = (...sources: string[]): RegExp => new RegExp([marks, ...sources].join('|'), 'giu')
const boundaries = {
  en: parts(
    String.raw`,?\s(?:but|while|whereas|although|though|because|since we)\s`,
    String.raw`,\s(?=(?:which|who|whose|where|when|so|as|and|or|nor|we|it|they|he|she|the company|our|its)\s)`,
    String.raw`\sand\s(?=(?:we|it|they|he|she|there|is|are|was|were|has|have|had|does|do|did|will|would|can|cannot|never|not|no|then|remains?|continues?|keeps?|stays?|works?|makes?|sells?|offers?|runs?|employs?|plans?|expects?|owns?|operates?|says?|said|became|took|made|sold|moved|won|led|left|lives?|speaks?|holds?|uses?|sat|came|went|began|grew|ran|\p{Ll}{3,}ed)\s)`,
    String.raw`\s(?=(?:who|which)\s)`,
    String.raw`,\s(?=\p{L}+ of (?:which|whom|them)\s)`,
    String.raw`,\s(?=(?:do|does|did|is|are|was|were|has|have|had|will|can|cannot|not|never|against|up from|down from|compared|after|before|with|led|including|mostly|most)\s)`,
  ),
  de: parts(
    String.raw`,?\s(?:sondern|aber|während|weil|obwohl|jedoch|doch)\s`,
    String.raw`,\s(?=(?:beschäftigt|wir|und|oder|der|die|das|dem|den|wo|dass|wie|so|was|deren|dessen)\s)`,
    String.raw`\sund\s(?=(?:wir|es|sie|er|ist|sind|hat|haben|wird|nicht|kein\p{L}*|bleibt|bietet|plant|beschäftigt|will|soll)\s)`,
  ),
  fr: parts(
    String.raw`,?\s(?:mais|tandis que|car|alors que|bien que|parce que)\s`,
    String.raw`,\s(?=(?:l['’]entreprise|elle|il|nous|la société|et|ou|qui|dont|où|ni|contre|mais)\s)`,
    String.raw`\set\s(?=(?:nous|elle|il|est|ont|a|ne|n['’]|reste|propose|emploie|compte|vise)\s)`,
  ),
}

const known = new WeakMap<Statement, readonly Clause[]>()

/** The parts of a sentence that say something of their own. They cover it without gaps. */
export function clausesOf(statement: Statement): readonly Clause[] {
  const read = known.get(statement)
  if (read) return read
  const clauses: Clause[] = []
  let start = statement.start
  for (const match of statement.text.matchAll(boundaries[tongueOf(statement.language)])) {
    const end = statement.start + match.index + match[0].length
    clauses.push({ start, end })
    start = end
  }
  if (start < statement.end) clauses.push({ start, end: statement.end })
  known.set(statement, clauses)
  return clauses
}

/** The clauses that a stretch of a statement reaches into, as one. */
export function clausesAround(statement: Statement, start: number, end: number): Clause {
  const clauses = clausesOf(statement)
  const touched = clauses.filter((clause) => clause.start < end && clause.end > start)
  const last = touched.at(-1)
  const next = last && followingOf(statement, clauses, last)
  // “A sixth symphony, commissioned last year, is planned”: the verb of what was named before.
  // “The company, which is owned by a fund, will move”: not the verb of who owns it.
  const isAside =
    last && /^(?:which|who|whose|where|when)\s/iu.test(statement.text.slice(last.start - statement.start))
  const goesOn = next && !isAside && isPredicate(statement.text, next.start - statement.start)
  return {
    start: touched[0]?.start ?? statement.start,
    end: (goesOn ? next : last)?.end ?? statement.end,
  }
}

/** The clause after another one; “the dinner (16 September) is not included” goes on behind its brackets. */
function followingOf(
  { text, start }: Statement,
  clauses: readonly Clause[],
  last: Clause,
): Clause | undefined {
  const at = clauses.indexOf(last) + 1
  if (text[last.end - start - 1] !== '(') return clauses[at]
  return clauses.slice(at).find((clause) => text[clause.start - start - 1] === ')')
}

const isPredicate = (text: string, at: number): boolean =>
  /(?:,\s|\)\s?)$/.test(text.slice(0, at)) &&
  /^\s?(?:is|are|was|were|has|have|will|ist|sind|wird|wurde|est|sont|sera)\s/iu.test(text.slice(at))

const blank = (found: string): string => ' '.repeat(found.length)

/**
 * How the words at some places are meant, by the clauses that they stand in. Words that are part of what was looked
 * for say nothing about it: “not listed” is a meaning of its own.
 */
export function forceAt(statement: Statement, places: readonly Stretch[]): Force {
  const start = Math.min(...places.map((place) => place.start))
  const end = Math.max(...places.map((place) => place.end))
  const clause = clausesAround(statement, start, end)
  const local = places.map((place) => ({ start: place.start - clause.start, end: place.end - clause.start }))
  const { language } = statement
  const whole = statement.text
    .slice(clause.start - statement.start, clause.end - statement.start)
    .replaceAll(cueFor(noDenial, language), blank)
    // The month is no “may”.
    .replaceAll(/(?<!^)(?<!\p{L})May(?!\p{L})|^May(?= \d)/gu, blank)
  let text = whole
  for (const place of local)
    text =
      text.slice(0, place.start) + ' '.repeat(Math.max(0, place.end - place.start)) + text.slice(place.end)
  const mood = moodOf(statement, text, whole, clause)
  const isFormer = local.some((place) => {
    const before = text.slice(0, place.start)
    return former.test(before.slice(-24)) || (leaving.test(before) && /\sto\s/.test(text.slice(place.end)))
  })
  return {
    denied: deniedAt(text, local, language),
    mood: isFormer && (mood === 'fact' || mood === 'past') ? 'ended' : mood,
  }
}

/** “Moved from MySQL to PostgreSQL”: what stands before “to” is over. */
const leaving = /(?<!\p{L})(?:moved|switched|migrated|changed|relocated) from\s(?:the )?$/iu

/** “Former customers”, “an ex-employee”: said of the word that follows. */
const former =
  /(?<!\p{L})(?:former|ex|ehemalige?[nrsm]?|frühere?[nrsm]?|anciens?|anciennes?)[-\s](?:\p{L}+ )?$/iu

/** How far behind “no” the word may stand that it denies. */
const reach = 45

/** The reason of what is denied is itself so: “no lectures because of parental leave”. */
const reason =
  /(?<!\p{L})(?:because of|due to|owing to|thanks to|wegen|aufgrund|dank|à cause d|en raison d|grâce à)/iu

/** “No headline sponsor”: there may be others. Of “no water or gas” both are denied. */
const narrowing =
  /^\s(?!(?:longer|such|known|real|actual|single|particular|outside|external)\s)[\p{Ll}-]{4,}(?<!s)\s(?:(?!(?:or|and|of|in|on|at|for|to|with|from)\s)[\p{Ll}-]{4,}(?<!s)\s)?$/u

function isNarrower(text: string, { index, 0: cue }: RegExpMatchArray, places: readonly Stretch[]): boolean {
  if (!/^no$/i.test(cue) || index === undefined) return false
  const first = Math.min(...places.map(({ start }) => start).filter((start) => start > index))
  return narrowing.test(text.slice(index + cue.length, first))
}

function deniedAt(text: string, places: readonly Stretch[], language: string | null): boolean | null {
  const wide = [...text.matchAll(cueFor(denial, language))]
  const reaching = [...text.matchAll(cueFor(denialBefore, language))].filter((match) =>
    places.some(
      ({ start }) =>
        start > match.index &&
        start - match.index - match[0].length < reach &&
        !reason.test(text.slice(match.index, start)),
    ),
  )
  if (reaching.length === 1 && reaching[0] && isNarrower(text, reaching[0], places)) return null
  const after = [...text.matchAll(cueFor(denialAfter, language))].filter((match) =>
    places.some(({ end }) => end <= match.index),
  )
  const over = [...text.matchAll(cueFor(ended, language))].filter((match) =>
    /n[ei]|not|any|plus/i.test(match[0]),
  )
  // French denies with two words and German with “nicht mehr”: what overlaps or stands close is one denial.
  // And “neither … nor”, “no … and no” deny one thing after the other, not twice.
  const once = wide.filter((match) => !/^(?:nor|ni)$/i.test(match[0]))
  const listed = reaching.length > 0 ? [Math.max(...reaching.map((match) => match.index))] : []
  const cues = [...once, ...after, ...over]
    .map((match) => match.index)
    .concat(listed)
    .toSorted((a, b) => a - b)
  const apart = cues.filter((place, at) => at === 0 || place - (cues[at - 1] ?? 0) > 22)
  if (apart.length === 0) return wide.length > 0
  return apart.length === 1 ? true : null
}

/** “We tried the US and stopped”. */
const brokenOff =
  /^(?:(?:and|but|und|aber|et|mais)\s)?(?:then |soon )?(?:stopped|gave up|withdrew|quit|hörten auf|avons arrêté)(?!\p{L})/iu

const saying = /(?<!\p{L})(?:said|added|announced|told|confirmed|stated|promised)(?!\p{L})/iu

function moodOf(statement: Statement, text: string, whole: string, clause: Clause): Force['mood'] {
  const { language } = statement
  const rest = statement.text.slice(clause.end - statement.start)
  if (/\?\s*$/.test(statement.text) || /\?\s*$/.test(rest)) return 'asked'
  if (hasCue(withheld, text, language)) return 'withheld'
  // “The company said that fares would not rise”: what somebody says of the future, told later.
  const told = saying.test(statement.text) ? text.replaceAll(/(?<!\p{L})would(?!\p{L})/giu, ' will') : text
  if (hasCue(rumoured, told, language)) return 'rumoured'
  // Begun and not ended is told by the whole: “started her doctorate”.
  if (hasCue(pending, whole, language)) return 'pending'
  if (hasCue(planned, told, language)) return 'planned'
  if (hasCue(ended, text, language) || hasCue(departed, whole, language)) return 'ended'
  if (brokenOff.test(rest)) return 'ended'
  return hasCue(past, whole.replaceAll(cueFor(result, language), blank), language) ? 'past' : 'fact'
}
