import type { Force } from './clauses.ts'
import type { Condition, Slot } from './condition.ts'
import { contradiction, deniedOpposite } from './contradiction.ts'
import { correcting, hasCue } from './cues.ts'
import { asOf, quoteOf, type Finding, type Rule, type Source } from './finding.ts'
import { asksForKind, isDeedOfAnother, isOfAnother, tellsOfOthers } from './kind-asked.ts'
import { grammarWords } from './light-words.ts'
import { deniesBelow, matchSlots, occurrencesOf, type Match, type Stretch } from './match.ts'
import { forceOf, someOf, wordsBeside } from './meant.ts'
import type { Statement } from './page-text.ts'
import { goneBy, lacksOnly } from './gone.ts'
import { happenedIn, isPastSpan } from './timing.ts'
import { happensOnce, hasConcept, isAct, isKept, isPlainVerb, isScheduled, isStartingVerb } from './verbs.ts'

type Said = { readonly verdict: 'yes' | 'no'; readonly rule: Rule } | null

/** What the statements of a source say to a condition that names things, deeds and states. */
export function decideTopic(condition: Condition, source: Source, now: Date): Finding[] {
  // “Has a factory outside Germany”: one that is in Germany says nothing of others.
  if (condition.slots.length === 0 || condition.isOutside) return []
  const findings: Finding[] = []
  const asksForName = condition.slots.length > 1 && condition.slots.some(({ isName }) => isName)
  const asksKind = asksForKind(condition)
  for (const [at, statement] of source.page.statements.entries()) {
    const answered = answerOf(condition, statement, source.page.statements[at - 1])
    if (answered) findings.push(finding(answered, 'answered', statement, statement, source, condition))
    if (!speaksOfSubject(statement, source, asksForName)) continue
    const match = matchSlots(statement, condition.slots)
    if (match && restsOnName(match, condition, source)) continue
    if (match && (isForeign(match, condition, asksKind) || isOfHost(match, condition))) continue
    const said = match ? verdictOf(match, condition, source, now) : null
    const answer = source.page.statements[at + 1]
    if (match && said?.verdict === 'yes' && answer && isAnsweredByNone(statement, answer, source)) {
      const quote = { start: statement.start, end: answer.end }
      findings.push({ ...finding('no', 'denied', statement, match, source, condition), quote })
      continue
    }
    if (match && said) findings.push(finding(said.verdict, said.rule, statement, match, source, condition))
    if (match && said) continue
    const partial = partialMatch(statement, condition, source, now)
    if (partial) findings.push(finding('yes', 'topic', statement, partial, source, condition))
    if (partial) continue
    const against = contradiction(statement, condition, source, now)
    if (against) findings.push(finding('no', against.rule, statement, against.match, source, condition))
    const spared = against ? null : deniedOpposite(statement, condition, source)
    if (spared) findings.push(finding('yes', 'opposite', statement, spared, source, condition))
  }
  return withoutOtherTimes(findings)
}

/** Who was appointed in 2025 may have been appointed before: what says when it was is not denied by another time. */
const withoutOtherTimes = (findings: readonly Finding[]): Finding[] => {
  const isSaid = findings.some(({ verdict }) => verdict === 'yes')
  return findings.filter(({ verdict, rule }) => !(isSaid && verdict === 'no' && rule === 'date'))
}

/** “**Comparison with clinicians.** None was made”: words set apart name a matter, and the next say that there is none. */
const isAnsweredByNone = (statement: Statement, answer: Statement, { page }: Source): boolean =>
  statement.block === answer.block &&
  statement.tokens.length <= 8 &&
  /[*_]$/.test(page.document.text.slice(0, statement.start)) &&
  /^[*_]/.test(page.document.text.slice(statement.end)) &&
  /^(?:(?:none|nothing)(?: (?:is|are|was|were|has|have)(?!\p{L})|\P{L}|$)|(?:no|never|nil|n\/a|not (?:applicable|done|made|performed))(?:[.,;:!–—]|$))/iu.test(
    answer.text,
  )

/** What somebody is called is not what is said about it: “worked for Kestrel Robotics” tells nothing of robotics. */
function restsOnName({ statement, found }: Match, { slots }: Condition, { about }: Source): boolean {
  if (!about.properNames) return false
  const named = [...statement.text.matchAll(new RegExp(about.properNames, 'giu'))].map(
    ({ index, 0: name }) => ({
      start: statement.start + index,
      end: statement.start + index + name.length,
    }),
  )
  return found.some(
    (stretch, at) =>
      stretch !== null &&
      slots[at]?.isName === false &&
      named.some(({ start, end }) => start <= stretch.start && stretch.end <= end),
  )
}

const isForeign = ({ statement, found }: Match, condition: Condition, asksKind: boolean): boolean =>
  (asksKind && isOfAnother(statement, found)) ||
  isDeedOfAnother(condition, statement, found) ||
  tellsOfOthers(statement, found)

/** “Held by an association based in Skopje”: where the host is at home. */
const isOfHost = ({ statement: { text, start: from }, start, end }: Match, condition: Condition): boolean =>
  hasConcept(condition, ['take-place']) &&
  /(?<!\p{L})(?:based|headquartered|registered)\s(?:\p{L}+\s)?(?:in|at)\s|(?<!\p{L})by [^,]*\s(?:of|from)\s\p{L}+$/iu.test(
    text.slice(start - from, end - from),
  )

/** Everything is said but such a verb. */
function partialMatch(statement: Statement, condition: Condition, source: Source, now: Date): Match | null {
  const { slots, mode } = condition
  if (slots.length < 3) return null
  for (const left of slots) {
    const isPlan = mode === 'plan'
    if (!(isPlainVerb(left) || (isPlan && isStartingVerb(left))) || !(left.isVerb || isPlan)) continue
    // Whoever has a thing need not sell it.
    if (left.concepts.has('sell')) continue
    if (statement.heading && deniesBelow(statement.heading.text)) continue
    const match = matchSlots(
      statement,
      slots.filter((slot) => slot !== left),
    )
    if (!match || match.above > 0 || match.end - match.start > 120 || isOwned(match)) continue
    const said = verdictOf(match, condition, source, now)
    if (said?.verdict === 'yes') return match
  }
  return null
}

/** “The treatment of its used membranes”: who has a thing need not make it. */
const isOwned = ({ statement: { text, start: from }, start }: Match): boolean =>
  /(?<!\p{L})(?:its|their|his|her)\s(?:\p{L}+\s){0,2}$/iu.test(text.slice(0, start - from))

/** Headings say what follows is about; only on a page about many do they say who. */
function speaksOfSubject(statement: Statement, { about }: Source, asksForName: boolean): boolean {
  if (statement.kind === 'heading')
    return (about.names?.test(statement.text) ?? false) || (asksForName && about.isOwnPage)
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

function verdictOf(match: Match, condition: Condition, source: Source, now: Date): Said {
  const isFormer = isPastSpan(match, now) && !isKept(condition)
  const force = endedBy(forceOf(match), isFormer)
  if (force.mood === 'asked' || force.denied === null) return null
  if (isNegative(match.statement) && hasConcept(condition, ['profit']))
    return { verdict: 'no', rule: 'opposite' }
  if (isDesignedOnly(match, condition) || lacksOnly(match.statement, condition)) return null
  const said = force.denied
    ? deniedVerdict(force, condition, match, source)
    : statedVerdict(force, condition, match)
  if (said?.verdict === 'yes' && !condition.isReport) {
    const gone = goneBy(match, condition)
    if (gone !== null) return gone === 'no' ? { verdict: 'no', rule: 'ended' } : null
  }
  if (said?.verdict === 'no' && isNarrower(match, condition, source)) return null
  // A line of the past denies only what no other line says to be so.
  if (said?.rule === 'ended' && isFormer && !force.denied) return { verdict: 'no', rule: 'former' }
  if (said === null || condition.window === null) return said
  const isIn = happenedIn(match, condition.window, source)
  // What was not so at another time may be so at this one.
  if (said.verdict === 'no') return isIn === false ? null : said
  if (isIn === true) return said
  return isIn === false &&
    (happensOnce(condition) ||
      /(?<!\p{L})(?:latest|most recent(?:ly)?|last|letzte[nrs]?|zuletzt|dernière?)(?!\p{L})/iu.test(
        match.statement.text,
      ))
    ? { verdict: 'no', rule: 'date' }
    : null
}

/** “We no longer make stoves” says nothing against whoever makes anything: a bare deed is denied only without its object. */
const isNarrower = (match: Match, { slots }: Condition, source: Source): boolean =>
  isOfOneKind(match, slots) ||
  isUnderHeading(match, slots, source) ||
  isOneOfTwo(match) ||
  (slots.length === 1 &&
    hasConcept({ slots }, [
      'make',
      'develop',
      'sell',
      'supply',
      'teach',
      'offer',
      'operate',
      'hire',
      'work',
    ]) &&
    wordsBeside(match, source) > 0)

/** “Paper manuscripts are no longer accepted”: others may be. */
function isOfOneKind({ statement, found }: Match, slots: readonly Slot[]): boolean {
  const [first, second] = statement.tokens
  const at = found.findIndex((one) => one !== null && one.start === second?.start)
  return (
    statement.kind === 'sentence' &&
    first !== undefined &&
    at >= 0 &&
    slots[at]?.isVerb === false &&
    !grammarWords.has(first.word) &&
    !first.word.endsWith('ly')
  )
}

/** Under “Submissions” one thing may be refused and the others not: the sentence shares nothing but the verb. */
const isUnderHeading = (match: Match, slots: readonly Slot[], source: Source): boolean =>
  match.above > 0 &&
  match.statement.kind === 'sentence' &&
  match.found.every((one, at) => one === null || slots[at]?.isVerb === true) &&
  match.statement.heading?.isQuestion === false &&
  !deniesBelow(match.statement.heading.text) &&
  wordsBeside(match, source) > 0

/** Under “Data and code” the recordings are refused: that says nothing of the code. */
const isOneOfTwo = ({ above, statement: { heading, tokens, kind }, found }: Match): boolean => {
  const [first, second] = tokens
  const subject = first && grammarWords.has(first.word) ? second : first
  return (
    above > 0 &&
    kind === 'sentence' &&
    heading !== null &&
    /\p{L} (?:and|&|und|et) \p{L}/iu.test(heading.text) &&
    subject !== undefined &&
    !grammarWords.has(subject.word) &&
    !heading.tokens.some(({ stem }) => stem === subject.stem) &&
    !found.some((one) => one !== null && one.start <= subject.start && one.end >= subject.end)
  )
}

/** A row whose number has a minus: “Net income | −€3.4 million”. */
const isNegative = ({ kind, cells }: Statement): boolean =>
  kind === 'row' && cells.some(({ text }) => /^[−–-]\s?\p{Sc}?\s?\d/u.test(text))

const making = /(?<!\p{L})(?:mak|made|manufactur|produc|assembl|built|build|fabri|gefertigt|hergestellt)/iu

/** What is designed in a place need not be made there. */
const isDesignedOnly = ({ statement, found }: Match, { slots, text }: Condition): boolean =>
  making.test(text) &&
  found.length === slots.length &&
  slots.some(({ place }) => place !== null) &&
  slots.some(({ concepts }, at) => {
    const one = found[at]
    return (
      concepts.has('make') &&
      one !== null &&
      one !== undefined &&
      !making.test(statement.text.slice(one.start - statement.start, one.end - statement.start))
    )
  })

/** “From 2019 to 2022”: over, if that was before now. */
const endedBy = (force: Force, isFormer: boolean): Force =>
  isFormer && (force.mood === 'fact' || force.mood === 'past') ? { ...force, mood: 'ended' } : force

/** More than a few further words, and something narrower is denied than was asked: “not on Sundays”. */
const mostBeside = 6

function deniedVerdict(force: Force, condition: Condition, match: Match, source: Source): Said {
  // A work may be about what it denies.
  if (condition.isReport && !/^(?:reports?|announces?|announced)/iu.test(condition.text)) return null
  if (someOf.test(match.statement.text)) return null
  const asksToTell = hasConcept(condition, ['publish'])
  if (force.mood === 'withheld') return asksToTell ? { verdict: 'no', rule: 'denied' } : null
  if (
    force.mood === 'rumoured' ||
    (force.mood === 'planned' && condition.mode === 'past' && condition.window !== null)
  )
    return null
  // What nobody plans to do says nothing of what is: “no plans to move manufacturing”.
  if ((condition.mode === 'plan') !== (force.mood === 'planned')) return null
  if (wordsBeside(match, source) > mostBeside) return null
  return { verdict: 'no', rule: force.mood === 'ended' ? 'ended' : 'denied' }
}

function statedVerdict({ mood }: Force, condition: Condition, match: Match): Said {
  const stated: Rule = match.above > 0 ? 'stated-above' : 'stated'
  const { mode, isReport } = condition
  if (isReport && /^(?:mentions?|is about|discusses|covers|includes?)(?!\p{L})/iu.test(condition.text))
    return { verdict: 'yes', rule: stated }
  if (isReport)
    return mood === 'rumoured' && !/rumou?r|report/i.test(condition.text)
      ? null
      : { verdict: 'yes', rule: stated }
  if (mood === 'withheld')
    return hasConcept(condition, ['publish']) ? { verdict: 'no', rule: 'denied' } : null
  if (mood === 'rumoured') return null
  if (mode === 'plan') return mood === 'planned' ? { verdict: 'yes', rule: stated } : null
  if (mood === 'planned' || mood === 'pending')
    return isScheduled(condition) && (mode !== 'past' || condition.window !== null)
      ? { verdict: 'yes', rule: stated }
      : // What was still to come when the page was written may have come since.
        condition.window === null
        ? { verdict: 'no', rule: 'planned' }
        : null
  if (/^can(?!\p{L})/iu.test(condition.text)) return null
  if (mode === 'past') return { verdict: 'yes', rule: stated }
  if (mood === 'ended') return { verdict: 'no', rule: 'ended' }
  return mood === 'past' && !isAct(condition) ? null : { verdict: 'yes', rule: stated }
}

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
    strength: strengths[rule] ?? 1,
    isCorrection: hasCue(correcting, statement.text, statement.language) || rule === 'ended',
    // When something happened does not change.
    isLasting: condition.window !== null,
  }
}

/** What is said in so many words outweighs what follows from it. */
const strengths: Partial<Record<Rule, number>> = { answered: 3, ended: 3, denied: 2, stated: 2 }

function whyOf(rule: Rule, { text, window }: Condition): string {
  const asked = `“${text}”`
  if (rule === 'denied' || rule === 'denied-core') return `the page denies ${asked}`
  if (rule === 'ended' || rule === 'former') return `the page says that this is over: ${asked}`
  if (rule === 'planned') return `the page speaks of it as something still to come: ${asked}`
  if (rule === 'opposite') return `the page speaks of the opposite of ${asked}`
  if (rule === 'answered') return `the page answers the question itself: ${asked}`
  if (rule === 'date') return `the page gives a time that is not ${window?.text ?? 'the one asked for'}`
  return `the page says so: ${asked}`
}
