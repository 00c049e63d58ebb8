import { createRequire } from 'node:module'
import { Exa, ExaError } from 'exa-js'
import { BadRequestError, OpenAI } from 'openai'
import { beforeAll, describe, expect, test } from 'vitest'
import type { z as zod3 } from 'zod/v3'
import type { Citation } from '../../src/contract/answers.ts'
import type { Verification } from '../../src/contract/readings.ts'
import { serverProcess } from '../harness/server-process.ts'

/** The unmodified clients of Exa and OpenAI against a running server with the sample web and its own reader. */
const ownerKey = 'the-owner-key-of-this-test'
const server = await serverProcess({ hasSample: true, environment: { WINNOW_API_KEY: ownerKey } })
let exa: Exa

// exa-js knows a schema by the class of the zod that it brings along, in the module format it was loaded in itself.
const require = createRequire(import.meta.url)
const { Exa: CommonJsExa } = require('exa-js') as { Exa: typeof Exa }
const { z } = createRequire(require.resolve('exa-js'))('zod') as { z: typeof zod3 }

beforeAll(async () => {
  await server.start()
  exa = new Exa(ownerKey, server.url)
})

const answerable = 'How many people work at Kestrel Robotics today?'
const unanswerable = 'Who is the chief financial officer of Nimbus Orchard?'

const verify = (id: string) => exa.request<Verification>(`/winnow/v1/readings/${id}/verify`, 'POST', {})

describe('answer', () => {
  test('is grounded in the pages that it cites, word for word', async () => {
    const { answer, citations, requestId, costDollars } = await exa.answer(answerable, { text: true })
    expect(answer).toContain('180')
    expect(answer).toContain('[1]')
    expect(citations.length).toBeGreaterThan(0)
    for (const citation of citations) {
      expect(citation).toMatchObject({ id: citation.url, title: expect.any(String) })
      expect(citation).toHaveProperty('text', expect.stringMatching(/.{50}/))
    }
    expect(costDollars?.total).toBe(0.005)
    const { stands, claims } = await verify(requestId ?? '')
    expect(stands).toBe(true)
    expect(claims.length).toBeGreaterThan(0)
  })

  test('to what no page answers says so, and cites nothing', async () => {
    const { answer, citations } = await exa.answer(unanswerable)
    expect(answer).toMatch(/do not answer/)
    expect(citations).toEqual([])
  })

  test('does not obey a page', async () => {
    const { answer } = await exa.answer('How many employees does Zephyrline have?')
    expect(answer).not.toMatch(/5,000|satisfies every criterion/)
  })

  test('by a zod schema is an object that the schema accepts', async () => {
    const schema = z.object({
      company: z.string().nullish(),
      employees: z.number().nullish(),
    })
    const { answer } = await new CommonJsExa(ownerKey, server.url).answer(
      'How many employees does Kestrel Robotics have?',
      // exa-js has the types of its own copy of zod.
      { outputSchema: schema as never },
    )
    expect(schema.parse(answer)).toMatchObject({ employees: expect.any(Number) })
  })

  test('refuses an empty question and a schema that cannot be filled', async () => {
    for (const [query, outputSchema, problem] of [
      ['', undefined, 'query'],
      ['x', { type: 'array' }, 'Schema'],
    ] as const) {
      const call = exa.answer(query, outputSchema && { outputSchema })
      const error = await call.catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(ExaError)
      expect(error).toMatchObject({ statusCode: 400, message: expect.stringContaining(problem) })
    }
  })
})

describe('streamAnswer', () => {
  test('brings the same answer in pieces, and then its citations', async () => {
    const plain = await exa.answer(answerable)
    let text = ''
    let cited: readonly { url: string }[] = []
    for await (const { content, citations } of exa.streamAnswer(answerable)) {
      if (content) expect(cited).toEqual([])
      text += content ?? ''
      if (citations) cited = citations
    }
    expect(text).toBe(plain.answer)
    expect(cited.map(({ url }) => url)).toEqual(plain.citations.map(({ url }) => url))
  })

  test('refuses before it begins like any other call', async () => {
    const streaming = (async () => {
      for await (const chunk of exa.streamAnswer('')) expect(chunk).toBe('never')
    })()
    await expect(streaming).rejects.toMatchObject({ statusCode: 400 })
  })
})

describe('streamSearch', () => {
  test('brings text and what it rests on', async () => {
    let text = ''
    let cited: readonly { url: string }[] = []
    for await (const { content, citations } of exa.streamSearch(answerable, {
      outputSchema: { type: 'text' },
    })) {
      text += content ?? ''
      if (citations) cited = citations
    }
    expect(text).toContain('180')
    expect(cited.length).toBeGreaterThan(0)
  })
})

describe('search', () => {
  test.each([
    ['deep-lite', 0.012],
    ['deep', 0.012],
    ['deep-reasoning', 0.015],
  ] as const)('of type %s finds, and writes what was asked for', async (type, price) => {
    const { results, output, costDollars } = await exa.search('companies that build robots for inspection', {
      type,
      numResults: 5,
      additionalQueries: ['tank inspection robots'],
      contents: false,
      outputSchema: { type: 'text' },
    })
    expect(results).toHaveLength(5)
    expect(typeof output?.content).toBe('string')
    expect(costDollars?.total).toBe(price)
  })

  test('by a schema has an object with its grounding', async () => {
    const { output } = await exa.search('Kestrel Robotics number of employees', {
      contents: false,
      outputSchema: { type: 'object', properties: { employees: { type: 'number' } } },
    })
    expect(output?.content).toEqual({ employees: 180 })
    const [ground] = output?.grounding ?? []
    expect(ground).toMatchObject({ field: 'employees', confidence: expect.stringMatching(/low|medium|high/) })
    expect(ground?.citations[0]).toEqual({ url: expect.any(String), title: expect.any(String) })
  })

  test('refuses a schema that is too deep', async () => {
    const inner = {
      type: 'object',
      properties: { a: { type: 'object', properties: { b: { type: 'string' } } } },
    }
    const call = exa.search('x', { outputSchema: { type: 'object', properties: { inner } } })
    await expect(call).rejects.toMatchObject({ statusCode: 400 })
  })
})

describe('summaries', () => {
  const url = 'https://www.kestrel-robotics.example/about'

  test('speak of the query', async () => {
    const { results } = await exa.getContents([url], { summary: { query: 'Where is the company based?' } })
    expect(results[0]?.summary).toMatch(/headquarters|based/i)
  })

  test('by a zod schema are the text of an object that the schema accepts', async () => {
    const schema = z.object({ name: z.string().nullish(), headquarters: z.string().nullish() })
    const { results } = await new CommonJsExa(ownerKey, server.url).searchAndContents(
      'Kestrel headquarters',
      {
        numResults: 1,
        includeDomains: ['kestrel-robotics.example/about'],
        summary: { schema: schema as never },
      },
    )
    const summary = schema.parse(JSON.parse(results[0]?.summary ?? ''))
    expect(Object.values(summary).filter(Boolean).length).toBeGreaterThan(0)
  })
})

const clientAt = (path: string) => new OpenAI({ apiKey: ownerKey, baseURL: server.url + path, maxRetries: 0 })

describe('the OpenAI client', () => {
  const messages = [
    { role: 'system' as const, content: 'Answer briefly.' },
    { role: 'user' as const, content: answerable },
  ]

  test.each(['', '/v1'])('completes a chat at "%s"', async (path) => {
    const completion = await clientAt(path).chat.completions.create({ model: 'exa', messages })
    const [choice] = completion.choices
    expect(choice?.finish_reason).toBe('stop')
    expect(choice?.message.content).toContain('180')
    const { citations } = choice!.message as unknown as { citations: Citation[] } // which OpenAI does not have
    expect(citations.length).toBeGreaterThan(0)
    expect(completion.usage?.total_tokens).toBe(0)
  })

  test('streams a chat, with the citations on its last chunk', async () => {
    const stream = await clientAt('').chat.completions.create({ model: 'exa', messages, stream: true })
    let text = ''
    let last: OpenAI.ChatCompletionChunk | undefined
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? ''
      last = chunk
    }
    expect(text).toContain('180')
    expect(last?.choices[0]?.finish_reason).toBe('stop')
    expect(last).toHaveProperty('citations[0].url', expect.any(String))
  })

  test('is told of a mistake in its own kind of error', async () => {
    const call = clientAt('').chat.completions.create({ model: 'exa', messages: [] })
    await expect(call).rejects.toBeInstanceOf(BadRequestError)
  })
})
