import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { blockFeatureNames, blockFeatures } from '../contents/extract/block-features.ts'
import { decodeBody } from '../contents/extract/decode.ts'
import {
  htmlKinds,
  isDeclared,
  readSignals,
  signalNames,
  type PageFacts,
} from '../contents/extract/page-signals.ts'
import { readPage } from '../contents/extract/read-page.ts'
import { score, type Trees } from '../contents/extract/trees.ts'
import { labelBlocks } from './extraction-labels.ts'
import { extractionPages } from './extraction-pages.ts'
import { trainTrees, type TrainingOptions } from './train-trees.ts'
import { tokens } from './word-overlap.ts'

export interface TrainingPage {
  readonly kind: string
  readonly facts: PageFacts
  readonly signals: Float64Array
  readonly labels: readonly boolean[]
  /** False where the content is not in the page (drawn by script): it teaches kinds, but not blocks. */
  readonly hasContent: boolean
}

export interface ExtractionModels {
  readonly kinds: readonly Trees[]
  readonly blocks: Trees
}

const kindOptions: TrainingOptions = {
  trees: 100,
  depth: 1,
  rate: 0.2,
  featureShare: 0.4,
  groupShare: 0.8,
  l2: 2,
  seed: 1,
}
const blockOptions: TrainingOptions = {
  trees: 220,
  depth: 4,
  rate: 0.08,
  featureShare: 0.35,
  groupShare: 0.7,
  l2: 5,
  seed: 1,
}
const folds = 5

export function trainingPage(html: Uint8Array, url: string, kind: string, content: string): TrainingPage {
  const { facts } = readPage(decodeBody(html, null), url)
  const labels = labelBlocks(facts.segmented.blocks, content)
  const found = facts.segmented.blocks.reduce((sum, { words }, at) => sum + (labels[at] ? words : 0), 0)
  return {
    kind,
    facts,
    labels,
    signals: readSignals(facts),
    hasContent: found > 0 && found > 0.4 * tokens(content).length,
  }
}

/** Kinds first; then blocks, told by models of other pages what kind their page is, as it will be in use. */
export function trainExtraction(pages: readonly TrainingPage[]): ExtractionModels {
  const kinds = trainKinds(pages)
  const told = new Map<TrainingPage, number[]>()
  for (let fold = 0; fold < folds; fold++) {
    const others = trainKinds(pages.filter((_, at) => at % folds !== fold))
    pages.forEach((page, at) => {
      if (at % folds === fold)
        told.set(
          page,
          others.map((model) => score(model, page.signals)),
        )
    })
  }
  const rows: Float64Array[] = []
  const labels: number[] = []
  const weights: number[] = []
  const groups: number[] = []
  pages.forEach((page, group) => {
    if (!page.hasContent) return
    const { blocks } = page.facts.segmented
    const total = blocks.reduce((sum, { words }) => sum + Math.sqrt(words), 0)
    let at = 0
    for (const row of blockFeatures(page.facts, page.signals, told.get(page) ?? [])) {
      rows.push(row.slice())
      labels.push(page.labels[at] ? 1 : 0)
      weights.push((100 * Math.sqrt(blocks[at]?.words ?? 0)) / total)
      groups.push(group)
      at++
    }
  })
  return { kinds, blocks: trainTrees(blockFeatureNames, { rows, labels, weights, groups }, blockOptions) }
}

/**
 * Rare kinds count for more than their number, common ones for less. Every page is seen a second time without
 * what its author declares, so that plain pages are judged by their content, not by what they lack.
 */
function trainKinds(pages: readonly TrainingPage[]): Trees[] {
  const views = [
    ...pages.map(({ kind, signals }) => ({ kind, signals, weight: 1 })),
    ...pages.map(({ kind, signals }) => ({ kind, signals: undeclared(signals), weight: 0.5 })),
  ]
  const rows = views.map(({ signals }) => signals)
  const groups = views.map((_, at) => at % pages.length)
  const weights = views.map(
    ({ kind, weight }) => (10 * weight) / Math.sqrt(pages.filter((page) => page.kind === kind).length),
  )
  return htmlKinds.map((kind) => {
    const labels = views.map((view) => (view.kind === kind ? 1 : 0))
    return trainTrees(signalNames, { rows, labels, weights, groups }, kindOptions)
  })
}

const undeclared = (signals: Float64Array): Float64Array =>
  signals.map((value, at) => (isDeclared(signalNames[at] ?? '') ? 0 : value))

/** One line per tree, so that a change of the model can be looked at. */
const serialise = ({ features, bias, trees }: Trees): string =>
  `{"bias":${bias},"features":${JSON.stringify(features)},"trees":[\n${trees.map((tree) => JSON.stringify(tree)).join(',\n')}\n]}\n`

/** Trains on the pages that are not held out and writes the models. */
export function trainFromFolder(folder: string, target: string): void {
  const pages: TrainingPage[] = []
  for (const { html, truth, heldOut } of extractionPages(folder)) {
    if (!heldOut) pages.push(trainingPage(html, truth.url ?? '', truth.pageType, truth.mainContent ?? ''))
  }
  const { kinds, blocks } = trainExtraction(pages)
  mkdirSync(target, { recursive: true })
  writeFileSync(join(target, 'blocks.json'), serialise(blocks))
  htmlKinds.forEach((kind, at) => {
    const model = kinds[at]
    if (model) writeFileSync(join(target, `kind-${kind}.json`), serialise(model))
  })
}
