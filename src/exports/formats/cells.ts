import type { EnrichmentResult } from '../../contract/webset-items.ts'
import type { Reference } from '../../contract/webset-shapes.ts'
import { currentResults, evaluationsOf, type Citation, type ItemRow } from '../../websets/index.ts'
import type { Snapshot } from '../snapshot.ts'

export type Cell = string | number | null

export interface Column {
  readonly heading: string
  readonly cellOf: (line: Line) => Cell
}

/** An item with its results, which several columns look at. */
export interface Line {
  readonly item: ItemRow
  readonly results: readonly EnrichmentResult[]
}

export const lineOf = (snapshot: Snapshot, item: ItemRow): Line => ({
  item,
  results: currentResults(item, snapshot.enrichments),
})

/** The properties of each kind of entity that are worth a column. */
const propertiesOf: Readonly<Record<string, { readonly group: string; readonly fields: readonly string[] }>> =
  {
    company: { group: 'company', fields: ['location', 'employees', 'industry'] },
    person: { group: 'person', fields: ['location', 'position', 'company'] },
    article: { group: 'article', fields: ['author', 'publishedAt'] },
    research_paper: { group: 'researchPaper', fields: ['author', 'publishedAt'] },
    custom: { group: 'custom', fields: ['author', 'publishedAt'] },
  }

/** A webset as a table: what each item is, the verdicts, and what was found out, with quotes where they are wanted. */
export function columnsOf({ searches, criteria, enrichments }: Snapshot, evidence: boolean): Column[] {
  const kinds = new Set(searches.map(({ entity }) => said(entity?.type)))
  const fields = [
    ...new Set([...kinds].flatMap((kind) => (propertiesOf[kind] ?? propertiesOf.custom)!.fields)),
  ]
  return distinctHeadings([
    { heading: 'id', cellOf: ({ item }) => item.id },
    { heading: 'name', cellOf: ({ item }) => item.name },
    { heading: 'url', cellOf: ({ item }) => String(item.properties.url) },
    { heading: 'type', cellOf: ({ item }) => String(item.properties.type) },
    { heading: 'description', cellOf: ({ item }) => said(item.properties.description) },
    ...fields.map((field): Column => ({ heading: field, cellOf: ({ item }) => propertyOf(item, field) })),
    { heading: 'meets all criteria', cellOf: ({ item }) => (item.is_match ? 'yes' : 'no') },
    ...criteria.flatMap((criterion): Column[] => {
      const evaluation = ({ item }: Line) => evaluationsOf(item).find((one) => one.criterion === criterion)
      return [
        { heading: criterion, cellOf: (line) => evaluation(line)?.satisfied ?? null },
        ...(evidence
          ? evidenceOf(criterion, (line) => (evaluation(line)?.citations ?? []).map(referenceOf))
          : []),
      ]
    }),
    ...enrichments.flatMap(({ id, description }): Column[] => {
      const result = ({ results }: Line) => results.find(({ enrichmentId }) => enrichmentId === id)
      return [
        { heading: description, cellOf: (line) => valueOf(result(line)) },
        ...(evidence ? evidenceOf(description, (line) => result(line)?.references ?? []) : []),
      ]
    }),
    { heading: 'found at', cellOf: ({ item }) => item.created_at.toISOString() },
    { heading: 'updated at', cellOf: ({ item }) => item.version_at.toISOString() },
  ])
}

/** Properties are kept as the engine gave them. */
export const said = (value: unknown): string => (typeof value === 'string' ? value : '')

export const referenceOf = ({ url, title, span }: Citation): Reference => ({
  url,
  title,
  snippet: span.quote,
})

const evidenceOf = (heading: string, references: (line: Line) => readonly Reference[]): Column[] => [
  {
    heading: `${heading} (quote)`,
    cellOf: (line) => joined(references(line).map(({ snippet }) => snippet ?? '')),
  },
  { heading: `${heading} (source)`, cellOf: (line) => joined(references(line).map(({ url }) => url)) },
]

const joined = (texts: readonly string[]): Cell => (texts.length === 0 ? null : texts.join('\n'))

function valueOf(result: EnrichmentResult | undefined): Cell {
  if (!result?.result) return null
  const [only, ...further] = result.result
  if (result.format === 'number' && further.length === 0 && isPlainNumber(only ?? '')) return Number(only)
  return result.result.join('; ')
}

/** One that a number holds without loss. */
export const isPlainNumber = (text: string): boolean =>
  /^-?\d{1,15}(\.\d+)?$/.test(text) && String(Number(text)) === text

function propertyOf({ properties }: ItemRow, field: string): Cell {
  const group = propertiesOf[String(properties.type)]?.group ?? ''
  const value = (properties[group] as Record<string, unknown> | undefined)?.[field]
  if (typeof value === 'number' || typeof value === 'string') return value
  return (value as { name?: string } | null | undefined)?.name ?? null
}

/** Two columns of one name would be one for many programs. */
function distinctHeadings(columns: readonly Column[]): Column[] {
  const taken = new Set<string>()
  return columns.map((column) => {
    let { heading } = column
    for (let number = 2; taken.has(heading); number++) heading = `${column.heading} ${number}`
    taken.add(heading)
    return { ...column, heading }
  })
}

/**
 * Text that a spreadsheet would take for a formula gets an apostrophe before it, which is how they are told that it is
 * text. A plain negative number is none.
 */
export const harmless = (text: string): string =>
  /^[=+\-@\t\r\n＝＋－＠]/.test(text) && !isPlainNumber(text) ? `'${text}` : text

const chunkSize = 64 * 1024

/** Text as bytes, in chunks that are worth writing. */
export async function* inChunks(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let waiting = ''
  for await (const text of texts) {
    waiting += text
    if (waiting.length < chunkSize) continue
    yield Buffer.from(waiting)
    waiting = ''
  }
  if (waiting !== '') yield Buffer.from(waiting)
}
