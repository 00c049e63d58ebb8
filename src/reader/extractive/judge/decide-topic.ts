import { clausesAround, forceAt, type Force } from './clauses.ts'
import type { Condition, Slot } from './condition.ts'
import { correcting, hasCue } from './cues.ts'
import { asOf, quoteOf, type Finding, type Rule, type Source } from './finding.ts'
import { grammarWords } from './light-words.ts'
import { matchSlots, occurrencesOf, type Match, type Stretch } from './match.ts'
import type { Statement } from './page-text.ts'
import { happenedIn } from './timing.ts'

type Said = { readonly verdict: 'yes' | 'no'; readonly rule: Rule } | null

/** What the statements of a source say to a condition that names things, deeds and states. */
export function decideTopic(condition: Condition, source: Source, now: Date): Finding[] {
  if (condition.slots.length === 0) return []
  const findings: Finding[] = []
  for (const [at, statement] of source.page.statements.entries()) {
    const answered = answerOf(condition, statement, source.page.statements[at - 1])
    if (answered) findings.push(finding(answered, 'answered', statement, statement, source, condition))
    if (!speaksOfSubject(statement, source)) continue
    const match = matchSlots(statement, condition.slots)
    const said = match ? verdictOf(match, condition, source, now) : null
    if (match && said) findings.push(finding(said.verdict, said.rule, statement, match, source, condition))
    if (match) continue
    const against = contradiction(statement, condition, source)
    if (against) findings.push(finding('no', against.rule, statement, against.match, source, condition))
  }
  return findings
}

/** Headings say what follows is about; only on a page about many do they say who. */
function speaksOfSubject(statement: Statement, { about }: Source): boolean {
  if (statement.kind === 'heading') return about.names?.test(statement.text) ?? false
  const spoken = about.of(statement)
  return spoken === 'own' || (spoken === 'unknown' && about.isAboutSubject)
}

const yesWord = /^["“„«\s]*(?:yes|ja|oui|certainly|of course|absolutely)(?!\p{L})/iu
const noWord =
  /^["“„«\s]*(?:no|not (?:at present|yet|currently|at the moment)|nein|non|noch nicht|pas encore|never)(?:[.,;:!–—]|\s(?:we|wir|nous)|$)/iu

/** A question above that asks for just this, and an answer that begins with yes or no. */
function answerOf(
  condition: Condition,
  statement: Statement,
  before: Statement | undefined,
): 'yes' | 'no' | null {
  const { heading } = statement
  if (!heading?.isQuestion || before?.start !== heading.start) return null
  if (!condition.slots.every((slot) => occurrencesOf(heading, slot).length > 0)) return null
  if (yesWord.test(statement.text)) return 'yes'
  return noWord.test(statement.text) ? 'no' : null
}

const placesIn = (match: Match): Stretch[] => match.found.filter((one) => one !== null)

const yesCell = /^(?:yes|ja|oui|✓|✔|✅|x|included|available|unlimited)$/iu
const noCell = /^(?:no|nein|non|✗|✘|❌|-|–|—|not (?:available|supported|included))$/iu

/** A row of a table of features: one yes among its cells is a yes. Null: another row. */
function tickedIn({ cells }: Statement): boolean | null {
  const marks = cells.slice(1).filter(({ text }) => yesCell.test(text) || noCell.test(text))
  if (marks.length === 0 || marks.length < cells.length - 1) return null
  return marks.some(({ text }) => yesCell.test(text))
}

/** How a match is meant; the heading above may deny it too: “What we do not make”. */
function forceOf(match: Match): Force {
  const ticked = tickedIn(match.statement)
  if (ticked !== null) return { denied: !ticked, mood: 'fact' }
  const force = forceAt(match.statement, placesIn(match))
  const { heading } = match.statement
  if (match.above === 0 || !heading) return force
  const above = forceAt({ ...match.statement, text: heading.text, start: heading.start, end: heading.end }, [
    { start: heading.end, end: heading.end },
  ])
  if (above.denied === false || above.mood === 'asked') return force
  return { mood: force.mood, denied: force.denied === false ? above.denied : null }
}

function verdictOf(match: Match, condition: Condition, source: Source, now: Date): Said {
  const force = endedBy(forceOf(match), match, now)
  if (force.mood === 'asked' || force.denied === null) return null
  const said = force.denied
    ? deniedVerdict(force, condition, match, source)
    : statedVerdict(force, condition, match)
  if (said === null || said.verdict === 'no' || condition.window === null) return said
  const isIn = happenedIn(match, condition.window, source)
  if (isIn === true) return said
  return isIn === false &&
    (happensOnce(condition) ||
      /(?<!\p{L})(?:latest|most recent(?:ly)?|last|letzte[nrs]?|zuletzt|dernière?)(?!\p{L})/iu.test(
        match.statement.text,
      ))
    ? { verdict: 'no', rule: 'date' }
    : null
}

/** “From 2019 to 2022”: over, if that was before now. */
function endedBy(force: Force, { statement, start, end }: Match, now: Date): Force {
  if (force.mood !== 'fact' && force.mood !== 'past') return force
  const clause = clausesAround(statement, start, end)
  const text = statement.text.slice(clause.start - statement.start, clause.end - statement.start)
  const span = /(?:19|20)\d\d\s?(?:to|until|till|bis|à|–|-)\s?(?:\p{L}+ )?((?:19|20)\d\d)(?!\d)/iu.exec(text)
  return span && Number(span[1]) < now.getUTCFullYear() ? { ...force, mood: 'ended' } : force
}

const once = ['found', 'born', 'doctorate', 'ipo', 'acquired-state', 'retire', 'join', 'insolvent']
const happensOnce = ({ slots }: Condition): boolean =>
  slots.some(({ concepts }) => once.some((concept) => concepts.has(concept)))

/** More than a few further words, and something narrower is denied than was asked: “not on Sundays”. */
const mostBeside = 6
const mostBesideCore = 3

function deniedVerdict(force: Force, condition: Condition, match: Match, source: Source): Said {
  const asksToTell = hasConcept(condition, 'publish')
  if (force.mood === 'withheld') return asksToTell ? { verdict: 'no', rule: 'denied' } : null
  if (
    force.mood === 'rumoured' ||
    (force.mood === 'planned' && condition.mode === 'past' && condition.window !== null)
  )
    return null
  if (condition.mode === 'plan' && force.mood !== 'planned') return null
  if (wordsBeside(match, source) > mostBeside) return null
  return { verdict: 'no', rule: force.mood === 'ended' ? 'ended' : 'denied' }
}

function statedVerdict({ mood }: Force, condition: Condition, match: Match): Said {
  const stated: Rule = match.above > 0 ? 'stated-above' : 'stated'
  const { mode, isReport } = condition
  if (isReport)
    return mood === 'rumoured' && !/rumou?r|report/i.test(condition.text)
      ? null
      : { verdict: 'yes', rule: stated }
  if (mood === 'withheld') return hasConcept(condition, 'publish') ? { verdict: 'no', rule: 'denied' } : null
  if (mood === 'rumoured') return null
  if (mode === 'plan') return mood === 'planned' ? { verdict: 'yes', rule: stated } : null
  if (mood === 'planned' || mood === 'pending')
    return isScheduled(condition) ? { verdict: 'yes', rule: stated } : { verdict: 'no', rule: 'planned' }
  if (/^can(?!\p{L})/iu.test(condition.text)) return null
  if (mode === 'past') return { verdict: 'yes', rule: stated }
  if (mood === 'ended') return { verdict: 'no', rule: 'ended' }
  return mood === 'past' && !isAct(condition) ? null : { verdict: 'yes', rule: stated }
}

/** “Speaks at a conference in September” is true of what is planned for then. */
const isScheduled = (condition: Condition): boolean =>
  hasConcept(condition, 'speak', 'leave', 'conference', 'announce', 'delay')
/** What was once done stays done: a certificate was granted, a trial was made. */
const isAct = (condition: Condition): boolean =>
  hasConcept(
    condition,
    'certify',
    'rct',
    'randomised',
    'preregister',
    'retract',
    'peer-review',
    'find',
    'test',
    'use',
    'compare',
    'measure',
    'public-company',
    'acquired-state',
    'layoff',
    'insolvent',
    'study',
    'doctorate',
    'release-openly',
    'shut-down',
    'improve',
    'rise',
    'fall',
    'fund',
    'receive',
  )

const hasConcept = ({ slots }: Condition, ...wanted: string[]): boolean =>
  slots.some(({ concepts }) => wanted.some((concept) => concepts.has(concept)))

/** The opposite of what is asked, or the heart of it denied. */
function contradiction(
  statement: Statement,
  condition: Condition,
  source: Source,
): { rule: Rule; match: Match } | null {
  if (condition.mode === 'plan') return null
  const opposed = matchSlots(statement, condition.slots, { opposite: true })
  if (opposed) {
    const force = forceOf(opposed)
    if (force.denied === false && (force.mood === 'fact' || force.mood === 'past' || force.mood === 'ended'))
      return { rule: 'opposite', match: opposed }
    return null
  }
  for (const core of coresOf(condition.slots)) {
    const match = matchSlots(statement, core)
    if (!match || match.above > 0) continue
    const force = forceOf(match)
    const isDenied =
      force.denied === true &&
      force.mood !== 'rumoured' &&
      force.mood !== 'withheld' &&
      force.mood !== 'asked'
    if (isDenied && wordsBeside(match, source) <= mostBesideCore) return { rule: 'denied', match }
  }
  return null
}

/** What is denied as a whole is denied in every part: who has no shop sells through none. */
function coresOf(slots: readonly Slot[]): Slot[][] {
  const cores: Slot[][] = []
  const isTelling = (core: readonly Slot[]) =>
    core.some(
      ({ isName, place, isVerb, concepts }) =>
        !isName && place === null && !isVerb && !concepts.has('company'),
    )
  const withoutVerb = slots.filter(({ isVerb }) => !isVerb)
  if (withoutVerb.length < slots.length && isTelling(withoutVerb)) cores.push(withoutVerb)
  const groups = [...new Set(slots.map(({ group }) => group))]
  if (groups.length > 1) {
    const withoutLast = slots.filter(({ group }) => group !== groups.at(-1))
    if (withoutLast.length > 1 && isTelling(withoutLast)) cores.push(withoutLast)
  }
  if (slots.length > 2 && isTelling(slots.slice(0, -1))) cores.push(slots.slice(0, -1))
  const [first] = slots
  if (first && !first.isVerb && slots.length > 2 && isTelling(slots.slice(1))) cores.push(slots.slice(1))
  return cores
}

/** How many telling words of its clause a match leaves over. */
function wordsBeside(match: Match, { about }: Source): number {
  const places = placesIn(match)
  const clause = clausesAround(match.statement, match.start, match.end)
  return match.statement.tokens.filter(
    ({ start, end, word, isNumber }) =>
      start >= clause.start &&
      end <= clause.end &&
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
  'company firm present moment time yet so far anyone anybody else such thing far outside itself whole offer offers offered provide provides available supported currently however therefore unternehmen derzeit entreprise societe encore kein keine keinen nicht nie aucun aucune jamais cannot without none nobody nothing study paper participants'.split(
    ' ',
  ),
)

function finding(
  verdict: 'yes' | 'no',
  rule: Rule,
  statement: Statement,
  stretch: Stretch,
  source: Source,
  condition: Condition,
): Finding {
  return {
    verdict,
    rule,
    source,
    quote: quoteOf(statement, stretch),
    why: whyOf(rule, condition),
    at: asOf(source),
    strength: rule === 'denied' || rule === 'answered' || rule === 'ended' ? 3 : rule === 'stated' ? 2 : 1,
    isCorrection: hasCue(correcting, statement.text, statement.language) || rule === 'ended',
    isLasting: false,
  }
}

function whyOf(rule: Rule, { text, window }: Condition): string {
  const asked = `“${text}”`
  if (rule === 'denied') return `the page denies ${asked}`
  if (rule === 'ended') return `the page says that this is over: ${asked}`
  if (rule === 'planned') return `the page speaks of it as something still to come: ${asked}`
  if (rule === 'opposite') return `the page says the opposite of ${asked}`
  if (rule === 'answered') return `the page answers the question itself: ${asked}`
  if (rule === 'date') return `the page gives a time that is not ${window?.text ?? 'the one asked for'}`
  return `the page says so: ${asked}`
}
