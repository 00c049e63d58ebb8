import { plainBuilder, type Link, type Plain } from './plain.ts'

/** A heading, paragraph, item or table of a page, in the order of the page. */
export interface Block {
  readonly kind: 'heading' | 'text' | 'item' | 'table' | 'code'
  readonly plain: Plain
  /** The lines of a block that were apart in the page, where there is more than one. */
  readonly lines: readonly Plain[]
  readonly links: readonly Link[]
  /** The headings above, the nearest last. */
  readonly headings: readonly string[]
  /** Of a table: its rows, the header among them. */
  readonly rows: readonly (readonly Cell[])[]
  /** The first row of a table was marked as its header. */
  readonly hasHeader: boolean
}

export interface Cell extends Plain {
  readonly links: readonly Link[]
}

/** A page may be a book: what it is about is said long before this. */
const readingLimit = 120_000
const nothing = { lines: [], links: [], rows: [], hasHeader: false } as const

interface RawLine {
  readonly text: string
  readonly start: number
}

/** The blocks of a page's Markdown, with where they stand. */
export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = []
  const headings: { level: number; text: string }[] = []
  const path = () => headings.map(({ text }) => text)
  let open: RawLine[] = []
  let openKind: 'text' | 'item' = 'text'
  let table: RawLine[] = []
  let fence: { marker: string; lines: RawLine[] } | null = null

  function closeText(): void {
    if (open.length === 0) return
    const whole = plainBuilder()
    for (const { text, start } of open) whole.add(text, start)
    const plain = whole.build()
    if (plain.text.trim() !== '')
      blocks.push({
        ...nothing,
        kind: openKind,
        plain,
        lines: open.map(lineOf),
        links: whole.links,
        headings: path(),
      })
    open = []
  }
  function closeTable(): void {
    if (table.length === 0) return
    const dashes = table.findIndex(({ text }) => isDashes(text))
    const rows = table.filter(({ text }) => !isDashes(text)).map(cellsOf)
    const all = plainBuilder()
    for (const { text, start } of table) all.add(text, start)
    blocks.push({
      ...nothing,
      kind: 'table',
      plain: all.build(),
      rows,
      hasHeader: dashes === 1,
      headings: path(),
    })
    table = []
  }
  const close = () => {
    closeText()
    closeTable()
  }

  for (const line of linesOf(markdown.slice(0, readingLimit))) {
    const text = line.text.trim()
    const marker = /^(?:```|~~~)/.exec(text)?.[0]
    if (fence) {
      if (marker === fence.marker) {
        if (fence.lines.length > 0) blocks.push(codeBlock(fence.lines, path()))
        fence = null
      } else if (text !== '') fence.lines.push(line)
      continue
    }
    if (marker) {
      close()
      fence = { marker, lines: [] }
    } else if (text === '' || /^(?:[-*_] ?){3,}$/.test(text)) close()
    else if (text.startsWith('|') && text.length > 1) {
      closeText()
      table.push(line)
    } else {
      closeTable()
      const heading = /^(#{1,6})\s+/.exec(text)
      const item = /^(?:[-*+•]|\d{1,3}[.)])\s+/.exec(text)
      if (heading) {
        closeText()
        addHeading(line, heading[1]?.length ?? 1, heading[0].length)
      } else if (item) {
        closeText()
        openKind = 'item'
        open.push(inner(line, item[0].length))
      } else {
        if (open.length === 0) openKind = 'text'
        // A colon that begins a line gives the definition of the term above it.
        open.push(inner(line, /^(?:(?:>\s*)+|:\s+)/.exec(text)?.[0].length ?? 0))
      }
    }
  }
  if (fence && fence.lines.length > 0) blocks.push(codeBlock(fence.lines, path()))
  close()
  return joinBroken(blocks)

  function addHeading(line: RawLine, level: number, skip: number): void {
    const builder = plainBuilder()
    const rest = inner(line, skip)
    builder.add(rest.text, rest.start)
    const plain = builder.build()
    while ((headings.at(-1)?.level ?? 0) >= level) headings.pop()
    blocks.push({ ...nothing, kind: 'heading', plain, links: builder.links, headings: path() })
    headings.push({ level, text: plain.text })
  }
}

function* linesOf(text: string): Generator<RawLine> {
  let start = 0
  while (start <= text.length) {
    const end = text.indexOf('\n', start)
    yield { text: text.slice(start, end < 0 ? undefined : end), start }
    if (end < 0) return
    start = end + 1
  }
}

/** A line without its indentation and the first `skip` characters after it. */
function inner({ text, start }: RawLine, skip: number): RawLine {
  const indent = text.length - text.trimStart().length
  return { text: text.slice(indent + skip), start: start + indent + skip }
}

function lineOf({ text, start }: RawLine): Plain {
  const builder = plainBuilder()
  builder.add(text, start)
  return builder.build()
}

function codeBlock(lines: readonly RawLine[], headings: readonly string[]): Block {
  const plains = lines.map(({ text, start }): Plain => ({
    text,
    span: (from, to) => ({ start: start + from, end: start + to }),
  }))
  const base = lines[0]?.start ?? 0
  const text = lines.map((line) => line.text).join('\n')
  return {
    ...nothing,
    kind: 'code',
    headings,
    lines: plains,
    plain: { text, span: (from, to) => ({ start: base + from, end: base + to }) },
  }
}

const isDashes = (row: string): boolean => /^\|?[\s:|-]*-[\s:|-]*\|?$/.test(row.trim())

function cellsOf({ text, start }: RawLine): Cell[] {
  const cells: Cell[] = []
  const row = text.replace(/\|\s*$/, '')
  let from = text.indexOf('|') + 1
  for (let at = from; at <= row.length; at++) {
    if (at < row.length && (row[at] !== '|' || row[at - 1] === '\\')) continue
    const builder = plainBuilder()
    const cell = row.slice(from, at)
    const indent = cell.length - cell.trimStart().length
    builder.add(cell.trim(), start + from + indent)
    cells.push({ ...builder.build(), links: builder.links })
    from = at + 1
  }
  return cells
}

/** The text of a PDF breaks paragraphs in the middle of a sentence: what goes on in small letters belongs together. */
function joinBroken(blocks: readonly Block[]): Block[] {
  const joined: Block[] = []
  for (const block of blocks) {
    const last = joined.at(-1)
    const goesOn =
      last?.kind === 'text' &&
      block.kind === 'text' &&
      last.plain.text.length >= 50 &&
      /[\p{L}\p{N},]$/u.test(last.plain.text) &&
      /^\p{Ll}/u.test(block.plain.text)
    if (last && goesOn)
      joined[joined.length - 1] = {
        ...last,
        plain: concatenated(last.plain, block.plain),
        lines: [...last.lines, ...block.lines],
        links: [...last.links, ...block.links.map((link) => moved(link, last.plain.text.length + 1))],
      }
    else joined.push(block)
  }
  return joined
}

const moved = (link: Link, by: number): Link => ({ ...link, start: link.start + by, end: link.end + by })

function concatenated(one: Plain, other: Plain): Plain {
  const length = one.text.length
  const within = (at: number) =>
    at <= length ? one.span(Math.max(0, at - 1), at).end : other.span(at - length - 2, at - length - 1).end
  return {
    text: `${one.text} ${other.text}`,
    span(start, end) {
      const first =
        start < length
          ? one.span(start, start + 1).start
          : other.span(Math.max(0, start - length - 1), start - length).start
      return { start: first, end: within(end) }
    },
  }
}
