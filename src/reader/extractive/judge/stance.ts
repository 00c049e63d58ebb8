import { clausesOf, forceAt, type Force } from './clauses.ts'
import type { Condition } from './condition.ts'
import { isUsedLater } from './contradiction.ts'
import { happenedIn } from './timing.ts'
import type { Source } from './finding.ts'
import { asksForKind, isOfAnother, tellsOfOthers } from './kind-asked.ts'
import { occurrencesOf, type Stretch } from './match.ts'
import type { Statement } from './page-text.ts'
import { isAct, isScheduled } from './verbs.ts'

const any = (words: string): RegExp => new RegExp(String.raw`(?<!\p{L})(?:${words})(?!\p{L})`, 'iu')

/** What is said to be gone, refused or out of reach, in the words in which pages say so. */
const gone = any(
  [
    'sold out|out of stock|fully booked|booked out|(?:is|are|now) full|cancell?ed|called off|withdrawn|dropped|removed|scrapped|shelved|lapsed|expired|discontinued|retired from|revoked|suspended|paused',
    'lost (?:its|his|her|their|the)|gave up|given up|quit|quits|out of scope|not part of|runner-up|shortlisted|finalist|nominated|declined|rejected|turned down|refused|banned|prohibited|forbidden|not allowed|not permitted|not accepted|not needed|not required|no need',
    'has passed|have passed|is over|are over|has ended|have ended|ended|has closed|closed|all (?:have been|are) (?:awarded|taken|gone|sold|filled)|by phone only|in progress|not yet|behind a paywall|must stay outside|stay outside|opt in',
    "épuisée?s?|complet|complète|annulée?s?|interdite?s?|clos|close|fermée?s?|supprimée?s?|abandonnée?s?|refusée?s?|non admise?s?|non acceptée?s?|sans espèces|n'accept\\p{L}+",
    'ausgebucht|ausverkauft|vergriffen|abgesagt|gestrichen|abgelaufen|eingestellt|aufgegeben|abgelehnt|verboten|untersagt|nicht erlaubt|geschlossen|entfällt|vergeben|draußen bleiben|beantragt',
  ].join('|'),
)
const only = any(
  'only|solely|exclusively|except|nur|ausschließlich|lediglich|seulement|uniquement|exclusivement|sauf|hors',
)
/** “Available only for iOS”: a page that names iOS has to say as well that there is nothing else. */
export const lacksOnly = (statement: Statement, { text }: Condition): boolean =>
  only.test(text) && !only.test(statement.text)

/** What was then: a span of years that has ended, a former post. */
const over = /(?<!\d)(?:19|20)\d\d\s?(?:–|-|to|until|bis|à)\s?(?:\p{L}+\s)?((?:19|20)\d\d)(?!\d)/u
const asksNow = any(
  "still|currently|today|now|at present|at the moment|right now|already|noch|derzeit|aktuell|heute|schon|zurzeit|encore|actuellement|toujours|déjà|aujourd[’']hui",
)

/** A line no longer than this says one thing. */
const shortLine = 80

export type Stance = 'yes' | 'no' | null

/** Whether a statement that speaks of what a condition asks for says that it is so. */
export function stanceOf(statement: Statement, condition: Condition, source: Source, now: Date): Stance {
  const places = condition.slots.flatMap((slot) => occurrencesOf(statement, slot)[0] ?? [])
  if (asksForKind(condition) && isOfAnother(statement, places)) return null
  if (tellsOfOthers(statement, places)) return null
  // Of which of its clauses such a sentence speaks cannot be told.
  if (places.length === 0 && clausesOf(statement).length > 1) return null
  const said = force(statement, places)
  if (said.mood === 'asked' || said.mood === 'withheld' || said.mood === 'rumoured') return null
  const text = clauseText(statement, places)
  const asked = condition.text
  if (lacksOnly(statement, condition)) return null
  const isGone = gone.test(text) && !gone.test(asked)
  const isOnly = only.test(text) && !only.test(asked)
  const denied = said.denied === true || isGone
  if (said.denied === null || (said.denied && isGone)) return null
  if (denied) return condition.mode === 'plan' && said.mood !== 'planned' ? null : 'no'
  if (isOnly) return null
  const span = over.exec(text)
  const isOver = (span !== null && Number(span[1]) < now.getUTCFullYear()) || said.mood === 'ended'
  if (condition.mode === 'plan') return said.mood === 'planned' ? 'yes' : null
  if (said.mood === 'planned' || said.mood === 'pending') {
    const end = Math.max(statement.start, ...places.map((place) => place.end))
    return isScheduled(condition) || isUsedLater({ statement, end }) ? null : 'no'
  }
  if (isOver && condition.mode === 'state') return asksNow.test(asked) || said.mood === 'ended' ? 'no' : null
  if (said.mood === 'past' && condition.mode === 'state' && !isAct(condition)) return null
  if (condition.window !== null) {
    const [first] = places
    const at = first ?? statement
    const isIn = happenedIn(
      { statement, found: [], above: 0, isOpposed: false, start: at.start, end: at.end },
      condition.window,
      source,
    )
    return isIn === true ? 'yes' : null
  }
  return 'yes'
}

/**
 * A line of a list or table that calls off what it names: “Pass: €89 (sold out)”. Of a longer sentence it cannot be told what is
 * gone; it only leaves open what is still to be had.
 */
export function goneBy(statement: Statement, { text }: Condition): 'no' | 'open' | null {
  // What is named in brackets is what they speak of: “Parquet, NetCDF (CSV was dropped)”.
  const said = statement.text.replaceAll(/\(\p{Lu}[^()]*\)/gu, ' ')
  if (!gone.test(said) || gone.test(text)) return null
  // Of several things in a line, one may be gone and the others not.
  if (statement.kind !== 'sentence') return /,/.test(statement.text) ? 'open' : 'no'
  return asksNow.test(text) || /(?<!\p{L})(?:available|possible|verfügbar|frei|disponible)/iu.test(text)
    ? 'open'
    : null
}

function force(statement: Statement, places: readonly Stretch[]): Force {
  return forceAt(statement, places.length > 0 ? places : [{ start: statement.start, end: statement.start }])
}

/** The clauses that the words stand in; the whole statement where none was found. */
function clauseText(statement: Statement, places: readonly Stretch[]): string {
  const touched = clausesOf(statement).filter((clause) =>
    places.some(({ start, end }) => clause.start < end && clause.end > start),
  )
  const [first, last] = [touched[0], touched.at(-1)]
  // A short line is about one thing: “Pass: €89 (sold out)”.
  return first && last && statement.kind === 'sentence' && statement.text.length > shortLine
    ? statement.text.slice(first.start - statement.start, last.end - statement.start)
    : statement.text
}
