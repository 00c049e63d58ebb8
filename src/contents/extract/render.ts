import type { Heading } from '../../ports/extractor.ts'
import { hasText, type CleanElement, type CleanNode } from './clean-tree.ts'

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? '')
const empty = new Set(['br', 'img', 'hr'])
const inline = new Set(
  'a strong b em i code sub sup mark del s u q cite abbr time small kbd var samp br img'.split(' '),
)

export function toHtml(nodes: readonly CleanNode[], inPre = false): string {
  let html = ''
  for (const node of nodes) {
    if (typeof node === 'string') {
      html += escape(inPre ? node : node.replaceAll(/\s+/g, ' '))
      continue
    }
    const attributes = Object.entries(node.attributes).map(([name, value]) => ` ${name}="${escape(value)}"`)
    html += `<${node.tag}${attributes.join('')}>`
    if (!empty.has(node.tag)) html += `${toHtml(node.children, inPre || node.tag === 'pre')}</${node.tag}>`
    if (!inline.has(node.tag)) html += '\n'
  }
  return html
}

export interface RenderedText {
  readonly text: string
  readonly headings: readonly Heading[]
  /** Where what follows an `hr` begins. */
  readonly breaks: readonly number[]
}

/** Plain text: paragraphs apart by a blank line, one line per list item and table row, code as written. */
export function toText(nodes: readonly CleanNode[]): RenderedText {
  let text = ''
  const breaks: number[] = []
  const open: { level: number; text: string; start: number; end: number }[] = []

  const gap = (breaks: number): void => {
    if (text === '') return
    let present = 0
    while (present < breaks && text.at(-1 - present) === '\n') present++
    text += '\n'.repeat(breaks - present)
  }
  const write = (content: string): void => {
    if (!content) return
    text += content
  }
  const blocks = (children: readonly CleanNode[], indent: string): void => {
    let run: CleanNode[] = []
    const flush = (): void => {
      write(phraseText(run))
      run = []
    }
    for (const child of children) {
      if (typeof child === 'string' || inline.has(child.tag)) run.push(child)
      else {
        flush()
        block(child, indent)
      }
    }
    flush()
  }
  const block = (element: CleanElement, indent: string): void => {
    const { tag, children } = element
    if (/^h[1-6]$/.test(tag)) {
      gap(2)
      const start = text.length
      write(phraseText(children).replaceAll('\n', ' '))
      if (text.length > start) open.push({ level: Number(tag[1]), text: text.slice(start), start, end: -1 })
      gap(2)
    } else if (tag === 'hr') {
      gap(2)
      breaks.push(text.length)
    } else if (tag === 'pre') {
      gap(2)
      write(codeText(element))
      gap(2)
    } else if (tag === 'li') {
      gap(1)
      const before = text.length
      text += `${indent}- `
      blocks(children, `${indent}  `)
      if (text.length === before + indent.length + 2) text = text.slice(0, before)
    } else if (tag === 'tr') {
      gap(1)
      write(
        children
          .map((cell) => (typeof cell === 'string' ? '' : cellText(cell)))
          .filter(Boolean)
          .join(' | '),
      )
    } else if (tag === 'dt' || tag === 'dd' || tag === 'caption') {
      gap(1)
      blocks(children, indent)
    } else {
      const tight = indent !== '' || ['ul', 'ol', 'thead', 'tbody', 'tfoot'].includes(tag)
      gap(indent !== '' ? (text.endsWith('- ') ? 0 : 1) : tight && tag.startsWith('t') ? 1 : 2)
      blocks(children, indent)
      gap(indent !== '' ? 1 : 2)
    }
  }
  blocks(nodes, '')
  text = text.trimEnd()
  const headings = open.map((heading, at) => {
    const next = open.slice(at + 1).find(({ level }) => level <= heading.level)
    return { ...heading, end: next?.start ?? text.length }
  })
  return { text, headings, breaks: breaks.map((start) => Math.min(start, text.length)) }
}

/** Running text with its spaces in order; a line break stays one. */
export function phraseText(nodes: readonly CleanNode[]): string {
  let text = ''
  const add = (children: readonly CleanNode[]): void => {
    for (const child of children) {
      if (typeof child === 'string') text += child.replaceAll(/\s+/g, ' ')
      else if (child.tag === 'br') text += '\n'
      else add(child.children)
    }
  }
  add(nodes)
  return text
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .trim()
}

export const cellText = (cell: CleanElement): string => {
  if (!hasText(cell.children)) return ''
  return toText(cell.children).text.replaceAll(/\s+/g, ' ').trim()
}

export const codeText = (pre: CleanElement): string =>
  pre.children
    .map((child) =>
      typeof child === 'string' ? child : child.children.filter((part) => typeof part === 'string').join(''),
    )
    .join('')
