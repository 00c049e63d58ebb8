import { denial, denialAfter, denialBefore, ended, noDenial, past, pending, planned, rumoured } from './cues.ts'
import type { Statement } from './page-text.ts'

/** How something is said: as a fact, denied, over, intended, or told by others. */
export interface Force {
  /** Null where it cannot be told: two denials, or one that may or may not reach so far. */
  readonly denied: boolean | null
  readonly mood: 'fact' | 'past' | 'ended' | 'planned' | 'pending' | 'rumoured' | 'asked'
}

export interface Clause {
  readonly start: number
  readonly end: number
}

const boundary = new RegExp(
  [
    String.raw`[;:]\s|\s[–—-]\s|[()]|\u2028`,
    String.raw`,?\s(?:but|while|whereas|although|though|because|since we|sondern|aber|während|weil|obwohl|jedoch|mais|tandis que|car|alors que)\s`,
    String.raw`,\s(?=(?:which|who|whose|where|when|so|as|and|or|nor|und|oder|der|die|das|dem|den|wo|et|ou|qui|dont|où|ni)\s)`,
    String.raw`\s(?:and|und|et)\s(?=(?:we|it|they|he|she|there|is|are|was|were|has|have|had|does|do|did|will|would|can|cannot|never|not|no|then|wir|es|sie|er|ist|sind|hat|haben|wird|nicht|kein\p{L}*|nous|elle|il|est|ont|a|ne)\s)`,
    String.raw`,\s(?=(?:contre|against|up from|down from|compared|after|before|with|led|including|mostly|most)\s)`,
  ].join('|'),
  'giu',
)

const known = new WeakMap<Statement, readonly Clause[]>()

/** The parts of a sentence that say something of their own. They cover it without gaps. */
export function clausesOf(statement: Statement): readonly Clause[] {
  const read = known.get(statement)
  if (read) return read
  const clauses: Clause[] = []
  let start = statement.start
  for (const match of statement.text.matchAll(boundary)) {
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
  const touched = clausesOf(statement).filter((clause) => clause.start < end && clause.end > start)
  return { start: touched[0]?.start ?? statement.start, end: touched.at(-1)?.end ?? statement.end }
}

const blank = (found: string): string => ' '.repeat(found.length)

/** How the words between two positions are meant, by the clauses that they stand in. */
export function forceAt(statement: Statement, start: number, end: number): Force {
  const clause = clausesAround(statement, start, end)
  const text = statement.text
    .slice(clause.start - statement.start, clause.end - statement.start)
    .replaceAll(noDenial, blank)
  const from = start - clause.start
  const to = end - clause.start
  return { denied: deniedAt(text, from, to), mood: moodOf(statement, text, clause) }
}

function deniedAt(text: string, from: number, to: number): boolean | null {
  const wide = [...text.matchAll(denial)]
  const before = [...text.matchAll(denialBefore)].filter((match) => match.index < to && match.index + 25 > from - 40)
  const after = [...text.matchAll(denialAfter)].filter((match) => match.index >= from)
  const over = [...text.matchAll(ended)].filter((match) => /n[ei]|not|any|plus/i.test(match[0]))
  const reaching = before.filter((match) => match.index < from || match.index < to)
  // French denies with two words and German with “nicht mehr”: what overlaps or stands close is one denial.
  const places = [...wide, ...reaching, ...after, ...over].map((match) => match.index).toSorted((a, b) => a - b)
  const apart = places.filter((place, at) => at === 0 || place - (places[at - 1] ?? 0) > 22)
  if (apart.length === 0) return false
  return apart.length === 1 ? true : null
}

function moodOf(statement: Statement, text: string, clause: Clause): Force['mood'] {
  const has = (cue: RegExp) => {
    cue.lastIndex = 0
    return cue.test(text)
  }
  const whole = statement.text.slice(clause.end - statement.start)
  if (/\?\s*$/.test(statement.text) || /\?\s*$/.test(whole)) return 'asked'
  if (has(rumoured)) return 'rumoured'
  if (has(pending)) return 'pending'
  if (has(planned)) return 'planned'
  if (has(ended)) return 'ended'
  if (has(past)) return 'past'
  return 'fact'
}
