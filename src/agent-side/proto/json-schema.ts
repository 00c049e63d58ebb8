import { ScalarType, type DescField, type DescMessage } from '@bufbuild/protobuf'
import type { Json } from '../json.ts'

/** What the JSON of a message looks like. Fields that say nothing may be left out, so none is required. */
export const jsonSchemaOf = (message: DescMessage): Json => ({
  type: 'object',
  properties: Object.fromEntries(message.fields.map((field) => [field.jsonName, schemaOfField(field)])),
})

function schemaOfField(field: DescField): Json {
  switch (field.fieldKind) {
    case 'list':
      return { type: 'array', items: field.message ? jsonSchemaOf(field.message) : { type: 'string' } }
    case 'message':
      return jsonSchemaOf(field.message)
    case 'scalar':
      return { type: field.scalar === ScalarType.BOOL ? 'boolean' : 'string' }
    case 'enum':
    case 'map':
      throw new Error(`${field.name} is of a kind that no message here has.`)
  }
}
