import { AppError } from '../contract/errors.ts'
import type { JsonSchema } from '../reader/index.ts'

const deepest = 2
const mostProperties = 10

/** Rejects with `invalid_json_schema` what no object can be made by. */
export function checkSchema(schema: JsonSchema): void {
  if (schema.type !== undefined && schema.type !== 'object')
    throw new AppError('invalid_json_schema', 'The schema must be of type "object".')
}

/** The narrower limits that a search has for what it writes from its results. */
export function checkOutputSchema(schema: JsonSchema): void {
  if (schema.type === 'text') return
  if (schema.type !== 'object')
    throw new AppError('invalid_json_schema', '`outputSchema.type` must be "text" or "object".')
  checkSchema(schema)
  const { depth, properties } = measure(schema)
  if (depth > deepest)
    throw new AppError(
      'invalid_json_schema',
      `\`outputSchema\` nests ${depth} deep; ${deepest} is the limit.`,
    )
  if (properties > mostProperties)
    throw new AppError(
      'invalid_json_schema',
      `\`outputSchema\` has ${properties} properties; ${mostProperties} is the limit.`,
    )
}

/** Objects within objects, and all their properties. A list counts as what it holds. */
function measure(schema: unknown): { depth: number; properties: number } {
  if (!isObject(schema)) return { depth: 0, properties: 0 }
  const inner = isObject(schema.properties) ? Object.values(schema.properties) : []
  const parts = inner.map(measure)
  const items = measure(schema.items)
  const isNested = inner.length > 0
  return {
    depth: Math.max(items.depth, isNested ? 1 + Math.max(...parts.map(({ depth }) => depth)) : 0),
    properties: parts.reduce((sum, part) => sum + part.properties, inner.length + items.properties),
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
