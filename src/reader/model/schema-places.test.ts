import { describe, expect, it } from 'vitest'
import { fitTo, parsePath, pathOf, placeIn, schemaAt } from './schema-places.ts'

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    companies: {
      type: 'array',
      items: { $ref: '#/$defs/company' },
    },
    level: { enum: ['low', 'high', 3] },
    founded: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    scores: { type: 'object', additionalProperties: { type: 'number' } },
    loop: { $ref: '#/properties/loop' },
  },
  $defs: { company: { type: 'object', properties: { 'head count': { type: ['number', 'null'] } } } },
}

describe('the way to a value', () => {
  it.each([
    ['name', ['name']],
    ['companies[0].head count', ['companies', 0, 'head count']],
    ['a.b[10][2].c', ['a', 'b', 10, 2, 'c']],
  ])('%s', (text, path) => {
    expect(parsePath(text)).toEqual(path)
    expect(pathOf(path)).toBe(text)
  })

  it.each(['', '[0]', 'a..b', 'a[x]', 'a[-1]', 'a.', '.a', 'a.__proto__.b'])('%j is none', (text) => {
    expect(parsePath(text)).toBeNull()
  })
})

describe('the place of a value', () => {
  it.each([
    ['name', { type: 'string' }],
    ['companies[4].head count', { type: ['number', 'null'] }],
    ['founded', { type: 'integer' }],
    ['scores.anything', { type: 'number' }],
    ['level', { enum: ['low', 'high', 3] }],
  ])('%s', (path, place) => expect(schemaAt(schema, parsePath(path)!)).toEqual(place))

  it.each(['companies', 'companies[0]', 'companies.name', 'nothing', 'name.more', 'loop', 'toString'])(
    '%s is no place of a single value',
    (path) => expect(schemaAt(schema, parsePath(path)!)).toBeNull(),
  )
})

describe('a value', () => {
  it.each([
    [{ type: 'string' }, 12, '12'],
    [{ type: 'string' }, '  ', undefined],
    [{ type: 'number' }, '12.5', 12.5],
    [{ type: 'integer' }, '12.5', undefined],
    [{ type: 'number' }, 'twelve', undefined],
    [{ type: 'number' }, true, undefined],
    [{ type: ['null', 'boolean'] }, 'false', false],
    [{ enum: ['low', 3] }, '3', 3],
    [{ enum: ['low', 3] }, 'Low', undefined],
    [{ const: 'x' }, 'x', 'x'],
  ])('in the place %j that is %j', (place, value, fitted) => expect(fitTo(place, value)).toBe(fitted))
})

it('values make what leads to them, and leave what is there', () => {
  const content = {}
  const place = (path: string, value: string) => placeIn(content, parsePath(path)!, value)
  expect(place('list[0].a', 'one')).toBe(true)
  expect(place('list[1].a', 'two')).toBe(true)
  expect(place('list[0].a', 'again')).toBe(false)
  expect(place('list[3].a', 'a gap')).toBe(false)
  expect(place('list.a', 'no list')).toBe(false)
  expect(place('list[0].a.b', 'below a text')).toBe(false)
  expect(place('constructor.x', 'y')).toBe(true)
  expect(content).toEqual({ list: [{ a: 'one' }, { a: 'two' }], constructor: { x: 'y' } })
  expect({}).not.toHaveProperty('x')
})
