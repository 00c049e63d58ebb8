import { resolve } from '../../json-schema.ts'
import type { JsonSchema } from '../../reader.ts'

/** What a place in a schema asks for, once references and alternatives are settled. */
export interface Shape {
  readonly type: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'options' | 'anything'
  readonly nullable: boolean
  readonly schema: JsonSchema
}

export function shapeOf(place: JsonSchema, root: JsonSchema): Shape {
  const schema = merged(resolve(place, root), root)
  const alternatives = listOf(schema['anyOf'] ?? schema['oneOf'])
  if (alternatives.length > 0) {
    // The first that says something; what may be null may be left open.
    const shapes = alternatives.map((one) => shapeOf(one, root))
    const said = shapes.find(({ schema: { type } }) => type !== 'null')
    const nullable = shapes.some(({ nullable: may, schema: { type } }) => may || type === 'null')
    if (said) return { ...said, schema: { ...schema, ...said.schema }, nullable }
  }
  const { type, nullable } = schema
  const types = Array.isArray(type) ? type : [type]
  const options = optionsOf(schema)
  const mayBeNull = types.includes('null') || nullable === true || options?.includes(null) === true
  const first = types.find((one) => one !== 'null')
  if (options) return { type: 'options', nullable: mayBeNull, schema }
  return { type: isType(first) ? first : inferred(schema), nullable: mayBeNull, schema }
}

/** The values to choose from, where there are only some. */
export function optionsOf({ enum: options, const: only }: JsonSchema): readonly unknown[] | null {
  if (Array.isArray(options)) return options
  return only === undefined ? null : [only]
}

export const propertiesOf = ({ properties }: JsonSchema): [string, JsonSchema][] =>
  isSchema(properties)
    ? Object.entries(properties).flatMap(([name, one]) =>
        isSchema(one) ? [[name, one] as [string, JsonSchema]] : [],
      )
    : []

export const isRequired = ({ required }: JsonSchema, name: string): boolean =>
  Array.isArray(required) && required.includes(name)

export const itemsOf = ({ items }: JsonSchema): JsonSchema => (isSchema(items) ? items : {})

/** “foundedYear”, “founded_year” → “founded year”. */
export const wordsOfName = (name: string): string =>
  name
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})|[_.-]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()

function merged(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const parts = listOf(schema['allOf']).map((one) => merged(resolve(one, root), root))
  if (parts.length === 0) return schema
  const all = [schema, ...parts]
  return {
    ...Object.assign({}, ...parts),
    ...schema,
    properties: Object.fromEntries(all.flatMap(propertiesOf)),
    required: all.flatMap(({ required }) => (Array.isArray(required) ? required : [])),
  }
}

const listOf = (value: unknown): JsonSchema[] => (Array.isArray(value) ? value.filter(isSchema) : [])
const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const types = ['object', 'array', 'string', 'number', 'integer', 'boolean'] as const
const isType = (type: unknown): type is (typeof types)[number] => types.some((one) => one === type)

function inferred(schema: JsonSchema): Shape['type'] {
  if (schema['properties']) return 'object'
  return schema['items'] ? 'array' : 'anything'
}
