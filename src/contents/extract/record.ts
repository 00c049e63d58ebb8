import type { Block, Box } from './blocks.ts'
import { isInside } from './main-container.ts'
import type { PageFacts } from './page-signals.ts'

/** Longer lists are the story itself, and are chosen block by block like the rest of it. */
const mostListWords = 200
const mostBylineWords = 60
const mostAlike = 3
const mostNoteWords = 80
/** What was set right afterwards. */
const note =
  /^(?:update|updated|corrections?|corrected|clarification|editor['’]s note|retraction|retracted|erratum|berichtigung|korrektur|nachtrag|rectificatif|mise à jour|erratum)(?:[ ,][^:.]{0,40})?:/i
const surrounding = ['nav', 'footer', 'aside', 'header', 'form']

/**
 * The blocks in which a page states who wrote it and what it is a record of: short definition lists beside the
 * content, whole, because a value is nothing without its label; the line that names the authors; and notes on what
 * was corrected. They are few words, which are easily taken for furniture, and much rests on them.
 */
export function recordBlocks({ segmented, main }: PageFacts, author: string | null): ReadonlySet<number> {
  const { blocks } = segmented
  const beside = blocks.filter(({ inner }) => isInside(inner, main.wide) && !isSurrounding(inner, main.wide))
  const lists = new Map<Box, Block[]>()
  for (const block of beside) {
    const list = enclosingList(block.inner)
    if (list) lists.set(list, [...(lists.get(list) ?? []), block])
  }
  // What a forum says of each of its members is no record of the page.
  const alike = (box: Box): number => [...lists.keys()].filter(({ look }) => look === box.look).length
  const listed = [...lists].filter(
    ([box, list]) =>
      list.length >= 2 &&
      alike(box) <= mostAlike &&
      list.reduce((sum, { words }) => sum + words, 0) <= mostListWords,
  )
  const names = (author ?? '')
    .split(/,\s+|;\s*|\s+(?:and|und|et)\s+/)
    .filter((name) => /\s/.test(name.trim()))
  const bylines = beside.filter(
    ({ text, words }) =>
      names.length > 0 && words <= mostBylineWords && names.every((name) => text.includes(name)),
  )
  const notes = beside.filter(({ text, words }) => words <= mostNoteWords && note.test(text))
  return new Set(
    [...listed.flatMap(([, list]) => list), ...bylines.slice(0, 1), ...notes].map(({ index }) => index),
  )
}

function enclosingList(inner: Box): Box | null {
  for (let box: Box | null = inner; box; box = box.parent) if (box.tag === 'dl') return box
  return null
}

function isSurrounding(inner: Box, outer: Box): boolean {
  for (let box: Box | null = inner; box && box !== outer; box = box.parent)
    if (surrounding.includes(box.tag) || box.hidden) return true
  return false
}
