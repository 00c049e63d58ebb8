import { createHash } from 'node:crypto'
import { Field, FixedSizeList, Float32, Float64, List, Schema, Utf8 } from 'apache-arrow'
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

/** Stand in every table, so that a hit needs no second look-up. */
const commonFields = [
  text('id'),
  text('document_id'),
  number('version'),
  number('ordinal'),
  number('start'),
  number('end'),
  text('url'),
  text('canonical_url'),
  text('title', true),
  text('kind', true),
  text('visibility'),
  number('published_at', true),
  number('crawled_at'),
  text('content_hash'),
  texts('flags'),
  texts('hosts'),
  text('location'),
  text('text_hash'),
  // The order of writing; tells recent rows from older ones.
  number('written'),
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
  return {
    id: passageId(document.id, passage.ordinal),
    document_id: document.id,
    version: document.version,
    ordinal: passage.ordinal,
    start: passage.start,
    end: passage.end,
    url: document.url,
    canonical_url: document.canonicalUrl,
    title: document.title,
    kind: document.kind,
    visibility: document.visibility,
    published_at: document.publishedAt,
    crawled_at: document.crawledAt,
    content_hash: document.contentHash,
    flags: [...document.flags],
    hosts: domainsOf(new URL(document.url).hostname),
    location: locationOf(document.url),
    text_hash: createHash('sha256').update(passage.text).digest('base64url'),
    written: 0,
  }
}

const noText: Row = Object.fromEntries(textColumns.map((column) => [column, null]))

export const textRow = (common: Row, language: string | null, passage: IndexPassage): Row => ({
  ...common,
  ...noText,
  [textColumn(language)]: passage.text,
})

export const hitColumns: readonly string[] = [
  'id',
  'document_id',
  'version',
  'ordinal',
  'start',
  'end',
  'url',
  'canonical_url',
  'title',
  'kind',
  'published_at',
  'content_hash',
]

/** The casts repeat the schema above, which the engine enforces. */
export function toHit(row: Row, score: number): IndexHit {
  return {
    passageId: row.id as string,
    documentId: row.document_id as string,
    version: row.version as number,
    ordinal: row.ordinal as number,
    start: row.start as number,
    end: row.end as number,
    url: row.url as string,
    canonicalUrl: row.canonical_url as string,
    title: row.title as string | null,
    kind: row.kind as string | null,
    publishedAt: row.published_at as number | null,
    contentHash: row.content_hash as string,
    score,
  }
}
