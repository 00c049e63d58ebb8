import { expect, test } from 'vitest'
import { aDocument } from '../../../tests/harness/document.ts'
import { AppError } from '../../contract/errors.ts'
import type { Document } from '../../documents/index.ts'
import { dropUngrounded } from '../grounding.ts'
import { checkSchema, validate } from '../json-schema.ts'
import type { Reader } from '../reader.ts'
import { standing } from '../spans.ts'
import { createFill } from './fill.ts'

/** Knows a few fields, each by a word of its description, so that filling is tested and not finding. */
const fields: Readonly<Record<string, readonly [value: string, quote: string]>> = {
  employees: ['212', '212 people'],
  founders: ['Lena Hofstätter|Iker Zabala', 'founded in 2014 by Lena Hofstätter and Iker Zabala'],
  founded: ['2014', 'founded in 2014'],
  opened: ['2023-03-09', '9 March 2023'],
  email: ['info@alpenmolk.example', 'info@alpenmolk.example'],
  stage: ['growth', '212 people'],
}
const page = aDocument({
  url: 'https://www.alpenmolk.example/about',
  title: 'Alpenmolk',
  text: `Alpenmolk was founded in 2014 by Lena Hofstätter and Iker Zabala. It employs 212 people and is profitable. The plant opened on 9 March 2023. Write to info@alpenmolk.example.

| Product | Fat content | Vegan |
| --- | --- | --- |
| Molk 60 | 60 % | yes |
| Molk 82 | 82 % | no |
`,
})

const spanFor = (source: Document, quote: string) => {
  const start = source.text.indexOf(quote)
  return { documentId: source.id, version: source.version, start, end: start + quote.length, quote }
}
const parts: Pick<Reader, 'judge' | 'extract' | 'answer' | 'summarise'> = {
  async extract({ description, format = 'text', sources: [source] }) {
    const found = Object.entries(fields).find(([word]) => description.toLowerCase().includes(word))?.[1]
    if (!found || !source) return { format, values: null, confidence: 0.5, reasoning: '', spans: [] }
    const spans = [spanFor(source, found[1])]
    return { format, values: found[0].split('|'), confidence: 0.9, reasoning: '', spans }
  },
  async judge({ criterion, sources: [source] }) {
    const isSaid = criterion === 'Is profitable' && source !== undefined
    const spans = isSaid ? [spanFor(source, 'is profitable')] : []
    return { satisfied: isSaid ? 'yes' : 'unclear', confidence: 0.9, reasoning: '', spans }
  },
  async *answer({ sources: [source] }) {
    const text = 'The plant opened on 9 March 2023.'
    if (source) yield { text, spans: [spanFor(source, text)] }
  },
  async summarise({ source }) {
    const text = 'The plant opened on 9 March 2023.'
    return [{ text, spans: [spanFor(source, text)] }]
  },
}
const fill = createFill(parts)
const reading = { now: new Date('2026-06-15'), signal: new AbortController().signal }

async function fillWith(properties: Record<string, unknown>, required: string[] = Object.keys(properties)) {
  const schema = checkSchema({ type: 'object', properties, required })
  const filled = await fill({ schema, request: 'Tell me about Alpenmolk', sources: [page] }, reading)
  expect(validate(schema, filled.content)).toEqual([])
  // Nothing of it is dropped by the check that every claim passes.
  const kept = filled.grounding.filter(({ spans }) => standing(spans, [page]).length > 0)
  expect(dropUngrounded(filled.content, kept, () => expect.fail('dropped'))).toEqual(filled)
  return filled
}

test('fills values of every kind, each with what it rests on', async () => {
  const { content, grounding } = await fillWith({
    employees: { type: 'integer' },
    opened: { type: 'string', format: 'date' },
    email: { type: 'string', format: 'email' },
    stage: { enum: ['seed', 'growth'] },
    isProfitable: { type: 'boolean' },
    founders: { type: 'array', items: { type: 'string' } },
    answer: { type: 'string' },
  })
  expect(content).toEqual({
    employees: 212,
    opened: '2023-03-09',
    email: 'info@alpenmolk.example',
    stage: 'growth',
    isProfitable: true,
    founders: ['Lena Hofstätter', 'Iker Zabala'],
    answer: 'The plant opened on 9 March 2023.',
  })
  expect(grounding.map(({ field }) => field)).toEqual([
    'employees',
    'opened',
    'email',
    'stage',
    'isProfitable',
    'founders[0]',
    'founders[1]',
    'answer',
  ])
})

test('what is not found is null, empty or left out, as the schema allows', async () => {
  const { content } = await fillWith(
    {
      ceo: { type: 'string' },
      auditor: { type: ['string', 'null'] },
      revenue: { anyOf: [{ type: 'number' }, { type: 'null' }] },
      patents: { type: 'array', items: { type: 'string' } },
      valuation: { type: 'number' },
    },
    ['ceo', 'auditor', 'revenue', 'patents'],
  )
  expect(content).toEqual({ ceo: '', auditor: null, revenue: null, patents: [] })
})

test.each([
  ['number', { type: 'number' }],
  ['yes or no', { type: 'boolean' }],
  ['choice', { enum: ['a', 'b'] }],
])('a %s that must be there and is not makes the whole fail, and it is named', async (_, place) => {
  const failed = await fillWith({ unknownThing: place }).catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(AppError)
  expect(failed).toMatchObject({ code: 'not_implemented', details: { field: 'unknownThing' } })
})

test('a date that is less exact than its format is not made up', async () => {
  expect((await fillWith({ founded: { type: ['string', 'null'], format: 'date' } })).content).toEqual({
    founded: null,
  })
})

test('objects in objects, by reference', async () => {
  const schema = checkSchema({
    type: 'object',
    properties: { company: { $ref: '#/$defs/Company' } },
    $defs: {
      Company: {
        type: 'object',
        properties: { employees: { type: 'integer' }, patents: { type: 'integer' } },
      },
    },
  })
  const { content, grounding } = await fill({ schema, request: 'Alpenmolk', sources: [page] }, reading)
  expect(content).toEqual({ company: { employees: 212 } })
  expect(grounding.map(({ field }) => field)).toEqual(['company.employees'])
})

test('a table whose columns are called like the properties becomes a list of objects', async () => {
  const { content, grounding } = await fillWith({
    products: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          product: { type: 'string' },
          fatContent: { type: 'number' },
          vegan: { type: 'boolean' },
        },
        required: ['product', 'fatContent', 'vegan'],
      },
    },
  })
  expect(content).toEqual({
    products: [
      { product: 'Molk 60', fatContent: 60, vegan: true },
      { product: 'Molk 82', fatContent: 82, vegan: false },
    ],
  })
  expect(grounding[0]?.spans.map(({ quote }) => quote)).toEqual([
    '| Product | Fat content | Vegan |',
    '| Molk 60 | 60 % | yes |',
  ])
})

test('people under their names, each with what is said of them', async () => {
  const speakers = aDocument({
    url: 'https://conf.example/speakers',
    title: 'Speakers',
    text: '### Ana Ribeiro\n\nWrite to ana@conf.example.\n\n### Joost Bakker\n\nCheesemonger in Gouda.',
  })
  const schema = checkSchema({
    type: 'object',
    properties: {
      speakers: {
        type: 'array',
        items: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      },
    },
    required: ['speakers'],
  })
  const { content } = await fill({ schema, request: 'Who speaks?', sources: [speakers] }, reading)
  expect(content).toEqual({ speakers: [{ name: 'Ana Ribeiro' }, { name: 'Joost Bakker' }] })
})

test('an item that lacks what it must have is left out of its list', async () => {
  const { content } = await fillWith({
    founders: {
      type: 'array',
      items: {
        type: 'object',
        properties: { name: { type: 'string' }, age: { type: 'integer' } },
        required: ['name', 'age'],
      },
    },
  })
  expect(content).toEqual({ founders: [] })
})
