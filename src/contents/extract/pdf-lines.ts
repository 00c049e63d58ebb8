import type { CleanElement } from './clean-tree.ts'

/** A line of a PDF page as it is set. Lengths are in points; `top` grows upwards, as in PDF. */
export interface PdfLine {
  readonly text: string
  readonly size: number
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

const leastPagesToCompare = 3
const edgeLines = 2
/** The soft hyphen, and what PDFium writes for a hyphen that parts a word. */
const softHyphens = ['\u00AD', '\u0002', '\uFFFE']
const bullet = /^(?:[•‣▪◦·*–—-]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s/i

/** Pages of lines to headings and paragraphs, a rule between pages. */
export function linesToNodes(pages: readonly (readonly PdfLine[])[]): CleanElement[] {
  const body = bodySize(pages)
  const headingSizes = sizesAbove(pages, body * 1.15)
  const nodes: CleanElement[] = []
  withoutRunningLines(pages).forEach((lines, page) => {
    if (page > 0) nodes.push({ tag: 'hr', attributes: {}, children: [] })
    for (const paragraph of paragraphsOf(lines)) {
      const size = paragraph[0]?.size ?? body
      const text = joinLines(paragraph)
      const rank = headingSizes.findIndex((known) => Math.abs(known - size) < 0.5)
      const isHeading = rank >= 0 && text.length < 200 && paragraph.length <= 3 && /\p{L}{2}/u.test(text)
      nodes.push({ tag: isHeading ? `h${Math.min(6, rank + 1)}` : 'p', attributes: {}, children: [text] })
    }
  })
  return nodes
}

/** The size most characters are set in. */
function bodySize(pages: readonly (readonly PdfLine[])[]): number {
  const characters = new Map<number, number>()
  for (const { size, text } of pages.flat()) {
    const rounded = Math.round(size * 2) / 2
    characters.set(rounded, (characters.get(rounded) ?? 0) + text.length)
  }
  return [...characters].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 10
}

function sizesAbove(pages: readonly (readonly PdfLine[])[], least: number): number[] {
  const sizes = new Set(pages.flat().map(({ size }) => Math.round(size * 2) / 2))
  return [...sizes]
    .filter((size) => size > least)
    .toSorted((a, b) => b - a)
    .slice(0, 5)
}

/** Drops headers, footers and page numbers: lines at the edge that stand on most pages, numbers aside. */
function withoutRunningLines(pages: readonly (readonly PdfLine[])[]): (readonly PdfLine[])[] {
  if (pages.length < leastPagesToCompare) return [...pages]
  const key = ({ text }: PdfLine): string => text.replaceAll(/\d+/g, '#').trim().toLowerCase()
  const counts = new Map<string, number>()
  const isEdge = (lines: readonly PdfLine[], at: number): boolean =>
    at < edgeLines || at >= lines.length - edgeLines
  for (const lines of pages) {
    const keys = new Set(lines.filter((_, at) => isEdge(lines, at)).map(key))
    for (const one of keys) counts.set(one, (counts.get(one) ?? 0) + 1)
  }
  return pages.map((lines) =>
    lines.filter((line, at) => !isEdge(lines, at) || (counts.get(key(line)) ?? 0) <= pages.length / 2),
  )
}

function paragraphsOf(lines: readonly PdfLine[]): PdfLine[][] {
  const paragraphs: PdfLine[][] = []
  const width = Math.max(...lines.map(({ right }) => right)) - Math.min(...lines.map(({ left }) => left))
  let before: PdfLine | null = null
  for (const line of lines) {
    if (before && continues(before, line, width)) paragraphs.at(-1)?.push(line)
    else paragraphs.push([line])
    before = line
  }
  return paragraphs
}

function continues(before: PdfLine, line: PdfLine, width: number): boolean {
  const size = Math.max(before.size, line.size, 1)
  if (Math.abs(before.size - line.size) > 0.1 * size) return false
  if (before.bottom - line.top > 0.75 * size) return false
  if (bullet.test(line.text)) return false
  const isShort = before.right - before.left < 0.5 * width
  const ended = /[.!?:。]["”')]?$/.test(before.text)
  if (ended && (isShort || line.left - before.left > 0.8 * size)) return false
  // A heading of ordinary size: a short line without a full stop before one that starts a sentence.
  return !(isShort && before.text.length < 60 && /^\p{Lu}/u.test(line.text) && !/[,;-]$/.test(before.text))
}

/** One paragraph of several lines; words that were parted at a line's end are whole again. */
function joinLines(lines: readonly PdfLine[]): string {
  let text = ''
  for (const { text: line } of lines) {
    if (softHyphens.includes(text.at(-1) ?? ' ')) text = text.slice(0, -1) + line
    else if (/\p{Ll}[-‐]$/u.test(text) && /^\p{Ll}/u.test(line)) text = text.slice(0, -1) + line
    else text += (text ? ' ' : '') + line
  }
  for (const hyphen of softHyphens) text = text.replaceAll(hyphen, '')
  return text
}
