import { createHash } from 'node:crypto'
import { Field, FixedSizeList, Float32, Float64, List, Schema, type Table, Utf8 } from 'apache-arrow'
import type { IndexDocument, IndexHit, IndexPassage } from '../../ports/search-index.ts'
import { domainsOf, locationOf } from './filter-sql.ts'

/** The languages whose words are found by their stems, and what the engine calls them. */
const languages = {
  ar: 'Arabic',
  da: 'Danish',
  de: 'German',
  el: 'Greek',
  en: 'English',
  es: 'Spanish',
  fi: 'Finnish',
  fr: 'French',
  hu: 'Hungarian',
  it: 'Italian',
  nl: 'Dutch',
  no: 'Norwegian',
  pt: 'Portuguese',
  ro: 'Romanian',
  ru: 'Russian',
  sv: 'Swedish',
  ta: 'Tamil',
  tr: 'Turkish',
} as const
const languageCodes = Object.keys(languages) as (keyof typeof languages)[]

/**
 * A passage's text stands in the one column of its language, because an analyser belongs to a column. The last
 * one takes all other languages: it cuts words by Unicode's rules, which also separates Chinese and Japanese.
 */
const otherText = 'text_other'
export const textColumns: readonly string[] = [...languageCodes.map((code) => `text_${code}`), otherText]

function textColumn(language: string | null): string {
  const code = language
    ?.toLowerCase()
    .split('-')[0]
    ?.replace(/^n[bn]$/, 'no')
  const column = `text_${code}`
  return textColumns.includes(column) ? column : otherText
}

/** What a text column's index is made with: stems, no stop words, accents folded, and positions for phrases. */
export function textAnalysis(column: string) {
  const language = languages[column.replace('text_', '') as keyof typeof languages] as string | undefined
  const common = { withPosition: true, lowercase: true, asciiFolding: true }
  return language
    ? { ...common, baseTokenizer: 'simple' as const, language, stem: true, removeStopWords: true }
    : { ...common, baseTokenizer: 'icu' as const, stem: false, removeStopWords: false }
}

export const scalarIndexes = {
  id: 'btree',
  document_id: 'btree',
  location: 'btree',
  published_at: 'btree',
  crawled_at: 'btree',
  written: 'btree',
  hosts: 'labelList',
  flags: 'labelList',
  kind: 'bitmap',
  visibility: 'bitmap',
} as const

const text = (name: string, nullable = false): Field => new Field(name, new Utf8(), nullable)
const number = (name: string, nullable = false): Field => new Field(name, new Float64(), nullable)
const texts = (name: string): Field => new Field(name, new List(new Field('item', new Utf8(), true)), false)

/** Stand in every table, so that each can filter and give hits without the others. */
const commonFields = [
  text('id'),
  text('document_id'),
  number('version'),
  number('ordinal'),
  number('start'),
  text('kind', true),
  text('visibility'),
  number('published_at', true),
  number('crawled_at'),
  texts('flags'),
  texts('hosts'),
  text('location'),
  text('text_hash'),
  // The order of writing; tells recent rows from older ones.
  number('written'),
  // What a hit says, as JSON: to read one column takes a fraction of what reading a dozen does.
  text('hit'),
]
export const commonColumns: readonly string[] = commonFields.map((field) => field.name)

export const textSchema = new Schema([...commonFields, ...textColumns.map((column) => text(column, true))])
export const vectorSchema = (dimensions: number): Schema =>
  new Schema([
    ...commonFields,
    new Field('vector', new FixedSizeList(dimensions, new Field('item', new Float32(), true)), false),
  ])

export type Row = Record<string, unknown>

export const passageId = (documentId: string, ordinal: number): string =>
  `${documentId}#${String(ordinal).padStart(5, '0')}`

/** The columns common to all tables; `written` is set when the row is written. */
export function commonRow(document: IndexDocument, passage: IndexPassage): Row {
  const { ordinal, start, end } = passage
  const id = passageId(document.id, ordinal)
  const hit: Omit<IndexHit, 'score'> = {
    passageId: id,
    documentId: document.id,
    version: document.version,
    ordinal,
    start,
    end,
    url: document.url,
    canonicalUrl: document.canonicalUrl,
    title: document.title,
    language: document.language,
    country: document.country ?? null,
    kind: document.kind,
    publishedAt: document.publishedAt,
    contentHash: document.contentHash,
  }
  return {
    id,
    document_id: document.id,
    version: document.version,
    ordinal,
    start,
    kind: document.kind,
    visibility: document.visibility,
    published_at: document.publishedAt,
    crawled_at: document.crawledAt,
    flags: [...document.flags],
    hosts: domainsOf(new URL(document.url).hostname),
    location: locationOf(document.url),
    text_hash: createHash('sha256').update(passage.text).digest('base64url'),
    written: 0,
    hit: JSON.stringify(hit),
  }
}

/** Hits from the rows of a search, whose scores are made of the engine's column. */
export function toHits(rows: Table, scoreColumn: string, toScore: (value: number) => number): IndexHit[] {
  const hits = rows.getChild('hit')!
  const scores = rows.getChild(scoreColumn)!
  // Written by the function above, so it need not be checked again.
  return Array.from({ length: rows.numRows }, (_, row) => ({
    ...(JSON.parse(hits.get(row) as string) as Omit<IndexHit, 'score'>),
    score: toScore(scores.get(row) as number),
  }))
}

const noText: Row = Object.fromEntries(textColumns.map((column) => [column, null]))

export const textRow = (common: Row, language: string | null, passage: IndexPassage): Row => ({
  ...common,
  ...noText,
  [textColumn(language)]: passage.text,
})
