import { forceAt } from './clauses.ts'
import type { Condition, Criterion } from './condition.ts'
import { asOf, quoteOf, type Finding, type Source } from './finding.ts'
import { occurrencesOf, type Stretch } from './match.ts'
import type { Statement } from './page-text.ts'

/** “Accepts submissions without an agent”: what is done, and what it is done without. */
export type Without = Extract<Criterion, { readonly kind: 'without' }>

/**
 * Statements that deny what it is done without, or call it needed: “no agent needed”, “a subscription is required”.
 * That there is such a thing says nothing: others may use it, or it may be to be had.
 */
export function decideWithout({ part, lacking }: Without, source: Source): Finding[] {
  const head = lacking.slots.at(-1)
  if (!head) return []
  return source.page.statements.flatMap((statement) => {
    const about = source.about.of(statement)
    if (about === 'other' || (about === 'unknown' && !source.about.isAboutSubject)) return []
    if (statement.kind === 'heading' || /\?\s*$/.test(statement.text)) return []
    return occurrencesOf(statement, head).flatMap((place) => {
      const verdict = verdictAt(statement, place, lacking)
      // On somebody else's page another may need it: “the Caption One costs less, but needs a subscription”.
      const isNamed = source.about.isOwnPage || (source.about.names?.test(statement.text) ?? false)
      if (verdict === 'no' && !isNamed) return []
      return verdict !== null && isSpokenOf(part, statement, source)
        ? [finding(verdict, statement, place, source, lacking)]
        : []
    })
  })
}

const denying =
  /(?<!\p{L})(?:no|without|without any|zero|free (?:of|from)|no need (?:for|of)|(?:not|never|cannot|n['’]t) (?:\p{L}+ )?(?:use|uses|using|need|needs|require|requires|contain|contains|have|has|charge|charges)|keine?[nrsm]?|ohne|sans|aucune?|pas d['’e])(?: (?:any|an?|the|extra|additional|ongoing|separate))?\s*$/iu
const unneeded =
  /^[^.,;:]{0,15}?\s(?:(?:is|are) )?(?:not|never) (?:needed|required|necessary|used|charged|mandatory|compulsory)(?!\p{L})|^[^.,;:]{0,5}?\s(?:is|are) optional(?!\p{L})|^[ -]free(?!\p{L})/iu
const needing =
  /(?<!\p{L})(?:(?:needs?|requires?|must (?:have|use|buy|take out)|only (?:with|through|via|by)|benötigt|erfordert|nécessite)(?: an?| the| its| ein\p{L}*| une?)?)\s*$/iu
const needed =
  /^[^.,;:]{0,15}?\s(?:(?:is|are) )?(?:needed|required|necessary|mandatory|compulsory|erforderlich|nötig|nécessaire)(?!\p{L})/iu

/** By the words right before and behind it, with nothing between but what the criterion names as well. */
function verdictAt(statement: Statement, place: Stretch, lacking: Condition): 'yes' | 'no' | null {
  const text = statement.text
  const before = text.slice(0, startOf(statement, place, lacking) - statement.start)
  const after = text.slice(place.end - statement.start)
  // “No subscription fee” is another matter than no subscription.
  if (/^[ -]\p{Ll}/u.test(after) && !isPhraseEnd.test(after)) return null
  const { mood } = forceAt(statement, [place])
  if (mood !== 'fact') return null
  if (denying.test(before) || unneeded.test(after)) return 'yes'
  const isWhole = lacking.slots.every((slot) => occurrencesOf(statement, slot).length > 0)
  return isWhole && (needing.test(before) || needed.test(after)) ? 'no' : null
}

const isPhraseEnd =
  /^[ -](?:in|at|for|of|on|with|and|or|nor|is|are|was|were|has|have|to|by|from|per|free|needed|required|necessary|charged|used|at all|und|oder|für|et|ou|pour|de)(?!\p{L})/iu

/** Where the phrase begins: “molten salt” with “molten”. */
function startOf(statement: Statement, place: Stretch, { slots }: Condition): number {
  const beside = slots
    .slice(0, -1)
    .flatMap((slot) => occurrencesOf(statement, slot))
    .filter(({ end }) => end <= place.start && place.start - end <= 2)
  return Math.min(place.start, ...beside.map(({ start }) => start))
}

/** The statement itself, its paragraph or the heading over it names all of what is done. */
function isSpokenOf(part: Criterion, statement: Statement, { page }: Source): boolean {
  const nouns = conditionsIn(part).flatMap(({ slots }) => slots.filter(({ isVerb }) => !isVerb))
  if (nouns.length === 0) return true
  const over = page.statements.findLast(({ kind, start }) => kind === 'heading' && start < statement.start)
  const around = page.statements.filter(({ block }) => block === statement.block)
  const holders = [...around, statement.heading, over].filter((one) => one !== null && one !== undefined)
  return nouns.every((slot) => holders.some((holder) => occurrencesOf(holder, slot).length > 0))
}

function conditionsIn(criterion: Criterion): Condition[] {
  if (criterion.kind === 'condition') return [criterion]
  return 'part' in criterion ? conditionsIn(criterion.part) : criterion.parts.flatMap(conditionsIn)
}

const finding = (
  verdict: 'yes' | 'no',
  statement: Statement,
  place: Stretch,
  source: Source,
  { text }: Condition,
): Finding => ({
  verdict,
  rule: 'denied',
  source,
  quote: quoteOf(statement, place),
  why: verdict === 'yes' ? `the page denies “${text}”` : `the page says that this is needed: “${text}”`,
  at: asOf(source),
  strength: 2,
  isCorrection: false,
  isLasting: false,
})
