import type { JsonSchema } from '../reader.ts'

/** The way to a place in an object: names and positions. */
export type Path = readonly (string | number)[]
export type Single = string | number | boolean

/** Lists are filled in order and never have gaps; this is more than a page can hold. */
const longestList = 1_000

/** `companies[0].name`; null for what is no such way. Names that would reach into prototypes are none. */
export function parsePath(text: string): Path | null {
  const path: (string | number)[] = []
  const step = /(?:^|(?<!^)\.)([^.[\]]+)|\[(\d+)\]/y
  while (step.lastIndex < text.length) {
    const match = step.exec(text)
    if (!match) return null
    const [, name, position] = match
    if (name !== undefined) path.push(name)
    else path.push(Number(position))
  }
  const isUsable = typeof path[0] === 'string' && !path.includes('__proto__')
  return isUsable ? path : null
}

export const pathOf = (path: Path): string =>
  path.map((step, at) => (typeof step === 'number' ? `[${step}]` : at === 0 ? step : `.${step}`)).join('')

/** The schema of a single value at that place; null when it has no such place, or an object or a list there. */
export function schemaAt(root: JsonSchema, path: Path): JsonSchema | null {
  let places = alternatives(root, root)
  for (const step of path)
    places = places.flatMap((place) => {
      const inner = typeof step === 'number' ? itemsOf(place, step) : propertyOf(place, step)
      return inner ? alternatives(root, inner) : []
    })
  return places.find(isSingle) ?? null
}

function itemsOf({ items, prefixItems }: JsonSchema, position: number): JsonSchema | null {
  const place: unknown = Array.isArray(prefixItems) ? (prefixItems[position] ?? items) : items
  return isSchema(place) ? place : null
}

function propertyOf({ properties, additionalProperties }: JsonSchema, name: string): JsonSchema | null {
  const known =
    isSchema(properties) && Object.hasOwn(properties, name) ? properties[name] : additionalProperties
  return isSchema(known) ? known : null
}

/** A schema and what it stands for: references followed, and each of several that it may be. */
function alternatives(root: JsonSchema, schema: JsonSchema, depth = 0): JsonSchema[] {
  if (depth > 20) return []
  const { $ref, anyOf, oneOf, allOf } = schema
  const inner = [
    ...(typeof $ref === 'string' ? [resolve(root, $ref)] : []),
    ...[anyOf, oneOf, allOf].flatMap((list): unknown[] => (Array.isArray(list) ? list : [])),
  ]
  return [schema, ...inner.filter(isSchema).flatMap((one) => alternatives(root, one, depth + 1))]
}

/** References within the schema alone; others were refused when it came. */
function resolve(root: JsonSchema, reference: string): unknown {
  if (!reference.startsWith('#')) return undefined
  let at: unknown = root
  for (const part of reference.slice(1).split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
    at = isSchema(at) && Object.hasOwn(at, name) ? at[name] : undefined
  }
  return at
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const singleTypes = ['string', 'number', 'integer', 'boolean']
const typesOf = ({ type }: JsonSchema): unknown[] => (Array.isArray(type) ? type : [type])

const isSingle = (schema: JsonSchema): boolean =>
  schema['enum'] !== undefined ||
  schema['const'] !== undefined ||
  typesOf(schema).some((type) => singleTypes.includes(String(type)))

/** The value as the place wants it; undefined when it cannot be that. */
export function fitTo(place: JsonSchema, value: Single): Single | undefined {
  const { enum: options, const: only } = place
  const allowed = only === undefined ? options : [only]
  if (Array.isArray(allowed)) {
    const same = allowed.find((option) => String(option) === String(value)) as unknown
    return typeof same === 'string' || typeof same === 'number' || typeof same === 'boolean'
      ? same
      : undefined
  }
  for (const type of typesOf(place)) {
    if (type === 'string') return String(value).trim() || undefined
    if (type === 'boolean' && /^(?:true|false)$/.test(String(value))) return String(value) === 'true'
    if (type === 'number' || type === 'integer') {
      const number = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value)
      const isFitting = Number.isFinite(number) && (type === 'number' || Number.isInteger(number))
      if (isFitting && typeof value !== 'boolean') return number
    }
  }
  return undefined
}

/**
 * Puts a value in its place and makes what leads there. False when something else is there already, or a list would
 * have a gap.
 */
export function placeIn(content: Record<string, unknown>, path: Path, value: Single): boolean {
  let at: Record<string, unknown> | unknown[] = content
  for (const [nth, step] of path.entries()) {
    if (Array.isArray(at) !== (typeof step === 'number')) return false
    if (Array.isArray(at) && (Number(step) > at.length || Number(step) >= longestList)) return false
    // Checked above: names lead into objects and positions into lists.
    const holder = at as Record<string | number, unknown>
    const next = path[nth + 1]
    const isTaken = Object.hasOwn(holder, step)
    if (next === undefined) {
      if (!isTaken) holder[step] = value
      return !isTaken
    }
    if (!isTaken) holder[step] = typeof next === 'number' ? [] : {}
    const inner = holder[step]
    if (typeof inner !== 'object' || inner === null) return false
    at = inner as Record<string, unknown> | unknown[]
  }
  return false
}
