import type { Embedder } from '../../../ports/embedder.ts'
import { isSameMeasure } from './comparison.ts'
import type { Condition, Slot } from './condition.ts'
import type { Source } from './finding.ts'
import { occurrencesOf } from './match.ts'
import { quantitiesOf } from './mentions.ts'
import type { Statement } from './page-text.ts'
import { hasConcept } from './verbs.ts'

/** A statement that seems to speak of what a condition asks for. */
export interface Likely {
  readonly statement: Statement
  readonly source: Source
  /** How alike the two are in meaning, from -1 to 1. */
  readonly likeness: number
  /** What neither the statement nor the label above it speaks of. */
  readonly missing: readonly Slot[]
  /** What is missing may be meant in other words: names, places, numbers and nouns are all there. */
  readonly isWhole: boolean
}

export type FindLikely = (
  condition: Condition,
  sources: readonly Source[],
  signal: AbortSignal,
) => Promise<readonly Likely[]>

/** Vectors are dear: only the few statements that share the most words with a condition are compared by meaning. */
const mostCompared = 6

export function createLikeness(embedder: Embedder): FindLikely {
  const vectors = new WeakMap<Statement, Float32Array>()

  return async function findLikely(condition, sources, signal) {
    const chosen = sources
      .flatMap((source) =>
        source.page.statements.flatMap((statement) => sharing(condition, statement, source)),
      )
      .toSorted((one, other) => other.rank - one.rank)
      .slice(0, mostCompared)
    if (chosen.length === 0) return []
    const missing = chosen.map(({ statement }) => statement).filter((statement) => !vectors.has(statement))
    const [asked, ...made] = await embedder.embed([condition.text, ...missing.map(inContext)], {
      kind: 'passage',
      signal,
    })
    for (const [at, statement] of missing.entries()) {
      const vector = made[at]
      if (vector) vectors.set(statement, vector)
    }
    return chosen
      .map(({ statement, source, missing, isWhole }) => ({
        statement,
        source,
        missing,
        isWhole,
        likeness: dot(asked, vectors.get(statement)),
      }))
      .toSorted((one, other) => other.likeness - one.likeness)
  }
}

function dot(one: Float32Array | undefined, other: Float32Array | undefined): number {
  if (!one || !other) return -1
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)
}

/** A short line says little without the label or question over it. */
const inContext = ({ text, heading }: Statement): string =>
  heading && (heading.isQuestion || text.length < 70) ? `${heading.text}: ${text}` : text

function sharing(
  condition: Condition,
  statement: Statement,
  source: Source,
): (Omit<Likely, 'likeness'> & { rank: number })[] {
  if (statement.kind === 'heading' || /\?\s*$/.test(statement.text)) return []
  // A word alone, such as “Methods.”, says nothing of its own.
  if (statement.kind === 'sentence' && statement.tokens.length < 2) return []
  const about = source.about.of(statement)
  if (about === 'other' || (about === 'unknown' && !source.about.isAboutSubject)) return []
  const { slots, comparison } = condition
  const shared = sharedPart(slots, statement)
  const isMeasured =
    comparison !== null &&
    (comparison.currency !== null || comparison.dimension !== null) &&
    quantitiesOf(statement, source.page).some((quantity) => isSameMeasure(quantity, comparison))
  if (comparison !== null && !isMeasured && quantitiesOf(statement, source.page).length === 0) return []
  // Of two that share as much, the shorter says less else.
  const rank = shared + (isMeasured ? 0.5 : 0) - statement.text.length / 4000
  const missing = slots.filter((slot) => shareOf(slot, statement) === 0)
  if (shared === 0 && !isMeasured) return []
  return [{ statement, source, missing, rank, isWhole: mayLack(missing, condition) }]
}

/** Which part of the slots a statement speaks of; names, places and numbers count double. */
function sharedPart(slots: readonly Slot[], statement: Statement): number {
  let all = 0
  let found = 0
  for (const slot of slots) {
    const weight = isExact(slot) ? 2 : 1
    all += weight
    found += weight * shareOf(slot, statement)
  }
  return all === 0 ? 0 : found / all
}

/** Names, places and numbers have to be there, and nouns; a verb may be told in other words, and so may a measure. */
const mayLack = (missing: readonly Slot[], { slots, comparison }: Condition): boolean =>
  !missing.some(isExact) &&
  ((comparison !== null && comparison.dimension !== null && comparison.dimension !== 'time') ||
    missing.length === 0 ||
    (missing.every(isTold) && missing.length < slots.length))

/** Verbs that a list under a heading, or a line with a label, leaves out. */
const isTold = (slot: Slot): boolean =>
  slot.isVerb &&
  (slot.concepts.size === 0 ||
    hasConcept(
      { slots: [slot] },
      'win receive offer operate employ examine use accept allow teach speak hold lead own publish valid support launch work live study write develop make member complete take-place require'.split(
        ' ',
      ),
    ))

/** What has no other words: a name, a place, a number. */
const isExact = ({ isName, place, text }: Slot): boolean => isName || place !== null || /^\d/.test(text)

function shareOf(slot: Slot, statement: Statement): number {
  if (occurrencesOf(statement, slot).length > 0) return 1
  const { heading } = statement
  if (heading && occurrencesOf(heading, slot).length > 0) return 0.9
  if (isExact(slot)) return 0
  if (statement.tokens.some(({ stem }) => slot.stems.some((own) => beginAlike(own, stem)))) return 0.7
  return heading && heading.tokens.some(({ stem }) => slot.stems.some((own) => beginAlike(own, stem)))
    ? 0.6
    : 0
}

/** “Cyclists” and “cycling”: alike but for the ending. */
function beginAlike(one: string, other: string): boolean {
  let same = 0
  while (same < one.length && one[same] === other[same]) same++
  return same >= 5 && Math.max(one.length, other.length) - same <= 3
}
