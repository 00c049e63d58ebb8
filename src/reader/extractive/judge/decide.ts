import type { Subject } from '../../reader.ts'
import { decideByFacts } from './by-facts.ts'
import { decideByRoles } from './by-roles.ts'
import type { Comparison, Condition, Criterion, Slot, Window } from './condition.ts'
import { decideCountries } from './decide-countries.ts'
import { decideDeadline, matterOf } from './decide-deadline.ts'
import { decideEvent, decideOnce, decidePublished } from './decide-date.ts'
import { decideField } from './decide-field.ts'
import { decideGrowth } from './decide-growth.ts'
import { decideLanguage, writtenLanguage } from './decide-language.ts'
import { decideCell } from './decide-cell.ts'
import { decideBareMeasure, isBareMeasure } from './decide-bare-measure.ts'
import { decideNumber } from './decide-number.ts'
import { asksForDay, decideOpening } from './decide-opening.ts'
import { decideHeadLine, decideHome, decideMadeElsewhere, decideVenue } from './decide-place.ts'
import { decidePaidByPublic } from './decide-paid.ts'
import { decideReviewed } from './decide-reviewed.ts'
import { decideServed } from './decide-served.ts'
import { asksForLanguage, decideSpoken } from './decide-spoken.ts'
import { decideTopic } from './decide-topic.ts'
import { decideWithout } from './decide-without.ts'
import type { Finding, Source } from './finding.ts'
import { isAfter, settle, type Settled } from './settle.ts'
import { stands } from './standing.ts'
import { tokensOf } from './tokens.ts'
import { hasConcept, isDeed, isTellingVerb } from './verbs.ts'

export interface Decision extends Settled {
  readonly conditions: readonly Condition[]
  /** Those on which nothing was found. */
  readonly open: readonly Condition[]
}

/** Decides a criterion part by part; a part that cannot be decided leaves the whole open where it matters. */
export function decide(
  criterion: Criterion,
  sources: readonly Source[],
  subject: Subject,
  now: Date,
  /** Findings of other rules, for conditions that these rules find nothing on. */
  further: ReadonlyMap<Condition, readonly Finding[]> = new Map(),
  /** Findings that take the place of what these rules find. */
  instead: ReadonlyMap<Condition, readonly Finding[]> = new Map(),
): Decision {
  if (criterion.kind === 'condition') {
    const holders = isOrganisation(subject) ? decideByRoles(criterion, sources, subject) : []
    const grown = decideGrowth(criterion, sources, subject, now)
    const standing = (all: readonly Finding[]) => all.filter((finding) => stands(finding, criterion))
    const findings =
      instead.get(criterion) ??
      (holders.length > 0
        ? holders
        : grown.length > 0
          ? grown
          : standing(sources.flatMap((source) => findingsFor(criterion, source, subject, now))))
    const settled = doubted(
      settle(findings.length > 0 ? findings : standing(further.get(criterion) ?? [])),
      criterion.comparison === null ? [] : decideByFacts(criterion, sources, subject, now),
    )
    return { ...settled, conditions: [criterion], open: settled.findings.length === 0 ? [criterion] : [] }
  }
  if (criterion.kind === 'not') {
    const inner = decide(criterion.part, sources, subject, now, further, instead)
    return { ...inner, verdict: inner.verdict === 'yes' ? 'no' : inner.verdict === 'no' ? 'yes' : 'unclear' }
  }
  if (criterion.kind === 'without') {
    const told = settle(sources.flatMap((source) => decideWithout(criterion, source)))
    const parts = [criterion.part, criterion.lacking].map((part) =>
      decide(part, sources, subject, now, further, instead),
    )
    const conditions = parts.flatMap((part) => part.conditions)
    const isTold = told.findings.length > 0 && !isDeniedElsewhere(parts[0], told)
    return {
      ...(isTold ? told : lackingOf(parts, isBareDeed(criterion.part))),
      conditions,
      open: isTold ? [] : parts.flatMap((part) => part.open),
    }
  }
  const parts = criterion.parts.map((part) => decide(part, sources, subject, now, further, instead))
  const conditions = parts.flatMap((part) => part.conditions)
  const open = parts.flatMap((part) => part.open)
  // One part decides against all, and for any.
  const deciding = criterion.kind === 'all' ? 'no' : 'yes'
  const one = parts.find(({ verdict }) => verdict === deciding)
  if (one) return { ...one, conditions, open }
  const isOpen = parts.some(({ verdict }) => verdict === 'unclear')
  return {
    verdict: isOpen ? 'unclear' : deciding === 'no' ? 'yes' : 'no',
    findings: parts.flatMap((part) => part.findings),
    conflict: parts.find(({ conflict }) => conflict !== null)?.conflict ?? null,
    conditions,
    open,
  }
}

/** “I charge no fee for talks” denies the fee, and not the talks. */
const isDeniedElsewhere = (done: Settled | undefined, told: Settled): boolean =>
  done?.verdict === 'no' &&
  !done.findings.some(({ quote }) => told.findings.some((one) => one.quote.start === quote.start))

/** Whoever does a thing and has none of another does it without; that there is some of it denies nothing. */
function lackingOf([done, lacked]: readonly Settled[], isBare: boolean): Settled {
  if (done?.verdict === 'no' && !isBare) return done
  const isSo = done?.verdict === 'yes' && lacked?.verdict === 'no'
  return isSo
    ? { ...lacked, verdict: 'yes' }
    : { verdict: 'unclear', findings: done?.findings ?? [], conflict: null }
}

/** “Keeps working”: who is not working on one thing says nothing of it. */
const isBareDeed = (part: Criterion): boolean =>
  part.kind === 'condition' && part.slots.every(({ isVerb, text }) => isVerb || text.endsWith('ing'))

/** Two ways of reading a number that come to different ends leave it open. */
function doubted(settled: Settled, [other]: readonly Finding[]): Settled {
  if (settled.verdict === 'unclear' || !other || other.verdict === settled.verdict) return settled
  const [first] = settled.findings
  if (first && isAfter(first, other)) return settled
  // Of two pages the newer may say that something has changed since.
  const newer =
    first && first.source !== other.source ? settle([first, { ...other, strength: first.strength }]) : null
  if (newer && newer.verdict !== 'unclear') return newer
  const findings = [...settled.findings.slice(0, 1), other]
  return { verdict: 'unclear', findings, conflict: 'the sources can be read either way' }
}

const isOrganisation = ({ type }: Subject): boolean =>
  type !== 'person' && type !== 'article' && type !== 'research_paper'

function findingsFor(given: Condition, source: Source, subject: Subject, now: Date): Finding[] {
  const isWork = subject.type === 'article' || subject.type === 'research_paper'
  const inTable = isWork ? [] : decideCell(given, source)
  if (inTable.length > 0) return inTable
  const told = findingsSaid(given, source, subject, now)
  if (told.length > 0) return told
  const served = isWork ? [] : decideServed(given, source)
  return served.length > 0 ? served : decideField(given, source, subject)
}

function findingsSaid(given: Condition, source: Source, { type }: Subject, now: Date): Finding[] {
  const isWork = type === 'article' || type === 'research_paper'
  const reviewed = isWork ? decideReviewed(given.text, source) : []
  if (reviewed.length > 0) return reviewed
  if (isWork && isReport(given)) return decideReport(given, source, now)
  const asked =
    type === 'person'
      ? withoutWork(withoutCompletion(livingThere(given)))
      : isWork
        ? given
        : withoutWork(presentThere(withoutAnnouncement(given)))
  const findings = decideOne(asked, source, type, now)
  return findings.length === 0 && type === 'person' ? decideCareer(asked, source, now) : findings
}

/** A degree that was completed before a year was also received, taken, awarded before it. */
const withoutCompletion = (condition: Condition): Condition =>
  condition.window !== null &&
  condition.slots.some(
    ({ concepts }) => concepts.has('doctorate') || concepts.has('master') || concepts.has('bachelor'),
  )
    ? { ...condition, slots: condition.slots.filter(({ concepts }) => !concepts.has('complete')) }
    : condition

/** Whoever does a thing in public has announced it. */
const withoutAnnouncement = (condition: Condition): Condition => {
  const [first, ...others] = condition.slots
  const isTold =
    first?.isVerb && first.concepts.has('announce') && others.some(({ concepts }) => concepts.size > 0)
  return isTold ? { ...condition, slots: others } : condition
}

/** Whoever works on a matter is said to be a lecturer in it, to lead a group that studies it, to build it. */
const withoutWork = (condition: Condition): Condition => {
  const [first, second] = condition.slots
  const isMatter =
    first !== undefined &&
    second &&
    !second.isName &&
    second.place === null &&
    !second.concepts.has('company') &&
    /^(?:works (?:on|in)|focus(?:es|ed)? on|speciali[sz]e[sd]? in|deals with|arbeitet an|travaille sur|spécialisée? dans)(?!\p{L})/iu.test(
      condition.text,
    )
  return isMatter ? { ...condition, slots: condition.slots.slice(1) } : condition
}

const careerLine =
  /(?:19|20)\d\d\s?(?:–|-|to|until|bis)\s?(?:present|now|today|heute|aujourd|(?:\p{L}+\.? )?(?:\d{1,2}\/)?(?:19|20)\d\d)|^(?:seit|since|depuis)\s/iu
const learning = /(?<!\p{L})(?:education|studies|studium|ausbildung|formation|études|degrees?)(?!\p{L})/iu

/** The lines of a career say where somebody works and has worked, and leave the verb out. */
function decideCareer(condition: Condition, source: Source, now: Date): Finding[] {
  const slots = condition.slots.filter((slot) => !hasConcept({ slots: [slot] }, ['work', 'employ']))
  const isTold = slots.length > 0 && slots.length < condition.slots.length && condition.mode !== 'plan'
  if (
    !isTold ||
    condition.comparison !== null ||
    !slots.some(({ isName, place }) => isName || place !== null)
  )
    return []
  const statements = source.page.statements.filter(
    ({ kind, text, heading }) =>
      kind !== 'heading' && text.length < 160 && careerLine.test(text) && !learning.test(heading?.text ?? ''),
  )
  return decideTopic({ ...condition, slots }, { ...source, page: { ...source.page, statements } }, now)
}

/** Whoever operates in a place has a site there, sells there or works there. */
const presentThere = (condition: Condition): Condition => {
  const [first, second, ...others] = condition.slots
  const isPresence =
    first !== undefined &&
    second?.place &&
    others.length === 0 &&
    /^(?:is )?(?:operat|active|present|has (?:a )?(?:presence|operations)|has a (?:location|site|facility)|does business|tätig|vertreten|actif|active|présente?)/iu.test(
      condition.text,
    )
  return isPresence ? { ...condition, slots: [{ ...first, concepts: presence }, second] } : condition
}

const presence = new Set([
  'operate',
  'active',
  'in-business',
  'office',
  'plant',
  'laboratory',
  'shop',
  'work',
])

/** People are based where they live or work. */
const livingThere = (condition: Condition): Condition => ({
  ...condition,
  slots: condition.slots.map((slot) =>
    slot.concepts.has('headquarters') ? { ...slot, concepts: new Set(['live', 'work', 'based']) } : slot,
  ),
})

/** “Reports layoffs”, “is about batteries”: it is enough that the work speaks of it. */
const isReport = ({ text, slots }: Condition): boolean =>
  /^(?:is about|deals with|handelt von|parle de|traite de)(?!\p{L})/iu.test(text) ||
  (slots.length > 1 && (slots[0]?.concepts.has('report') ?? false)) ||
  /^(?:mentions?|includes?|discusses|covers) /iu.test(text)

function decideReport(condition: Condition, source: Source, now: Date): Finding[] {
  const slots = condition.slots.filter(({ concepts, isVerb }) => !(isVerb && concepts.has('report')))
  return decideOne({ ...condition, slots, isReport: true }, source, 'article', now)
}

function decideOne(asked: Condition, source: Source, type: string | undefined, now: Date): Finding[] {
  const isWork = type === 'article' || type === 'research_paper'
  const condition = isWork ? withoutTelling(asked) : asked
  const { window, comparison, slots } = condition
  const language = isWork ? writtenLanguage(condition) : null
  if (language !== null) return decideLanguage(language, source)
  if (!isWork && asksForDay(condition)) return decideOpening(condition, source)
  const matter = matterOf(condition)
  const deadline = matter ? decideDeadline(matter, condition.window, source, now) : []
  if (deadline.length > 0) return deadline
  if (isWork && isTimed(condition) && slots.length === 1 && hasConcept(condition, ['publish']))
    return decidePublished(condition, source)
  if (isTimed(condition) && slots.length === 1 && hasConcept(condition, ['found', 'born']))
    return decideOnce(condition, source)
  const isOfEvent =
    hasConcept(condition, ['take-place']) || /^(?:starts|begins|will (?:start|begin)) /iu.test(condition.text)
  if (!isWork && isTimed(condition) && slots.length <= 1 && isOfEvent) {
    const event = decideEvent(condition, source)
    if (event.length > 0) return event
  }
  // “In business for more than 30 years”, “over 60 years old”: how long ago it began.
  if (isTimed(condition) && slots.every(isExisting))
    return decideOnce({ ...condition, slots: [beginning(type)] }, source)
  const isOfSomebody = slots.length > 2 && slots.some(({ isName, text }) => isName && text.includes(' '))
  if (!isWork && !isCounted(condition) && asksForLanguage(condition) && !isOfSomebody) {
    const spoken = decideSpoken(condition, source)
    if (spoken.length > 0) return spoken
  }
  if (isCounted(condition) && isBareMeasure(condition)) {
    const bare = decideBareMeasure(condition, source)
    if (bare.length > 0) return bare
  }
  if (isCounted(condition) && isBareCount(condition)) return []
  if (isCounted(condition)) {
    const counted = decideNumber(withoutVerb(condition), source, now, type !== 'person' && !isWork)
    const isOfSites = hasConcept(condition, ['plant', 'office', 'shop', 'laboratory'])
    const told = isSpread(condition) ? counted.filter((one) => tellsPresence(one, isOfSites)) : counted
    return told.length > 0 ? told : decideCountries(condition, source)
  }
  // Where somebody has studied or works does not say of what nation they are.
  if (isNational(condition) && type !== 'person') return decideHome(condition, source)
  if (type === 'person' && slots.length === 2 && hasConcept(condition, ['live', 'based'])) {
    const told = decideTopic(condition, source, now)
    return told.length > 0 || slots.every(({ place }) => place === null)
      ? told
      : decideHeadLine(condition, source)
  }
  // “Covers Switzerland”: it is enough that the page speaks of it.
  if (
    slots.length > 0 &&
    slots.every(({ place }) => place !== null) &&
    /^(?:covers?|includes?|spans?) /iu.test(condition.text)
  )
    return decideTopic({ ...condition, isReport: true }, source, now)
  // A place alone asks for nothing that a page could say of anybody.
  if (!isWork && slots.every(({ place }) => place !== null)) return []
  if (type === 'company' && hasConcept(condition, ['come-from']) && slots.length === 2)
    return decideHome(condition, source)
  if (
    (hasConcept(condition, ['headquarters']) || (window === null && hasConcept(condition, ['take-place']))) &&
    slots.length === 2 &&
    slots.some(({ place }) => place !== null)
  )
    return hasConcept(condition, ['headquarters'])
      ? decideHome(condition, source)
      : [...decideVenue(condition, source), ...decideTopic(condition, source, now)]
  if (window === null && comparison === null && slots.length === 0) return []
  const told = decideTopic(condition, source, now)
  if (told.length > 0) return told
  if (isWork && hasConcept(condition, ['fund']) && hasConcept(condition, ['industry']))
    return decidePaidByPublic(condition, source)
  return slots.length === 2 && hasConcept(condition, ['make']) ? decideMadeElsewhere(condition, source) : told
}

/** “Is under 50”: any number of the page would do. */
const isBareCount = ({ slots, comparison }: Condition & { comparison: Comparison }): boolean =>
  slots.length === 0 && comparison.currency === null && comparison.dimension === null

const spread = new Set(
  tokensOf('countries markets cities states regions continents länder pays').map(({ stem }) => stem),
)
/** “Operates in five countries”: the team may sit in three of them. */
const isSpread = ({ slots }: Condition): boolean =>
  slots.length > 1 && slots.some(({ stems }) => stems.some((stem) => spread.has(stem)))
/** Who sells to 25 countries need not have factories in two. */
function tellsPresence({ verdict, quote, source }: Finding, isOfSites: boolean): boolean {
  const said = source.page.document.text.slice(quote.start, quote.end)
  if (isOfSites && /(?<!\p{L})(?:sell|sold|export|ship|customer|serve|deliver)/iu.test(said)) return false
  return (
    verdict === 'yes' ||
    /(?<!\p{L})(?:operat|active|present|sell|sold|market|customer|serve|offices?|branches|available|vertreten|tätig|actif|présent)/iu.test(
      said,
    )
  )
}

/** A number and its noun say it all: who serves, has or covers 800 customers has them. */
function withoutVerb<C extends Condition>(condition: C): C {
  // “Has fewer than 50 permanent staff”: the verb was “has”.
  const isHaving = /^(?:has|have|had)\s/iu.test(condition.text)
  const slots = condition.slots.filter(
    (slot) =>
      !(slot.isVerb && !isDeed(slot) && !(isHaving && !/(?:ed|en)$/iu.test(slot.text))) &&
      !hasConcept({ slots: [slot] }, ['active', 'operate', 'data']),
  )
  // “Cited more than ten times”: without its verb that counts anything.
  return slots.some(({ text }) => !/^times?$/i.test(text)) ? { ...condition, slots } : condition
}

const isExisting = ({ concepts, stems }: Slot): boolean =>
  concepts.has('in-business') ||
  concepts.has('company') ||
  concepts.has('open-place') ||
  ['exist', 'around', 'trad', 'activ', 'operation', 'age'].includes(stems.join(' '))

/** People begin with their birth, all else with its founding. */
const beginning = (type: string | undefined): Slot => ({
  text: type === 'person' ? 'born' : 'founded',
  stems: [type === 'person' ? 'born' : 'founded'],
  concepts: new Set([type === 'person' ? 'born' : 'found']),
  isName: false,
  place: null,
  isVerb: true,
  group: 1,
})

/** “Is a Dutch company”, “is Portuguese”, “is a company from Norway”. */
const isNational = ({ slots, text }: Condition): boolean =>
  (/^(?:is|ist|est)(?!\p{L})/iu.test(text) ||
    /(?:company|firm|business|start-?up|group|manufacturer|unternehmen|firma|entreprise|société)(?!\p{L})/iu.test(
      text,
    )) &&
  slots.filter(({ place }) => place !== null).length === 1 &&
  slots.every(({ place, concepts }) => place !== null || concepts.has('company')) &&
  (!/(?<!\p{L})(?:in|from|of)(?!\p{L})/iu.test(text) ||
    /(?:company|firm|business|start-?up) (?:from|in|of)(?!\p{L})/iu.test(text))

function withoutTelling(condition: Condition): Condition {
  const [first, ...rest] = condition.slots
  return first && rest.length > 0 && isTellingVerb(first) ? { ...condition, slots: rest } : condition
}

const isTimed = (condition: Condition): condition is Condition & { window: Window } =>
  condition.window !== null
const isCounted = (condition: Condition): condition is Condition & { comparison: Comparison } =>
  condition.comparison !== null
