import { classWords, type ClassGroups } from './class-words.ts'
import { attribute, isElement, isText, type DomElement, type DomText } from './dom.ts'

/** An element together with what was counted inside it. */
export interface Box {
  readonly element: DomElement
  readonly tag: string
  readonly role: string
  readonly parent: Box | null
  readonly depth: number
  readonly classes: ClassGroups
  readonly hidden: boolean
  /** Tag and first class names: elements with the same look are made by the same template. */
  readonly look: string
  words: number
  linkWords: number
  blocks: number
  images: number
  prices: number
  headings: number
  /** How many siblings that hold text have the same look, itself included. */
  alike: number
  /** The words of all of them together. */
  alikeWords: number
  /** Points that prose inside lends to it; see main-container.ts. */
  score: number
}

/** A run of text without a break: a paragraph, a heading, a cell, a label. The unit that is kept or dropped. */
export interface Block {
  readonly index: number
  readonly text: string
  /** Lower-case words joined by spaces: two blocks that say the same have the same key. */
  readonly key: string
  readonly words: number
  readonly linkWords: number
  readonly nodes: readonly DomText[]
  /** The innermost element around the text, and the innermost one that makes a block. */
  readonly inner: Box
  readonly box: Box
}

export interface Segmented {
  readonly blocks: readonly Block[]
  readonly boxes: readonly Box[]
  readonly root: Box
  /** False when the page puts everything into noscript, and that is what was read. */
  readonly scripted: boolean
}

const blockTags = new Set(
  (
    'address article aside blockquote body br button caption center dd details dialog div dl dt fieldset ' +
    'figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html label legend li main menu nav ' +
    'noscript ol option p pre search section summary table tbody td tfoot th thead tr ul'
  ).split(' '),
)
const skippedTags = new Set(
  (
    'script style template svg iframe object embed select head textarea math canvas audio video datalist link meta ' +
    'title'
  ).split(' '),
)
const word = /[\p{L}\p{N}_]+/gu
/** Scripts that put no spaces between words; two characters count as one word. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu
export const money = /[$€£¥₹]\s?\d|\d\s?(?:[€£]|USD\b|EUR\b|GBP\b|zł|kr\b|руб)/

export const wordsOf = (text: string): string[] => text.toLowerCase().match(word) ?? []

function countWords(text: string, words: readonly string[]): number {
  const dense = text.match(unspaced)?.length ?? 0
  return dense === 0 ? words.length : Math.max(words.length, Math.ceil(dense / 2))
}

/** Cuts the tree below `body` into blocks and counts what each element holds. */
export function segment(body: DomElement): Segmented {
  const boxes: Box[] = []
  const root = boxOf(body, null, boxes)
  let found: (Block & { inNoscript: boolean })[] = []
  let nodes: DomText[] = []
  let inner = root
  let text = ''
  let linkLength = 0
  let links = 0
  let noscripts = 0

  const flush = (): void => {
    if (nodes.length === 0) return
    const clean = text.replaceAll(/\s+/g, ' ').trim()
    const spoken = wordsOf(clean)
    if (spoken.length > 0) {
      const words = countWords(clean, spoken)
      const linkWords = words * Math.min(1, linkLength / clean.length)
      const box = enclosingBlock(inner)
      const key = spoken.join(' ')
      const inNoscript = noscripts > 0
      found.push({ index: 0, text: clean, key, words, linkWords, nodes, inner, box, inNoscript })
    }
    nodes = []
    text = ''
    linkLength = 0
  }

  const visit = (element: DomElement, box: Box): void => {
    for (const child of element.childNodes) {
      if (isText(child)) {
        const blank = !/\S/.test(child.value)
        if (nodes.length === 0) {
          if (blank) continue
          inner = box
        }
        nodes.push(child)
        text += child.value
        if (links > 0 && !blank) linkLength += child.value.trim().length
      } else if (isElement(child)) {
        const tag = child.tagName
        if (tag === 'img' || tag === 'picture') box.images++
        if (skippedTags.has(tag) || tag === 'img') continue
        const breaks = blockTags.has(tag)
        if (breaks) flush()
        if (tag === 'br') continue
        if (tag === 'noscript') noscripts++
        if (tag === 'a') {
          links++
          text += ' '
        }
        visit(child, boxOf(child, box, boxes))
        if (breaks) flush()
        if (tag === 'noscript') noscripts--
        if (tag === 'a') {
          links--
          text += ' '
        }
      }
    }
  }
  visit(body, root)
  flush()

  const quiet = sum(found.filter((block) => block.inNoscript))
  const scripted = !(quiet > 50 && quiet > sum(found.filter((block) => !block.inNoscript)))
  if (scripted) found = found.filter((block) => !block.inNoscript)
  const blocks: Block[] = found.map((block, index) => ({ ...block, index }))
  countInto(blocks)
  countAlike(boxes)
  return { blocks, boxes, root, scripted }
}

const sum = (blocks: readonly Block[]): number => blocks.reduce((words, block) => words + block.words, 0)

function boxOf(element: DomElement, parent: Box | null, boxes: Box[]): Box {
  const names = attribute(element, 'class') ?? ''
  const role = attribute(element, 'role') ?? ''
  const id = attribute(element, 'id') ?? ''
  const itemprop = attribute(element, 'itemprop') ?? ''
  const tag = element.tagName
  const box: Box = {
    element,
    tag,
    role,
    parent,
    depth: parent ? parent.depth + 1 : 0,
    classes: parent ? classWords(`${names} ${id} ${role} ${itemprop}`) : 0,
    hidden: isHidden(element),
    look: `${tag}.${names.trim().split(/\s+/, 2).join('.').replaceAll(/\d+/g, '0')}`,
    words: 0,
    linkWords: 0,
    blocks: 0,
    images: 0,
    prices: 0,
    headings: 0,
    alike: 1,
    alikeWords: 0,
    score: 0,
  }
  boxes.push(box)
  return box
}

const isHidden = (element: DomElement): boolean =>
  attribute(element, 'hidden') !== null ||
  attribute(element, 'aria-hidden') === 'true' ||
  /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attribute(element, 'style') ?? '')

function enclosingBlock(box: Box): Box {
  let at = box
  while (at.parent && !blockTags.has(at.tag)) at = at.parent
  return at
}

function countInto(blocks: readonly Block[]): void {
  for (const block of blocks) {
    const price = money.test(block.text) ? 1 : 0
    const heading = headingLevel(block) > 0 ? 1 : 0
    for (let box: Box | null = block.inner; box; box = box.parent) {
      box.words += block.words
      box.linkWords += block.linkWords
      box.blocks++
      box.prices += price
      box.headings += heading
    }
  }
}

function countAlike(boxes: readonly Box[]): void {
  const groups = new Map<Box, Map<string, { count: number; words: number }>>()
  for (const { parent, look, words } of boxes) {
    if (!parent || words === 0) continue
    let looks = groups.get(parent)
    if (!looks) groups.set(parent, (looks = new Map()))
    const group = looks.get(look) ?? { count: 0, words: 0 }
    group.count++
    group.words += words
    looks.set(look, group)
  }
  // Children come after their parents: going backwards, every box has all its images before its parent is reached.
  for (const box of boxes.toReversed()) {
    if (!box.parent) continue
    const group = groups.get(box.parent)?.get(box.look)
    box.alike = group?.count ?? 1
    box.alikeWords = group?.words ?? 0
    box.parent.images += box.images
  }
}

/** 1 to 6 inside a heading, else 0. */
export function headingLevel(block: Block): number {
  for (let box: Box | null = block.inner; box && box.depth >= block.box.depth - 2; box = box.parent) {
    if (/^h[1-6]$/.test(box.tag)) return Number(box.tag[1])
  }
  return 0
}
