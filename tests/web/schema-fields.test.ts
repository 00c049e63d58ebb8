import { expect, test } from 'vitest'
import { draftOf, schemaOf, type SchemaDraft } from '../../web/src/parts/schema-fields.ts'

const list: SchemaDraft = {
  shape: 'list',
  listName: 'companies',
  most: 5,
  fields: [
    { name: 'name', type: 'text', description: '', isRequired: true },
    { name: 'founded', type: 'whole', description: 'year it was founded', isRequired: false },
    { name: 'products', type: 'texts', description: 'what it sells', isRequired: false },
  ],
}

test('fields become a schema, and the schema becomes those fields again', () => {
  expect(schemaOf(list)).toEqual({
    type: 'object',
    properties: {
      companies: {
        type: 'array',
        maxItems: 5,
        items: {
          type: 'object',
          properties: {
            name: { type: 'string' },
            founded: { type: 'integer', description: 'year it was founded' },
            products: { type: 'array', items: { type: 'string' }, description: 'what it sells' },
          },
          required: ['name'],
        },
      },
    },
    required: ['companies'],
  })
  expect(draftOf(schemaOf(list))).toEqual(list)
  const one: SchemaDraft = { ...list, shape: 'one' }
  expect(draftOf(schemaOf(one))).toMatchObject({ shape: 'one', fields: list.fields })
})

test('a field without a name is not part of it', () => {
  const fields = [...list.fields, { name: ' ', type: 'date' as const, description: 'x', isRequired: true }]
  expect(schemaOf({ ...list, fields })).toEqual(schemaOf(list))
})

test.each([
  { type: 'object', properties: { a: { type: 'string', pattern: '^x' } } },
  { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false },
  { type: 'object', properties: { a: { type: 'object', properties: {} } } },
  { type: 'array', items: { type: 'string' } },
  { $ref: '#/definitions/x' },
  'nothing',
])('what fields cannot say is left to JSON: %j', (schema) => {
  expect(draftOf(schema)).toBeNull()
})
