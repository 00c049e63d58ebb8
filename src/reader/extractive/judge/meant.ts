import { clausesAround, forceAt, type Force } from './clauses.ts'
import type { Source } from './finding.ts'
import { grammarWords } from './light-words.ts'
import { withoutContrast, type Match, type Stretch } from './match.ts'
import type { Statement } from './page-text.ts'

/** The places of a match that stand in the statement itself. */
const placesIn = (match: Match): Stretch[] => match.found.filter((one) => one !== null)

export const yesCell = /^(?:yes|ja|oui|✓|✔|✅|x|included|available|unlimited)$/iu
export const noCell = /^(?:no|nein|non|✗|✘|❌|-|–|—|not (?:available|supported|included))$/iu

/** A row of a table of features: one yes among its cells is a yes. Null: another row. */
function tickedIn({ cells }: Statement): boolean | null {
  const marks = cells.slice(1).filter(({ text }) => yesCell.test(text) || noCell.test(text))
  if (marks.length === 0 || marks.length < cells.length - 1) return null
  return marks.some(({ text }) => yesCell.test(text))
}

/** How a match is meant; the heading above may deny it too: “What we do not make”. */
export function forceOf(match: Match): Force {
  const ticked = tickedIn(match.statement)
  if (ticked !== null) return { denied: !ticked, mood: 'fact' }
  const force = forceAt(match.statement, placesIn(match))
  const { heading } = match.statement
  if (match.above === 0 || !heading) return force
  const text = withoutContrast(heading.text)
  const end = heading.start + text.length
  const above = forceAt({ ...match.statement, text, start: heading.start, end }, [{ start: end, end }])
  if (above.denied === false || above.mood === 'asked') return force
  return { mood: force.mood, denied: force.denied === false ? above.denied : null }
}

/** How many telling words of its clause a match leaves over. */
export function wordsBeside(match: Match, { about }: Source): number {
  const places = placesIn(match)
  const clause = clausesAround(match.statement, match.start, match.end)
  const comma = match.statement.text.indexOf(',', match.end - match.statement.start)
  // What follows a comma goes on to something else: “no palm oil, parabens or fragrance”.
  const last = comma < 0 ? clause.end : Math.min(clause.end, match.statement.start + comma)
  return match.statement.tokens.filter(
    ({ start, end, word, isNumber }) =>
      start >= clause.start &&
      end <= last &&
      !isNumber &&
      !grammarWords.has(word) &&
      !fillers.has(word) &&
      !places.some((place) => place.start <= start && place.end >= end) &&
      !(
        about.names?.test(
          match.statement.text.slice(start - match.statement.start, end - match.statement.start),
        ) ?? false
      ),
  ).length
}

const fillers = new Set(
  'free lacks contain contains company firm present moment time yet so far anyone anybody else such thing far outside itself whole offer offers offered provide provides available supported currently however therefore unternehmen derzeit entreprise societe encore kein keine keinen nicht nie aucun aucune jamais cannot without none nobody nothing study paper participants'.split(
    ' ',
  ),
)

/** “Two authors declare no interests”: the others may. */
export const someOf =
  /^\P{L}*(?:two|three|four|five|some|most|many|several|the (?:other|remaining|rest)|other|all other|\d+) (?:of (?:the|our|its) )?\p{Ll}+s (?:\p{Ll}+ ){0,2}(?:no|not|none|never)(?!\p{L})/iu
