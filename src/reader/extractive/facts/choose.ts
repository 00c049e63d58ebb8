import type { Ask } from './ask.ts'
import type { Fact } from './fact.ts'
import type { Piece } from './source.ts'
import { placesOf, termsOf } from './terms.ts'

/** One value with everything that speaks for it. */
export interface Candidate {
  readonly value: string
  readonly facts: readonly Fact[]
  readonly score: number
  /** When its newest fact holds, as a comparable date; undated pages speak of today. */
  readonly asOf: string
}

export interface Choice {
  readonly candidate: Candidate
  /** The score of the best that was not taken. */
  readonly rival: number
  readonly rivals: readonly Candidate[]
}

const ownerWorth = { subject: 1, unknown: 0.85, other: 0.45 } as const

/** A directory keeps an entry for years: what a newer page says of the status counts. */
const asksStatus = ({ format, description }: Pick<Ask, 'format' | 'description'>): boolean =>
  format === 'options' &&
  /(?<!\p{L})(?:(?:current|present) (?:\p{L}+ )?|ownership |corporate )status|^status(?!\p{L})/iu.test(
    description,
  )

const asksNow = /(?<!\p{L})(?:current|currently|now|today|at present)(?!\p{L})/iu

/** What somebody has or is now; what will be so is not. */
const isState = ({ concepts, role, format, description }: Ask): boolean =>
  (role !== null && role.name !== 'founder') ||
  asksStatus({ format, description }) ||
  (format !== 'date' && asksNow.test(description)) ||
  ['employee', 'revenue', 'customer', 'raised', 'profit', 'loss', 'headquarters', 'office'].some((concept) =>
    concepts.has(concept),
  )

/** How much of what a value is worth is a model's opinion, where there is one. */
const modelShare = 0.65

/** What a fact is worth as an answer. */
export function worthOf(ask: Ask, fact: Fact): number {
  const byRules = worthByRules(ask, fact)
  const { supports } = fact
  return supports === undefined ? byRules : byRules + modelShare * (supports - byRules)
}

function worthByRules(ask: Ask, fact: Fact): number {
  const { modality } = fact
  const tense =
    modality === 'now'
      ? ask.wantsFormer && (ask.concepts.has('employer') || (ask.role !== null && ask.role.name !== 'spouse'))
        ? 0.5
        : 1
      : modality === 'planned' || modality === 'expected'
        ? ask.wantsPlan
          ? 1.05
          : modality === 'expected' && !isState(ask)
            ? ask.format === 'date'
              ? 0.96
              : 0.84
            : 0.6
        : modality === 'former'
          ? ask.wantsFormer
            ? 1.1
            : ask.period !== null
              ? 1
              : 0.7
          : ask.wantsPlan && modality === 'reported'
            ? 0.9
            : 0.4
  const form = fact.piece.kind === 'pair' || fact.piece.kind === 'cell' ? 1.03 : 1
  const bound = boundWorth(ask, fact)
  return fact.match * ownerWorth[fact.owner] * tense * form * bound
}

const most = /(?<!\p{L})(?:largest|biggest|highest|maximum|longest|most)(?!\p{L})/iu
const fewest = /(?<!\p{L})(?:smallest|lowest|minimum|shortest|least|fewest)(?!\p{L})/iu
/** “At least €250, at most €50,000”: who asks for the largest amount means the second. */
function boundWorth(ask: Ask, { quantity }: Fact): number {
  const bound = quantity?.bound
  if (bound !== 'atLeast' && bound !== 'atMost') return 1
  const [asksMost, asksLeast] = [most, fewest].map((words) => words.test(ask.description))
  return asksMost === asksLeast ? 0.97 : asksMost === (bound === 'atMost') ? 1.03 : 0.6
}

const margin = 0.13
/** A model is either of the opinion that a value is meant, or it is not: what comes second is seldom meant as well. */
const weighedMargin = 0.06
/** What changes from year to year is said alike of every year. */
const weighedMarginOfState = 0.1

/** The value that the facts speak for most: the best said, and of equally good ones the newest. Null: none is good enough. */
export function choose(ask: Ask, facts: readonly Fact[], threshold: number): Choice | null {
  const groups = new Map<string, Fact[]>()
  for (const fact of facts) groups.set(fact.value, [...(groups.get(fact.value) ?? []), fact])
  const candidates = [...groups].map(([value, all]): Candidate => {
    const sorted = all.toSorted((a, b) => worthOf(ask, b) - worthOf(ask, a))
    const score = sorted[0] ? worthOf(ask, sorted[0]) : 0
    return {
      value,
      facts: sorted,
      score,
      asOf: newest(sorted.filter((fact) => worthOf(ask, fact) >= score - margin)),
    }
  })
  const best = Math.max(0, ...candidates.map(({ score }) => score))
  if (best < threshold) return null
  // What somebody is or has changes: the newest of what is said well enough counts, however well the older is said.
  const isWeighed = facts.some(({ supports }) => supports !== undefined)
  const enough = isWeighed
    ? best - (isState(ask) && ask.period === null ? weighedMarginOfState : weighedMargin)
    : isState(ask) && ask.period === null
      ? Math.min(best - margin, asksStatus(ask) ? 0.6 : 0.7)
      : best - margin
  const close = asNamed(
    ask,
    candidates.filter(({ score }) => score >= enough),
  )
  const chosen = close.toSorted((a, b) =>
    ask.period === null && a.asOf !== b.asOf ? (a.asOf < b.asOf ? 1 : -1) : b.score - a.score,
  )[0]
  if (!chosen) return null
  return choiceOf(
    earliest(ask, close) ??
      successor(ask, chosen, candidates) ??
      outermost(
        ask,
        chosen,
        candidates.filter((one) => close.includes(one) || isAlike(one, chosen)),
      ) ??
      moreExact(ask, chosen, candidates) ??
      chosen,
    candidates,
  )
}

const begun = /(?<!\p{L})(?:first|originally) (?:\p{L}{2,}ed|built|held|made)(?!\p{L})/iu

const ahead = /(?<!\p{L})(?:next|upcoming|forthcoming)(?!\p{L})/iu

/** Of the next meeting only a day to come can be meant, whatever else is said. */
export function inTime<Given extends Fact>(
  { format, description }: Ask,
  facts: readonly Given[],
  now: Date,
): readonly Given[] {
  const today = now.toISOString()
  return format === 'date' && ahead.test(description)
    ? facts.filter(({ value }) => value >= today.slice(0, value.length))
    : facts
}

/** “When the museum first opened”: it has opened something every year since. Of days to come, the next is the first. */
function earliest({ format, description }: Ask, close: readonly Candidate[]): Candidate | null {
  if (format !== 'date' || !(begun.test(description) || ahead.test(description))) return null
  const [first] = close.toSorted((a, b) => (a.value < b.value ? -1 : 1))
  // Of “1986” and “1 July 1986” the day.
  const exact = close.filter(({ value }) => first !== undefined && value.startsWith(first.value))
  return exact.toSorted((a, b) => b.value.length - a.value.length)[0] ?? null
}

/** Words for what stands furthest out, and of which measures: the fastest boat need not be the heaviest. */
const furthest: readonly (readonly [words: RegExp, direction: 1 | -1, fits: (ask: Ask) => boolean])[] = [
  [
    /(?<!\p{L})(?:largest|biggest|highest|maximum)(?!\p{L})/iu,
    1,
    ({ numberKind }) => numberKind === 'measure' || numberKind === 'count',
  ],
  [
    /(?<!\p{L})(?:smallest|lowest|minimum)(?!\p{L})/iu,
    -1,
    ({ numberKind }) => numberKind === 'measure' || numberKind === 'count',
  ],
  [
    /(?<!\p{L})(?:highest|maximum|dearest|most expensive)(?!\p{L})/iu,
    1,
    ({ numberKind }) => numberKind === 'money',
  ],
  [
    /(?<!\p{L})(?:lowest|minimum|cheapest|least expensive)(?!\p{L})/iu,
    -1,
    ({ numberKind }) => numberKind === 'money',
  ],
  [/(?<!\p{L})(?:longest|tallest|deepest)(?!\p{L})/iu, 1, (ask) => isIn(ask, 'length', 'time')],
  [/(?<!\p{L})shortest(?!\p{L})/iu, -1, (ask) => isIn(ask, 'length', 'time')],
  [/(?<!\p{L})heaviest(?!\p{L})/iu, 1, (ask) => isIn(ask, 'mass')],
  [/(?<!\p{L})lightest(?!\p{L})/iu, -1, (ask) => isIn(ask, 'mass')],
  [
    /(?<!\p{L})(?:strongest|most powerful)(?!\p{L})/iu,
    1,
    ({ description }) => /(?<!\p{L})(?:pull|power|force|strength|thrust|torque)(?!\p{L})/iu.test(description),
  ],
]
const isIn = ({ unit }: Ask, ...dimensions: readonly string[]): boolean =>
  unit !== null && dimensions.includes(unit.dimension)

/** Of the cells of a row words say the same, whichever of them a model likes best. */
const isAlike = ({ facts: [one] }: Candidate, { facts: [other] }: Candidate): boolean =>
  one?.piece.kind === 'cell' && other?.piece.kind === 'cell' && Math.abs(one.match - other.match) < 0.01

/** “Bollard pull of its strongest vessel”, “date of the newest version”: of one column, what stands furthest out. */
function outermost(ask: Ask, chosen: Candidate, close: readonly Candidate[]): Candidate | null {
  const direction = directionAsked(ask)
  const [at] = chosen.facts
  if (direction === 0 || (at?.piece.kind !== 'cell' && at?.piece.kind !== 'heading')) return null
  const column = close.filter(
    ({ facts: [fact], value }) =>
      fact?.source === at.source &&
      isSameColumn(fact.piece, at.piece) &&
      // What costs nothing is not paid for.
      !(value === '0' && ask.numberKind === 'money' && /(?<!\p{L})paid(?!\p{L})/iu.test(ask.description)),
  )
  const placeOf = ({ value }: Candidate): string | number => (ask.format === 'date' ? value : Number(value))
  return column.toSorted((a, b) => (placeOf(a) < placeOf(b) ? direction : -direction))[0] ?? null
}

/** “Largest bell to date: 6,340 kg”: who asks for the largest means what is called so. */
function asNamed(ask: Ask, close: readonly Candidate[]): readonly Candidate[] {
  const word = askedEnd(ask)?.[0].exec(ask.description)?.[0].toLowerCase()
  if (word === undefined) return close
  const isNamed = ({ facts: [fact] }: Candidate): boolean =>
    fact !== undefined && `${fact.piece.label} ${fact.piece.plain.text}`.toLowerCase().includes(word)
  const pages = new Set(close.filter(isNamed).map(({ facts: [fact] }) => fact?.source))
  // What another page says may have become so since.
  return close.filter((one) => isNamed(one) || !pages.has(one.facts[0]?.source))
}

const askedEnd = (ask: Ask) => furthest.find(([words, , fits]) => words.test(ask.description) && fits(ask))

function directionAsked(ask: Ask): 1 | -1 | 0 {
  if (ask.format === 'date') return ask.wantsLatest ? 1 : 0
  if (ask.format !== 'number') return 0
  return askedEnd(ask)?.[1] ?? 0
}

/** The headings of a list of versions are as one column, and so are the prices of several plans in one row. */
const isSameColumn = (one: Piece, other: Piece): boolean =>
  one.kind === 'heading'
    ? other.kind === 'heading'
    : one.kind === 'cell' &&
      one.block === other.block &&
      (one.column === other.column || (one.label !== '' && one.label === other.label))

const changes =
  /(?<!\p{L})(?:extended|prolonged|move[sd]|postponed|put (?:off|back)|brought forward|rescheduled|delayed|ris(?:es?|en)|rose|raised|increased|grown|cut|reduced|lowered|fallen|changed|(?:gone|went|going) (?:up|down)|climbed|jumped)(?!\p{L})[^.;]{0,90}(?<!\p{L})(?:to|until|till|from|now)\s(?:the )?$|(?<!\p{L})(?:is|are) now\s(?:the )?$/iu
/** What is said to have changed need not be said as well as what stood there before. */
const leastChanged = 0.4

/** “The congress has been moved to 14 October”: a newer page that says so is believed more than a label of the older one. */
function successor(ask: Ask, chosen: Candidate, candidates: readonly Candidate[]): Candidate | null {
  if ((ask.format !== 'number' && ask.format !== 'date') || ask.period !== null || ask.wantsFormer)
    return null
  const newer = candidates.filter(
    ({ facts: [fact], score, asOf }) =>
      fact !== undefined &&
      score >= leastChanged &&
      (fact.supports ?? 1) >= 0.5 &&
      asOf > chosen.asOf &&
      fact.owner !== 'other' &&
      fact.modality !== 'former' &&
      chosen.facts.every(({ source, modality }) => source !== fact.source || modality === 'former') &&
      isChangedTo(fact) &&
      saysAll(ask, fact),
  )
  return newer.toSorted((a, b) => b.score - a.score)[0] ?? null
}

/** “The fair has been moved to 20 October” */
export const isChangedTo = (fact: Fact): boolean => changes.test(textBefore(fact))

/** What stands before a value in its piece. */
function textBefore({ piece: { plain }, start }: Fact): string {
  let at = 0
  while (at < plain.text.length && plain.span(at, at + 1).start < start) at++
  return plain.text.slice(0, at)
}

/** That the deadline for abstracts was extended says nothing of the one for registration. */
const saysAll = ({ terms }: Ask, { piece, source }: Fact): boolean =>
  terms.every(
    (term) =>
      term.weight < 0.8 ||
      term.concepts.some((concept) =>
        /^(?:(?:application )?deadline|end|start|closing|student|participant)$/.test(concept),
      ) ||
      placesOf(
        term,
        termsOf(`${piece.label} ${piece.plain.text} ${piece.headings.join(' ')} ${source.title}`),
      ).length > 0,
  )

const choiceOf = (chosen: Candidate, candidates: readonly Candidate[]): Choice => {
  const rivals = candidates.filter((other) => other !== chosen).toSorted((a, b) => b.score - a.score)
  return { candidate: chosen, rival: rivals[0]?.score ?? 0, rivals }
}

/** “Running since January”, and elsewhere “22 January 2025”: the day of the same month is no other date. */
function moreExact(ask: Ask, chosen: Candidate, candidates: readonly Candidate[]): Candidate | null {
  const least = leastExact.get(chosen.value.length)
  if (ask.format !== 'date' || least === undefined) return null
  const closer = candidates.filter(
    ({ value, score }) => value.startsWith(`${chosen.value}-`) && score >= least,
  )
  return closer.length === 1 ? (closer[0] ?? null) : null
}
/** In a year more happens than in a month. */
const leastExact: ReadonlyMap<number, number> = new Map([
  ['yyyy'.length, 0.55],
  ['yyyy-mm'.length, 0.35],
])

/** When a fact holds: as it says, else when its page was written, else when the page was last seen. */
function newest(facts: readonly Fact[]): string {
  return facts.map(holdsAt).toSorted().at(-1) ?? ''
}

const year = 365 * 86_400_000

export function holdsAt({ asOf, isCurrent, source }: Fact): string {
  const seen = source.document.fetchedAt
  const written = (source.written ?? seen).toISOString().slice(0, 10)
  // What was so “now” when it was written lately is newer than a page that nobody dated.
  if (isCurrent && source.written && seen.getTime() - source.written.getTime() < year)
    return `${seen.toISOString().slice(0, 10)} ${written}`
  return asOf !== null && !isCurrent && asOf < written
    ? asOf.padEnd(10, '-12-31'.slice(asOf.length - 4))
    : written
}
