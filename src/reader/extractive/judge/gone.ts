import type { Condition } from './condition.ts'
import type { Match } from './match.ts'
import type { Statement } from './page-text.ts'

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

const asksNow = any(
  "still|currently|today|now|at present|at the moment|right now|already|noch|derzeit|aktuell|heute|schon|zurzeit|encore|actuellement|toujours|déjà|aujourd[’']hui",
)

/**
 * A line of a list or table that calls off what it names: “Pass: €89 (sold out)”. Of a longer sentence it cannot be told what is
 * gone; it only leaves open what is still to be had.
 */
export function goneBy({ statement, start }: Match, { text }: Condition): 'no' | 'open' | null {
  // What is named in brackets is what they speak of: “Parquet, NetCDF (CSV was dropped)”.
  // Nor is what stands behind a semicolon gone with what stands before it.
  const from = statement.text.lastIndexOf(';', start - statement.start) + 1
  const [own = ''] = statement.text.slice(from).split(';')
  const said = own.replaceAll(/\(\p{Lu}[^()]*\)/gu, ' ')
  if (!gone.test(said) || gone.test(text)) return null
  // Of several things in a line, one may be gone and the others not.
  if (statement.kind !== 'sentence') return /,/.test(statement.text) ? 'open' : 'no'
  return asksNow.test(text) || /(?<!\p{L})(?:available|possible|verfügbar|frei|disponible)/iu.test(text)
    ? 'open'
    : null
}
