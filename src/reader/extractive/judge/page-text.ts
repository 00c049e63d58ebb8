import type { Document } from '../../../documents/index.ts'
import { emphasis } from '../plain-text.ts'
import { guessLanguage } from './language.ts'
import { tokensOf, type Token } from './tokens.ts'

/** The smallest thing on a page that says something: a sentence, an item of a list, a row of a table, a heading. */
export interface Statement {
  readonly start: number
  readonly end: number
  /** Without markup, and as long as the original, so that positions stay what they are. */
  readonly text: string
  readonly tokens: readonly Token[]
  readonly kind: 'heading' | 'sentence' | 'item' | 'row'
  /** What stands over it and says what it is about: the heading, the label, the question it answers. */
  readonly heading: Heading | null
  /** The cells of a row, else none. */
  readonly cells: readonly Cell[]
  /** The header of the table that a row belongs to. */
  readonly header: readonly string[]
  /** Which paragraph it stands in: what “it” means is told there. */
  readonly block: number
  readonly language: string | null
}

export interface Heading {
  readonly text: string
  readonly tokens: readonly Token[]
  readonly start: number
  readonly end: number
  readonly isQuestion: boolean
}

export interface Cell {
  readonly text: string
  readonly start: number
  readonly end: number
}

export interface PageText {
  readonly document: Document
  readonly statements: readonly Statement[]
  readonly title: string
  /** As the page says, or as its words tell. */
  readonly language: string | null
}

/** A page may be a book; what it is about is said long before this. */
const readingLimit = 120_000
/** A sentence without an end is nobody's: what comes after this many characters is not read. */
const longestStatement = 1200
/** A cell longer than this is no value but text that a table was abused to lay out. */
const longestCell = 160
/** A line shorter than this that does not end like a sentence stands alone, and labels what follows it. */
const shortLine = 60

/** So many lines under its title say what a page is about; what stands over it leads elsewhere. */
const openingLines = 8
const mostBeforeTitle = 30

export function openingOf({ statements }: PageText): readonly Statement[] {
  const title = statements.slice(0, mostBeforeTitle).findIndex(({ kind }) => kind === 'heading')
  return statements.slice(title >= openingLines ? title : 0, Math.max(title, 0) + openingLines)
}

const known = new WeakMap<Document, PageText>()

/** What a page says, statement by statement. Read once for each document. */
export function pageText(document: Document): PageText {
  const read = known.get(document)
  if (read) return read
  const made = readText(document)
  known.set(document, made)
  return made
}

function readText(document: Document): PageText {
  const text = withoutMarkup(document.text.slice(0, readingLimit))
  const statements: Statement[] = []
  const language = document.language ?? guessLanguage(text)
  let heading: Heading | null = null
  let label: Heading | null = null
  let header: readonly string[] = []
  let block = 0
  let fenced = false
  let at = 0

  const add = (start: number, end: number, kind: Statement['kind'], cells: readonly Cell[] = []) => {
    const content = text.slice(start, end)
    const lead = content.length - content.trimStart().length
    const from = start + lead
    const to = Math.min(start + content.trimEnd().length, from + longestStatement)
    if (to <= from || !/[\p{L}\p{N}]/u.test(content)) return
    const shown = text.slice(from, to)
    statements.push({
      start: from,
      end: to,
      text: shown,
      tokens: tokensOf(shown, from),
      kind,
      heading: label ?? heading,
      cells,
      header: kind === 'row' ? header : [],
      block,
      language,
    })
  }
  /** “A · B · C”: each says something of its own; “Offices: A · B” labels them all. */
  const addParts = (start: number, end: number, addOne: (start: number, end: number) => void) => {
    const parts = dottedParts(text, start, end)
    if (parts.length === 1) return addOne(start, end)
    const outer = label
    for (const part of parts) {
      const own = /^\s*([^:]{2,40}):\s/.exec(text.slice(part.start, part.end))
      addOne(part.start, part.end)
      if (own?.[1] !== undefined) label = headingAt(text, part.start, part.start + own[0].length)
    }
    label = outer
  }
  const addSentences = (start: number, end: number) =>
    / · /.test(text.slice(start, end)) && dottedParts(text, start, end).length === 1
      ? add(start, end, 'item')
      : addParts(start, end, addPlainSentences)
  const addPlainSentences = (start: number, end: number) => {
    const outer = label
    for (const part of sentencesIn(text, start, end)) {
      add(part.start, part.end, 'sentence')
      // A question is answered by what follows it.
      if (/\?["”»’)\s]*$/.test(text.slice(part.start, part.end)))
        label = headingAt(text, part.start, part.end)
    }
    label = outer
  }
  // Lines of running text that a PDF or a careful typist has wrapped belong together.
  let open: { start: number; end: number } | null = null
  const closeLines = () => {
    if (open) addSentences(open.start, open.end)
    open = null
  }

  for (const raw of text.split('\n')) {
    const start = at
    const end = at + raw.length
    at = end + 1
    const line = raw.trim()
    const isFence = /^(?:```|~~~)/.test(line)
    if (isFence) fenced = !fenced
    const isPlain = line !== '' && !isFence && !/^(?:#{1,6}\s|\||>|[-*+•–]\s|\d{1,3}[.)]\s)/.test(line)
    if (open && isPlain && !fenced && !beginsLabel(document.text.slice(start, end).trim())) {
      open.end = end
      if (!goesOn(line)) closeLines()
      continue
    }
    closeLines()
    if (fenced || isFence) continue
    if (line === '') {
      block++
      label = label && labelsNext(label, statements, block) ? label : null
      header = []
      continue
    }
    if (/^[|:\s-]+$/.test(line)) continue
    const marker = /^\s*#{1,6}\s+/.exec(raw)
    if (marker) {
      label = null
      heading = null
      block++
      add(start + marker[0].length, end, 'heading')
      heading = headingAt(text, start + marker[0].length, end)
      continue
    }
    if (line.startsWith('|')) {
      const cells = cellsIn(text, start, end)
      if (cells.some((cell) => cell.text.length > longestCell)) {
        for (const cell of cells) {
          block++
          if (cell.text.length > longestCell) addSentences(cell.start, cell.end)
          else add(cell.start, cell.end, 'item')
          // Inside a table that lays out the page stand others, with labels and values.
          const isLabel = cell.text.length <= shortLine / 2 && /^\p{Lu}[\p{L} ’'/-]+:?$/u.test(cell.text)
          label = isLabel ? headingAt(text, cell.start, cell.end) : null
        }
        continue
      }
      if (header.length === 0) header = cells.map((cell) => cell.text)
      add(start, end, 'row', cells)
      continue
    }
    const item = /^\s*(?:>\s*)*(?:[-*+•–]|\d{1,3}[.)])\s+/.exec(raw)
    if (item) {
      block++
      addItem(start + item[0].length, end)
      continue
    }
    const quote = /^\s*(?:>\s*)+/.exec(raw)
    const from = start + (quote?.[0].length ?? 0)
    const isShort = line.length <= shortLine && !/[.!…]["”»’)]?$/.test(line)
    if (isShort) {
      addParts(from, end, (first, last) => add(first, last, 'item'))
      // A line with a label and a value of its own says nothing of the next.
      if (!/^[^:]{1,40}:\s+\S|\s[·—–]\s|@|\d{3}/.test(line)) label = headingAt(text, from, end)
    } else {
      open = { start: from, end }
      if (!goesOn(line)) closeLines()
      if (!line.endsWith('?') && label?.isQuestion !== true) label = null
    }
  }
  closeLines()
  return { document, statements, title: document.title ?? '', language }

  function addItem(start: number, end: number) {
    const parts = [...sentencesIn(text, start, end)]
    if (parts.length === 1) addParts(start, end, (first, last) => add(first, last, 'item'))
    else for (const part of parts) add(part.start, part.end, 'sentence')
  }
}

/** “**Sold at:** …”, “Size: …”: a line of its own, though the one before has no full stop. */
const beginsLabel = (line: string): boolean =>
  /^\*\*[^*]{1,40}\*\*|^\*[^*\s]|^\p{Lu}[\p{L} .'’&/-]{1,28}:\s/u.test(line)

function dottedParts(text: string, start: number, end: number): { start: number; end: number }[] {
  const parts: { start: number; end: number }[] = []
  let from = start
  // “Engineer · Acme · 2012 – 2019” is one thing: when tells of the rest.
  if (
    /(?:19|20)\d\d\s?[–-]\s?(?:\p{L}+\.?\s)?(?:(?:19|20)\d\d|present|heute|today|now)/iu.test(
      text.slice(start, end),
    )
  )
    return [{ start, end }]
  for (const match of text.slice(start, end).matchAll(/\s[·•|]\s/g)) {
    parts.push({ start: from, end: start + match.index })
    from = start + match.index + match[0].length
  }
  return [...parts, { start: from, end }]
}

/** A long line that stops in the middle of a sentence. */
const goesOn = (line: string): boolean => line.length >= 50 && !/[.!?…:]["”»’)]?$/.test(line)

/** A question is answered by the paragraph below it, a label by the line below it. */
const labelsNext = (label: Heading, statements: readonly Statement[], block: number): boolean =>
  label.isQuestion ||
  (statements.at(-1)?.start === label.start && (statements.at(-1)?.block ?? 0) === block - 1)

function headingAt(text: string, start: number, end: number): Heading {
  const shown = text.slice(start, end).trim()
  const from = start + text.slice(start, end).indexOf(shown)
  return {
    text: shown,
    tokens: tokensOf(shown, from),
    start: from,
    end: from + shown.length,
    isQuestion: shown.endsWith('?'),
  }
}

function cellsIn(text: string, start: number, end: number): Cell[] {
  const cells: Cell[] = []
  let from = start
  const close = (to: number) => {
    const shown = text.slice(from, to)
    const lead = shown.length - shown.trimStart().length
    cells.push({ text: shown.trim(), start: from + lead, end: from + lead + shown.trim().length })
    from = to + 1
  }
  for (let at = start; at < end; at++) if (text[at] === '|') close(at)
  close(end)
  // A row begins and ends with a bar.
  return cells.slice(1, cells.at(-1)?.text === '' ? -1 : undefined)
}

const space = (found: string): string => ' '.repeat(found.length)

/** Markup gives way to blanks, letter for letter. A line break inside a table's cell becomes one of two blank lines. */
function withoutMarkup(markdown: string): string {
  return (
    markdown
      // What is struck through is no longer said.
      .replaceAll(/~~[^~\n]{1,200}~~/g, space)
      .replaceAll(/!\[[^\][\n]{0,300}\]\([^()\n]{0,2000}\)/g, space)
      .replaceAll(/\[([^\][\n]{0,300})\]\([^()\n]{0,2000}\)/g, (found, shown: string) =>
        ` ${shown}`.padEnd(found.length),
      )
      .replaceAll(/<br\s*\/?>/gi, (found) => '\u2028'.padEnd(found.length))
      .replaceAll(/<\/?[a-z][^<>\n]{0,200}>/gi, space)
      .replaceAll(/\*\*|__|`/g, space)
      .replaceAll(emphasis, ' ')
      .replaceAll(/\\(?=[^\p{L}\p{N}\s])/gu, ' ')
      .replaceAll(/&nbsp;/g, space)
      .replaceAll('&amp;', '&    ')
      .replaceAll(/[\u00a0\u202f]/g, ' ')
  )
}

/** Words that end in a stop without ending a sentence. */
const abbreviation =
  /(?:^|[\s(.])(?:\p{Lu}|inc|ltd|co|corp|dr|prof|mr|mrs|ms|mme|st|nr|vs|approx|est|al|e\.g|i\.e|mio|mrd|tsd|ca|bzw|inkl|zzgl|z\. ?b|u\. ?a|d\. ?h|env|u\.s|u\.k|ph\.d|m\.sc|b\.sc|jan|feb|aug|sept|oct|nov|dec)\.$/iu
const sentenceEnd = /[.!?…]["”“»’)\]]{0,2}\s+(?=["“„«([]?\s?[\p{Lu}\p{N}])|\u2028/gu

const monthNext =
  /^(?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|Quartal|Halbjahr|Platz)/

function* sentencesIn(text: string, start: number, end: number): Generator<{ start: number; end: number }> {
  const content = text.slice(start, end)
  let from = 0
  for (const match of content.matchAll(sentenceEnd)) {
    const to = match.index + match[0].length
    const before = content.slice(from, to).trimEnd()
    if (match[0][0] === '.' && abbreviation.test(before.slice(-12))) continue
    // “Registered in Ireland No. 620418”, “rev. 6”.
    if (/(?:^|\s)(?:No|[Rr]ev|[Vv]ol|[Ff]ig)\.$/.test(before) && /^\d/.test(content.slice(to))) continue
    // “am 1. Oktober”: an ordinal goes on to its month.
    if (/(?:^|\s)\d{1,2}\.$/.test(before) && monthNext.test(content.slice(to))) continue
    yield { start: start + from, end: start + to }
    from = to
  }
  if (from < content.length) yield { start: start + from, end }
}
