import { describe, expect, test } from 'vitest'
import { testApi } from '../../tests/harness/api.ts'
import { eventsOf, savePages } from '../../tests/harness/pages.ts'
import { testReader, wordReader } from '../../tests/harness/word-reader.ts'
import { AppError } from '../contract/errors.ts'
import type { Result } from '../contract/contents.ts'
import type { SearchEvent, SearchResponse } from '../contract/search.ts'

/** What the reader was asked, by the name of the ability. */
const asked: string[] = []
const api = await testApi(
  {},
  {
    reader: testReader({
      async plan(goal, reading) {
        asked.push('plan')
        return wordReader.plan(goal, reading)
      },
      async decompose(wish, reading) {
        asked.push('decompose')
        return wordReader.decompose(wish, reading)
      },
      async fill(task, reading) {
        if (task.schema.required) throw new AppError('not_implemented', 'The sources do not give it.')
        return wordReader.fill(task, reading)
      },
      answer(task, reading) {
        asked.push('answer')
        return wordReader.answer(task, reading)
      },
    }),
  },
)
await savePages(
  api,
  {
    url: 'https://moss.example/',
    title: 'Moss',
    text: 'Moss Dynamics builds pumps. Moss Dynamics employs 40 people.',
  },
  { url: 'https://fern.example/', title: 'Fern', text: 'Fern Systems makes valves for ships.' },
  { url: 'https://reed.example/', title: 'Reed', text: 'Reed Works sells gaskets to shipyards.' },
)

const search = (body: object) => api.call<SearchResponse>('POST', '/search', { body })
const tagOf = async (body: object) => {
  const response = await api.request('POST', '/search', { key: api.ownerKey, body: { query: 'x', ...body } })
  return ((await response.json()) as { tag?: string }).tag ?? 'none'
}
const stream = async (body: object): Promise<(SearchEvent | '[DONE]')[]> => {
  const response = await api.request('POST', '/search', {
    key: api.ownerKey,
    body: { ...body, stream: true },
  })
  return (await eventsOf(response)) as (SearchEvent | '[DONE]')[] // as the contract has them
}

const wide = (count: number) => ({
  type: 'object',
  properties: Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`field${at}`, { type: 'string' }]),
  ),
})

describe('an output', () => {
  test('of text rests on the pages it cites', async () => {
    const { output, results, costDollars } = await search({
      query: 'Moss Dynamics employs people',
      outputSchema: { type: 'text', description: 'One sentence.' },
    })
    expect(output?.content).toContain('Moss Dynamics employs 40 people. [1]')
    expect(output?.grounding).toEqual([
      {
        field: 'content',
        citations: [{ url: 'https://moss.example/', title: 'Moss' }],
        confidence: 'medium',
      },
    ])
    expect(results.length).toBeGreaterThan(0)
    expect(costDollars.total).toBe(0.007)
  })

  test('by a schema is grounded field by field, and leaves out what no page says', async () => {
    const { output } = await search({
      query: 'pumps',
      outputSchema: { type: 'object', properties: { pumps: { type: 'string' }, submarines: {} } },
    })
    expect(output).toEqual({
      content: { pumps: 'Moss Dynamics builds pumps.' },
      grounding: [
        { field: 'pumps', citations: [{ url: 'https://moss.example/', title: 'Moss' }], confidence: 'high' },
      ],
    })
  })

  test('fails where the pages lack what its schema requires', async () => {
    const outputSchema = { type: 'object', properties: { pumps: { type: 'string' } }, required: ['pumps'] }
    for (const path of ['/search', '/answer']) {
      const failed = await api.request('POST', path, {
        key: api.ownerKey,
        body: { query: 'pumps', outputSchema },
      })
      expect([path, failed.status, await failed.json()]).toEqual([
        path,
        501,
        expect.objectContaining({ tag: 'UNABLE_TO_GENERATE_RESPONSE' }),
      ])
    }
  })

  test('is only there when it was asked for', async () => {
    expect(await search({ query: 'pumps' })).not.toHaveProperty('output')
    expect(await search({ query: 'pumps', type: 'deep' })).not.toHaveProperty('output')
  })

  const nested = (depth: number): object =>
    depth === 0 ? { type: 'string' } : { type: 'object', properties: { inner: nested(depth - 1) } }

  test.each([
    ['two deep', nested(2), 'none'],
    ['three deep', nested(3), 'INVALID_JSON_SCHEMA'],
    [
      'a list of objects of objects',
      { type: 'object', properties: { list: { type: 'array', items: nested(1) } } },
      'none',
    ],
    [
      'three deep by a list',
      { type: 'object', properties: { list: { type: 'array', items: nested(2) } } },
      'INVALID_JSON_SCHEMA',
    ],
    ['of ten properties', wide(10), 'none'],
    ['of eleven properties', wide(11), 'INVALID_JSON_SCHEMA'],
    ['of another type', { type: 'number' }, 'INVALID_JSON_SCHEMA'],
    ['of no type', {}, 'INVALID_JSON_SCHEMA'],
  ])('by a schema %s', async (_, outputSchema, tag) => {
    expect(await tagOf({ outputSchema })).toBe(tag)
    expect(await tagOf({ outputSchema, type: 'deep' })).toBe(tag)
  })
})

describe('a stream', () => {
  test('brings results, text, what it rests on, and the whole at the end', async () => {
    const events = await stream({ query: 'Moss Dynamics employs people', outputSchema: { type: 'text' } })
    expect(events.map((event) => (event === '[DONE]' ? event : event.type))).toEqual([
      'results',
      ...events.flatMap((event) => (event !== '[DONE]' && event.type === 'text-delta' ? ['text-delta'] : [])),
      'grounding',
      'done',
      '[DONE]',
    ])
    const texts = events.flatMap((event) =>
      event !== '[DONE]' && event.type === 'text-delta' ? [event] : [],
    )
    const done = events.find((event) => event !== '[DONE]' && event.type === 'done')
    expect(texts.map(({ delta }) => delta).join('')).toContain('employs 40 people. [1]')
    for (const { delta, choices } of texts) expect(choices[0]?.delta.content).toBe(delta)
    expect(done).toMatchObject({
      output: { content: texts.map(({ delta }) => delta).join(''), grounding: [{ field: 'content' }] },
      costDollars: { total: 0.007 },
      choices: [{ finish_reason: 'stop' }],
    })
    expect(events.find((event) => event !== '[DONE]' && event.type === 'grounding')).toMatchObject({
      citations: [{ id: 'https://moss.example/', url: 'https://moss.example/', title: 'Moss' }],
    })
  })

  test('without a schema writes text', async () => {
    const events = await stream({ query: 'Moss Dynamics builds pumps' })
    expect(JSON.stringify(events)).toContain('Moss Dynamics builds pumps. [1]')
  })
})

const urlsOf = (results: readonly Result[]) => results.map(({ url }) => url)

describe('a deep search', () => {
  const question = 'Fern Systems makes valves and who sells gaskets to shipyards'

  test.each([
    ['deep-lite', 0.012, ['plan']],
    ['deep', 0.012, ['plan', 'decompose']],
    ['deep-reasoning', 0.015, ['plan', 'decompose', 'answer', 'answer']],
  ])('of type %s costs %d and reads: %j', async (type, price, reads) => {
    asked.length = 0
    const answer = await search({ query: question, type, numResults: 2 })
    expect(answer.costDollars).toEqual({ total: price })
    expect(answer.results).toHaveLength(2)
    expect(urlsOf(answer.results)).toEqual(
      expect.arrayContaining(['https://fern.example/', 'https://reed.example/']),
    )
    expect(asked).toEqual(reads)
    expect(answer.resolvedSearchType).toBe(type)
  })

  test('looks for what the caller adds', async () => {
    const { results } = await search({
      query: 'valves',
      type: 'deep-lite',
      additionalQueries: ['builds pumps'],
      numResults: 2,
    })
    expect(urlsOf(results).toSorted()).toEqual(['https://fern.example/', 'https://moss.example/'])
  })

  test('keeps to its filters in every round', async () => {
    const { results } = await search({
      query: question,
      type: 'deep-reasoning',
      includeDomains: ['fern.example'],
    })
    expect(urlsOf(results)).toEqual(['https://fern.example/'])
  })
})

const summarise = async (summary: unknown) =>
  (
    await api.call<{ results: { summary: string }[] }>('POST', '/contents', {
      body: { urls: ['https://moss.example/'], summary },
    })
  ).results[0]?.summary

describe('a summary', () => {
  test('speaks of the query, or says how the page begins', async () => {
    expect(await summarise({ query: 'Moss employs people' })).toBe('Moss Dynamics employs 40 people.')
    expect(await summarise({ query: 'submarines of Atlantis' })).toContain('Moss Dynamics builds pumps.')
    expect(await summarise(true)).toContain('Moss Dynamics builds pumps.')
  })

  test('by a schema is the text of an object', async () => {
    const schema = { type: 'object', properties: { pumps: { type: 'string' } } }
    expect(JSON.parse((await summarise({ schema })) ?? '')).toEqual({ pumps: 'Moss Dynamics builds pumps.' })
    const [result] = (await search({ query: 'pumps', numResults: 1, contents: { summary: { schema } } }))
      .results
    expect(JSON.parse(result?.summary ?? '')).toHaveProperty('pumps')
  })

  test('by a schema whose required fields a page lacks is left out', async () => {
    const schema = { type: 'object', properties: { pumps: { type: 'string' } }, required: ['pumps'] }
    expect(await summarise({ schema })).toBeUndefined()
  })

  test('by a schema that cannot be filled is refused before anything is read', async () => {
    expect(await tagOf({ contents: { summary: { schema: { type: 'array' } } } })).toBe('INVALID_JSON_SCHEMA')
  })
})
