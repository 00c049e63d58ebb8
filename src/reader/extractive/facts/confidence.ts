import type { Choice } from './choose.ts'

/**
 * How often a value with a score is right. Set from the shares of right values, in bands of the score, among the
 * labelled fields of the sample that are not held out and three hundred invented ones; every share is taken some
 * points lower than counted, because pages of other authors are worded in other ways.
 */
const shares: readonly (readonly [score: number, share: number])[] = [
  [0.5, 0.55],
  [0.6, 0.68],
  [0.7, 0.78],
  [0.8, 0.85],
  [0.9, 0.91],
  [1, 0.95],
]
/** Of the fields that were given up, so many were not stated; fewer where something had nearly been found. */
const notStated = 0.9
const nearlyFound = 0.6
/** What another value of almost the same score takes away. */
const doubt = 0.2

/** Between two bands the share lies between theirs. */
function shareAt(score: number): number {
  const above = shares.findIndex(([each]) => each >= score)
  const high = shares[above]
  const low = shares[above - 1]
  if (!high) return shares.at(-1)?.[1] ?? 0
  if (!low) return high[1]
  return low[1] + ((high[1] - low[1]) * (score - low[0])) / (high[0] - low[0])
}

export function confidenceOf({ candidate, rivals }: Choice): number {
  const rival = rivals.find(({ asOf }) => asOf >= candidate.asOf)
  const margin = candidate.score - (rival?.score ?? 0)
  const share = shareAt(candidate.score) - (margin < 0.1 ? doubt * (1 - Math.max(0, margin) / 0.1) : 0)
  return Number(Math.max(0.3, share).toFixed(2))
}

/** That the sources do not say it; `best` is the score of what came nearest. */
export const confidenceOfNothing = (best: number): number => (best >= 0.45 ? nearlyFound : notStated)
