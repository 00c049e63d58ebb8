import type { Condition, Slot } from './condition.ts'
import type { Rule, Source } from './finding.ts'
import { matchSlots, type Match } from './match.ts'
import { forceOf, someOf, wordsBeside } from './meant.ts'
import { grammarWords, lightWords } from './light-words.ts'
import type { Statement } from './page-text.ts'
import { happenedIn, isPastSpan, isStillToCome } from './timing.ts'
import { tokensOf } from './tokens.ts'
import { isPlainVerb, isScheduled } from './verbs.ts'

/** More than a few further words, and something narrower is denied than was asked: “not on Sundays”. */
const mostBeside = 3

/** The opposite of what is asked, or the heart of it denied. */
export function contradiction(
  statement: Statement,
  condition: Condition,
  source: Source,
  now: Date,
): { rule: Rule; match: Match } | null {
  if (condition.mode === 'plan' || condition.isReport || someOf.test(statement.text)) return null
  const cores = coresOf(condition.slots)
  for (const core of [condition.slots, ...cores]) {
    const opposed = matchSlots(statement, core, { opposite: true })
    if (!opposed) continue
    // A loss of last year says nothing of this one.
    if (condition.window !== null && happenedIn(opposed, condition.window, source) === false) continue
    const force = forceOf(opposed)
    // Who was an associate professor until 2018 may be a full one since.
    if (condition.mode === 'state' && (isPastSpan(opposed, now) || isStillToCome(opposed, source.page, now)))
      continue
    if (ofSeveral.test(statement.text.slice(0, opposed.start - statement.start))) continue
    if (force.denied === false && (force.mood === 'fact' || force.mood === 'past' || force.mood === 'ended'))
      return { rule: 'opposite', match: opposed }
  }
  for (const core of [condition.slots, ...cores]) {
    const match = matchSlots(statement, core, { general: true })
    if (!match || match.above > 0) continue
    // What was not so at another time may be so at this one.
    if (condition.window !== null && happenedIn(match, condition.window, source) === false) continue
    const force = forceOf(match)
    const isDenied =
      force.denied === true &&
      force.mood !== 'rumoured' &&
      force.mood !== 'withheld' &&
      force.mood !== 'asked'
    const isOther = core !== condition.slots && deniesDeed(match)
    if (wordsBeside(match, source) > mostBeside) continue
    const isSaid = core === condition.slots || (isWhole(match) && !cutShort.test(statement.text))
    if (isDenied && !isOther && isSaid) return { rule: 'denied-core', match }
    // What is still to come is not yet operated, made or offered.
    const isToCome =
      (force.mood === 'planned' || force.mood === 'pending') &&
      force.denied === false &&
      condition.mode === 'state' &&
      !isScheduled(condition)
    const left = condition.slots.filter((slot) => !core.includes(slot))
    if (isToCome && !isUsedLater(match) && left.length === 1 && left[0]?.isVerb && isPlainVerb(left[0]))
      return { rule: 'planned', match }
  }
  return null
}

/** “About 1,300 spinners supply us; they are independent”: they, and not whom the page is about. */
const ofSeveral = /\p{L}{3,}.*(?<!\p{L})(?:they|who) (?:are|were|remain|work)\s(?:\p{L}+ly\s)?$/iu

/** “The laboratory was unaware of it; participants were not.”: what they were not stands before. */
const cutShort =
  /(?<!\p{L})(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would)(?: not|n['’]t)[.;)]*$/iu

/** “It has not made a loss since 1993”: whose opposite is denied is so. */
export function deniedOpposite(statement: Statement, condition: Condition, source: Source): Match | null {
  if (condition.mode === 'plan' || condition.isReport || condition.window !== null) return null
  if (condition.slots.length !== 1) return null
  const opposed = matchSlots(statement, condition.slots, { opposite: true })
  if (!opposed || opposed.above > 0 || wordsBeside(opposed, source) > mostBeside) return null
  const force = forceOf(opposed)
  const before = statement.text.slice(0, opposed.start - statement.start)
  const isDenied = force.denied === true && denyingWord.test(before)
  return isDenied && (force.mood === 'fact' || force.mood === 'past') ? opposed : null
}

const denyingWord =
  /(?:(?<!\p{L})(?:not|never|no|nicht|nie|keine?[nrsm]?|pas|jamais|aucune?)|n['’]t)(?!\p{L})[^.;,]{0,40}$/iu

/** “Is not taking on students” denies that, and not that there are any. */
function deniesDeed({ statement, start }: Match): boolean {
  const before = statement.text.slice(0, start - statement.start)
  const denied = /(?<!\p{L})(?:not|never|cannot|\p{L}+n['’]t)\s([^,;]*)$/iu.exec(before)?.[1]
  return (
    denied !== undefined &&
    tokensOf(denied).some(
      ({ word }) => word.endsWith('ing') && !grammarWords.has(word) && !lightWords.has(word),
    )
  )
}

/** “The robots will be shared”: what is to happen with things that there are, unless it is that they come. */
export function isUsedLater({ statement, end }: Pick<Match, 'statement' | 'end'>): boolean {
  const after = statement.text.slice(end - statement.start)
  const deed = /^[^.,;]{0,30}?(?<!\p{L})(?:will|shall|(?:is|are|going) to)\s(?:be\s)?(\p{L}+)/iu.exec(
    after,
  )?.[1]
  return deed !== undefined && !coming.test(deed)
}

const coming =
  /^(?:open|launch|start|beg[iu]n|com|arriv|appear|follow|buil|ready|available|introduc|add|found|establish|set|creat|releas|publish|ship|deliver|go)/iu

/** “No office” denies an office; “no office telephone” does not. */
function isWhole({ statement, end }: Match): boolean {
  const after = statement.text.slice(end - statement.start)
  return /^\s*(?:$|[.,;:!?()|–—-]|(?:in|at|for|of|on|with|and|or|is|are|was|were|has|have|had|to|by|from|yet|here|there|haben|hat|ist|sind|wir|und|für|von|et|ou|pour|de|à)(?!\p{L}))/iu.test(
    after,
  )
}

/** Says something by itself: more than a verb, a name, a place or “a company”. */
const isTelling = (core: readonly Slot[]): boolean =>
  core.some(
    ({ isName, place, isVerb, concepts }) => !isName && place === null && !isVerb && !concepts.has('company'),
  )

/** What is denied as a whole is denied in every part: who has no shop sells through none. */
function coresOf(slots: readonly Slot[]): Slot[][] {
  const cores: Slot[][] = []
  const withoutVerb = slots.filter(({ isVerb }) => !isVerb)
  if (withoutVerb.length < slots.length && isTelling(withoutVerb)) cores.push(withoutVerb)
  const groups = [...new Set(slots.map(({ group }) => group))]
  if (groups.length > 1) {
    const withoutLast = slots.filter(({ group }) => group !== groups.at(-1))
    if (isTelling(withoutLast)) cores.push(withoutLast)
  }
  if (slots.length > 2 && isTelling(slots.slice(0, -1))) cores.push(slots.slice(0, -1))
  const [first] = slots
  if (first && !first.isVerb && slots.length > 2 && isTelling(slots.slice(1))) cores.push(slots.slice(1))
  return cores
}
