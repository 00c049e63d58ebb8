/** As much of Markdown as reports are written in. Everything else stays the text that it is. */
export type Inline =
  | { readonly type: 'text' | 'strong' | 'em' | 'code'; readonly text: string }
  | { readonly type: 'link'; readonly text: string; readonly url: string }
  | { readonly type: 'cite'; readonly source: number }

export type Block =
  | { readonly type: 'heading'; readonly text: string }
  | { readonly type: 'paragraph'; readonly text: string }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'list'; readonly isOrdered: boolean; readonly items: readonly string[] }

export interface Source {
  readonly title: string
  readonly url: string
}

const bullet = /^\s*[-*] +(.*)$/
const numbered = /^\s*\d+[.)] +(.*)$/

type Kind = 'text' | 'bullets' | 'numbers' | 'code'

export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = []
  /** Lines that belong together, and what they are lines of. */
  let kind = 'text' as Kind // it changes in functions that are not seen to be called
  let lines: string[] = []
  const close = () => {
    if (kind === 'code') blocks.push({ type: 'code', text: lines.join('\n') })
    else if (kind !== 'text') blocks.push({ type: 'list', isOrdered: kind === 'numbers', items: lines })
    else if (lines.length > 0) blocks.push({ type: 'paragraph', text: lines.join(' ') })
    kind = 'text'
    lines = []
  }
  const open = (next: Kind) => {
    if (kind !== next) close()
    kind = next
  }
  for (const line of markdown.split('\n')) {
    const isFence = line.startsWith('```')
    const heading = /^#{1,6} +(.*)$/.exec(line)?.[1]
    const point = bullet.exec(line)?.[1]
    const item = point ?? numbered.exec(line)?.[1]
    if (isFence) open(kind === 'code' ? 'text' : 'code')
    else if (kind === 'code') lines.push(line)
    else if (line.trim() === '') close()
    else if (heading !== undefined) {
      close()
      blocks.push({ type: 'heading', text: heading })
    } else if (item !== undefined) {
      open(point === undefined ? 'numbers' : 'bullets')
      lines.push(item)
    } else if (kind === 'text') lines.push(line.trim())
    // A point that goes on in the next line.
    else lines.push(`${lines.pop() ?? ''} ${line.trim()}`)
  }
  close()
  return blocks
}

const marks = /\*\*(.+?)\*\*|\*(\S.*?)\*|`([^`]+)`|\[([^\]]+)\]\((https?:\/\/[^\s)]+)\)|\s?\[(\d{1,3})\]/g

export function inlinesOf(text: string): Inline[] {
  const inlines: Inline[] = []
  let from = 0
  for (const { index, 0: whole, 1: strong, 2: em, 3: code, 4: title, 5: url, 6: source } of text.matchAll(
    marks,
  )) {
    if (index > from) inlines.push({ type: 'text', text: text.slice(from, index) })
    from = index + whole.length
    if (strong !== undefined) inlines.push({ type: 'strong', text: strong })
    else if (em !== undefined) inlines.push({ type: 'em', text: em })
    else if (code !== undefined) inlines.push({ type: 'code', text: code })
    else if (title !== undefined && url !== undefined) inlines.push({ type: 'link', text: title, url })
    else inlines.push({ type: 'cite', source: Number(source) })
  }
  if (from < text.length) inlines.push({ type: 'text', text: text.slice(from) })
  return inlines
}

/** A report ends with its sources, to which its numbers lead. */
export function splitSources(markdown: string): {
  readonly body: string
  readonly sources: readonly Source[]
} {
  const at = markdown.lastIndexOf('## Sources')
  if (at < 0) return { body: markdown, sources: [] }
  const sources = [...markdown.slice(at).matchAll(/^\d+\. \[(.*)\]\((\S+)\)$/gm)].map(
    ({ 1: title = '', 2: url = '' }) => ({ title, url }),
  )
  return { body: markdown.slice(0, at), sources }
}
