import {
  itemsOf,
  kindIn,
  mainProperty,
  propertiesOf,
  shapeOf,
  wordsOfName,
  type EntityType,
  type JsonSchema,
  type Shape,
} from '../reader/index.ts'

/** A list of things that a caller wants: each is found and looked into on its own. */
export interface ThingList {
  readonly name: string
  /** What it is a list of, in words. */
  readonly words: string
  readonly kind: EntityType | null
  readonly item: Shape
  /** What its references point into. */
  readonly root: JsonSchema
  /** The property that says what a thing is called. */
  readonly main: string
  readonly most: number | null
}

/** The lists of objects in a schema that stand at its top. */
export function listsIn(schema: JsonSchema): ThingList[] {
  return propertiesOf(shapeOf(schema, schema).schema).flatMap(([name, place]) => {
    const shape = shapeOf(place, schema)
    const item = shapeOf(itemsOf(shape.schema), schema)
    if (shape.type !== 'array' || item.type !== 'object') return []
    return listOf(name, shape.schema, item, schema) ?? []
  })
}

function listOf(name: string, list: JsonSchema, item: Shape, root: JsonSchema): ThingList | null {
  const properties = propertiesOf(item.schema)
  const main = properties[mainProperty(properties)]?.[0]
  if (main === undefined) return null
  const { description, maxItems } = list
  const words = typeof description === 'string' ? description : wordsOfName(name)
  const kind = kindIn(wordsOfName(name))?.type ?? kindIn(words)?.type ?? null
  return { name, words, kind, item, root, main, most: typeof maxItems === 'number' ? maxItems : null }
}

/** Whether a wish is for things of the kind that a list holds: it has a word for them. */
export function isWishFor(query: string, { kind }: ThingList): boolean {
  if (kind === null) return kindIn(query) !== null
  return query.split(/[^\p{L}-]+/u).some((word) => kindIn(word)?.type === kind)
}

/** A list for a wish whose caller gave no schema: what the things are called, and the columns asked for. */
export function plainList(query: string, columns: readonly string[]): ThingList {
  const text = { type: ['string', 'null'] }
  const root: JsonSchema = {
    type: 'object',
    properties: {
      name: text,
      ...Object.fromEntries(columns.map((description) => [description, { ...text, description }])),
    },
  }
  return {
    name: 'results',
    words: query,
    kind: kindIn(query)?.type ?? null,
    item: shapeOf(root, root),
    root,
    main: 'name',
    most: null,
  }
}

/** What a schema asks for besides some of its lists; null: nothing. */
export function withoutLists(schema: JsonSchema, names: ReadonlySet<string>): JsonSchema | null {
  const whole = shapeOf(schema, schema).schema
  const left = propertiesOf(whole).filter(([name]) => !names.has(name))
  if (left.length === 0) return null
  const { required } = whole
  const { minProperties: _, ...rest } = whole
  return {
    ...rest,
    ...definitionsIn(schema),
    properties: Object.fromEntries(left),
    required: (Array.isArray(required) ? required : []).filter((name) => !names.has(String(name))),
  }
}

/** A place of a schema as a schema of its own. */
export const standingAlone = (place: JsonSchema, root: JsonSchema): JsonSchema => ({
  ...definitionsIn(root),
  ...place,
})

function definitionsIn({ $schema, $defs, definitions }: JsonSchema): JsonSchema {
  return {
    ...($schema !== undefined && { $schema }),
    ...($defs !== undefined && { $defs }),
    ...(definitions !== undefined && { definitions }),
  }
}

/** How many are asked for in so many words: “find 5 companies”, “the top ten” is not read. */
export const countIn = (query: string): number | null => {
  const count =
    /^(?:please )?(?:find|list|name|show|give|get|identify|top|the)(?: me| us| the| top)*\s+(\d{1,3})\b/i.exec(
      query.trim(),
    )?.[1]
  return count === undefined || Number(count) === 0 ? null : Number(count)
}

/** “Find the number of employees and the CEO of each company”: the number of employees, the CEO. */
export function columnsIn(query: string): string[] {
  const asked =
    /^(?:please )?(?:(?:find|get|add|give|tell|look up|determine|list|fill in)(?: me| us)?|what (?:is|are)|who (?:is|are))\s+(.+?)\s+(?:of|for|to|at)\s+(?:each|every|all|these|those|the)\b/i.exec(
      query.trim(),
    )?.[1]
  return (asked ?? query)
    .split(/,\s*(?:and\s+)?|\s+and\s+/)
    .map((one) => one.replace(/^(?:the|their|its)\s+/i, '').trim())
    .filter(Boolean)
}
