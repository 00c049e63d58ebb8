/** Something that JSON-LD or microdata describes. Whatever is in it came from a page: nothing about it is certain. */
export type Item = Readonly<Record<string, unknown>>

export interface Table {
  readonly caption: string
  readonly headers: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

export interface Definition {
  readonly term: string
  readonly description: string
}

export interface StructuredData {
  readonly items: readonly Item[]
  readonly openGraph: ReadonlyMap<string, string>
  readonly meta: ReadonlyMap<string, string>
  readonly tables: readonly Table[]
  readonly definitions: readonly Definition[]
  /** The things that a property holds; a reference gives what it refers to. */
  follow(value: unknown): Item[]
}

// Pages that say more than this about themselves are not worth more time.
const mostItems = 1000
const mostValues = 50
const mostTables = 50
const mostRows = 200
const longestText = 2000

/** Reads what extraction kept. Parts that are missing or of the wrong shape are empty. */
export function readStructuredData(structured: unknown): StructuredData {
  const source = isItem(structured) ? structured : {}
  // Extraction lays microdata down in the shape of JSON-LD.
  const items = [...listOf(source['jsonLd'], mostItems), ...listOf(source['microdata'], mostItems)].filter(
    isItem,
  )
  const byId = new Map<string, Item>()
  for (const item of items) {
    const id = item['@id']
    // The fullest description of a thing is the one to refer to.
    if (typeof id === 'string' && sizeOf(item) > sizeOf(byId.get(id) ?? {})) byId.set(id, item)
  }
  return {
    items,
    openGraph: textsByName(source['openGraph'], /^og:/),
    meta: textsByName(source['meta'], /^$/),
    tables: listOf(source['tables'], mostTables).flatMap(tableOf),
    definitions: listOf(source['definitions'], mostRows).flatMap(definitionOf),
    follow(value) {
      return valuesOf(value).flatMap((one) => {
        const own = isItem(one) ? one : null
        const id = own ? own['@id'] : one
        const found = typeof id === 'string' ? byId.get(id) : undefined
        if (found && (own === null || sizeOf(found) > sizeOf(own))) return [found]
        return own ? [own] : []
      })
    },
  }
}

/** The names of an item's types without the vocabulary: `https://schema.org/Person` is a `Person`. */
export const typesOf = (item: Item): string[] =>
  valuesOf(item['@type']).flatMap((type) =>
    typeof type === 'string' ? [type.slice(0, 200).replace(/^.*[/#:]/, '')] : [],
  )

/** What a property says in words: a text, a number, or something with a value or a name. Null: nothing. */
export function textOf(value: unknown): string | null {
  for (const one of valuesOf(value)) {
    const text = isItem(one) ? (plainText(one['@value']) ?? plainText(one['name'])) : plainText(one)
    if (text !== null) return text
  }
  return null
}

/** A property that may be given once or in a list. */
export const valuesOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value.slice(0, mostValues) : value === undefined || value === null ? [] : [value]

export const isItem = (value: unknown): value is Item =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function plainText(value: unknown): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : null
  if (typeof value !== 'string') return null
  const text = value
    .slice(0, longestText)
    .replaceAll(/<\/?[a-z][^<>]{0,200}>/gi, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return text === '' ? null : text
}

const sizeOf = (item: Item): number => Object.keys(item).length

const listOf = (value: unknown, most: number): readonly unknown[] =>
  Array.isArray(value) ? value.slice(0, most) : []

function textsByName(value: unknown, prefix: RegExp): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  if (!isItem(value)) return texts
  for (const [name, content] of Object.entries(value).slice(0, mostItems)) {
    const text = plainText(content)
    if (text !== null) texts.set(name.toLowerCase().replace(prefix, ''), text)
  }
  return texts
}

function tableOf(value: unknown): Table[] {
  if (!isItem(value)) return []
  const rows = listOf(value['rows'], mostRows).map(cellsOf)
  return [{ caption: plainText(value['caption']) ?? '', headers: cellsOf(value['headers']), rows }]
}

const cellsOf = (value: unknown): string[] => listOf(value, mostValues).map((cell) => plainText(cell) ?? '')

function definitionOf(value: unknown): Definition[] {
  if (!isItem(value)) return []
  const term = plainText(value['term'])
  const description = plainText(value['description'])
  return term !== null && description !== null ? [{ term, description }] : []
}
