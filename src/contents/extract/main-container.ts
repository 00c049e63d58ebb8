import { hasGroup, type ClassGroup } from './class-words.ts'
import type { Block, Box, Segmented } from './blocks.ts'

export interface MainContainer {
  /** The element that prose speaks for most. The body when the page has no prose. */
  readonly box: Box
  readonly score: number
  /** The container widened as long as its parent holds little else. */
  readonly wide: Box
  readonly ancestors: ReadonlySet<Box>
}

const leastWords = 8
const unlikely: readonly ClassGroup[] = ['footer', 'side', 'breadcrumb', 'related', 'share']

/**
 * Finds where the prose is. Every block that reads like prose lends points to the elements around it, fewer the
 * farther out; links, and names that say "aside", take points away. The idea is Readability's, the weights ours.
 */
export function findMainContainer({ blocks, boxes, root }: Segmented): MainContainer {
  for (const block of blocks) {
    const points = prosePoints(block)
    let box: Box | null = points > 0 ? (block.box.parent ?? block.box) : null
    for (let step = 0; box && step < 6; step++, box = box.parent) {
      box.score += points / (step === 0 ? 1 : step === 1 ? 2 : step * 3)
    }
  }
  let main = root
  let best = 0
  for (const box of boxes) {
    if (box.score === 0) continue
    const score = box.score * (1 - box.linkWords / box.words) * likelihood(box)
    if (score > best) [main, best] = [box, score]
  }
  let wide = main
  while (wide.parent && wide.parent !== root && wide.parent.score >= 0.75 * wide.score) wide = wide.parent
  const ancestors = new Set<Box>()
  for (let box: Box | null = main; box; box = box.parent) ancestors.add(box)
  return { box: main, score: best, wide, ancestors }
}

function prosePoints({ text, words, linkWords }: Block): number {
  const linked = linkWords / words
  if (words < leastWords || linked > 0.5) return 0
  const commas = text.match(/[,;，、；]/g)?.length ?? 0
  return (1 + Math.min(3, words / 20) + Math.min(3, commas / 2)) * (1 - linked)
}

function likelihood(box: Box): number {
  let factor = 1
  if (unlikely.some((group) => hasGroup(box.classes, group))) factor *= 0.5
  if (['nav', 'footer', 'aside', 'header'].includes(box.tag)) factor *= 0.3
  if (box.tag === 'article' || box.tag === 'main' || hasGroup(box.classes, 'content')) factor *= 1.25
  return factor
}

export function isInside(inner: Box, outer: Box): boolean {
  let box: Box | null = inner
  while (box && box.depth > outer.depth) box = box.parent
  return box === outer
}
