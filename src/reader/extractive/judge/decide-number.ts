import { isToldOfOther } from '../facts/subject.ts'
import { isMereLimit } from '../limit.ts'
import { isHouseNumberOf } from '../values/addresses.ts'
import type { Quantity } from '../values/quantities.ts'
import { clausesAround, forceAt } from './clauses.ts'
import { compare, isSameMeasure } from './comparison.ts'
import type { Comparison, Condition, Slot } from './condition.ts'
import { correcting, hasCue } from './cues.ts'
import { asOf, quoteOf, type Finding, type Source } from './finding.ts'
import { matchSlots, occurrencesOf, type Match, type Stretch } from './match.ts'
import { meaningsOf, momentsOf, quantitiesOf } from './mentions.ts'
import { momentsNear } from './timing.ts'
import type { PageText, Statement } from './page-text.ts'
import { durationOf, inWindow } from './window.ts'

const year = 365 * 86_400_000
/** A count that was true so long ago need not be true today. */
const stale = 1.25 * year
/** Figures of a whole year are told once in a year. */
const staleYearly = 2.25 * year

/** Numbers that a source gives for what a condition counts, each compared with what is wanted. */
export function decideNumber(
  condition: Condition & { comparison: Comparison },
  source: Source,
  now: Date,
  mayGoStale: boolean,
): Finding[] {
  const { comparison, slots } = condition
  const isSubject = (text: string): boolean => source.about.names?.test(text) ?? false
  const findings: Measured[] = []
  for (const statement of source.page.statements) {
    const about = source.about.of(statement)
    if (about === 'other' || (about === 'unknown' && !source.about.isAboutSubject)) continue
    const all = quantitiesOf(statement, source.page)
    const quantities = all.filter(
      (quantity) =>
        !isComparedWith(statement, quantity, all) &&
        !(quantity.isFormer && isChange(statement, quantity)) &&
        !quantity.mayBeYear &&
        !isLabel(statement, quantity) &&
        !isDialled(statement, quantity) &&
        !isPart(statement, quantity) &&
        !isMereLimit(statement.text.slice(0, quantity.start - statement.start), condition.text) &&
        !isYearBefore(statement, quantity) &&
        !isOfEach(statement.text.slice(0, quantity.start - statement.start), isSubject) &&
        !isToldOfOther(statement.text.slice(0, quantity.start - statement.start), isSubject) &&
        !isFraction(statement, quantity),
    )
    if (quantities.length === 0) continue
    const match = matchSlots(statement, slots) ?? answerTo(statement, slots)
    if (!match || (asksPrice.test(condition.text) && ofBusiness.test(statement.text))) continue
    const inRow: Measured[] = []
    for (const quantity of quantities) {
      if (!belongs(quantity, match, slots, comparison, quantities)) continue
      if (isInDate(statement, quantity, source.page)) continue
      const fits = compare(quantity, comparison)
      if (fits === null) continue
      const made = findingFor(fits, quantity, match, condition, source, mayGoStale ? now : null)
      if (made) inRow.push(made)
    }
    // The columns of a row are alternatives: plans, sizes, models.
    const fitting = inRow.filter(({ verdict }) => verdict === 'yes')
    findings.push(...(statement.kind === 'row' && fitting.length > 0 ? fitting : inRow))
  }
  return wholes(findings)
}

/** Of several counts on one page the largest is the whole, and the others are parts of it. */
function wholes(findings: readonly Measured[]): Finding[] {
  const [first] = findings
  if (
    !first ||
    (first.isAmount && !first.isRaised) ||
    findings.every(({ verdict }) => verdict === first.verdict)
  )
    return [...findings]
  const largest = Math.max(...findings.map(({ value }) => value))
  return findings.filter(({ value }) => value === largest)
}

/** A finding with the number it rests on. */
interface Measured extends Finding {
  readonly value: number
  readonly isAmount: boolean
  /** Money that was raised adds up, round after round. */
  readonly isRaised: boolean
}

/** “How many people work there?” – “95, of whom 22 …”: the question says what the number counts. */
function answerTo(statement: Statement, slots: readonly Slot[]): Match | null {
  const { heading } = statement
  if (
    !heading ||
    !/^\W*(?:about |around |some |more than |over |rund |etwa |environ )?\d/iu.test(statement.text)
  )
    return null
  if (!slots.every((slot) => occurrencesOf(heading, slot).length > 0)) return null
  return {
    statement,
    found: slots.map(() => null),
    above: slots.length,
    isOpposed: false,
    start: statement.start,
    end: statement.start + 1,
  }
}

/** “Was sold for more than 30 million” does not ask for what it sells. */
export const asksPrice =
  /^(?:was|were|has been|had been) (?:sold|bought|acquired|purchased) (?:for|at)(?!\p{L})/iu
export const ofBusiness = /(?<!\p{L})(?:sales|turnover|revenues?)(?!\p{L})/iu

const changing =
  /(?<!\p{L})(?:rose|risen|rises|grew|grown|fell|fallen|increased|decreased|dropped|up|down|doubled|tripled|climbed|shrank|stieg|gestiegen|erhöht|sank|wuchs|passée?|augmenté|contre)(?!\p{L})/iu
const isChange = (statement: Statement, { currency, unit }: Quantity): boolean =>
  currency !== null || unit !== null || changing.test(statement.text)

/** “$88 million in 2025 from $63 million the year before”. */
const isComparedWith = (statement: Statement, quantity: Quantity, all: readonly Quantity[]): boolean =>
  /(?<!\p{L})(?:from|compared (?:with|to)|against|after|gegenüber|nach|contre)\s+(?:about |some |rund |the )?$/iu.test(
    statement.text.slice(0, quantity.start - statement.start),
  ) &&
  isChange(statement, quantity) &&
  all.some(
    (other) =>
      other.end < quantity.start &&
      other.currency === quantity.currency &&
      other.unit?.dimension === quantity.unit?.dimension &&
      !other.mayBeYear,
  )

/** “The year before, revenue had been £11.9 million.” */
const isYearBefore = (statement: Statement, { start }: Quantity): boolean =>
  /(?<!\p{L})(?:the year before|the (?:previous|prior|preceding) year|a year (?:earlier|before)|im Vorjahr|l['’]année précédente|un an plus tôt)(?!\p{L})[^;]*$/iu.test(
    statement.text.slice(0, start - statement.start),
  )

/** The 28 of “28 May 2026” counts nothing. */
const isInDate = (statement: Statement, { start, end }: Quantity, page: PageText): boolean =>
  momentsOf(statement, page).some(
    (moment) => moment.date.length === 10 && moment.start <= start && moment.end >= end,
  )

/** Nor does a part of a telephone number: “078 555 0163”. */
const isDialled = ({ text, start: from }: Statement, { start, end }: Quantity): boolean =>
  /^0\d/.test(text.slice(start - from, end - from)) || /^[ -]\d{3}/.test(text.slice(end - from))

/** Nor does the number of a version, a room or a house, or of an hour: “firmware 3”, “12 Mill Lane”, “at 4 p.m.”. */
const isLabel = ({ text, start: from }: Statement, { start, end }: Quantity): boolean =>
  /(?<!\p{L})(?:version|firmware|release|room|suite|floor|building|chapter|section|volume|issue|article|page|no\.|box|§)\s$/iu.test(
    text.slice(0, start - from),
  ) ||
  /^(?:[:.]\d\d(?!\d)|\s?(?:[ap]\.?m\.?|o['’]clock|uhr)(?!\p{L}))/u.test(text.slice(end - from)) ||
  isHouseNumberOf(text.slice(end - from))

/** “A class has two instructors”: how many there are in one of many. */
const isOfEach = (before: string, isSubject: (text: string) => boolean): boolean =>
  /^(?:an?|each|every|per)\s(?:[\p{L}-]+\s){1,4}(?:has|have|comes? with|holds?)\s/iu.test(before) &&
  !isSubject(before)

const isFraction = (statement: Statement, { end }: Quantity): boolean =>
  /^[ -](?:thirds?|quarters?|fifths?|halves|tenths?|drittel|viertel|fünftel|tiers|quarts?|in (?:two|three|four|five|six|eight|ten|\d{1,2}))(?![\p{L}\d])/iu.test(
    statement.text.slice(end - statement.start),
  )

/** “of whom 22”, “including 5”, “at the Leeds site”, “39 other staff”: a part is not the whole. */
function isPart(statement: Statement, { start, end }: Quantity): boolean {
  const before = statement.text.slice(Math.max(0, start - statement.start - 30), start - statement.start)
  const after = statement.text.slice(end - statement.start, end - statement.start + 60)
  return (
    /(?:of whom|of which|of them|including|among them|davon|darunter|dont|parmi lesquels)\s+(?:about |some |rund |etwa )?$/iu.test(
      before,
    ) ||
    /^[^.,;]{0,30}(?:at|in|from|am|im|à) (?:the|its|our|der|dem|le|la) [^.,;]{0,25}(?:site|plant|office|factory|hub|branch|Standort|Werk|Büro|usine|bureau)(?!\p{L})/iu.test(
      after,
    ) ||
    /^ (?:current and former|former|other|further|additional)(?!\p{L})/iu.test(after) ||
    /(?<!\p{L})(?:tranche|instalment|installment|deposit|down payment|rate)\P{L}{0,3}$/iu.test(before) ||
    (/(?:more|fewer|less|additional|further|new|another|weitere|zusätzliche|neue)\s*$/iu.test(before) &&
      !/(?:more|fewer|less) than\s*$/iu.test(before))
  )
}

const near = 40

/** Whether a number counts what the slots name, rather than something else in the same statement. */
function belongs(
  quantity: Quantity,
  match: Match,
  slots: readonly Slot[],
  wanted: Comparison,
  all: readonly Quantity[],
): boolean {
  const { statement } = match
  if (!isSameMeasure(quantity, wanted)) return false
  if (statement.kind === 'row') return wanted.currency !== null || !isPerPlan(statement)
  if (match.above === slots.length) return quantity.start - statement.start < 20
  const clause = clausesAround(statement, match.start, match.end)
  // “On the scales, without batteries: 188 grams”.
  const isLedTo =
    clause.end === quantity.start && /:\s$/.test(statement.text.slice(0, clause.end - statement.start))
  if (quantity.start < clause.start - 2 || quantity.end > clause.end + 2) {
    if (wanted.currency === null && !isLedTo) return false
  }
  const inside = slots.flatMap((slot) => occurrencesOf(statement, slot))
  // Measures and amounts are told beside what they measure; only counts need their noun.
  if (wanted.currency !== null || wanted.dimension !== null) {
    const named = inside.toSorted((one, other) => distance(one, quantity) - distance(other, quantity))[0]
    if (!named || distance(named, quantity) >= 110) return false
    const alike = all.filter(
      (other) => other.currency === quantity.currency && other.unit?.dimension === quantity.unit?.dimension,
    )
    return alike.every((other) => distance(named, other) >= distance(named, quantity))
  }
  return slots.some(
    (slot) =>
      !slot.isName &&
      slot.place === null &&
      occurrencesOf(statement, slot).some((head) => counts(quantity, head, statement)),
  )
}

/** A column for each plan or size: its numbers are theirs, and of the whole only where the columns are years. */
const isPerPlan = ({ cells, header }: Statement): boolean =>
  cells.length > 2 && header.length > 2 && !header.slice(1).every((head) => /\d{2}/.test(head))

/** “140 employees”, “headcount: 140”, “participants (n = 140)”, “the team has grown to 140”. */
function counts(quantity: Quantity, head: Stretch, statement: Statement): boolean {
  const between = statement.text.slice(
    Math.min(head.end, quantity.end) - statement.start,
    Math.max(head.start, quantity.start) - statement.start,
  )
  if (head.end <= quantity.start && quantity.start - head.end <= 45 && leadsToCount.test(between)) return true
  if (between === ' to ' && bringing.test(statement.text.slice(0, head.start - statement.start))) return true
  if (/\d|[.;:]/.test(between)) return false
  return head.start >= quantity.end && head.start - quantity.end <= near && adjectives.test(between)
}

/** “Which brings the permanent staff to 31”. */
const bringing =
  /(?<!\p{L})(?:bring|brought|tak|took|rais|increas|expand|grow|grew|cut|reduc|shrink|shrank)\p{L}* (?:\p{L}+ ){0,4}$/iu

/** What may stand between a number and its noun: a few words that describe it. */
const adjectives =
  /^(?:\s(?!(?:of|by|in|at|for|per|with|to|on|from|as|them|us|who|which|that|and|or|were|was|are|is|had|has|years?|months?|days?|hours?|times|von|bei|im|in|pro|mit|de|par|dans|pour|sur)\s)[\p{L}\d'’-]+){0,4}\s$/iu
const leadsToCount =
  /^\s*(?:[:(=–-]|n\s?=|is|are|was|were|of|numbers?|stands? at|totals?|counts?|(?:has |have )?(?:grew|grown|doubled|tripled|risen|rose|increased|expanded|shrank|fell|fallen)(?: in size)?(?: from \S+(?: \S+)?)? to|(?:ist|sind)(?: auf)?|(?:steigt|stieg|wächst|wuchs|sinkt|sank)(?: damit| dann)?(?: auf)|(?:atteint|atteindra|passe à)|liegt bei|umfasst|zählt|von|compte|est de|de)?[\s:(=]*(?:n\s?=\s*)?(?:about |around |some |now |currently |more than |over |rund |etwa |environ )?$/iu

const distance = (one: Stretch, other: Stretch): number =>
  Math.max(0, one.start - other.end, other.start - one.end)

const totalWord =
  /(?<!\p{L})(?:total|in all|to date|so far|altogether|overall|since its founding|insgesamt|bisher|bislang|gesamt|au total|à ce jour|has raised|have raised|had raised|raised to date)(?!\p{L})/iu
/** Many people do many things with a company without working for it. */
const employing =
  /(?<!\p{L})(?:employ\p{L}*|staff|team|workforce|headcount|colleagues|workers|we are|we['’]re|works? (?:here|for|at|there|with)|ftes?|beschäftig\p{L}*|arbeiten|mitarbeit\p{L}*|angestellt\p{L}*|belegschaft|sind wir|wir sind|zählt|emploie\p{L}*|compte|comptons|effectif\p{L}*|équipe|travaillent|sommes|salarié\p{L}*|collabora\p{L}*|people in|of us|(?:has|have|with) (?:about |around |some |nearly |over )?[\p{L}\d.,-]+ people)(?!\p{L})/iu
const ourPeople =
  /(?<!\p{L})(?:who we are|team|people|about|company|staff|über uns|wer wir sind|unternehmen|équipe|qui sommes|entreprise|facts|at a glance)(?!\p{L})/iu
const isLongLabel = ({ cells, text, start }: Statement): boolean =>
  text.slice(0, (cells[0]?.end ?? start) - start).split(/\s+/).length > 4
const change = new Set(['layoff', 'hire'])

function findingFor(
  fits: boolean,
  quantity: Quantity,
  match: Match,
  condition: Condition,
  source: Source,
  now: Date | null,
): Measured | null {
  const { statement } = match
  const { comparison, window } = condition
  const force = forceAt(statement, [{ start: quantity.start, end: quantity.end }])
  if (
    force.denied !== false ||
    force.mood === 'asked' ||
    force.mood === 'rumoured' ||
    force.mood === 'withheld'
  )
    return null
  if ((force.mood === 'planned' || force.mood === 'pending') && condition.mode !== 'plan') return null
  const concepts = new Set(condition.slots.flatMap((slot) => [...slot.concepts]))
  const isStaff = concepts.has('employee') || concepts.has('employ')
  const own = clausesAround(statement, quantity.start, quantity.end)
  if (
    isStaff &&
    meaningsOf(statement).some(({ concept, from }) => {
      const at = statement.tokens[from]?.start ?? 0
      return change.has(concept) && at >= own.start && at < own.end
    })
  )
    return null
  if (
    isStaff &&
    !employing.test(statement.text) &&
    // “190 people”, and nothing else in the line.
    !(statement.kind === 'item' && statement.tokens.length <= 3 && source.about.isAboutSubject) &&
    match.above === 0 &&
    statement.kind !== 'row' &&
    !ourPeople.test(statement.heading?.text ?? '')
  )
    return null
  // “People with better access to water” are not those who work there.
  if (isStaff && statement.kind === 'row' && isLongLabel(statement) && !employing.test(statement.text))
    return null
  // One round is not all that was raised, and one purchase not all that was bought.
  if (
    !fits &&
    (concepts.has('raise') || concepts.has('funding-round')) &&
    (!totalWord.test(
      statement.text.slice(
        Math.max(0, quantity.start - statement.start - 45),
        quantity.end - statement.start + 25,
      ),
      // “It had raised $55 million in a Series D round”: one round is not all.
    ) ||
      /^[^.;,]{0,25}(?<!\p{L})(?:in (?:an? |its |the )?|round)(?:[\p{L}-]+ ){0,3}(?:round|series|financing|funding|investment)/iu.test(
        statement.text.slice(quantity.end - statement.start),
      )) &&
    !condition.slots.some(
      ({ concepts: own }) =>
        own.has('series-a') || own.has('series-b') || own.has('series-c') || own.has('seed'),
    )
  )
    return null
  const clause = clausesAround(statement, quantity.start, quantity.end)
  // What another clause dates, or a word further off, is another matter, unless a date is what is asked for.
  const moments = momentsNear(statement, quantity, source.page).filter(
    ({ start, end }) =>
      (end <= quantity.start || start >= quantity.end) &&
      !(window === null && tellsBeginning.test(statement.text.slice(0, start - statement.start))) &&
      (window !== null ||
        (start >= clause.start - 1 &&
          end <= clause.end + 1 &&
          start - quantity.end <= 35 &&
          quantity.start - end <= 20)),
  )
  const former = quantitiesOf(statement, source.page).filter(
    (other) => other.isFormer && isChange(statement, other),
  )
  // “180, up from 120 in the spring of 2025”: that was when it was 120.
  const dated = moments
    .filter(({ start }) => !former.some((other) => other.start > quantity.end && start > other.start))
    .map(({ date }) => date)
  if (window !== null) {
    const column = statement.cells.findIndex(
      ({ start, end }) => start <= quantity.start && end >= quantity.end,
    )
    const header = /(?:19|20)\d\d/.exec(
      statement.header[column - (statement.cells.length - statement.header.length)] ?? '',
    )?.[0]
    const labelled =
      statement.heading === null
        ? []
        : [...statement.heading.text.matchAll(/(?:19|20)\d\d/g)].map((found) => found[0])
    const when = dated.length > 0 ? dated : header === undefined ? labelled : [header]
    if (!when.some((date) => inWindow(date, window) === true)) return null
  }
  const at = dated.length > 0 ? Math.max(...dated.map((date) => durationOf(date).to)) : asOf(source)
  const limit = concepts.has('revenue') || concepts.has('profit') ? staleYearly : stale
  if (
    window === null &&
    condition.mode === 'state' &&
    at !== null &&
    now !== null &&
    now.getTime() - at > limit
  )
    return null
  if (
    window === null &&
    condition.mode === 'state' &&
    force.mood === 'past' &&
    dated.length === 0 &&
    !isStudy(concepts) &&
    source.page.document.publishedAt === null
  )
    return null
  const shown = source.page.document.text.slice(quantity.start, quantity.end).replaceAll(/\s+/g, ' ')
  return {
    verdict: fits ? 'yes' : 'no',
    rule: 'number',
    source,
    quote: quoteOf(statement, {
      start: Math.min(match.start, quantity.start),
      end: Math.max(match.end, quantity.end),
    }),
    why: `the page gives ${boundWord[quantity.bound]}${shown}, which is ${fits ? '' : 'not '}${comparison?.text ?? ''}`,
    at,
    strength: quantity.bound === 'exact' ? 3 : 2,
    isCorrection: hasCue(correcting, statement.text, statement.language),
    // A thing keeps its weight and its size: of two that tell them, the later one knows no better.
    isLasting: isOfThing(quantity),
    value: quantity.value,
    isAmount: quantity.currency !== null || quantity.unit !== null,
    isRaised: concepts.has('raise') || concepts.has('funding-round'),
  }
}

const isOfThing = ({ unit }: Quantity): boolean => unit?.dimension === 'mass' || unit?.dimension === 'length'

/** “Founded in 2017, it employs 140 people”: the year is not that of the count. */
const tellsBeginning =
  /(?:founded|established|set up|started|since|gegründet|seit|fondée?|créée?|depuis)\s(?:in |im Jahr |en )?$/iu

const boundWord = { exact: '', about: 'about ', atLeast: 'at least ', atMost: 'at most ' } as const

/** What a study had when it was made, it has for ever. */
const isStudy = (concepts: ReadonlySet<string>): boolean =>
  concepts.has('participant') || concepts.has('paper')
