import type { PageKind } from '../../ports/extractor.ts'
import { loadModel } from './load-model.ts'
import { htmlKinds, signalNames } from './page-signals.ts'
import { score } from './trees.ts'

/** One model per kind, each a sum of points for single signals: is it a forum, is it a product, and so on. */
const models = htmlKinds.map((kind) => loadModel(`kind-${kind}.json`, signalNames))

/** How likely the page is of each kind, in the order of `htmlKinds`, as log-odds. */
export const kindScores = (signals: Float64Array): number[] => models.map((model) => score(model, signals))

export function likeliestKind(scores: readonly number[]): PageKind {
  const best = scores.indexOf(Math.max(...scores))
  return htmlKinds[best] ?? 'article'
}
