import type { PageKind } from '../../ports/extractor.ts'
import { headingLevel, money, type Segmented } from './blocks.ts'
import { hasGroup } from './class-words.ts'
import type { PageHead } from './head.ts'
import { nestedNodes, typesOf } from './json-ld.ts'
import type { MainContainer } from './main-container.ts'

/** The kinds that HTML pages come in. */
export const htmlKinds = [
  'article',
  'documentation',
  'forum',
  'product',
  'listing',
  'collection',
  'service',
] as const satisfies readonly PageKind[]

/** All that is known about a page before anything is decided. */
export interface PageFacts {
  readonly url: string
  readonly head: PageHead
  readonly segmented: Segmented
  readonly main: MainContainer
  /** JSON-LD types, lower case. */
  readonly types: ReadonlySet<string>
}

export function pageFacts(url: string, head: PageHead, segmented: Segmented, main: MainContainer): PageFacts {
  const types = new Set<string>()
  for (const node of nestedNodes(head.jsonLd)) for (const type of typesOf(node)) types.add(type.toLowerCase())
  return { url, head, segmented, main, types }
}

/** Declares itself a product page, or offers a cart. */
export const sellsProduct = (facts: PageFacts): boolean =>
  saysProduct(facts) > 0 || openGraphType(facts).includes('product') || cartButtons(facts) > 0

type Signal = readonly [name: string, value: (facts: PageFacts) => number]

const log = Math.log1p
const share = (part: number, whole: number): number => (whole > 0 ? part / whole : 0)
const countTag = (facts: PageFacts, tag: string): number => facts.head.tags.get(tag) ?? 0
const openGraphType = (facts: PageFacts): string => facts.head.metas.get('og:type') ?? ''

const hasType =
  (pattern: RegExp) =>
  ({ types }: PageFacts): number =>
    [...types].some((type) => pattern.test(type)) ? 1 : 0

const wordsWhere = (
  { segmented }: PageFacts,
  test: (block: Segmented['blocks'][number]) => boolean,
): number => {
  let words = 0
  for (const block of segmented.blocks) if (test(block)) words += block.words
  return share(words, segmented.root.words)
}

const blocksWhere = (
  { segmented }: PageFacts,
  test: (block: Segmented['blocks'][number]) => boolean,
): number => {
  let count = 0
  for (const block of segmented.blocks) if (test(block)) count++
  return count
}

const boxesIn = ({ segmented }: PageFacts, group: Parameters<typeof hasGroup>[1]): number => {
  let count = 0
  for (const box of segmented.boxes) if (hasGroup(box.classes, group)) count++
  return log(count)
}

const pathOf = (url: string): string => {
  try {
    return new URL(url).pathname.toLowerCase()
  } catch {
    return ''
  }
}
const inAddress =
  (pattern: RegExp) =>
  ({ url }: PageFacts): number =>
    pattern.test(url.toLowerCase()) ? 1 : 0

const saysProduct = hasType(/^(?:product|individualproduct|productgroup|offer|aggregateoffer)$/)
const cartButtons = (facts: PageFacts): number =>
  log(
    blocksWhere(
      facts,
      ({ text, words }) =>
        words < 6 && /add to (?:cart|bag|basket)|buy now|in den warenkorb|ajouter au panier/i.test(text),
    ),
  )

/** What tells one sort of page from another, as numbers. One line per signal; the models refer to them by name. */
const pageSignals: readonly Signal[] = [
  ['page words', ({ segmented }) => log(segmented.root.words)],
  ['page blocks', ({ segmented }) => log(segmented.blocks.length)],
  ['page long blocks', (facts) => log(blocksWhere(facts, (block) => block.words > 40))],
  ['page headings', (facts) => log(blocksWhere(facts, (block) => headingLevel(block) > 0))],
  ['page images', ({ segmented }) => log(segmented.root.images)],
  ['page forms', (facts) => log(countTag(facts, 'form') + countTag(facts, 'input'))],
  ['main words', ({ main }) => log(main.box.words)],
  ['main score', ({ main }) => log(main.score)],
  ['names products', (facts) => boxesIn(facts, 'product')],
  ['names items', (facts) => boxesIn(facts, 'item')],
  ['page words per block', ({ segmented }) => share(segmented.root.words, segmented.blocks.length)],
  ['page link share', ({ segmented }) => share(segmented.root.linkWords, segmented.root.words)],
  ['page prose share', (facts) => wordsWhere(facts, (block) => block.words > 25)],
  ['page price blocks', (facts) => log(blocksWhere(facts, (block) => money.test(block.text)))],
  ['page tables', (facts) => log(countTag(facts, 'table'))],
  ['page code', (facts) => log(countTag(facts, 'pre') + countTag(facts, 'code'))],
  ['page articles', (facts) => log(countTag(facts, 'article'))],
  ['page landmark', (facts) => Math.min(1, countTag(facts, 'main'))],
  ['page headlines', (facts) => log(countTag(facts, 'h1'))],
  ['page times', (facts) => log(countTag(facts, 'time'))],
  ['main share', ({ main, segmented }) => share(main.box.words, segmented.root.words)],
  ['main repeats', ({ main }) => log(main.box.alike)],
  ['main wide share', ({ main, segmented }) => share(main.wide.words, segmented.root.words)],
  ['says product', saysProduct],
  ['says article', hasType(/article|posting|^report$|^recipe$|^review$/)],
  ['says list', hasType(/^itemlist$|collectionpage|searchresults|offercatalog/)],
  ['says forum', hasType(/discussionforum|qapage|^question$|^comment$/)],
  [
    'says service',
    hasType(/service|organization|localbusiness|softwareapplication|^webapplication$|faqpage/),
  ],
  ['says technical', hasType(/techarticle|apireference|howto|course/)],
  ['graph article', (facts) => (openGraphType(facts) === 'article' ? 1 : 0)],
  ['graph product', (facts) => (openGraphType(facts).includes('product') ? 1 : 0)],
  ['cart', cartButtons],
  ['names messages', (facts) => boxesIn(facts, 'message')],
  ['names comments', (facts) => boxesIn(facts, 'comment')],
  ['names prices', (facts) => boxesIn(facts, 'price')],
  ['address depth', ({ url }) => pathOf(url).split('/').filter(Boolean).length],
  ['address slug', ({ url }) => log((pathOf(url).split('/').findLast(Boolean) ?? '').split(/[-_]/).length)],
  [
    'address forum',
    inAddress(
      /forum|thread|topic|discuss|community|\/t\/|\/questions?\/|showthread|viewtopic|board|\/comments\//,
    ),
  ],
  [
    'address documentation',
    inAddress(
      /\bdocs?\b|documentation|reference|manual|\/api\b|guide|tutorial|wiki|developer|\/learn\b|howto|man\d?\//,
    ),
  ],
  ['address product', inAddress(/\/products?\/|\/p\/|\/dp\/|\/item|\/shop\/|\/buy\//)],
  [
    'address collection',
    inAddress(/\/collections?\/|\/categor|\/c\/|\/cat\/|\/shop\/?$|\/browse|[?&](?:page|sort|filter)=/),
  ],
  ['address article', inAddress(/blog|news|article|\/post|stories|\/20\d\d\/|magazine|insights?\//)],
  [
    'address listing',
    inAddress(/\/tags?\/|\/archive|\/topics?\/|jobs|listings?|directory|search|events?\b|\/author\//),
  ],
]

export const signalNames: readonly string[] = pageSignals.map(([name]) => name)

/** Signals that authors declare in data, names and addresses; plain pages have none of them. */
export const isDeclared = (signal: string): boolean => /^(?:says|graph|names|address) /.test(signal)

/** In the order of `signalNames`. */
export const readSignals = (facts: PageFacts): Float64Array =>
  Float64Array.from(pageSignals, ([, value]) => value(facts))
