import { worthOf } from './choose.ts'
import type { Ask } from './ask.ts'
import type { Fact } from './fact.ts'

/** Below this, that options stand together need not answer what is asked. */
const least = 0.52
/** What stands in one row is said about as well of each. */
const margin = 0.15

/**
 * Who asks for several, “Languages”, means all that one sentence or one list gives. Null: one is asked for, or no
 * sentence gives two. The best said first.
 */
export function listedOptions(ask: Ask, facts: readonly Fact[]): readonly Fact[] | null {
  if (!ask.isPlural) return null
  const meant = facts.filter(({ owner, modality }) => owner !== 'other' && modality === 'now')
  const lists = new Map<string, Fact[]>()
  for (const fact of meant) lists.set(placeOf(fact), [...(lists.get(placeOf(fact)) ?? []), fact])
  const [best] = [...lists.values()]
    .map((list) => {
      const most = Math.max(...list.map((fact) => worthOf(ask, fact)))
      return { most, list: ofEach(ask, list).filter((fact) => worthOf(ask, fact) >= most - margin) }
    })
    .filter(({ most, list }) => most >= least && list.length > 1)
    .toSorted((a, b) => b.most - a.most || b.list.length - a.list.length)
  const alone = Math.max(
    0,
    ...meant.filter((fact) => !best?.list.includes(fact)).map((fact) => worthOf(ask, fact)),
  )
  return best && best.most >= alone ? best.list : null
}

/** A sentence, or the items of a list and the cells of a column. */
const placeOf = ({ source, piece }: Fact): string => {
  const { kind } = source.blocks[piece.block]! // pieces are made of blocks
  const list =
    kind === 'item'
      ? piece.headings.join(' > ')
      : piece.kind === 'cell'
        ? `${piece.block} ${piece.column}`
        : piece.whole.start
  return `${source.document.id} ${list}`
}

/** Of each option what speaks for it most. */
function ofEach(ask: Ask, facts: readonly Fact[]): Fact[] {
  const sorted = facts.toSorted((a, b) => worthOf(ask, b) - worthOf(ask, a))
  return sorted.filter((fact, at) => sorted.findIndex(({ value }) => value === fact.value) === at)
}
