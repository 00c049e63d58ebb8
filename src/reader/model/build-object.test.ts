import { describe, expect, it } from 'vitest'
import type { JsonSchema } from '../reader.ts'
import { buildObject, type Single } from './build-object.ts'

const span = { documentId: 'd', version: 1, start: 0, end: 5, quote: 'words' }

const isSaid = (value: Single) => !String(value).startsWith('unsaid')

/** Builds from values by their ways; a value that begins with “unsaid” is not in its quote. */
function build(schema: JsonSchema, values: Record<string, Single>) {
  const valued = Object.entries(values).map(
    ([path, value]) => [path, { value, span, confidence: 0.5 }] as const,
  )
  const { content, grounding, count } = buildObject(schema, new Map(valued), isSaid)
  return { content, fields: grounding.map(({ field }) => field), count }
}

const object = (properties: object, required: string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  required,
})
const text = { type: 'string' }

describe('an object by a schema', () => {
  it('has the values that have a place in it, in its order', () => {
    const schema = {
      ...object({
        name: text,
        makers: { type: 'array', items: { $ref: '#/$defs/maker' } },
        home: object({ city: text }),
      }),
      $defs: { maker: object({ 'full name': text, tags: { type: 'array', items: text } }) },
    }
    const values = {
      'home.city': 'Oslo',
      name: 'Corvid',
      'makers[0].full name': 'Ann',
      'makers[0].tags[0]': 'founder',
      'makers[0].tags[1]': 'owner',
      'makers[1].full name': 'Bo',
      'makers[3].full name': 'behind a gap',
      nothing: 'no such place',
      'name.more': 'below a text',
      makers: 'a list',
      '__proto__.name': 'x',
    }
    expect(build(schema, values)).toEqual({
      content: {
        name: 'Corvid',
        makers: [
          { 'full name': 'Ann', tags: ['founder', 'owner'] },
          { 'full name': 'Bo', tags: [] },
        ],
        home: { city: 'Oslo' },
      },
      fields: [
        'name',
        'makers[0].full name',
        'makers[0].tags[0]',
        'makers[0].tags[1]',
        'makers[1].full name',
        'home.city',
      ],
      count: 6,
    })
  })

  it('keeps nothing that its quote does not say, but choices', () => {
    const schema = object({ a: text, b: { enum: ['unsaid', 'other'] }, c: { type: 'boolean' } })
    expect(build(schema, { a: 'unsaid', b: 'unsaid', c: 'true' }).content).toEqual({ b: 'unsaid', c: true })
  })

  it('says what is not known as the schema allows', () => {
    const nullable = { type: ['number', 'null'] }
    const schema = object(
      { a: nullable, b: text, c: text, d: { type: 'array', items: text }, e: { type: 'number' } },
      ['a', 'b', 'd'],
    )
    expect(build(schema, {})).toEqual({ content: { a: null, b: '', d: [] }, fields: [], count: 0 })
  })

  it('is none without what it must have; an item of a list is left out, and the list closes up', () => {
    const size = { type: 'number' }
    expect(build(object({ size }, ['size']), { size: 'large' }).content).toBeNull()
    const schema = object({ boxes: { type: 'array', items: object({ size, name: text }, ['size']) } })
    const values = { 'boxes[0].name': 'no size', 'boxes[1].size': 4, 'boxes[2].size': 5 }
    expect(build(schema, values)).toMatchObject({
      content: { boxes: [{ size: 4 }, { size: 5 }] },
      fields: ['boxes[0].size', 'boxes[1].size'],
    })
    expect(build(object({ box: object({ size }, ['size']) }), { 'box.size': 'x' }).content).toEqual({})
  })

  it.each<[JsonSchema, Single, Single | undefined]>([
    [text, 12, '12'],
    [text, '  ', undefined],
    [{ type: 'number' }, '12.5', 12.5],
    [{ type: 'integer' }, '12.5', undefined],
    [{ type: 'number' }, 'twelve', undefined],
    [{ type: 'number' }, true, undefined],
    [{ type: ['boolean', 'null'] }, 'false', false],
    [{ anyOf: [{ type: 'null' }, { type: 'integer' }] }, 3, 3],
    [{ enum: ['low', 3] }, '3', 3],
    [{ enum: ['low', 3] }, 'Low', undefined],
    [{ const: 'x' }, 'x', 'x'],
    [{ type: 'string', format: 'email' }, 'nobody', undefined],
    [{ type: 'string', format: 'email' }, 'a@b.example', 'a@b.example'],
    [{ type: 'number', minimum: 10 }, 9, undefined],
    [{ type: 'string', pattern: '^[A-Z]{2}$' }, 'NO', 'NO'],
    [{ type: 'string', pattern: '^[A-Z]{2}$' }, 'Norway', undefined],
  ])('takes for %j the value %j as %j', (schema, value, fitted) => {
    const { content } = build(object({ a: schema }), { a: value })
    expect(content?.['a'] ?? undefined).toBe(fitted)
  })

  it('may have properties of any name', () => {
    const schema = object({ constructor: text, toString: text })
    expect(build(schema, { constructor: 'x' }).content).toEqual({ constructor: 'x' })
    expect({}).not.toHaveProperty('x')
  })
})
