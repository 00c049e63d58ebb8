import { describe, expect, test } from 'vitest'
import { testApi } from '../../tests/harness/api.ts'
import { eventsOf, savePages } from '../../tests/harness/pages.ts'
import { testReader } from '../../tests/harness/word-reader.ts'
import type { AnswerResponse, ContextRequest } from '../contract/answers.ts'
import type { UsageReport } from '../contract/usage.ts'
import { wordReader } from '../../tests/harness/word-reader.ts'

const api = await testApi(
  {},
  {
    reader: testReader({
      async *answer(task, reading) {
        reading.onUse?.({ model: 'test', inputTokens: 100, outputTokens: 7 })
        yield* wordReader.answer(task, reading)
      },
    }),
  },
)
await savePages(
  api,
  {
    url: 'https://harbour.example/bridge',
    title: 'The bridge',
    author: 'Ines Vale',
    publishedAt: new Date('2025-02-03'),
    text: 'The harbour bridge opened in 1931. It carries trams.',
  },
  { url: 'https://city.example/history', title: null, text: 'In 1931 the harbour bridge opened.' },
  {
    url: 'https://code.example/pool',
    title: 'Connection pools',
    text: 'A connection pool keeps sockets open. Configure the connection pool once.',
    details: {
      links: [],
      imageLinks: [],
      codeBlocks: ['const pool = createPool({ size: 4 })', 'a ``` b'],
      structured: {},
    },
  },
)

const ask = (body: object) => api.call<AnswerResponse>('POST', '/answer', { body })
const status = async (path: string, body: object) => {
  const response = await api.request('POST', path, { key: api.ownerKey, body })
  return [response.status, ((await response.json()) as { tag?: string }).tag]
}

describe('/answer', () => {
  test('says what pages say, marked with the citations in the order of their first use', async () => {
    const { citations, costDollars, requestId, ...said } = await ask({ query: 'harbour bridge opened 1931' })
    const answer = typeof said.answer === 'string' ? said.answer : ''
    expect(answer).toContain('The harbour bridge opened in 1931. [')
    expect(answer).toContain('In 1931 the harbour bridge opened. [')
    const numbers = [...answer.matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number))
    expect(numbers).toEqual([1, 2])
    for (const [at, { url }] of citations.entries()) {
      const statement = answer.split(`[${at + 1}]`)[0]
      expect(statement?.endsWith(url.includes('city') ? 'bridge opened. ' : 'in 1931. ')).toBe(true)
    }
    const bridge = citations.find(({ url }) => url === 'https://harbour.example/bridge')
    expect(bridge).toEqual({
      id: 'https://harbour.example/bridge',
      url: 'https://harbour.example/bridge',
      title: 'The bridge',
      author: 'Ines Vale',
      publishedDate: '2025-02-03T00:00:00.000Z',
    })
    // A page without a title is cited by its address: clients take the title for a text.
    expect(citations.find(({ url }) => url.includes('city'))?.title).toBe('https://city.example/history')
    expect(costDollars).toEqual({ total: 0.005 })
    expect(requestId).toMatch(/^[0-9a-f]{32}$/)
  })

  test('brings the text of the cited pages when asked', async () => {
    const { citations } = await ask({ query: 'harbour bridge opened', text: true, model: 'exa-pro' })
    expect(citations[0]?.text).toContain('harbour bridge opened')
  })

  test('says plainly that the pages do not answer, and cites nothing', async () => {
    const { answer, citations } = await ask({ query: 'Who won the chess tournament of Lund?' })
    expect(answer).toBe('The indexed pages do not answer this question.')
    expect(citations).toEqual([])
  })

  test('is an object by a schema, with citations for what it holds', async () => {
    const outputSchema = { type: 'object', properties: { trams: { type: 'string' }, ferries: {} } }
    const { answer, citations } = await ask({ query: 'What does the bridge carry?', outputSchema })
    expect(answer).toEqual({ trams: 'It carries trams.' })
    expect(citations.map(({ url }) => url)).toEqual(['https://harbour.example/bridge'])
  })

  test('streams text, citations, cost and the end, in this order', async () => {
    const response = await api.request('POST', '/answer', {
      key: api.ownerKey,
      body: { query: 'harbour bridge opened 1931', stream: true },
    })
    const events = await eventsOf(response)
    const chunks = events.slice(0, -3) as {
      choices: [{ delta: { content: string }; finish_reason: unknown }]
    }[]
    expect(chunks.map(({ choices: [{ finish_reason }] }) => finish_reason)).toEqual([null, null, 'stop'])
    const plain = await ask({ query: 'harbour bridge opened 1931' })
    expect(chunks.map(({ choices: [{ delta }] }) => delta.content).join('')).toBe(plain.answer)
    expect(events.slice(-3)).toEqual([
      { citations: plain.citations },
      { costDollars: { total: 0.005 }, requestId: response.headers.get('x-request-id') },
      '[DONE]',
    ])
  })

  test('streams an object as JSON text', async () => {
    const body = {
      query: 'What does the bridge carry?',
      stream: true,
      outputSchema: { type: 'object', properties: { trams: { type: 'string' } } },
    }
    const [first] = (await eventsOf(await api.request('POST', '/answer', { key: api.ownerKey, body }))) as [
      { choices: [{ delta: { content: string } }] },
    ]
    expect(JSON.parse(first.choices[0].delta.content)).toEqual({ trams: 'It carries trams.' })
  })

  test('refuses what it cannot do in the words of the contract, streamed or not', async () => {
    for (const stream of [false, true]) {
      expect(await status('/answer', { query: '', stream })).toEqual([400, 'INVALID_REQUEST_BODY'])
      expect(await status('/answer', { stream })).toEqual([400, 'INVALID_REQUEST_BODY'])
      expect(await status('/answer', { query: 'x', stream, outputSchema: { type: 'array' } })).toEqual([
        400,
        'INVALID_JSON_SCHEMA',
      ])
    }
  })

  test('is paid before it is given, and the tokens of a model are counted', async () => {
    const poor = await api.addTeam('poor', { budgetDollars: 0.004 })
    const refused = await api.request('POST', '/answer', {
      key: poor.key,
      body: { query: 'x', stream: true },
    })
    expect(refused.status).toBe(402)
    const rich = await api.addTeam('rich', { budgetDollars: 1 })
    await api.call('POST', '/answer', { key: rich.key, body: { query: 'harbour bridge opened' } })
    const { total } = await api.call<UsageReport>('GET', '/winnow/v1/usage', { key: rich.key })
    expect(total).toMatchObject({ requests: 1, searches: 1, tokens: 107, costDollars: 0.005 })
  })
})

describe('/chat/completions', () => {
  const messages = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'first question' },
    { role: 'assistant', content: 'first answer' },
    { role: 'user', content: [{ type: 'text', text: 'harbour bridge opened 1931' }] },
  ]

  test('answers the last message, with citations beside the content and the tokens used', async () => {
    for (const path of ['/chat/completions', '/v1/chat/completions']) {
      const completion = await api.call<object>('POST', path, {
        body: { messages, model: 'exa-pro', extra_body: { text: true } },
      })
      expect(completion).toMatchObject({
        id: expect.stringMatching(/^chatcmpl-/),
        object: 'chat.completion',
        model: 'exa-pro',
        choices: [
          {
            finish_reason: 'stop',
            message: {
              role: 'assistant',
              content: expect.stringContaining('opened in 1931. ['),
              citations: expect.arrayContaining([expect.objectContaining({ text: expect.any(String) })]),
            },
          },
        ],
        usage: { prompt_tokens: 100, completion_tokens: 7, total_tokens: 107 },
      })
    }
  })

  test.each([
    ['no messages', { messages: [] }],
    ['an empty one', { messages: [{ role: 'user', content: '  ' }] }],
    ['none of a user', { messages: [{ role: 'system', content: 'Be brief.' }] }],
  ])('with %s is refused', async (_, body) => {
    expect(await status('/chat/completions', body)).toEqual([400, 'INVALID_REQUEST_BODY'])
  })
})

const context = (body: Partial<ContextRequest>) =>
  api.call<{ response: string; resultsCount: number; outputTokens: number }>('POST', '/context', { body })

describe('/context', () => {
  test('gathers code and prose, page by page, in one text', async () => {
    const answer = await context({ query: 'configure a connection pool' })
    expect(answer).toMatchObject({ query: 'configure a connection pool', searchTime: expect.any(Number) })
    expect(answer.response).toContain('## Connection pools\nhttps://code.example/pool')
    expect(answer.response).toContain('```\nconst pool = createPool({ size: 4 })\n```')
    expect(answer.response).toContain('````\na ``` b\n````')
    expect(answer.response).toContain('Configure the connection pool once.')
    expect(answer.resultsCount).toBeGreaterThanOrEqual(1)
  })

  test('keeps to its budget', async () => {
    for (const tokensNum of [50, 60, 200]) {
      const { response, outputTokens } = await context({ query: 'connection pool', tokensNum })
      expect(response.length).toBeGreaterThan(0)
      expect(response.length).toBeLessThanOrEqual(tokensNum * 4)
      expect(outputTokens).toBeLessThanOrEqual(tokensNum)
    }
    expect(await status('/context', { query: 'x', tokensNum: 10 })).toEqual([400, 'INVALID_REQUEST_BODY'])
  })
})
