import { headingLevel, money, wordsOf, type Block, type Box } from './blocks.ts'
import { classGroupNames, hasGroup } from './class-words.ts'
import { isInside } from './main-container.ts'
import { htmlKinds, sellsProduct, signalNames, type PageFacts } from './page-signals.ts'

/** What the features below look up instead of counting it anew for every block. */
interface Surroundings {
  readonly facts: PageFacts
  readonly blocks: readonly Block[]
  readonly totalWords: number
  readonly wordsBefore: readonly number[]
  readonly titleWords: ReadonlySet<string>
  readonly firstHeadline: number
  /** Distance to the last heading, and whether that heading announces something other than the content. */
  readonly lastHeading: readonly { readonly at: number; readonly aside: boolean; readonly level: number }[]
  readonly earlierCopies: readonly number[]
  readonly copies: ReadonlyMap<string, number>
  readonly template: readonly string[]
  readonly templates: ReadonlyMap<string, { blocks: number; words: number; linkWords: number; first: number }>
  readonly sellsProduct: boolean
  readonly mainFirst: number
  readonly mainLast: number
}

/** What the elements around a block say, gathered in one way up. */
interface Ancestry {
  readonly tags: ReadonlySet<string>
  readonly hidden: boolean
  readonly classes: number
  readonly nearClasses: number
  /** The largest element around it that is not most of the page. */
  readonly part: Box
  /** The innermost element that repeats among its siblings: a card, a row, a post. */
  readonly unit: Box
  readonly topScore: number
  /** The innermost element shared with the main container, and the steps to it from either side. */
  readonly shared: Box
  readonly stepsUp: number
  readonly stepsToMain: number
}

type Feature = readonly [name: string, value: (block: Block, around: Surroundings, own: Ancestry) => number]

const log = Math.log1p
const share = (part: number, whole: number): number => (whole > 0 ? part / whole : 0)
const signedLog = (steps: number): number => Math.sign(steps) * log(Math.abs(steps))
const flag = (condition: boolean): number => (condition ? 1 : 0)
const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0
const outside = (at: number, first: number, last: number): number =>
  first < 0 ? 0 : at < first ? at - first : at > last ? at - last : 0

/** Headings above what surrounds content. English mostly, as most of what was learnt from is. */
const asideHeading =
  /related|recommend|you (?:may|might)|also like|more (?:from|in|on)|popular|trending|recent|latest|comments?$|leave a|share|follow|subscribe|newsletter|sign up|customers also|similar|recently viewed|see also|read next|categories|tags|archives|about the author|contact|quick links|company|support|resources|reviews?|ähnliche|verwandte|articles liés|relacionad/i
const phrase =
  /cookie|privacy policy|all rights reserved|©|copyright|terms (?:of|and)|subscribe|newsletter|sign (?:in|up)|log ?in|register|share (?:on|this)|follow us|add to (?:cart|bag|basket|wishlist)|read more|learn more|view (?:all|details)|see all|load more|show more|click here|skip to|back to top|advertisement|sponsored|javascript|your email|reply|report|quote|posted|joined|likes?$|views?$|members?$|ago$|edited|sort by|filter|in stock|quick view|out of 5|min read|datenschutz|impressum|teilen|partager|compartir/i

const aroundTags = [
  'header',
  'nav',
  'footer',
  'aside',
  'main',
  'article',
  'section',
  'form',
  'ul',
  'table',
  'figure',
  'blockquote',
  'dl',
  'details',
  'a',
  'button',
  'label',
  'pre',
]
const ownTags = ['p', 'li', 'td', 'div', 'dd']

const ancestor = (block: Block, steps: number): Box => {
  let box = block.box
  for (let step = 0; step < steps && box.parent; step++) box = box.parent
  return box
}

const neighbour = (offset: number): Feature[] => [
  [`words at ${offset}`, (block, { blocks }) => log(blocks[block.index + offset]?.words ?? 0)],
  [
    `links at ${offset}`,
    (block, { blocks }) => {
      const other = blocks[block.index + offset]
      return other ? share(other.linkWords, other.words) : 1
    },
  ],
]

const around = (steps: number): Feature[] => [
  [`words ${steps} up`, (block) => log(ancestor(block, steps).words)],
  [`links ${steps} up`, (block) => share(ancestor(block, steps).linkWords, ancestor(block, steps).words)],
  [
    `words per block ${steps} up`,
    (block) => log(share(ancestor(block, steps).words, ancestor(block, steps).blocks)),
  ],
  [`score ${steps} up`, (block, { facts }) => share(ancestor(block, steps).score, facts.main.score + 1)],
]

const window = (
  block: Block,
  { blocks }: Surroundings,
  radius: number,
): { words: number; linkWords: number } => {
  let words = 0
  let linkWords = 0
  const last = Math.min(blocks.length - 1, block.index + radius)
  for (let at = Math.max(0, block.index - radius); at <= last; at++) {
    words += blocks[at]?.words ?? 0
    linkWords += blocks[at]?.linkWords ?? 0
  }
  return { words, linkWords }
}

const templateOf = (block: Block, { template, templates }: Surroundings) =>
  templates.get(template[block.index] ?? '') ?? {
    blocks: 1,
    words: block.words,
    linkWords: 0,
    first: block.index,
  }

const features: readonly Feature[] = [
  // The text itself.
  ['words', ({ words }) => log(words)],
  ['word length', ({ text, words }) => text.length / words],
  ['link share', ({ words, linkWords }) => linkWords / words],
  ['heading level', (block) => headingLevel(block)],
  ['ends a sentence', ({ text }) => flag(/[.!?:;…。！？]["”')]?$/.test(text))],
  ['commas', ({ text, words }) => count(text, /[,;，、]/g) / words],
  ['capitals', ({ text }) => count(text, /\p{Lu}/gu) / text.length],
  ['digits', ({ text }) => count(text, /\d/g) / text.length],
  ['price', ({ text }) => flag(money.test(text))],
  ['separators', ({ text }) => count(text, /[|·•»›/]/g)],
  ['phrase', ({ text, words }) => (phrase.test(text) ? (words < 12 ? 2 : 1) : 0)],
  ['earlier copies', ({ index }, { earlierCopies }) => Math.min(5, earlierCopies[index] ?? 0)],
  ['copies', ({ key }, { copies }) => Math.min(10, copies.get(key) ?? 1)],
  [
    'from title',
    ({ key, words }, { titleWords }) => key.split(' ').filter((word) => titleWords.has(word)).length / words,
  ],
  [
    'covers title',
    ({ key }, { titleWords }) =>
      share(new Set(key.split(' ').filter((word) => titleWords.has(word))).size, titleWords.size),
  ],
  // The elements around it.
  ...ownTags.map((tag): Feature => [`is ${tag}`, ({ box }) => flag(box.tag === tag)]),
  ...aroundTags.map((tag): Feature => [`in ${tag}`, (_block, _around, { tags }) => flag(tags.has(tag))]),
  ['hidden', (_block, _around, { hidden }) => flag(hidden)],
  ...classGroupNames.map((name, bit): Feature => [
    `named ${name}`,
    (_block, _around, { classes, nearClasses }) => ((classes >> bit) & 1) + ((nearClasses >> bit) & 1),
  ]),
  [
    'review of a product',
    (_block, { sellsProduct }, { classes }) => flag(sellsProduct && hasGroup(classes, 'review')),
  ],
  ['depth', ({ box }) => box.depth],
  ...around(1),
  ...around(2),
  ...around(3),
  ['part share', (_block, { totalWords }, { part }) => share(part.words, totalWords)],
  ['part links', (_block, _around, { part }) => share(part.linkWords, part.words)],
  ['part words per block', (_block, _around, { part }) => log(share(part.words, part.blocks))],
  ['part images', (_block, _around, { part }) => log(part.images)],
  // Repetition: rows, cards, posts, menu entries.
  ['unit repeats', (_block, _around, { unit }) => log(unit.alike)],
  ['unit group share', (_block, { totalWords }, { unit }) => share(unit.alikeWords, totalWords)],
  ['unit words', (_block, _around, { unit }) => log(unit.words)],
  ['unit blocks', (_block, _around, { unit }) => log(unit.blocks)],
  ['unit links', (_block, _around, { unit }) => share(unit.linkWords, unit.words)],
  ['unit images', (_block, _around, { unit }) => log(unit.images)],
  ['unit prices', (_block, _around, { unit }) => Math.min(3, unit.prices)],
  ['unit headings', (_block, _around, { unit }) => Math.min(3, unit.headings)],
  ['template blocks', (block, around) => log(templateOf(block, around).blocks)],
  [
    'template words per block',
    (block, around) => log(share(templateOf(block, around).words, templateOf(block, around).blocks)),
  ],
  [
    'template links',
    (block, around) => share(templateOf(block, around).linkWords, templateOf(block, around).words),
  ],
  ['template share', (block, around) => share(templateOf(block, around).words, around.totalWords)],
  ['template first', (block, around) => share(templateOf(block, around).first, around.blocks.length)],
  // Where it stands.
  ['position', ({ index }, { blocks }) => index / blocks.length],
  [
    'position in words',
    ({ index }, { wordsBefore, totalWords }) => share(wordsBefore[index] ?? 0, totalWords),
  ],
  ['from start', ({ index }) => log(index)],
  ['from end', ({ index }, { blocks }) => log(blocks.length - index)],
  [
    'from headline',
    ({ index }, { firstHeadline }) => (firstHeadline < 0 ? 0 : signedLog(index - firstHeadline)),
  ],
  ['no headline', (_block, { firstHeadline }) => flag(firstHeadline < 0)],
  ['from heading', ({ index }, { lastHeading }) => log(index - (lastHeading[index]?.at ?? 0))],
  ['heading above', ({ index }, { lastHeading }) => lastHeading[index]?.level ?? 0],
  ['aside heading', ({ index }, { lastHeading }) => flag(lastHeading[index]?.aside ?? false)],
  ...[-2, -1, 1, 2].flatMap(neighbour),
  ['words nearby', (block, around) => log(window(block, around, 5).words)],
  [
    'links nearby',
    (block, around) => share(window(block, around, 5).linkWords, window(block, around, 5).words),
  ],
  ['words further', (block, around) => log(window(block, around, 15).words)],
  [
    'links further',
    (block, around) => share(window(block, around, 15).linkWords, window(block, around, 15).words),
  ],
  // Where it stands to the prose.
  ['in main', ({ inner }, { facts }) => flag(isInside(inner, facts.main.box))],
  ['in wide main', ({ inner }, { facts }) => flag(isInside(inner, facts.main.wide))],
  ['from main', ({ index }, { mainFirst, mainLast }) => signedLog(outside(index, mainFirst, mainLast))],
  ['score around', (_block, { facts }, { topScore }) => share(topScore, facts.main.score + 1)],
  ['shared score', (_block, { facts }, { shared }) => share(shared.score, facts.main.score + 1)],
  ['shared depth', (_block, _around, { shared }) => shared.depth],
  ['shared share', (_block, { totalWords }, { shared }) => share(shared.words, totalWords)],
  ['steps up', (_block, _around, { stepsUp }) => stepsUp],
  ['steps to main', (_block, _around, { stepsToMain }) => stepsToMain],
]

export const blockFeatureNames: readonly string[] = [
  ...features.map(([name]) => name),
  ...signalNames,
  ...htmlKinds.map((kind) => `kind ${kind}`),
]

/**
 * One row of numbers per block, in the order of `blockFeatureNames`: what is known of the block, the signals of
 * the page, and what kind the page may be. The row is the same array each time; copy it to keep it.
 */
export function* blockFeatures(
  facts: PageFacts,
  signals: Float64Array,
  kinds: readonly number[],
): Generator<Float64Array> {
  const surroundings = survey(facts)
  const row = new Float64Array(blockFeatureNames.length)
  row.set(signals, features.length)
  row.set(kinds, features.length + signals.length)
  for (const block of facts.segmented.blocks) {
    const own = lookUp(block, facts)
    features.forEach(([, value], at) => (row[at] = value(block, surroundings, own)))
    yield row
  }
}

function survey(facts: PageFacts): Surroundings {
  const { blocks, root } = facts.segmented
  const wordsBefore: number[] = []
  const lastHeading: { at: number; aside: boolean; level: number }[] = []
  const earlierCopies: number[] = []
  const copies = new Map<string, number>()
  const template: string[] = []
  const templates = new Map<string, { blocks: number; words: number; linkWords: number; first: number }>()
  let words = 0
  let heading = { at: 0, aside: false, level: 0 }
  let firstHeadline = -1
  let mainFirst = -1
  let mainLast = -1
  for (const block of blocks) {
    wordsBefore.push(words)
    words += block.words
    lastHeading.push(heading)
    const level = headingLevel(block)
    if (level > 0) heading = { at: block.index, aside: asideHeading.test(block.text), level }
    if (level === 1 && firstHeadline < 0) firstHeadline = block.index
    earlierCopies.push(copies.get(block.key) ?? 0)
    copies.set(block.key, (copies.get(block.key) ?? 0) + 1)
    if (isInside(block.inner, facts.main.box)) {
      if (mainFirst < 0) mainFirst = block.index
      mainLast = block.index
    }
    const look = [0, 1, 2, 3].map((steps) => ancestor(block, steps).look).join('<')
    template.push(look)
    const seen = templates.get(look) ?? { blocks: 0, words: 0, linkWords: 0, first: block.index }
    seen.blocks++
    seen.words += block.words
    seen.linkWords += block.linkWords
    templates.set(look, seen)
  }
  const title = facts.head.metas.get('og:title') ?? facts.head.title
  return {
    facts,
    blocks,
    totalWords: root.words,
    wordsBefore,
    titleWords: new Set(wordsOf(title)),
    firstHeadline,
    lastHeading,
    earlierCopies,
    copies,
    template,
    templates,
    sellsProduct: sellsProduct(facts),
    mainFirst,
    mainLast,
  }
}

const landmarks: Readonly<Record<string, string>> = {
  navigation: 'nav',
  banner: 'header',
  contentinfo: 'footer',
  complementary: 'aside',
  main: 'main',
}

function lookUp(block: Block, { main, segmented }: PageFacts): Ancestry {
  const tags = new Set<string>()
  const total = segmented.root.words
  let hidden = false
  let classes = 0
  let nearClasses = 0
  let part = block.box
  let unit = block.box
  let topScore = 0
  let shared: Box | null = null
  let stepsUp = 0
  let step = 0
  for (let box: Box | null = block.inner; box; box = box.parent, step++) {
    tags.add(landmarks[box.role] ?? box.tag)
    hidden ||= box.hidden
    // What is said of nearly the whole page says nothing about this block.
    if (box.words < 0.9 * total || box.words < 30) classes |= box.classes
    if (step < 3) nearClasses |= box.classes
    if (box.words < 0.6 * total) part = box
    if (step < 7 && box.alike > unit.alike) unit = box
    if (box.depth >= block.box.depth - 4) topScore = Math.max(topScore, box.score)
    if (!shared && main.ancestors.has(box)) [shared, stepsUp] = [box, step]
  }
  shared ??= segmented.root
  return {
    tags,
    hidden,
    classes,
    nearClasses,
    part,
    unit,
    topScore,
    shared,
    stepsUp,
    stepsToMain: main.box.depth - shared.depth,
  }
}
