export const fieldTypes = {
  text: 'Text',
  number: 'Number',
  whole: 'Whole number',
  yesNo: 'Yes or no',
  date: 'Date',
  url: 'Address',
  email: 'Email',
  phone: 'Phone',
  texts: 'Several texts',
} as const
export type FieldType = keyof typeof fieldTypes

export interface SchemaField {
  readonly name: string
  readonly type: FieldType
  readonly description: string
  readonly isRequired: boolean
}

/** A JSON Schema as people describe one: one thing, or a list of things, with fields. */
export interface SchemaDraft {
  readonly shape: 'one' | 'list'
  /** Of a list: what it is called, and how many it may have at most. */
  readonly listName: string
  readonly most: number
  readonly fields: readonly SchemaField[]
}

type Json = Readonly<Record<string, unknown>>

export const emptyField: SchemaField = { name: '', type: 'text', description: '', isRequired: false }
export const emptySchema: SchemaDraft = {
  shape: 'list',
  listName: 'items',
  most: 10,
  fields: [{ ...emptyField, name: 'name', isRequired: true }, emptyField],
}

const written: Readonly<Record<FieldType, Json>> = {
  text: { type: 'string' },
  number: { type: 'number' },
  whole: { type: 'integer' },
  yesNo: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  url: { type: 'string', format: 'uri' },
  email: { type: 'string', format: 'email' },
  phone: { type: 'string', format: 'phone' },
  texts: { type: 'array', items: { type: 'string' } },
}

export function schemaOf({ shape, listName, most, fields }: SchemaDraft): Json {
  const named = fields.filter(({ name }) => name.trim() !== '')
  const required = named.filter(({ isRequired }) => isRequired).map(({ name }) => name.trim())
  const thing: Json = {
    type: 'object',
    properties: Object.fromEntries(
      named.map(({ name, type, description }) => [
        name.trim(),
        { ...written[type], ...(description.trim() !== '' && { description: description.trim() }) },
      ]),
    ),
    ...(required.length > 0 && { required }),
  }
  if (shape === 'one') return thing
  const list = listName.trim() || 'items'
  return {
    type: 'object',
    properties: { [list]: { type: 'array', maxItems: most, items: thing } },
    required: [list],
  }
}

/** Null: the schema says more than fields can. */
export function draftOf(schema: unknown): SchemaDraft | null {
  const top = objectOf(schema)
  if (!top) return null
  const entries = Object.entries(top.properties)
  const [listName, only] = entries[0] ?? []
  const list = asJson(only)
  const things = entries.length === 1 && list?.type === 'array' ? objectOf(list.items) : null
  if (things && list && listName !== undefined) {
    if (!knows(list, ['type', 'items', 'maxItems']) || !knows(top.schema, known)) return null
    const fields = fieldsOf(things)
    const most = typeof list.maxItems === 'number' ? list.maxItems : emptySchema.most
    return fields && { shape: 'list', listName, most, fields }
  }
  const fields = fieldsOf(top)
  return fields && { ...emptySchema, shape: 'one', fields }
}

interface ObjectSchema {
  readonly schema: Json
  readonly properties: Json
  readonly required: readonly unknown[]
}

const known = ['type', 'properties', 'required']
const asJson = (value: unknown): Json | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null
const knows = (schema: Json, names: readonly string[]): boolean =>
  Object.keys(schema).every((name) => names.includes(name))

function objectOf(value: unknown): ObjectSchema | null {
  const schema = asJson(value)
  const properties = asJson(schema?.properties)
  if (!schema || !properties || schema.type !== 'object') return null
  return { schema, properties, required: Array.isArray(schema.required) ? schema.required : [] }
}

function fieldsOf({ schema, properties, required }: ObjectSchema): SchemaField[] | null {
  if (!knows(schema, known)) return null
  const fields = Object.entries(properties).map(([name, value]): SchemaField | null => {
    const { description = '', ...shape } = asJson(value) ?? {}
    const type = (Object.keys(fieldTypes) as FieldType[]).find(
      (one) => JSON.stringify(sorted(written[one])) === JSON.stringify(sorted(shape)),
    )
    if (!type || typeof description !== 'string') return null
    return { name, type, description, isRequired: required.includes(name) }
  })
  return fields.includes(null) ? null : (fields as SchemaField[]) // none is null
}

const sorted = (value: Json): [string, unknown][] =>
  Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
