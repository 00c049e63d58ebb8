import { momentsIn, numberFromWords } from '../values/index.ts'
import type { Block, Cell } from './blocks.ts'
import { partOf, type Link, type Plain } from './plain.ts'
import { partsOf, sentenceStretches } from './stretches.ts'

/** The smallest stretch of a page that says something by itself: a sentence, a labelled value, a cell of a table. */
export interface Piece {
  readonly kind: 'sentence' | 'pair' | 'cell' | 'heading' | 'code'
  /** Of a pair or cell the value alone, without its label. */
  readonly plain: Plain
  /** What stands in front of a value: “Founded”, or the first cell of its row. */
  readonly label: string
  /** The header of a cell's column. */
  readonly column: string
  /** The other cells of its row. */
  readonly row: string
  readonly headings: readonly string[]
  /** What comes before it in its paragraph, or in the paragraph before. */
  readonly before: string
  readonly after: string
  readonly block: number
  readonly links: readonly Link[]
  /** Where the whole of it stands in the document, label included. */
  readonly whole: { readonly start: number; readonly end: number }
}

/** What the blocks of a page say, piece by piece. */
export function* piecesOf(blocks: readonly Block[], markdown: string): Generator<Piece> {
  let columns: readonly string[] | null = null
  let lastText = ''
  for (const [at, block] of blocks.entries()) {
    const base = {
      headings: block.headings,
      block: at,
      label: '',
      column: '',
      row: '',
      before: lastText,
      after: '',
      links: [],
    }
    if (block.kind === 'heading') {
      columns = null
      lastText = ''
      yield { ...base, kind: 'heading', plain: block.plain, links: block.links, whole: wholeOf(block.plain) }
    } else if (block.kind === 'table') yield* cellsOf(block, base, markdown)
    else if (block.kind === 'code') {
      for (const line of block.lines) yield { ...base, kind: 'code', plain: line, whole: wholeOf(line) }
    } else {
      const rows = figureRows(block, columns)
      if (rows.columns) columns = rows.columns
      if (rows.pieces.length > 0) yield* rows.pieces.map((piece) => ({ ...base, ...piece }))
      else if (!rows.isHeader) {
        columns = null
        yield* textPieces(block, base, blocks, at, markdown)
      }
      lastText = block.plain.text.slice(-300)
    }
  }
}

type Base = Pick<Piece, 'headings' | 'block' | 'label' | 'column' | 'row' | 'before' | 'after' | 'links'>
const wholeOf = (plain: Plain) => plain.span(0, plain.text.length)

/** Lines such as “Revenue 23.4 20.9” under “Item 2025 2024”: a table that lost its lines. */
function figureRows(
  block: Block,
  columns: readonly string[] | null,
): {
  columns: readonly string[] | null
  isHeader: boolean
  pieces: Pick<Piece, 'kind' | 'plain' | 'label' | 'column' | 'whole'>[]
} {
  const pieces: Pick<Piece, 'kind' | 'plain' | 'label' | 'column' | 'whole'>[] = []
  let current = columns
  let isHeader = false
  const lines = block.lines.length > 0 ? block.lines : [block.plain]
  for (const line of lines) {
    const years =
      /^(?:[\p{L}()€$£% .,/-]{0,60}?\s)?((?:(?:FY ?)?(?:19|20)\d\d(?:\/\d\d)?\s+){1,5}(?:FY ?)?(?:19|20)\d\d(?:\/\d\d)?)$/u.exec(
        line.text,
      )
    if (years) {
      current = (years[1] ?? '').split(/\s+(?!\d\d\d\d)|\s+(?=(?:FY ?)?(?:19|20)\d\d)/)
      isHeader = true
      continue
    }
    const figures = current
      ? new RegExp(
          String.raw`^(?<label>.*?\p{L}.*?)(?<values>(?:\s+[–-]?[€$£]?\d[\d.,]*%?){${current.length}})$`,
          'u',
        ).exec(line.text)
      : null
    if (!current || !figures)
      return { columns: current, isHeader, pieces: isHeader || pieces.length > 0 ? pieces : [] }
    const label = figures.groups?.['label'] ?? ''
    let from = label.length
    for (const column of current) {
      const start = from + (/^\s*/.exec(line.text.slice(from))?.[0].length ?? 0)
      const end = start + (/^\S+/.exec(line.text.slice(start))?.[0].length ?? 0)
      pieces.push({ kind: 'cell', plain: partOf(line, start, end), label, column, whole: wholeOf(line) })
      from = end
    }
  }
  return { columns: current, isHeader, pieces }
}

function* cellsOf({ rows: all, hasHeader }: Block, base: Base, markdown: string): Generator<Piece> {
  const rows = all.map((row) => (row.some(({ text }) => /^:?-{3,}:?$/.test(text)) ? [] : row))
  for (const row of all) if (!rows.includes(row)) yield* nestedPairs(row, base, markdown)
  const filled = rows.filter((row) => row.length > 0)
  const [first = [], ...others] = filled
  const isInfobox = filled.every((row) => row.length <= 2)
  const width = Math.max(0, ...others.map((row) => row.length))
  // A header may lack the empty cell over the labels.
  const header = hasHeader ? (first.length === width - 1 ? [undefined, ...first] : first) : []
  // The first row of an infobox is often taken for its header.
  for (const row of isInfobox || !hasHeader ? filled : others) {
    const label = row[0]
    const whole = {
      start: label ? wholeOf(label).start : 0,
      end: Math.max(...row.map((cell) => wholeOf(cell).end)),
    }
    for (const [at, cell] of row.entries()) {
      const isDated = at === 0 && isDate(cell.text)
      // A label that is a link leads somewhere.
      const isLabel = at === 0 && row.length > 1 && isInfobox && !isDated && cell.links.length === 0
      if (cell.text === '' || isLabel) continue
      if (isProse(cell.text)) {
        yield* sentencePieces(cell, base, cell.links, markdown)
        continue
      }
      const column = isInfobox ? (row === first ? '' : (header[1]?.text ?? '')) : (header[at]?.text ?? '')
      yield {
        ...base,
        kind: isInfobox && !isDated ? 'pair' : 'cell',
        plain: cell,
        label: at === 0 || isProse(label?.text ?? '') ? '' : (label?.text ?? ''),
        // The header of an infobox is a fact of its own, unless it says “Value”.
        column: isInfobox && !/^(?:value|wert|valeur|details?|price|preis|prix)/i.test(column) ? '' : column,
        // The header over the labels says what the rows are: tickets, plans, offices.
        row: [
          ...row.filter((other) => other !== cell).map(({ text }) => text),
          ...(isInfobox || at === 0 ? [] : [header[0]?.text ?? '']),
        ]
          .filter((text) => text !== '')
          .join(' | '),
        links: cell.links,
        whole,
      }
    }
  }
}

/** What happened then stands beside it: “2 April 2025 | Reported”. “Revenue 2025” is no date, and any year will do. */
const isDate = (label: string): boolean =>
  momentsIn(label, { language: null, written: null, year: 2000 }).some(
    ({ start, end }) => end - start > 0.4 * label.length,
  )

const isProse = (text: string): boolean => text.length > 120 && /[.!?] \p{Lu}/u.test(text)

/** A table within a cell of another has lost its rows: labels are told by their colons. */
function* nestedPairs(row: readonly Cell[], base: Base, markdown: string): Generator<Piece> {
  const cells = row.filter(({ text }) => text !== '' && !/^:?-{3,}:?$/.test(text))
  for (const [at, cell] of cells.entries()) {
    const label = cells[at - 1]
    if (isProse(cell.text)) yield* sentencePieces(cell, base, cell.links, markdown)
    else if (label && label.text.length <= 60 && label.text.endsWith(':'))
      yield {
        ...base,
        kind: 'pair',
        plain: cell,
        label: label.text.replace(/:$/, ''),
        links: cell.links,
        whole: { start: wholeOf(label).start, end: wholeOf(cell).end },
      }
  }
}

const pairPattern = /^(?<label>[\p{L}\p{N}][^:]{0,70}?)\s?:\s+(?=\S)/u

function* textPieces(
  block: Block,
  base: Base,
  blocks: readonly Block[],
  at: number,
  markdown: string,
): Generator<Piece> {
  const stacked = stackedPair(block, blocks, at, markdown)
  if (stacked) {
    yield { ...base, ...stacked, kind: 'pair', links: linksWithin(block.links, 0, block.plain.text.length) }
    if (block.lines.length > 1 || stacked.plain === block.plain) return
  }
  // An address, a list of contacts: every line says something by itself.
  if (block.lines.length > 1 && standAlone(block.lines)) {
    const [first] = block.lines
    const headings =
      first && isLabel(first.text) && !pairPattern.test(first.text)
        ? [...base.headings, first.text]
        : base.headings
    let from = 0
    for (const line of block.lines) {
      const start = block.plain.text.indexOf(line.text, from)
      if (line.text === '' || start < 0) continue
      from = start + line.text.length
      yield* sentencePieces(
        partOf(block.plain, start, from),
        {
          ...base,
          headings: line === first ? base.headings : headings,
          before: block.plain.text.slice(Math.max(0, start - 120), start),
        },
        linksWithin(block.links, start, from),
        markdown,
      )
    }
    return
  }
  const above = blocks[at - 1]
  const asked = above?.kind === 'heading' && above.plain.text.endsWith('?') ? above.plain.text : null
  yield* sentencePieces(block.plain, base, block.links, markdown, asked)
}

function* sentencePieces(
  plain: Plain,
  base: Base,
  links: readonly Link[],
  markdown: string,
  asked: string | null = null,
): Generator<Piece> {
  const sentences = sentenceStretches(plain.text)
  let question = asked
  let headings = base.headings
  for (const [index, { start, end }] of sentences.entries()) {
    const said = plain.text.slice(start, end)
    // “How many are you? Eleven of us.”: the answer is labelled by its question.
    if (index === 0 && said.endsWith('?') && said.length <= 90 && sentences.length > 1) {
      question = said
      continue
    }
    const answers = question
    if (question !== null) headings = [...base.headings.filter((heading) => heading !== question), question]
    question = null
    const context = {
      before: sentences[index - 1]
        ? plain.text.slice(sentences[Math.max(0, index - 2)]?.start, start)
        : base.before,
      after: plain.text.slice(end, sentences[index + 1]?.end ?? end),
    }
    // “Office: Quay Street 4 · +39 040 555 6281”: what stands before the first holds for those that have no label.
    let shared: string[] = []
    for (const part of partsOf(plain.text.slice(start, end))) {
      const from = start + part.start
      const to = start + part.end
      const pair = pairPattern.exec(plain.text.slice(from, to))
      const isPair =
        pair !== null &&
        isPairLabel(pair.groups?.['label'] ?? '') &&
        !isSum(pair.groups?.['label'] ?? '', plain.text.slice(from + pair[0].length, to))
      const bold = isPair ? null : boldLabel(plain, from, to, markdown)
      const valueStart = isPair ? from + pair[0].length : (bold?.end ?? from)
      const label = isPair ? (pair.groups?.['label'] ?? '') : (bold?.text ?? answers ?? '')
      if (part.start === 0 && to < end)
        shared =
          label !== ''
            ? [label]
            : startsBold(partOf(plain, from, to), markdown)
              ? [plain.text.slice(from, to)]
              : []
      yield {
        ...base,
        ...context,
        headings: label === '' ? [...headings, ...shared] : headings,
        kind: label === '' ? 'sentence' : 'pair',
        plain: partOf(plain, valueStart, to),
        label,
        links: linksWithin(links, valueStart, to),
        whole: plain.span(from, to),
      }
    }
  }
}

const startsBold = (plain: Plain, markdown: string): boolean => {
  const { start } = wholeOf(plain)
  return markdown.slice(start - 2, start) === '**'
}

/** Begins in bold, and goes on otherwise: “**Durban** · Tel 031 …”. */
const isBoldInPart = (line: Plain, markdown: string): boolean => {
  const { end } = wholeOf(line)
  return startsBold(line, markdown) && markdown.slice(end, end + 2) !== '**'
}

/** “**Funding** Research Council”: what is printed bold at the beginning labels what follows. */
function boldLabel(
  plain: Plain,
  from: number,
  to: number,
  markdown: string,
): { text: string; end: number } | null {
  const start = plain.span(from, from + 1).start
  const mark = markdown.slice(start - 2, start)
  if (mark !== '**' && mark !== '__') return null
  const close = markdown.indexOf(mark, start)
  if (close < 0 || close - start > 60) return null
  let end = from
  while (end < to && plain.span(end, end + 1).start < close) end++
  const text = plain.text.slice(from, end).trim()
  const rest = plain.text.slice(end, to)
  return isPairLabel(text) && /^ (?=[\p{Lu}\d+€£$])/u.test(rest)
    ? { text: text.replace(/[.:?]$/, ''), end: end + 1 }
    : null
}

function standAlone(lines: readonly Plain[]): boolean {
  const labelled = lines.filter(({ text }) => pairPattern.test(text) && text.length < 200)
  if (labelled.length >= 2 && labelled.length >= lines.length - 2) return true
  return (
    lines.every(
      ({ text }, at) => text.length < 90 && !/^\p{Ll}(?!\S*[@.]\S)/u.test(lines[at + 1]?.text ?? ''),
    ) &&
    (lines.some(({ text }) => /\d|@/.test(text)) ||
      lines.every(({ text }) => /^.{3,40}\s[–—-]\s\S/u.test(text)))
  )
}

const linksWithin = (links: readonly Link[], start: number, end: number): Link[] =>
  links
    .filter((link) => link.start >= start && link.end <= end)
    .map((link) => ({ ...link, start: link.start - start, end: link.end - start }))

/** “Founded” on one line and “2014” on the next, as definition lists are written. */
function stackedPair(
  block: Block,
  blocks: readonly Block[],
  at: number,
  markdown: string,
): Pick<Piece, 'plain' | 'label' | 'whole'> | null {
  const [first, second] = block.lines
  if (
    first &&
    second &&
    block.lines.length <= 4 &&
    isLabel(first.text) &&
    // “**Durban** · Tel 031 …” has a label of its own.
    !block.lines.slice(1).some((line) => pairPattern.test(line.text) || isBoldInPart(line, markdown))
  ) {
    const start = block.plain.text.indexOf(second.text, first.text.length)
    if (start > 0)
      return {
        label: first.text,
        plain: partOf(block.plain, start, block.plain.text.length),
        whole: wholeOf(block.plain),
      }
  }
  if (block.lines.length !== 1) return null
  // “Chief executive” as a heading and the name under it.
  const above = blocks[at - 1]
  const below = blocks[at + 1]
  if (
    above?.kind === 'heading' &&
    isLabel(above.plain.text) &&
    (!below || below.kind === 'heading') &&
    block.plain.text.length <= 90 &&
    !/[.!?]$/.test(block.plain.text)
  )
    return {
      label: above.plain.text,
      plain: block.plain,
      whole: { start: wholeOf(above.plain).start, end: wholeOf(block.plain).end },
    }
  // A figure in a paragraph of its own, as in a row of cards: “250” over “employees”.
  if (
    !/^[^\p{L}]{0,3}[\d][\d.,  ]*(?:%|\+|[kmKM]|(?: ?(?:million|billion|Mio\.?|Mrd\.?))?)$/u.test(
      block.plain.text,
    )
  )
    return null
  const next = blocks[at + 1]
  const previous = blocks[at - 1]
  const label = [next, previous].find(
    (other) => other && (other.kind === 'text' || other.kind === 'heading') && isLabel(other.plain.text),
  )
  return label ? { label: label.plain.text, plain: block.plain, whole: wholeOf(block.plain) } : null
}

/** “Seven members: two postdocs, three students and …”: no label, but what the parts come to. */
const isSum = (label: string, rest: string): boolean =>
  isNumber(/^(\S+) \p{Ll}+$/u.exec(label)?.[1]) && isNumber(/^(\S+) \p{Ll}[\p{L} ]*,/u.exec(rest)?.[1])
const isNumber = (word = ''): boolean => /^\d+$/.test(word) || numberFromWords(word.toLowerCase()) !== null

/** “We are 180 people today: …” and “Four at present: …” are no labels. */
const isPairLabel = (label: string): boolean =>
  !/\([^)]*$|\d[.,]\d|,(?:\s\S+){3}/u.test(label) &&
  !isNumber(
    /^(?<first>\S+)(?: (?:at present|now|today|currently|in all|in total|altogether))?$/iu.exec(label)
      ?.groups?.['first'],
  ) &&
  label.split(' ').length <= 9 &&
  !/^https?$|^\d+\s\p{L}|\d{2,}(?!\d{2}\b)|(?<!\p{L})(?:is|are|was|were|has|have|had|will|said|says|ist|sind|war|hat|haben|sagte|est|sont|était|a dit)(?!\p{L})/iu.test(
    label,
  )

const isLabel = (written: string): boolean => {
  const text = written.replace(/\s(?:in |im |en )?(?:19|20)\d\d$/, '')
  return (
    text.length <= 60 &&
    !/[.!?,;]$|\d{2}|@|https?:|\s[–—]\s/.test(text) &&
    text.split(' ').length <= 7 &&
    /\p{L}{2}/u.test(text)
  )
}
