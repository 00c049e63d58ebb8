import { describe, expect, it } from 'vitest'
import { aDocument } from '../../../tests/harness/document.ts'
import { createMetrics } from '../../adapters/prometheus/metrics.ts'
import type { LanguageModel, ModelRequest } from '../../ports/language-model.ts'
import type { ExtractTask, FillTask, ModelUse, Reader } from '../reader.ts'
import { createModelReader } from './model-reader.ts'

const page = aDocument({
  text: 'Corvid Labs was founded by Ann Ode and Bo Ek.\n\nIt sells locks. Prices begin at €40.\n\nBo Ek lives in Oslo. It sells locks.',
})
const team = aDocument({ url: 'https://corvid.example/team', text: 'Ann Ode is chief executive.' })

/** A model in memory that gives one answer, and keeps what it was asked. */
function modelSaying(answer: unknown) {
  const asked: ModelRequest<unknown>[] = []
  const model: LanguageModel = {
    name: 'memory',
    async complete(request, { onUse }) {
      asked.push(request)
      onUse?.({ model: 'memory', inputTokens: 5, outputTokens: 2 })
      return request.answer.parse(answer)
    },
    async *stream(request) {
      asked.push(request)
      for (const item of answer as unknown[]) yield request.answer.parse(item)
    },
    close: async () => {},
  }
  const metrics = createMetrics()
  return { reader: createModelReader({ model, metrics }), asked, metrics }
}

const uses: ModelUse[] = []
const reading = {
  now: new Date('2026-11-15T23:00:00Z'),
  signal: new AbortController().signal,
  onUse: (use: ModelUse) => uses.push(use),
}
const subject = { name: 'Corvid Labs' }

describe('judging', () => {
  it('tells the day and what was used, and points at the first place of a quote', async () => {
    const { reader, asked } = modelSaying({
      reasoning: 'It says so.',
      quotes: [{ source: 1, quote: 'It sells locks.' }],
      satisfied: 'yes',
      confidence: 7,
    })
    const verdict = await reader.judge({ criterion: 'Sells "locks"', subject, sources: [page] }, reading)
    const start = page.text.indexOf('It sells locks.')
    expect(verdict).toMatchObject({
      satisfied: 'yes',
      confidence: 0.95,
      spans: [{ start, documentId: page.id }],
    })
    expect(asked[0]).toMatchObject({ purpose: 'judge', today: '2026-11-15' })
    expect(asked[0]?.prompt).toContain('Criterion: "Sells \\"locks\\""')
    expect(asked[0]?.prompt).not.toContain('2026-11-15')
    expect(uses).toContainEqual({ model: 'memory', inputTokens: 5, outputTokens: 2 })
  })
})

async function extract(answer: object, task: Partial<ExtractTask> = {}) {
  const made = modelSaying({ reasoning: '', confidence: 0.9, format: 'text', ...answer })
  const extraction = await made.reader.extract(
    { description: 'Founders', subject, sources: [page, team], ...task },
    reading,
  )
  return { ...made, extraction }
}

describe('extracting', () => {
  const quote = 'founded by Ann Ode and Bo Ek'

  it('keeps the values that their quotes bear out, each once, and counts the others', async () => {
    const { extraction, metrics } = await extract({
      values: [
        { value: 'Ann Ode', source: 1, quote },
        { value: 'Ann Ode', source: 2, quote: 'Ann Ode is chief executive' },
        { value: 'Cy Fox', source: 1, quote },
        { value: 'Bo Ek', source: 1, quote },
      ],
    })
    expect(extraction).toMatchObject({ format: 'text', values: ['Ann Ode', 'Bo Ek'], confidence: 0.9 })
    expect(extraction.spans).toHaveLength(3)
    expect((await metrics.render()).text).toContain('reader_values_dropped_total 1')
  })

  it('finds nothing where there is nothing', async () => {
    const { extraction } = await extract({ values: [] }, { format: 'date' })
    expect(extraction).toMatchObject({ format: 'date', values: null, spans: [] })
  })

  it('takes options as they are given, and no others', async () => {
    const options = ['locks', 'keys']
    const choose = async (value: string) =>
      (await extract({ values: [{ value, source: 1, quote: 'It sells locks.' }] }, { options })).extraction
    expect(await choose('locks')).toMatchObject({ format: 'options', values: ['locks'] })
    // Left for the check to drop.
    expect((await choose('doors')).spans).toMatchObject([{ documentId: '' }])
  })
})

const value = (path: string, value: string | number, quote: string) => ({
  path,
  value,
  source: 1,
  quote,
  confidence: 0.8,
})

const fillWith = (reader: Reader, task: FillTask) => reader.fill(task, reading)

describe('filling', () => {
  const schema = {
    type: 'object',
    properties: {
      people: {
        type: 'array',
        items: { type: 'object', properties: { name: { type: 'string' }, city: { type: 'string' } } },
      },
      price: { type: 'number' },
      sells: { enum: ['locks', 'keys'] },
    },
  }

  it('puts the object together from values that have quotes', async () => {
    const { reader, metrics } = modelSaying({
      values: [
        value('people[0].name', 'Ann Ode', 'founded by Ann Ode'),
        value('people[1].name', 'Bo Ek', 'Bo Ek lives in Oslo.'),
        value('people[1].city', 'Oslo', 'Bo Ek lives in Oslo.'),
        value('people[1].shoes', 'red', 'Bo Ek lives in Oslo.'),
        value('price', '40', 'Prices begin at €40.'),
        value('sells', 'locks', 'It sells locks.'),
        value('sells', 'doors', 'It sells locks.'),
      ],
    })
    const task = { schema, request: 'the company', sources: [page] }
    const { content, grounding } = await fillWith(reader, task)
    expect(content).toEqual({
      people: [{ name: 'Ann Ode' }, { name: 'Bo Ek', city: 'Oslo' }],
      price: 40,
      sells: 'locks',
    })
    expect(grounding.map(({ field }) => field)).toEqual([
      'people[0].name',
      'people[1].name',
      'people[1].city',
      'price',
      'sells',
    ])
    expect(grounding.every(({ spans }) => spans[0]?.documentId === page.id)).toBe(true)
    expect((await metrics.render()).text).toContain('reader_values_dropped_total 2')
  })
})

it('a schema that must have what the model did not give is left to another reader', async () => {
  const required = { type: 'object', properties: { price: { type: 'number' } }, required: ['price'] }
  const { reader } = modelSaying({ values: [value('price', 'cheap', 'Prices begin at €40.')] })
  const task = { schema: required, request: 'the price', sources: [page] }
  await expect(fillWith(reader, task)).rejects.toMatchObject({ code: 'unavailable' })
})

describe('understanding wishes', () => {
  it('decomposes them, and falls back on their own words', async () => {
    const answer = {
      entityType: 'company',
      entityDescription: 'lock makers',
      criteria: ['Is in Norway', ' '],
      enrichments: [
        { description: 'Price', format: 'number', options: ['x'] },
        { description: 'Size', format: 'options', options: ['small', 'large'] },
      ],
    }
    const { reader } = modelSaying(answer)
    expect(await reader.decompose('lock makers in Norway', reading)).toEqual({
      entityType: 'company',
      entityDescription: 'lock makers',
      criteria: ['Is in Norway'],
      enrichments: [
        { description: 'Price', format: 'number' },
        { description: 'Size', format: 'options', options: ['small', 'large'] },
      ],
    })
    const empty = modelSaying({ ...answer, entityDescription: '', criteria: [] }).reader
    expect(await empty.decompose('lock makers', reading)).toMatchObject({
      entityDescription: 'lock makers',
      criteria: ['lock makers'],
    })
  })

  it('plans, and classifies', async () => {
    const tasks = [{ question: 'Who?', searches: ['lock maker Norway'] }]
    expect(await modelSaying({ tasks }).reader.plan('goal', reading)).toEqual({ tasks })
    const nothing = modelSaying({ tasks: [] }).reader
    expect(await nothing.plan('goal', reading)).toEqual({ tasks: [{ question: 'goal', searches: ['goal'] }] })
    const { reader } = modelSaying({ entityType: 'company', confidence: -1 })
    expect(await reader.classify(page, reading)).toEqual({ entityType: 'company', confidence: 0 })
  })
})
