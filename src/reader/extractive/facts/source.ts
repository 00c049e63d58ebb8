import type { Document } from '../../../documents/index.ts'
import { momentsIn } from '../values/index.ts'
import { blocksOf, type Block } from './blocks.ts'
import { piecesOf, type Piece } from './pieces.ts'
import type { Link } from './plain.ts'

export type { Piece }

/** A document as it is read: parsed once, asked many times. */
export interface Source {
  readonly document: Document
  readonly language: string | null
  /** When it was written, as far as the page tells. */
  readonly written: Date | null
  readonly title: string
  readonly blocks: readonly Block[]
  readonly pieces: readonly Piece[]
  readonly links: readonly Link[]
}

const known = new WeakMap<Document, Source>()

export function readSource(document: Document): Source {
  const before = known.get(document)
  if (before) return before
  const made = read(document)
  known.set(document, made)
  return made
}

function read(document: Document): Source {
  const blocks = blocksOf(document.text)
  const pieces = [...piecesOf(blocks, document.text)]
  const language = document.language ?? guessLanguage(document.text)
  return {
    document,
    language,
    written: notLater(document.publishedAt ?? datelineOf(pieces, language), document.fetchedAt),
    title: document.title ?? blocks.find(({ kind }) => kind === 'heading')?.plain.text ?? '',
    blocks,
    pieces,
    links: blocks.flatMap(({ links }) => links),
  }
}

/** “~~15 May~~ 29 May”: what is struck out holds no more. */
export function isStruckOut({ document: { text } }: Pick<Source, 'document'>, start: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start)
  return line.split('~~').length % 2 === 0
}

/** A page that was fetched cannot have been written later: the day that it names is another. */
const notLater = (written: Date | null, fetched: Date): Date | null =>
  written && written.getTime() <= fetched.getTime() + dayLength ? written : null
const dayLength = 86_400_000

/** “Leeds, 10 February 2026.” over the first paragraphs of a press release. */
function datelineOf(pieces: readonly Piece[], language: string | null): Date | null {
  for (const { kind, plain } of pieces.slice(0, mostBeforeDateline)) {
    if (kind === 'code' || kind === 'cell') continue
    const [moment] = momentsIn(plain.text.slice(0, 60), { language, written: null })
    const isDay = moment?.date.length === 'yyyy-mm-dd'.length && !moment.isRelative
    if (isDay && dateline.test(plain.text.slice(0, moment.start)) && ends.test(plain.text.slice(moment.end)))
      return new Date(moment.date)
  }
  return null
}
const mostBeforeDateline = 4
const dateline = /^(?:\p{Lu}[\p{L}'’ .-]{2,30},\s)?$/u
const ends = /^(?:[.:]?$|\.\s|\s?[–—:]\s)/u

const commonWords = {
  en: /\b(?:the|and|of|is|are|with|for)\b/gi,
  de: /\b(?:der|die|das|und|ist|mit|für)\b/gi,
  fr: /\b(?:le|la|les|et|est|des|une|dans)\b/gi,
}

function guessLanguage(text: string): string | null {
  const sample = text.slice(0, 4000)
  const counts = Object.entries(commonWords).map(([language, words]) => ({
    language,
    count: sample.match(words)?.length ?? 0,
  }))
  const best = counts.toSorted((a, b) => b.count - a.count)[0]
  return best && best.count >= 3 ? best.language : null
}
