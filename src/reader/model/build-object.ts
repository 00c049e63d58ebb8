import {
  isRequired,
  itemsOf,
  optionsOf,
  propertiesOf,
  shapeOf,
  type Shape,
} from '../extractive/filling/shape.ts'
import { validate } from '../json-schema.ts'
import type { Grounding, JsonObject, JsonSchema, Span } from '../reader.ts'

export type Single = string | number | boolean

/** Values by the way to them, such as `companies[0].name`. */
export type Values = Map<string, Valued>

interface Valued {
  readonly value: Single
  readonly span: Span
  readonly confidence: number
}

/** Whether a quote says a value that is written freely; choices are made by meaning and need not be in it. */
type IsSaid = (value: Single, quote: string) => boolean

interface Built {
  readonly value: unknown
  readonly grounding: readonly Grounding[]
}

/** Longer lists than a page can hold. */
const longestList = 1_000

/**
 * The object that a schema describes, with the values that have a place in it, fit there and are said by their quotes.
 * `content` is null when it lacks something that it must have; items of lists that do are left out, and the list closes
 * up. `count` is how many values were used.
 */
export function buildObject(
  root: JsonSchema,
  values: Values,
  isSaid: IsSaid,
): { content: JsonObject | null; grounding: readonly Grounding[]; count: number } {
  const paths = [...values.keys()]
  const built = objectAt(shapeOf(root, root), '', '')
  const grounding = built?.grounding ?? []
  return { content: built ? (built.value as JsonObject) : null, grounding, count: grounding.length }

  /** Null: it lacks something. The way in the model's words and the way in the result part where a list closes up. */
  function objectAt({ schema }: Shape, from: string, to: string): Built | null {
    const entries: [string, unknown][] = []
    const found: Grounding[] = []
    for (const [name, place] of propertiesOf(schema)) {
      const shape = shapeOf(place, root)
      const inner = at(shape, within(from, name), within(to, name)) ?? absent(shape, isRequired(schema, name))
      if (inner === null) return null
      if (inner === undefined) continue
      entries.push([name, inner.value])
      found.push(...inner.grounding)
    }
    // Entries, not assignments: a schema may have a property of any name.
    return { value: Object.fromEntries(entries), grounding: found }
  }

  /** Undefined: nothing is known of it. */
  function at(shape: Shape, from: string, to: string): Built | undefined {
    if (shape.type === 'array') return listAt(shape, from, to)
    if (shape.type !== 'object') return singleAt(shape, from, to)
    const object = objectAt(shape, from, to)
    return object && object.grounding.length > 0 ? object : undefined
  }

  function listAt({ schema }: Shape, from: string, to: string): Built | undefined {
    const shape = shapeOf(itemsOf(schema), root)
    const items: Built[] = []
    for (let position = 0; position < longestList && hasWithin(`${from}[${position}]`); position += 1) {
      const item = at(shape, `${from}[${position}]`, `${to}[${items.length}]`)
      if (item) items.push(item)
    }
    if (items.length === 0) return undefined
    return { value: items.map(({ value }) => value), grounding: items.flatMap(({ grounding }) => grounding) }
  }

  function singleAt(shape: Shape, from: string, to: string): Built | undefined {
    const valued = values.get(from)
    const value = valued && fit(shape, valued.value)
    if (!valued || value === undefined) return undefined
    const isChosen = shape.type === 'options' || shape.type === 'boolean'
    if (!isChosen && !isSaid(value, valued.span.quote)) return undefined
    return { value, grounding: [{ field: to, spans: [valued.span], confidence: valued.confidence }] }
  }

  function hasWithin(path: string): boolean {
    return paths.some(
      (known) => known === path || known.startsWith(`${path}.`) || known.startsWith(`${path}[`),
    )
  }
}

const within = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)

/** What stands where nothing is known: undefined, it is left out; null, nothing can. */
function absent({ type, nullable }: Shape, required: boolean): Built | undefined | null {
  if (nullable) return { value: null, grounding: [] }
  if (type === 'array') return { value: [], grounding: [] }
  if (!required) return undefined
  return type === 'string' || type === 'anything' ? { value: '', grounding: [] } : null
}

/** The value as the place wants it; undefined when it cannot be that. */
function fit({ type, schema }: Shape, value: Single): Single | undefined {
  const options = optionsOf(schema)
  const fitted = options ? options.find((option) => String(option) === String(value)) : converted(type, value)
  if (typeof fitted !== 'string' && typeof fitted !== 'number' && typeof fitted !== 'boolean')
    return undefined
  const { pattern, format, minimum, maximum, minLength, maxLength } = schema
  const limits = { pattern, format, minimum, maximum, minLength, maxLength }
  const set = Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined))
  return Object.keys(set).length === 0 || validate(set, fitted).length === 0 ? fitted : undefined
}

function converted(type: Shape['type'], value: Single): Single | undefined {
  if (type === 'boolean') return /^(?:true|false)$/.test(String(value)) ? String(value) === 'true' : undefined
  if (type !== 'number' && type !== 'integer') return String(value).trim() || undefined
  if (typeof value === 'boolean' || String(value).trim() === '') return undefined
  const number = Number(value)
  return Number.isFinite(number) && (type === 'number' || Number.isInteger(number)) ? number : undefined
}
