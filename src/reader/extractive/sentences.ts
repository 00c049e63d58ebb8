import { sentencesOf as stretchesOf, type Stretch } from '../../contents/index.ts'
import type { Document } from '../../documents/index.ts'
import type { Said } from './aside.ts'
import { plainText } from './plain-text.ts'
import { peopleIn } from './values/index.ts'

/** Something a page says: a sentence, an item of a list, a row of a table, or a line that is no sentence. */
export interface Sentence extends Stretch {
  readonly source: Document
  /** Its place among the sentences of the page. */
  readonly index: number
  readonly kind: 'prose' | 'item' | 'row' | 'fragment'
  /**
   * As a person reads it: without Markdown, a row with the names of its columns, and what says nothing by itself
   * with the heading that says whom it is about.
   */
  readonly text: string
  /** The headings that it stands under, outermost first; the title of the page is none of them. */
  readonly headings: readonly Titled[]
  /** What must be quoted with it for it to say what its text says: a heading, the head of a table. */
  readonly heads: readonly Stretch[]
  readonly cells?: readonly Cell[] | undefined
  /** Counts paragraphs; the items of one list, and the rows of one table, share a number. */
  readonly block: number
}

export interface Cell {
  readonly label: string
  readonly value: string
}

export interface Titled extends Stretch {
  readonly text: string
  readonly level: number
}

/** A sentence as what may be about others. */
export const saidIn = ({ start, text, headings }: Sentence): Said => ({
  start,
  text,
  headings: headings.map((heading) => heading.text),
})

/** A book has no more to say about a question than its beginning; the time it takes is bounded. */
const longestText = 400_000
const longestSentence = 1200
const longestQuestion = 120
/** The level of a question in a text: below all headings. */
const inText = 9
const kept = new WeakMap<Document, readonly Sentence[]>()

/** What a page says, in order. Read once for each document. */
export function readSentences(source: Document): readonly Sentence[] {
  const known = kept.get(source)
  if (known) return known
  const sentences = [...read(source)].map((sentence, index) => ({ ...sentence, index }))
  kept.set(source, sentences)
  return sentences
}

function* read(source: Document): Generator<Omit<Sentence, 'index'>> {
  let headings: Titled[] = []
  let block = 0
  let before: Block['kind'] | undefined
  /** The last question, until something is said to it. */
  let unanswered: Titled | undefined
  const blocks = [...blocksOf(source.text.slice(0, longestText))]
  for (const [at, { kind, lines }] of blocks.entries()) {
    const stretch = { start: lines[0]?.start ?? 0, end: lines.at(-1)?.end ?? 0 }
    const raw = source.text.slice(stretch.start, stretch.end)
    const level = kind === 'heading' ? /^#+/.exec(raw)?.[0].length : titleLevel(raw, kind, blocks[at + 1])
    if (level !== undefined) {
      const text = plainText(raw)
      headings = headings.filter((above) => above.level < level)
      if (level > 1 || !isTitle(text, source)) headings.push({ ...stretch, text, level })
      const last = headings.at(-1)
      unanswered = last?.start === stretch.start && isQuestion(text) ? last : undefined
      before = kind
      continue
    }
    if (kind !== 'item' || before !== 'item') block++
    before = kind
    const pair = kind === 'text' ? pairOf(source, lines) : null
    if (kind === 'table') yield* rowsOf(source, lines, { headings, block })
    else if (pair) yield { source, ...stretch, text: pair, headings, block, heads: [], kind: 'fragment' }
    else {
      // “Where is it made? In Ghent.”: what follows a question stands under it as under a heading.
      // The question may be a paragraph of its own.
      let asked: Titled[] = unanswered?.level === inText ? [unanswered] : []
      for (const sentence of sentencesIn(source, stretch)) {
        const text = plainText(source.text.slice(sentence.start, sentence.end))
        if (text === '' || text.length > longestSentence) continue
        if (isPageTitle(text)) continue
        if (isQuestion(text)) {
          asked = [{ ...sentence, text, level: inText }]
          unanswered = asked[0]
          continue
        }
        const isWhole = /[.!?…]["'”“»’)\]]*$/u.test(text)
        const above = asked[0] ?? headings.at(-1)
        // “Can I pay by card? Stalls take coins and notes.” answers what it does not repeat.
        const isNeeded = above === unanswered || needsHeading(text, kind === 'text' && isWhole, above)
        const heading = isNeeded ? above : undefined
        unanswered = undefined
        yield {
          source,
          ...sentence,
          text: heading
            ? `${heading.text.replace(/[:.]$/, '')}${isQuestion(heading.text) ? '' : ':'} ${text}`
            : text,
          heads: heading ? [heading] : [],
          headings: [...headings, ...asked],
          block,
          kind: kind === 'item' ? 'item' : isWhole ? 'prose' : 'fragment',
        }
      }
    }
  }
}

const isQuestion = (text: string): boolean => text.endsWith('?') && text.length <= longestQuestion

/** “Harbour opens in May | Daily Post”: a list of pages names them by their titles, which say nothing themselves. */
const isPageTitle = (text: string): boolean =>
  /^[^|]+\s\|\s[^|\d@.:]{2,40}$/u.test(text) && text.split(' ').length >= 6

/** A first heading may be the first of many as well as the title. */
const isTitle = (heading: string, { title, text }: Document): boolean =>
  heading === title?.trim() || text.split(/^# /m).length <= 2

const verb =
  /(?<!\p{L})(?:is|are|was|were|has|have|had|will|can|may|ist|sind|war|hat|haben|wird|werden|wurde|kann|est|sont|ont|sera|peut|we|i|wir|ich|nous|je|you|sie|vous|\p{Ll}+ed)(?!\p{L})/u
const subject =
  /^(?:I|We|You|He|She|It|They|This|That|These|There|The|Our|His|Her|Its|Their|Ich|Wir|Sie|Er|Es|Der|Die|Das|Unsere?|Je|Nous|Vous|Il|Elle|Ils|Elles|On|Le|La|Les|Notre|Nos)(?!\p{L})/u

/**
 * “Doctoral student at the university.” needs to be told who, and a line without a verb, what. Under somebody's name
 * stands what is said of them, as often as not without the name.
 */
function needsHeading(text: string, isWhole: boolean, heading: Titled | undefined): boolean {
  if (!heading || subject.test(text)) return false
  const words = text.split(' ').length
  if (isPersonal(heading.text)) return words <= 25 && !namesPart(text, heading.text)
  return !verb.test(text) && (isWhole ? words <= 9 : text.length <= 160)
}

const isPersonal = (heading: string): boolean => peopleIn(heading)[0]?.name === heading.trim()
const namesPart = (text: string, name: string): boolean =>
  name.split(' ').some((word) => word.length > 2 && text.includes(word))

/** “Weight” on one line and “14.5 kg” on the next, as a list of terms comes out. */
function pairOf({ text }: Document, lines: readonly Stretch[]): string | null {
  const [label = '', value = '', ...more] = lines.map(({ start, end }) => plainText(text.slice(start, end)))
  const isLabel = /^\p{L}[\p{L}\p{N} ()/’'-]{1,38}:?$/u.test(label) && label.split(' ').length <= 5
  const isValue = value !== '' && value.length <= 200 && !/[.!?]$/.test(value)
  return isLabel && isValue && more.length === 0 ? `${label.replace(/:$/, '')}: ${value}` : null
}

/** Some pages have headings that are only short lines. They stand below all real ones. */
function titleLevel(raw: string, kind: Block['kind'], next: Block | undefined): number | undefined {
  if (kind !== 'text' || next?.kind === 'heading' || next === undefined) return undefined
  const text = plainText(raw)
  return /^\p{Lu}[\p{L} ’'&-]{1,40}$/u.test(text) && text.split(' ').length <= 3 && !raw.includes('\n')
    ? 7
    : undefined
}

interface Block {
  readonly kind: 'heading' | 'item' | 'table' | 'text'
  readonly lines: readonly Stretch[]
}

/** Headings, items, tables and paragraphs. Code is left out: it says nothing in sentences. */
function* blocksOf(text: string): Generator<Block> {
  let kind: Block['kind'] = 'text'
  let lines: Stretch[] = []
  let isFenced = false
  let start = 0
  for (const line of text.split('\n')) {
    const stretch = { start, end: start + line.trimEnd().length }
    start += line.length + 1
    const isFence = /^\s*(?:```|~~~)/.test(line)
    const next = isFence || isFenced || line.trim() === '' ? null : kindOf(line)
    if (isFence) isFenced = !isFenced
    const goesOn = next === kind && (kind === 'text' || kind === 'table')
    const isLazy = kind === 'item' && next === 'text' && /^\s{2,}\S/.test(line)
    if (lines.length > 0 && !goesOn && !isLazy) {
      yield { kind, lines }
      lines = []
    }
    if (next === null) continue
    if (!isLazy || lines.length === 0) kind = next
    lines.push(stretch)
  }
  if (lines.length > 0) yield { kind, lines }
}

function kindOf(line: string): Block['kind'] {
  if (/^\s{0,3}#{1,6}\s/.test(line)) return 'heading'
  if (/^\s*\|/.test(line)) return 'table'
  return /^\s*(?:[-*+•]|\d{1,3}[.)])\s/.test(line) ? 'item' : 'text'
}

/** Words that end in a stop without ending a sentence. */
const abbreviation =
  /(?:^|(?<!series|serie|class|phase|type|plan|grade|vitamin)[\s(.])(?:\p{Lu}|\d{1,2}|inc|ltd|co|corp|dr|prof|mr|mrs|ms|mx|st|no|nr|rev|vs|approx|est|mio|mrd|tsd|ca|bzw|inkl|zzgl|z\. ?b|u\. ?a|d\. ?h|env|e\.g|i\.e|etc|jan|feb|aug|sept?|oct|nov|dec|fig|vol|al|u\.s|u\.k|mme|mlle|str)\.["')\]]*$/iu

/** “[Is it true?](https://…)”: a question that is a link ends behind its address. */
const isInsideLink = (text: string): boolean => /\[[^\]]*$|\]\([^)]*$/.test(text.slice(-400))

/** “**Stored.** Every reading …”: the marks that end bold words belong to the sentence before. */
function withoutClosing(text: string, { start, end }: Stretch): Stretch {
  const [closing = ''] = /^(?:\*{2,3}|_{2,3})\s+(?=\S)/.exec(text.slice(start, end)) ?? []
  return { start: start + closing.length, end }
}

/** A sentence does not end at an abbreviation, where it is cut by rules that know no words. */
function* sentencesIn(source: Document, { start, end }: Stretch): Generator<Stretch> {
  let open: Stretch | undefined
  for (const part of stretchesOf(source.text.slice(start, end), source.language).flatMap(splitAtNumber)) {
    const last: number | undefined = open?.start
    const joined = { start: last ?? part.start + start, end: part.end + start }
    const tail = source.text.slice(Math.max(joined.start, joined.end - 20), joined.end)
    open = joined
    const isOpen = abbreviation.test(tail) || isInsideLink(source.text.slice(joined.start, joined.end))
    if (isOpen && joined.end < end) continue
    yield withoutClosing(source.text, joined)
    open = undefined
  }
  if (open) yield withoutClosing(source.text, open)

  /** “… in Graz. 212 people …”: the rules do not see that a number begins a sentence. */
  function splitAtNumber(part: Stretch): Stretch[] {
    const text = source.text.slice(start + part.start, start + part.end)
    const cut = text.search(/(?<=\p{Ll}{3}[.!?]) \d/u)
    if (cut < 0) return [part]
    const at = part.start + cut
    return [{ start: part.start, end: at }, ...splitAtNumber({ start: at + 1, end: part.end })]
  }
}

/** Each row with its columns' names. A table of two columns is a list of labels and values, its head included. */
function* rowsOf(
  source: Document,
  lines: readonly Stretch[],
  place: Pick<Sentence, 'headings' | 'block'>,
): Generator<Omit<Sentence, 'index'>> {
  const rows = lines
    .map((line) => ({ line, cells: cellsOf(source.text.slice(line.start, line.end)) }))
    .filter(({ cells }) => cells.some((cell) => cell !== '' && !/^:?-+:?$/.test(cell)))
  const [first, ...rest] = rows
  if (!first) return
  // Of two columns the first row may be the head of figures, or else a label and its value like the others.
  const isPairs = rows.every(({ cells }) => cells.length <= 2)
  const figures = !hasNumber(first.cells[1]) && rest.every(({ cells }) => hasNumber(cells[1]))
  const hasHead = rest.length > 0 && (!isPairs || (rest.length > 1 && figures))
  for (const { line, cells } of hasHead ? rest : rows) {
    // A head that is one short has no name for the column of labels.
    const labels = hasHead ? (first.cells.length < cells.length ? ['', ...first.cells] : first.cells) : []
    const pairs =
      cells.length === 2 && !hasHead
        ? [{ label: cells[0] ?? '', value: cells[1] ?? '' }]
        : cells.map((value, column) => ({ label: labels[column] ?? '', value }))
    const said = pairs.filter(({ value }) => value !== '')
    if (said.length === 0) continue
    yield {
      source,
      ...trimmed(source.text, line),
      kind: 'row',
      text: said.map(({ label, value }) => (label === '' ? value : `${label}: ${value}`)).join('; '),
      heads: hasHead ? [trimmed(source.text, first.line)] : [],
      cells: said,
      ...place,
    }
  }
}

const hasNumber = (cell = ''): boolean => /\d/.test(cell)

const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split(/(?<!\\)\|/)
    .map(plainText)

function trimmed(text: string, { start, end }: Stretch): Stretch {
  const raw = text.slice(start, end)
  return { start: start + raw.length - raw.trimStart().length, end }
}
