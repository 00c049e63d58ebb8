import { expect, test } from 'vitest'
import { z } from 'zod'
import { AppError } from '../contract/errors.ts'
import { checkSchema, validate, type SchemaLimits } from './json-schema.ts'

const object = (properties: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  type: 'object',
  properties,
  ...more,
})

function problemOf(schema: unknown, limits?: Partial<SchemaLimits>): string {
  try {
    checkSchema(schema, limits)
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_json_schema') return error.message
    throw error
  }
  return ''
}

test.each([
  'http://json-schema.org/draft-07/schema#',
  'https://json-schema.org/draft/2019-09/schema',
  'https://json-schema.org/draft/2020-12/schema',
])('takes and applies schemas of %s', ($schema) => {
  const schema = checkSchema(
    object({ staff: { type: 'integer', minimum: 1 } }, { $schema, required: ['staff'] }),
  )
  expect(validate(schema, { staff: 12 })).toEqual([])
  expect(validate(schema, { staff: 0 })).toEqual(['/staff must be >= 1'])
  expect(validate(schema, {})).toEqual(["it must have required property 'staff'"])
})

test('takes what zod makes', () => {
  const schema = checkSchema(
    z.toJSONSchema(z.object({ name: z.string(), rounds: z.array(z.object({ amount: z.number() })) })),
  )
  expect(validate(schema, { name: 'a', rounds: [{ amount: 1 }] })).toEqual([])
})

test('each dialect has its own words', () => {
  const pair = { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] }
  const schema = checkSchema(object({ pair }))
  expect(validate(schema, { pair: ['a', 'b'] })).toEqual(['/pair/1 must be number'])
})

test('knows telephone numbers among the formats', () => {
  const schema = checkSchema(object({ phone: { type: 'string', format: 'phone' } }))
  expect(validate(schema, { phone: '+351 21 555 0129' })).toEqual([])
  expect(validate(schema, { phone: 'ask for Rui' })).toEqual(['/phone must match format "phone"'])
})

test.each([
  ['no object', 'text', 'must be an object'],
  ['a list', { type: 'array', items: {} }, 'its type must be "object"'],
  ['an unknown type', object({ a: { type: 'strange' } }), '/properties/a/type must be equal to one of'],
  ['another draft', object({}, { $schema: 'http://json-schema.org/draft-04/schema#' }), 'draft-07, 2019-09'],
  ['a reference to the web', object({ a: { $ref: 'https://schemas.example/a.json' } }), 'must stay inside'],
  ['a reference to nowhere', object({ a: { $ref: '#/$defs/b' } }), 'there is nothing at #/$defs/b'],
  ['a reference to itself', object({ a: { $ref: '#' } }), 'refers to itself'],
  ['a pattern that is none', object({ a: { type: 'string', pattern: '(' } }), '#/properties/a/pattern'],
  ['a pattern that looks back', object({ a: { type: 'string', pattern: '(a)\\1' } }), 'looks around or back'],
])('refuses %s and says why', (_, schema, problem) => {
  expect(problemOf(schema)).toContain(problem)
})

test('refuses what is too large, too deep or has too much in it', () => {
  const nested = object({ a: object({ b: object({ c: { type: 'string' } }) }) })
  expect(problemOf(nested, { maxDepth: 2 })).toContain('deeper')
  expect(problemOf(nested, { maxDepth: 3 })).toBe('')
  expect(problemOf(nested, { maxProperties: 2 })).toContain('more than 2 properties')
  expect(problemOf(nested, { maxCharacters: 30 })).toContain('characters')
  let deep: unknown = { type: 'string' }
  for (let level = 0; level < 3000; level++) deep = { not: deep }
  expect(problemOf(object({ deep }))).toContain('nested too deeply')
})

test('a schema that doubles at every reference is refused before it is applied', () => {
  const $defs = Object.fromEntries(
    Array.from({ length: 25 }, (_, level) => [
      `d${level}`,
      level === 24
        ? { type: 'string' }
        : { allOf: [{ $ref: `#/$defs/d${level + 1}` }, { $ref: `#/$defs/d${level + 1}` }] },
    ]),
  )
  expect(problemOf(object({ a: { $ref: '#/$defs/d0' } }, { $defs }))).toContain(
    'too large once its references',
  )
})

test('a pattern made to hang a matcher does not', () => {
  const schema = checkSchema(object({ a: { type: 'string', pattern: '^(a+)+$' } }))
  const before = process.cpuUsage()
  expect(validate(schema, { a: `${'a'.repeat(50_000)}!` })).toEqual(['/a must match pattern "^(a+)+$"'])
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(2000)
})

test('schemas of different callers do not meet', () => {
  const one = checkSchema(object({ a: { type: 'string' } }, { $id: 'https://site.example/schema' }))
  const other = checkSchema(object({ a: { type: 'number' } }, { $id: 'https://site.example/schema' }))
  expect(validate(one, { a: 'x' })).toEqual([])
  expect(validate(other, { a: 1 })).toEqual([])
})
