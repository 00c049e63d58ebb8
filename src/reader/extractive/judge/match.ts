import { isWithin } from '../values/places.ts'
import { clausesOf } from './clauses.ts'
import { isKindOf, isOpposite, mentionsIn } from './concepts.ts'
import type { Slot } from './condition.ts'
import { meaningsOf, placesOf } from './mentions.ts'
import type { Statement } from './page-text.ts'
import type { Token } from './tokens.ts'

export interface Stretch {
  readonly start: number
  readonly end: number
}

/** Where a statement speaks of what a condition asks for. */
export interface Match extends Stretch {
  readonly statement: Statement
  /** One for each slot; null where the heading or the label says it. */
  readonly found: readonly (Stretch | null)[]
  /** The slots that only the heading, the label or the question above speaks of. */
  readonly above: number
  /** A slot of which the opposite was found. */
  readonly isOpposed: boolean
}

/** Slots of one group may be this many characters apart. */
const together = 45
const farthest = 220

/** Finds the places of a statement that speak of every slot; the closest together where there are several. */
export function matchSlots(
  statement: Statement,
  slots: readonly Slot[],
  options: { readonly opposite?: boolean; readonly general?: boolean } = {},
): Match | null {
  const { heading } = statement
  const occurrences: Stretch[][] = []
  let above = 0
  let isOpposed = false
  for (const slot of slots) {
    let found = occurrencesOf(statement, slot)
    if (found.length === 0 && options.general) found = generalsOf(statement, slot)
    const opposites = options.opposite && !isOpposed ? oppositesOf(statement, slot) : []
    if (opposites.length > 0) {
      found = opposites
      isOpposed = true
    }
    if (found.length === 0) {
      // A heading says what is spoken of, not what it does.
      if (heading && slot.isVerb && standsFor(heading.text, slot)) {
        above++
        occurrences.push([])
        continue
      }
      if (
        !heading ||
        (slot.isVerb && !heading.isQuestion && !deniesBelow(heading.text)) ||
        occurrencesOf(heading, slot).length === 0
      )
        return null
      above++
    }
    occurrences.push(found)
  }
  if (above === slots.length || (options.opposite && !isOpposed)) return null
  const chosen = closest(occurrences, clausesOf(statement))
  const inside = chosen.filter((one) => one !== null)
  const start = Math.min(...inside.map((one) => one.start))
  const end = Math.max(...inside.map((one) => one.end))
  // Behind a semicolon begins another statement, of somebody else where it has a name of its own.
  const between = statement.text.slice(start - statement.start, end - statement.start)
  if (
    end - start > farthest ||
    (between.includes(';') && (slots.some(({ isName }) => isName) || statement.kind === 'sentence')) ||
    !standTogether(slots, chosen)
  )
    return null
  return { statement, found: chosen, above, start, end, isOpposed }
}

/** The deeds that a heading over a list stands for: under “Awards” is what was won. */
const deedsOf: readonly (readonly [heading: RegExp, deeds: readonly string[]])[] = [
  [
    /^(?:[\p{L}]+ (?:and|&) )?(?:awards?|honou?rs|prizes|recognition|auszeichnungen|preise|distinctions|prix)/iu,
    ['win', 'receive'],
  ],
  [
    /^(?:education|studies|degrees|qualifications|studium|ausbildung|formation|études)/iu,
    ['study', 'complete', 'receive'],
  ],
  [
    /^(?:(?:work |professional )?experience|career|employment|werdegang|beruflicher werdegang|expérience|parcours)/iu,
    ['work', 'employ'],
  ],
  [/^(?:teaching|courses|lehre|enseignement)/iu, ['teach']],
  [
    /^(?:(?:selected )?(?:publications|books)|bücher|livres|veröffentlichungen)/iu,
    ['publish', 'write', 'author'],
  ],
  [/^(?:languages|sprachen|langues)/iu, ['speak']],
  [/^(?:investors|backers|investoren|investisseurs)/iu, ['invest']],
  [/^(?:(?:our )?(?:customers|clients)|kunden|références)/iu, ['serve', 'sell']],
  [/^(?:(?:our )?(?:products|range)|produkte|produits)/iu, ['make', 'sell', 'offer']],
  [/^(?:(?:our )?services|what we do|leistungen|prestations)/iu, ['offer', 'make']],
  [/^(?:certifi\p{L}+|accreditations?|zertifi\p{L}+|certifications)/iu, ['certify']],
]
const standsFor = (heading: string, { concepts }: Slot): boolean =>
  deedsOf.some(([pattern, deeds]) => pattern.test(heading) && deeds.some((deed) => concepts.has(deed)))

/** “Send a robot, not a person” denies only what it ends with, and nothing that stands under it. */
export const withoutContrast = (heading: string): string =>
  heading.replace(/,\s*(?:and\s)?(?:not|nicht|pas|keine?)(?!\p{L})[^,;]*$/iu, '')

/** “What we do not make”: a heading that denies what stands under it. */
export const deniesBelow = (heading: string): boolean =>
  /(?<!\p{L})(?:not|never|no|nicht|keine?|pas|jamais)(?!\p{L})|n['’]t(?!\p{L})/iu.test(
    withoutContrast(heading),
  )

function closest(
  occurrences: readonly (readonly Stretch[])[],
  clauses: readonly Stretch[],
): (Stretch | null)[] {
  const rarest =
    occurrences.filter((found) => found.length > 0).toSorted((a, b) => a.length - b.length)[0] ?? []
  let best: (Stretch | null)[] = []
  let width = Infinity
  for (const anchor of rarest) {
    const chosen = occurrences.map((found) => nearest(found, anchor, clauses))
    const inside = chosen.filter((one) => one !== null)
    const crossed =
      new Set(
        inside.map((one) => clauses.findIndex(({ start, end }) => one.start >= start && one.start < end)),
      ).size - 1
    const spread =
      Math.max(...inside.map((one) => one.end)) - Math.min(...inside.map((one) => one.start)) + 80 * crossed
    if (spread < width) [best, width] = [chosen, spread]
  }
  return best
}

/** What stands in the same clause belongs together, even if something else stands nearer. */
function nearest(found: readonly Stretch[], anchor: Stretch, clauses: readonly Stretch[]): Stretch | null {
  const clauseAt = (one: Stretch) =>
    clauses.findIndex(({ start, end }) => one.start >= start && one.start < end)
  const own = clauseAt(anchor)
  const distance = (one: Stretch) => Math.abs(one.start - anchor.start) + (clauseAt(one) === own ? 0 : 80)
  let best: Stretch | null = null
  for (const one of found) if (best === null || distance(one) < distance(best)) best = one
  return best
}

function standTogether(slots: readonly Slot[], chosen: readonly (Stretch | null)[]): boolean {
  for (const [at, slot] of slots.entries()) {
    const next = slots[at + 1]
    const [one, other] = [chosen[at], chosen[at + 1]]
    if (!next || next.group !== slot.group || slot.isVerb || !one || !other) continue
    const gap = Math.max(one.start, other.start) - Math.min(one.end, other.end)
    if (gap > together) return false
  }
  return true
}

type Holder = Pick<Statement, 'tokens'> & Partial<Pick<Statement, 'text' | 'start'>>

/** Everywhere a statement, or a heading, speaks of a slot. */
export function occurrencesOf(holder: Holder, slot: Slot): Stretch[] {
  const { tokens } = holder
  if (slot.place) {
    const { place } = slot
    const named = 'kind' in holder ? placesOf(holder as Statement) : [] // headings seldom name the place they are about
    return named.filter((mention) => isWithin(mention.place, place)).map(({ start, end }) => ({ start, end }))
  }
  if (slot.isName) return nameIn(tokens, slot)
  if (slot.concepts.has('company') && slot.stems.length === 1 && 'kind' in holder)
    return [...plainIn(holder, slot), ...companiesIn(holder as Statement)] // only statements have a kind
  return plainIn(holder, slot)
}

const afterPreposition = /(?<!\p{L})(?:for|at|with|by|to|from|of|bei|für|von|mit|chez|pour|par|avec)\s$/iu

/** “Consults for Brevian AI”: a name after a preposition, unless it is a place's or a university's. */
function companiesIn(statement: Statement): Stretch[] {
  const places = placesOf(statement)
  return statement.tokens.flatMap(({ start, end, hasCapital, word }, at) => {
    const next = statement.tokens[at + 1]
    const isOther =
      places.some((place) => place.start <= start && place.end >= end) ||
      /universi|institut|college|school|ministry|council|hochschule/.test(
        `${word} ${next?.word ?? ''} ${statement.tokens[at + 2]?.word ?? ''}`,
      )
    return hasCapital && !isOther && afterPreposition.test(statement.text.slice(0, start - statement.start))
      ? [{ start, end }]
      : []
  })
}

const starting = new Set(['start', 'launch', 'creat', 'set'])

/** “Ada Marsh started Orrin at her kitchen table”: what was started has a name. */
const foundingAt = (tokens: readonly Token[]): number[] =>
  tokens.flatMap(({ stem, word }, at) => {
    const next = tokens[word === 'set' ? at + 2 : at + 1]
    return starting.has(stem) &&
      /(?:ed|set)$/.test(word) &&
      next?.hasCapital &&
      at > 0 &&
      !tokens[at - 1]?.word.startsWith('ha')
      ? [at]
      : []
  })

function plainIn(holder: Holder, slot: Slot): Stretch[] {
  const { tokens } = holder
  const found: Stretch[] = []
  const add = (from: number, to: number) => {
    const [first, last] = [tokens[from], tokens[to - 1]]
    if (first && last) found.push({ start: first.start, end: last.end })
  }
  for (const [at] of tokens.entries())
    if (slot.stems.every((stem, step) => isWord(tokens[at + step], stem))) add(at, at + slot.stems.length)
  if (slot.concepts.has('found')) for (const at of foundingAt(tokens)) add(at, at + 1)
  if (slot.concepts.size > 0)
    for (const { concept, from, to } of meaningsOf(holder))
      for (const wanted of slot.concepts)
        // “Chip makers” make chips, and whoever sells to them does not.
        if (
          isKindOf(concept, wanted) &&
          !/^(?:vice|deputy|stellvertretende[rn]?|adjoint)$/.test(tokens[from - 1]?.word ?? '') &&
          !(
            slot.isVerb &&
            /(?:makers|manufacturers|producers|suppliers|hersteller)$/.test(tokens[from]?.word ?? '')
          )
        )
          add(from, to)
  return found
}

/** Words for what a slot is a kind of: whoever has no investors has no venture capital. */
function generalsOf(statement: Statement, slot: Slot): Stretch[] {
  const { place } = slot
  if (place)
    return placesOf(statement)
      .filter((mention) => isWithin(place, mention.place))
      .map(({ start, end }) => ({ start, end }))
  const found: Stretch[] = []
  for (const { concept, from, to } of meaningsOf(statement))
    for (const wanted of slot.concepts)
      if (isKindOf(wanted, concept)) {
        const [first, last] = [statement.tokens[from], statement.tokens[to - 1]]
        if (first && last) found.push({ start: first.start, end: last.end })
      }
  return found
}

function oppositesOf(statement: Statement, slot: Slot): Stretch[] {
  const found: Stretch[] = []
  for (const { concept, from, to } of meaningsOf(statement))
    for (const wanted of slot.concepts)
      if (isOpposite(concept, wanted)) {
        const [first, last] = [statement.tokens[from], statement.tokens[to - 1]]
        if (first && last) found.push({ start: first.start, end: last.end })
      }
  return found
}

/** Long compounds hold their parts: “Testphase”, “nurse-led”. */
function isWord(token: Token | undefined, stem: string): boolean {
  if (!token) return false
  if (token.stem === stem) return true
  if (
    token.word.includes('-') &&
    token.word
      .split('-')
      .some((part) => part === stem || (part.startsWith(stem) && part.length - stem.length <= 2))
  )
    return true
  if (
    stem.length >= 6 &&
    token.word.length >= stem.length + 4 &&
    /^\p{Ll}+$/u.test(token.word) &&
    token.word.endsWith(stem)
  )
    return true
  return shareStem(token.stem, stem)
}

/** Two long words that differ in their endings alone: “certification”, “certified”. */
function shareStem(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  return short.length >= 5 && long.startsWith(short) && derived.test(long.slice(short.length))
}

const derived =
  /^(?:e|s|n|en|er|or|in|ion|ions|ation|ations|ment|ments|ing|ings|able|ive|ly|ung|ungen|keit|lich|isch|eur|euse|ee|ees|age|d|ed)$/

/** “WHO” stands for “World Health Organization”. */
const startsWithInitials = (tokens: readonly Token[], at: number, initials: string): boolean =>
  Array.from(initials.toLowerCase()).every((letter, step) => {
    const names = tokens.slice(at, at + initials.length + 2).filter(({ hasCapital }) => hasCapital)
    return names[0] === tokens[at] && names[step]?.word[0] === letter
  })

/** A name as a whole; its first or last word alone where that is a word of its own; or its initials. */
function nameIn(tokens: readonly Token[], { stems, text }: Slot): Stretch[] {
  const found: Stretch[] = []
  const isCode = /\d/.test(text) || text.length <= 4
  const initials = stems.length > 2 ? stems.map((stem) => stem[0]).join('') : ''
  for (const [at, token] of tokens.entries()) {
    const last = tokens[at + stems.length - 1]
    if (
      last &&
      stems.every(
        (stem, step) =>
          tokens[at + step]?.stem === stem || (step === 0 && tokens[at]?.word.split('-').includes(stem)),
      )
    )
      found.push({ start: token.start, end: last.end })
    else if (
      !isCode &&
      stems.length === 2 &&
      token.hasCapital &&
      token.stem.length >= 4 &&
      stems.includes(token.stem) &&
      mentionsIn([token]).length === 0
    )
      found.push({ start: token.start, end: token.end })
    else if (/^\p{Lu}{3,6}$/u.test(text) && startsWithInitials(tokens, at, text))
      found.push({ start: token.start, end: tokens[at + text.length - 1]?.end ?? token.end })
    else if (initials !== '' && token.hasCapital && token.word === initials)
      found.push({ start: token.start, end: token.end })
  }
  return found
}
