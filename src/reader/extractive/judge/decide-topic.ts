import { forceAt, type Force } from './clauses.ts'
import type { Condition } from './condition.ts'
import { correcting } from './cues.ts'
import { quoteOf, type Finding, type Rule, type Source } from './finding.ts'
import { matchSlots, occurrencesOf, type Match } from './match.ts'
import { momentsOf } from './mentions.ts'
import type { Statement } from './page-text.ts'
import { inWindow } from './window.ts'

/** What the statements of a source say to a condition that names things, deeds and states. */
export function decideTopic(condition: Condition, source: Source): Finding[] {
  if (condition.slots.length === 0 || condition.slots.every(({ isName, place }) => isName || place !== null)) return []
  const findings: Finding[] = []
  for (const [at, statement] of source.page.statements.entries()) {
    const about = source.about.of(statement)
    const answered = answerOf(condition, statement, source.page.statements[at - 1])
    if (answered) findings.push(finding(answered, 'answered', statement, statement, source, condition))
    if (about === 'other' || statement.kind === 'heading') continue
    if (about === 'unknown' && !source.about.isAboutSubject) continue
    const match = matchSlots(statement, condition.slots)
    if (match) {
      const said = verdictOf(match, condition, source)
      if (said) findings.push(finding(said.verdict, said.rule, statement, match, source, condition))
      continue
    }
    const opposed = matchSlots(statement, condition.slots, { opposite: true })
    if (opposed && condition.mode !== 'plan') {
      const force = forceOf(opposed)
      if (force.denied === false && (force.mood === 'fact' || force.mood === 'past'))
        findings.push(finding('no', 'opposite', statement, opposed, source, condition))
    }
  }
  return findings
}

const yesWord = /^["“„«\s]*(?:yes|ja|oui|certainly|of course|absolutely)(?!\p{L})/iu
const noWord = /^["“„«\s]*(?:no|not (?:at present|yet|currently|at the moment)|nein|non|noch nicht|pas encore|never)(?:[.,;:!–—]|\s(?:we|wir|nous)|$)/iu

/** A question above that asks for just this, and an answer that begins with yes or no. */
function answerOf(condition: Condition, statement: Statement, before: Statement | undefined): 'yes' | 'no' | null {
  const { heading } = statement
  if (!heading?.isQuestion || before?.start !== heading.start) return null
  if (!condition.slots.every((slot) => occurrencesOf(heading, slot).length > 0)) return null
  if (yesWord.test(statement.text)) return 'yes'
  return noWord.test(statement.text) ? 'no' : null
}

/** How a match is meant; the heading above may deny it too: “What we do not make”. */
function forceOf(match: Match): Force {
  const force = forceAt(match.statement, match.start, match.end)
  const { heading } = match.statement
  if (match.above === 0 || !heading) return force
  const above = forceAt({ ...match.statement, text: heading.text, start: heading.start, end: heading.end }, heading.start, heading.end)
  if (above.denied === false || above.mood === 'asked') return force
  return { mood: force.mood, denied: force.denied === false ? above.denied : null }
}

function verdictOf(match: Match, condition: Condition, source: Source): { verdict: 'yes' | 'no'; rule: Rule } | null {
  const force = forceOf(match)
  if (force.mood === 'asked' || force.denied === null) return null
  const said = force.denied ? deniedVerdict(force, condition) : statedVerdict(force, condition, match)
  if (said === null || condition.window === null) return said
  return said.verdict === 'no' ? said : withinWindow(match, condition, source) ? said : null
}

const deniedVerdict = (force: Force, { mode }: Condition): { verdict: 'no'; rule: Rule } | null => {
  if (force.mood === 'rumoured') return null
  if (mode === 'plan') return { verdict: 'no', rule: 'denied' }
  return { verdict: 'no', rule: force.mood === 'ended' ? 'ended' : 'denied' }
}

function statedVerdict(force: Force, { mode }: Condition, match: Match): { verdict: 'yes' | 'no'; rule: Rule } | null {
  const stated: Rule = match.above > 0 ? 'stated-above' : 'stated'
  const { mood } = force
  if (mood === 'rumoured') return null
  if (mode === 'plan') return mood === 'planned' ? { verdict: 'yes', rule: stated } : null
  if (mood === 'planned' || mood === 'pending') return { verdict: 'no', rule: 'planned' }
  if (mode === 'past') return { verdict: 'yes', rule: stated }
  if (mood === 'ended') return { verdict: 'no', rule: 'ended' }
  return mood === 'past' ? null : { verdict: 'yes', rule: stated }
}

function withinWindow(match: Match, { window }: Condition, { page }: Source): boolean {
  if (window === null) return true
  const moments = momentsOf(match.statement, page).filter(({ isRough }) => !isRough)
  if (moments.length > 0) return moments.some(({ date }) => inWindow(date, window) === true)
  const published = page.document.publishedAt
  return published !== null && inWindow(published.toISOString().slice(0, 10), window) === true
}

function finding(
  verdict: 'yes' | 'no',
  rule: Rule,
  statement: Statement,
  stretch: { readonly start: number; readonly end: number },
  source: Source,
  condition: Condition,
): Finding {
  correcting.lastIndex = 0
  return {
    verdict,
    rule,
    source,
    quote: quoteOf(statement, stretch),
    why: whyOf(rule, condition),
    at: source.page.document.publishedAt?.getTime() ?? null,
    strength: rule === 'denied' || rule === 'answered' || rule === 'ended' ? 3 : rule === 'stated' ? 2 : 1,
    isCorrection: correcting.test(statement.text) || rule === 'ended',
  }
}

function whyOf(rule: Rule, { text }: Condition): string {
  const asked = `“${text}”`
  if (rule === 'denied') return `the page denies ${asked}`
  if (rule === 'ended') return `the page says that this is over: ${asked}`
  if (rule === 'planned') return `the page speaks of it as something still to come: ${asked}`
  if (rule === 'opposite') return `the page says the opposite of ${asked}`
  if (rule === 'answered') return `the page answers the question itself: ${asked}`
  return `the page says so: ${asked}`
}
