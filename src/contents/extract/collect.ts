import type { CodeBlock, Definition, PageImage, PageLink, PageTable } from '../../ports/extractor.ts'
import type { Segmented } from './blocks.ts'
import { imageSource, type CleanElement, type CleanNode } from './clean-tree.ts'
import { attribute, rawText, resolveUrl, tidy } from './dom.ts'
import { cellText, codeText } from './render.ts'
import { sectionOf } from './sections.ts'

const mostLinks = 2000
const mostImages = 500
const mostTables = 100
const mostRows = 1000
const mostCells = 60

/** Every link of the page once, in its order, with the part of the page it stands in. */
export function collectLinks({ boxes, root }: Segmented, base: string): PageLink[] {
  const links = new Map<string, PageLink>()
  for (const box of boxes) {
    if (box.tag !== 'a' || links.size >= mostLinks) continue
    const url = resolveUrl(attribute(box.element, 'href'), base)
    if (!url || (links.get(url)?.text ?? '') !== '') continue
    const text = tidy(rawText(box.element)).slice(0, 500)
    links.set(url, {
      url,
      text: text || tidy(attribute(box.element, 'aria-label') ?? ''),
      section: sectionOf(box, root),
    })
  }
  return [...links.values()]
}

/** Images of the content first, then the others of the page. */
export function collectImages(
  content: readonly CleanNode[],
  { boxes }: Segmented,
  base: string,
): PageImage[] {
  const images = new Map<string, PageImage>()
  for (const { tag, attributes } of elementsIn(content)) {
    if (tag === 'img' && attributes['src']) {
      images.set(attributes['src'], { url: attributes['src'], alt: tidy(attributes['alt'] ?? '') })
    }
  }
  for (const { element } of boxes) {
    for (const child of element.childNodes) {
      if (child.nodeName !== 'img' || !('attrs' in child) || images.size >= mostImages) continue
      const url = imageSource(child, base)
      if (url && !images.has(url)) images.set(url, { url, alt: tidy(attribute(child, 'alt') ?? '') })
    }
  }
  return [...images.values()].slice(0, mostImages)
}

export function collectCode(content: readonly CleanNode[]): CodeBlock[] {
  const found: CodeBlock[] = []
  for (const element of elementsIn(content)) {
    if (element.tag !== 'pre') continue
    const [inner] = element.children
    const named = typeof inner === 'object' ? inner.attributes['class'] : undefined
    const code = codeText(element)
    if (code.trim()) found.push({ language: named?.replace(/^language-/, '') ?? null, code })
  }
  return found
}

/** Tables with at least two columns; a table of one column is layout. */
export function collectTables(content: readonly CleanNode[]): PageTable[] {
  const tables: PageTable[] = []
  for (const table of elementsIn(content)) {
    if (table.tag !== 'table' || tables.length >= mostTables) continue
    const rows: { cells: string[]; isHeader: boolean }[] = []
    let caption: string | null = null
    for (const element of elementsIn(table.children, 'table')) {
      if (element.tag === 'caption') caption = cellText(element)
      if (element.tag !== 'tr' || rows.length >= mostRows) continue
      const cells = element.children
        .filter((cell): cell is CleanElement => typeof cell !== 'string' && /^t[dh]$/.test(cell.tag))
        .slice(0, mostCells)
      if (cells.length === 0) continue
      rows.push({ cells: cells.map(cellText), isHeader: cells.every(({ tag }) => tag === 'th') })
    }
    if (rows.every(({ cells }) => cells.length < 2)) continue
    const header = rows[0]?.isHeader ? rows.shift()?.cells : undefined
    tables.push({ caption, header: header ?? [], rows: rows.map(({ cells }) => cells) })
  }
  return tables
}

export function collectDefinitions(content: readonly CleanNode[]): Definition[] {
  const definitions: Definition[] = []
  for (const list of elementsIn(content)) {
    if (list.tag !== 'dl') continue
    let term = ''
    for (const element of elementsIn(list.children, 'dl')) {
      if (element.tag === 'dt') term = cellText(element)
      else if (element.tag === 'dd' && term) {
        const description = cellText(element)
        if (description) definitions.push({ term, description })
      }
    }
  }
  return definitions
}

/** In document order; what lies inside a nested `except` is left to its own turn. */
export function* elementsIn(nodes: readonly CleanNode[], except?: string): Generator<CleanElement> {
  for (const node of nodes) {
    if (typeof node === 'string') continue
    yield node
    if (node.tag !== except) yield* elementsIn(node.children, except)
  }
}
