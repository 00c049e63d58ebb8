import { compare, isSameMeasure } from './comparison.ts'
import type { Comparison, Condition, Window } from './condition.ts'
import { forceAt } from './clauses.ts'
import { correcting, hasCue } from './cues.ts'
import { asOf, quoteOf, type Finding, type Source } from './finding.ts'
import type { Likely } from './likeness.ts'
import type { Stretch } from './match.ts'
import { quantitiesOf } from './mentions.ts'
import type { Statement } from './page-text.ts'
import { stanceOf } from './stance.ts'
import { momentsNear } from './timing.ts'
import { hasConcept } from './verbs.ts'
import { inWindow } from './window.ts'

/** How alike a statement and a condition have to be, by what the statement leaves unsaid: nothing, a verb, all but a measure. */
const leastLikeness = { nothing: 0.84, verb: 0.88, measure: 0.87 }

/** What statements that seem to speak of a condition say to it. Asked only where plainer rules find nothing. */
export function decideAlike(condition: Condition, likely: readonly Likely[], now: Date): Finding[] {
  for (const one of likely) {
    if (!one.isWhole || one.likeness < thresholdFor(one, condition)) continue
    const verdict =
      condition.comparison === null
        ? stanceOf(one.statement, condition, one.source, now)
        : measuredVerdict(one, condition.comparison, condition.window)
    if (verdict !== null) return [finding(verdict, one, condition)]
  }
  return decideAgainst(condition, likely, now)
}

/** From here on the statement that is most like a condition, if it denies something, denies the condition. */
const leastAgainst = 0.86
/** How much more alike it has to be than the next one, unless it has a good part of the condition's words. */
const margin = 0.02
const goodPart = 1 / 3

/**
 * What a page says closest to a condition and denies, puts off or calls over: “an Android version is on our roadmap”,
 * asked for an app. Nearness tells what is spoken of, not that it is so; for a yes it is too little.
 */
function decideAgainst(condition: Condition, [first, next]: readonly Likely[], now: Date): Finding[] {
  if (!first || condition.comparison !== null || first.likeness < leastAgainst) return []
  // A work may tell of what it denies.
  if (condition.isUniversal || hasConcept(condition, ['announce', 'report'])) return []
  const part = 1 - first.missing.length / Math.max(1, condition.slots.length)
  if (part === 0 || (part < goodPart && first.likeness - (next?.likeness ?? 0) < margin)) return []
  return stanceOf(first.statement, condition, first.source, now) === 'no'
    ? [finding('no', first, condition)]
    : []
}

function thresholdFor({ missing }: Likely, { comparison }: Condition): number {
  if (missing.length === 0) return leastLikeness.nothing
  return comparison === null ? leastLikeness.verb : leastLikeness.measure
}

/** All numbers of the kind that is asked for must agree: which of them is meant cannot be told. */
function measuredVerdict(
  { statement, source }: Likely,
  wanted: Comparison,
  window: Window | null,
): 'yes' | 'no' | null {
  const numbers = quantitiesOf(statement, source.page).filter(
    (quantity) => isSameMeasure(quantity, wanted) && !quantity.mayBeYear && !quantity.isFormer,
  )
  const isPlain = wanted.currency === null && wanted.dimension === null
  if (numbers.length === 0 || (isPlain && numbers.length > 1)) return null
  // What it was in another year says nothing of this one.
  if (window !== null && !numbers.every((number) => isToldOf(number, statement, window, source))) return null
  const force = forceAt(statement, numbers)
  if (force.denied !== false || (force.mood !== 'fact' && force.mood !== 'past')) return null
  const verdicts = new Set(numbers.map((quantity) => compare(quantity, wanted)))
  if (verdicts.size !== 1) return null
  const [fits] = verdicts
  return fits === true ? 'yes' : fits === false ? 'no' : null
}

const isToldOf = (at: Stretch, statement: Statement, window: Window, { page }: Source): boolean =>
  momentsNear(statement, at, page).some(({ date }) => inWindow(date, window) === true)

const finding = (verdict: 'yes' | 'no', { statement, source }: Likely, { text }: Condition): Finding => ({
  verdict,
  rule: 'alike',
  source,
  quote: quoteOf(statement, statement),
  why: verdict === 'yes' ? `the page says as much as “${text}”` : `what the page says is against “${text}”`,
  at: asOf(source),
  strength: 1,
  isCorrection: hasCue(correcting, statement.text, statement.language),
  isLasting: false,
})
