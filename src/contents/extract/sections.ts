import type { SectionLabel } from '../../ports/extractor.ts'
import type { Block, Box } from './blocks.ts'
import { hasGroup, type ClassGroup } from './class-words.ts'

const byRole: Readonly<Record<string, SectionLabel>> = {
  navigation: 'navigation',
  menu: 'navigation',
  menubar: 'navigation',
  banner: 'header',
  contentinfo: 'footer',
  complementary: 'sidebar',
  dialog: 'banner',
  alertdialog: 'banner',
}
const byTag: Readonly<Record<string, SectionLabel>> = {
  nav: 'navigation',
  footer: 'footer',
  aside: 'sidebar',
  dialog: 'banner',
  header: 'header',
}
const byName: readonly (readonly [ClassGroup, SectionLabel])[] = [
  ['overlay', 'banner'],
  ['advert', 'banner'],
  ['navigation', 'navigation'],
  ['breadcrumb', 'navigation'],
  ['footer', 'footer'],
  ['side', 'sidebar'],
]

/**
 * Which part of the page an element belongs to. Roles and tags are believed, names only where the element holds
 * a small share of the page; a header or footer of an article is part of the article.
 */
export function sectionOf(inner: Box, root: Box): SectionLabel {
  for (let box: Box | null = inner; box?.parent; box = box.parent) {
    const marked = byRole[box.role] ?? byTag[box.tag]
    if (marked && !((marked === 'header' || marked === 'footer') && insideArticle(box))) return marked
    const { classes } = box
    if (box.words < 0.4 * root.words) {
      const named = byName.find(([group]) => hasGroup(classes, group))
      if (named && !holdsProse(box)) return named[1]
    }
  }
  return 'body'
}

function insideArticle(box: Box): boolean {
  for (let around = box.parent; around; around = around.parent) {
    if (around.tag === 'article' || around.tag === 'main' || around.role === 'main') return true
  }
  return false
}

const holdsProse = (box: Box): boolean => box.words > 80 && box.words / box.blocks > 20

/** The label of each block. What was chosen as content is body; a byline or a date beside it is metadata. */
export function labelBlocks(
  blocks: readonly Block[],
  places: readonly SectionLabel[],
  chosen: (index: number) => boolean,
): SectionLabel[] {
  return blocks.map((block) => {
    const place = chosen(block.index) ? 'body' : (places[block.index] ?? 'body')
    if (place === 'body' && isByline(block)) return 'metadata'
    return place === 'body' && !chosen(block.index) ? 'unspecified' : place
  })
}

const isByline = ({ words, inner, box }: Block): boolean =>
  words < 20 && box.alike < 4 && hasGroup(inner.classes | box.classes, 'byline')
