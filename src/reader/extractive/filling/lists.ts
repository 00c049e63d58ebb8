import type { Document } from '../../../documents/index.ts'
import { companyEntity, personEntity } from '../../../entities/index.ts'
import type { Grounding, JsonSchema, Span, Subject } from '../../reader.ts'
import { spanOf } from '../../spans.ts'
import { keysOf, termsOf } from '../answering/terms.ts'
import { classify } from '../classify.ts'
import { readSentences, type Sentence } from '../sentences.ts'
import { momentsIn, peopleIn, quantitiesIn } from '../values/index.ts'
import { kindIn } from '../wishes/kinds.ts'
import { extract, type Parts, type Slot } from './leaf.ts'
import { propertiesOf, shapeOf, wordsOfName, type Shape } from './shape.ts'

type Ground = Omit<Grounding, 'field'>

/** A value of a list, or a thing of which some is known and the rest can be looked for. */
export type ListItem =
  | { readonly value: unknown; readonly ground: Ground }
  | {
      readonly known: ReadonlyMap<string, { readonly value: unknown; readonly ground: Ground }>
      readonly subject: Subject
      /** Where to look for the rest. */
      readonly sources: readonly Document[]
    }

const mostItems = 25

/** What belongs into a list; `slot.shape` is that of one item. */
export async function listItems(slot: Slot, parts: Parts, root: JsonSchema): Promise<ListItem[]> {
  if (slot.shape.type !== 'object') return (await valuesFor(slot, parts)).slice(0, mostItems)
  const rows = fromTables(slot, root)
  if (rows.length > 0) return rows.slice(0, mostItems)
  const presented = fromPages(slot)
  if (presented.length > 1) return presented.slice(0, mostItems)
  const people = fromHeadings(slot)
  if (people.length > 0) return people.slice(0, mostItems)
  const named = await fromNames(slot, parts)
  return (named.length > 0 ? named : presented).slice(0, mostItems)
}

async function valuesFor(slot: Slot, parts: Parts): Promise<ListItem[]> {
  const { type } = slot.shape
  const isNumber = type === 'number' || type === 'integer'
  const found = await extract(slot, parts, { format: isNumber ? 'number' : 'text' })
  if (!found) return []
  return found.values.map((value) => ({
    value: isNumber ? Number(value) : value,
    ground: { spans: spansWith(found.spans, value), confidence: found.confidence },
  }))
}

/** The quotes that have a value in them; all of them when none has it as it is written. */
function spansWith(spans: readonly Span[], value: string): readonly Span[] {
  const having = spans.filter(({ quote }) => quote.includes(value))
  return having.length > 0 ? having : spans
}

const sure = 0.8

/** The rows of a table whose columns are called like the properties. */
function fromTables({ shape, sources }: Slot, root: JsonSchema): ListItem[] {
  const properties = propertiesOf(shape.schema)
  const tables = new Map<string, Sentence[]>()
  for (const source of sources)
    for (const row of readSentences(source))
      if (row.cells && row.heads.length > 0) {
        const key = `${source.id} ${row.block}`
        tables.set(key, [...(tables.get(key) ?? []), row])
      }
  const read = [...tables.values()].map((rows) => rows.flatMap((row) => rowItem(row, properties, root)))
  return read.toSorted((a, b) => b.length - a.length)[0] ?? []
}

function rowItem(row: Sentence, properties: readonly [string, JsonSchema][], root: JsonSchema): ListItem[] {
  const cells = row.cells ?? []
  const known = new Map<string, { value: unknown; ground: Ground }>()
  const ground = {
    spans: [...row.heads, row].map((stretch) => spanOf(row.source, stretch)),
    confidence: sure,
  }
  for (const [at, [name, place]] of properties.entries()) {
    const keys = keysOf(
      termsOf(`${wordsOfName(name)} ${typeof place['description'] === 'string' ? place['description'] : ''}`),
    )
    const own = keysOf(termsOf(wordsOfName(name)))
    const cell =
      cells.find(({ label }) => termsOf(label).some((term) => term.keys.some((key) => own.has(key)))) ??
      cells.find(({ label }) => termsOf(label).some((term) => term.keys.some((key) => keys.has(key)))) ??
      // The first column of a table is what its rows are called.
      (at === mainProperty(properties) ? cells[0] : undefined)
    const value = cell && typedValue(cell.value, shapeOf(place, root), row.source.language)
    if (value !== undefined && value !== null) known.set(name, { value, ground })
  }
  const enough = known.size >= Math.min(2, properties.length) && known.size * 2 >= properties.length
  return enough ? [{ known, subject: {}, sources: [] }] : []
}

/** A cell as its property wants it; null when it is something else. */
function typedValue(text: string, { type, schema }: Shape, language: string | null): unknown {
  if (type === 'number' || type === 'integer') return quantitiesIn(text, language)[0]?.value ?? null
  if (type === 'boolean')
    return /^(?:yes|true|✓|✔|ja|oui|included)$/i.test(text)
      ? true
      : /^(?:no|false|✗|✘|–|-|nein|non)$/i.test(text)
        ? false
        : null
  if (type === 'options')
    return (
      (schema['enum'] as unknown[] | undefined)?.find(
        (option) => String(option).toLowerCase() === text.toLowerCase(),
      ) ?? null
    )
  if (schema['format'] === 'date')
    return momentsIn(text, { language, written: null }).find(({ date }) => date.length === 10)?.date ?? null
  return type === 'string' || type === 'anything' ? text : null
}

/** Which property says what the thing is called. */
export function mainProperty(properties: readonly [string, JsonSchema][]): number {
  const named = properties.findIndex(([name]) =>
    /^(?:.*_)?(?:name|title|company|person|product|label|full ?name)$/i.test(name),
  )
  return named >= 0 ? named : 0
}

/** Pages that each present one of the things: a list of companies from pages of companies. */
function fromPages({ shape, words, sources }: Slot): ListItem[] {
  const wanted = kindIn(words)?.type
  const properties = propertiesOf(shape.schema)
  if (wanted === undefined || wanted === 'custom') return []
  return sources.flatMap((source): ListItem[] => {
    if (classify(source).entityType !== wanted) return []
    const name = nameOf(source, wanted)
    const start = name === null ? -1 : source.text.indexOf(name)
    if (name === null || start < 0) return []
    const ground = { spans: [spanOf(source, { start, end: start + name.length })], confidence: sure }
    const main = properties[mainProperty(properties)]?.[0]
    const known = new Map<string, { value: unknown; ground: Ground }>()
    if (main !== undefined) known.set(main, { value: name, ground })
    for (const [property, place] of properties)
      if (/^(?:url|link|source|source_?url|page)$/i.test(property) && !('enum' in place))
        known.set(property, { value: source.url, ground })
    return [{ known, subject: { type: wanted, name, url: source.url }, sources: [source] }]
  })
}

function nameOf(source: Document, type: string): string | null {
  if (type === 'company' || type === 'person') {
    const { properties } = type === 'company' ? companyEntity(source) : personEntity(source)
    return properties.name
  }
  return source.title
}

/** People under their names: each heading begins what is said about one. */
function fromHeadings({ shape, words, sources }: Slot): ListItem[] {
  if (kindIn(words)?.type !== 'person') return []
  const main = propertiesOf(shape.schema)[mainProperty(propertiesOf(shape.schema))]?.[0]
  return sources.flatMap((source) => {
    const headings = [...new Set(readSentences(source).flatMap(({ headings: above }) => above.slice(-1)))]
    const people = headings.filter(({ text }) => peopleIn(text)[0]?.name === text)
    if (people.length < 2) return []
    return people.map((heading, at): ListItem => {
      const end = people[at + 1]?.start ?? source.text.length
      const ground = { spans: [spanOf(source, heading)], confidence: sure }
      return {
        known: new Map(main === undefined ? [] : [[main, { value: heading.text, ground }]]),
        subject: { type: 'person', name: heading.text },
        sources: [until(source, end, heading.start)],
      }
    })
  })
}

/** A page with everything but a part of it blanked, so that places in it stay what they are. */
const until = (source: Document, end: number, start: number): Document => ({
  ...source,
  text: `${source.text.slice(0, start).replaceAll(/[^\n]/g, ' ')}${source.text.slice(start, end)}`,
})

/** The things by their names, wherever they are listed. */
async function fromNames(slot: Slot, parts: Parts): Promise<ListItem[]> {
  const properties = propertiesOf(slot.shape.schema)
  const main = properties[mainProperty(properties)]?.[0]
  const found = await extract(slot, parts, { format: 'text' })
  if (!found || main === undefined) return []
  return found.values.map((value) => ({
    known: new Map([
      [main, { value, ground: { spans: spansWith(found.spans, value), confidence: found.confidence } }],
    ]),
    subject: { name: value },
    sources: slot.sources,
  }))
}
