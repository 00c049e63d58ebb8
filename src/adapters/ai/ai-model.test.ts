import { createServer, type AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { inTurn, scriptedModel, type ModelReply } from '../../../tests/harness/scripted-model.ts'
import { collect, languageModelSuite, verseRequest, type Said } from '../../ports/language-model.suite.ts'
import type { TokenUse } from '../../ports/language-model.ts'
import { createAiModel, type AiModelOptions } from './ai-model.ts'

const verse = { line: 'The river runs', feet: 2 }
const verses = { items: [verse, { line: 'and finds the sea', feet: null }] }
const clock = { now: () => new Date('2026-11-15T10:20:00Z') }

const replyTo = (said: Said): ModelReply =>
  said === 'nothing' ? 'hang' : said === 'nonsense' ? { says: 'I would rather not.' } : said

languageModelSuite('an OpenAI-compatible endpoint', async (said) => {
  const server = await scriptedModel(inTurn(...said.map(replyTo)))
  return createAiModel({ ...server, clock })
})

async function endpoint(replies: readonly ModelReply[], options: Partial<AiModelOptions> = {}) {
  const server = await scriptedModel(inTurn(...replies))
  const model = createAiModel({ ...server, clock, firstDelayMs: 1, ...options })
  onTestFinished(() => model.close())
  const uses: TokenUse[] = []
  const call = { signal: new AbortController().signal, onUse: (use: TokenUse) => uses.push(use) }
  return {
    ...server,
    language: model,
    uses,
    call,
    complete: () => model.complete(verseRequest, call),
    stream: () => collect(model.stream(verseRequest, call)),
  }
}

const refusal = (message: string): ModelReply => ({ status: 400, body: { error: { message } } })

/** A port on which nothing listens any more. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

describe('an OpenAI-compatible endpoint', () => {
  it('is sent the key, the day, the schema and a limit, and nothing random', async () => {
    const { complete, requests } = await endpoint([{ says: verse }], { apiKey: 'k', maxOutputTokens: 70 })
    expect(await complete()).toEqual(verse)
    expect(requests).toMatchObject([
      {
        authorization: 'Bearer k',
        temperature: 0,
        max_tokens: 70,
        response_format: {
          type: 'json_schema',
          json_schema: {
            strict: true,
            schema: {
              type: 'object',
              properties: {
                line: { type: 'string' },
                feet: { type: ['number', 'null'] },
              },
              required: ['line', 'feet'],
              additionalProperties: false,
            },
          },
        },
        messages: [
          { role: 'system', content: 'You write verses.' },
          { role: 'user', content: 'Today is 2026-11-15.\n\nOne about rivers.' },
        ],
      },
    ])
  })

  it('streams an object before the next one is begun', async () => {
    const { language } = await endpoint([{ says: verses, breaksAfter: 70 }])
    const seen: unknown[] = []
    const reading = (async () => {
      for await (const item of language.stream(verseRequest, { signal: new AbortController().signal }))
        seen.push(item)
    })()
    await expect(reading).rejects.toMatchObject({ code: 'unavailable' })
    expect(seen).toEqual([verse])
  })

  describe('goes down from schema to JSON to words, and stays there', () => {
    it.each([
      ['json_object', 1],
      ['words', 2],
    ])('to %s', async (format, refusals) => {
      const replies = Array.from({ length: refusals }, () => refusal('response_format is not supported'))
      const { complete, requests, language } = await endpoint([...replies, { says: verse }])
      expect(await complete()).toEqual(verse)
      expect(await complete()).toEqual(verse)
      expect(language.format()).toBe(format)
      expect(requests).toHaveLength(refusals + 2)
      expect(requests.at(-1)!.messages[1]!.content).toContain('JSON Schema')
    })

    it('also where the schema is ignored', async () => {
      const { complete, language } = await endpoint([{ says: { poem: 'no' } }, { says: verse }])
      expect(await complete()).toEqual(verse)
      expect(language.format()).toBe('json_object')
    })

    it('but not because an answer was cut', async () => {
      const { complete, language } = await endpoint([
        { says: '{"line": "The ri', finish: 'length' },
        { says: verse },
      ])
      expect(await complete()).toEqual(verse)
      expect(language.format()).toBe('json_schema')
    })
  })

  it('leaves out parameters that are refused', async () => {
    const { complete, requests } = await endpoint([
      refusal("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."),
      refusal("'temperature' does not support 0."),
      { says: verse },
    ])
    expect(await complete()).toEqual(verse)
    expect(requests.at(-1)).toMatchObject({
      max_completion_tokens: 4_000,
      response_format: { type: 'json_schema' },
    })
    expect(requests.at(-1)).not.toHaveProperty('temperature')
    expect(requests.at(-1)).not.toHaveProperty('max_tokens')
  })

  it('finds the object behind thoughts and within a fence', async () => {
    const says = `<think>{ a river }</think>\nHere it is:\n\`\`\`json\n${JSON.stringify({ ...verse, line: 'a } and \\" {' })}\n\`\`\``
    const { complete } = await endpoint([{ says }])
    expect(await complete()).toEqual({ line: 'a } and \\" {', feet: 2 })
  })

  it('waits as long as it is told when it is too busy, and tries again', async () => {
    const { complete, stream, play, requests } = await endpoint([
      { status: 429, headers: { 'retry-after': '0' } },
      { status: 503 },
      { says: verse },
    ])
    expect(await complete()).toEqual(verse)
    expect(requests).toHaveLength(3)
    play(inTurn({ status: 429, headers: { 'retry-after': '0' } }, { says: verses }))
    expect(await stream()).toEqual(verses.items)
  })

  it.each<[string, readonly ModelReply[], number, RegExp]>([
    ['is always busy', [{ status: 500 }], 3, /answered 500/],
    [
      'asks for an hour of patience',
      [{ status: 429, headers: { 'retry-after': '3600' } }],
      1,
      /answered 429/,
    ],
    ['refuses the key', [{ status: 401 }], 1, /refused the key/],
    [
      'has no such model',
      [{ status: 404, body: { error: { message: 'no such model' } } }],
      1,
      /no such model/,
    ],
    ['refuses everything', [{ status: 400 }], 3, /refused the request/],
    ['stays silent', ['hang'], 1, /did not answer within 0.3 s/],
    ['breaks off', [{ says: verse, breaksAfter: 40 }], 3, /broke off/],
    ['answers prose', [{ says: 'The river runs.' }], 2, /something else than an object/],
    ['cuts its answers', [{ says: '{"line": "The', finish: 'length' }], 2, /breaks off/],
    ['answers another object', [{ says: { verse: 1 } }], 2, /form that was asked for/],
  ])('is unavailable when it %s', async (_, replies, count, reason) => {
    const { complete, requests } = await endpoint(replies, { timeoutMs: 300 })
    const failure = await complete().catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'unavailable', message: expect.stringMatching(reason) })
    expect(requests).toHaveLength(count)
  })

  it('asks for a stream once more that broke off before its first object', async () => {
    const { stream, requests } = await endpoint([{ says: verses, breaksAfter: 20 }, { says: verses }])
    expect(await stream()).toEqual(verses.items)
    expect(requests).toHaveLength(2)
  })

  it('does not listen to a stream that never ends', async () => {
    const endless = { says: `{"items": [${'\n'.repeat(100_000)}` }
    const { stream, requests } = await endpoint([endless], { maxOutputTokens: 100 })
    await expect(stream()).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/breaks off/),
    })
    expect(requests).toHaveLength(2)
  })

  it('hangs up on a stream that nobody listens to any more', async () => {
    const items = Array.from({ length: 2_000 }, () => verse)
    const { language, underWay, uses, call } = await endpoint([{ says: { items } }], { concurrency: 1 })
    for (const nth of [1, 2]) {
      for await (const item of language.stream(verseRequest, call)) {
        expect(item).toEqual(verse)
        break
      }
      await expect.poll(underWay).toBe(0)
      expect(uses).toHaveLength(nth)
    }
  })

  it('notices the silence of a stream', async () => {
    const { stream } = await endpoint(['hang'], { timeoutMs: 100 })
    await expect(stream()).rejects.toThrow('did not answer within 0.1 s')
  })

  it('never repeats the key', async () => {
    const body = { error: { message: 'Wrong key provided: sk-hunter2hunter2' } }
    const { complete } = await endpoint([{ status: 404, body }], { apiKey: 'sk-hunter2hunter2' })
    const failure = await complete().catch((error: unknown) => error)
    expect(failure).toMatchObject({ message: expect.stringContaining('Wrong key provided: (key)') })
    expect((failure as Error).cause).toBeUndefined()
  })

  it('has only so many calls under way at once', async () => {
    const { complete, mostAtOnce, requests } = await endpoint([{ says: verse, afterMs: 30 }], {
      concurrency: 2,
    })
    await Promise.all(Array.from({ length: 7 }, complete))
    expect(requests).toHaveLength(7)
    expect(mostAtOnce()).toBe(2)
  })

  it('keeps within its tokens, and has them again in the next hour', async () => {
    let time = clock.now()
    const options = { clock: { now: () => time }, maxOutputTokens: 40, maxTokensPerHour: 70 }
    const { complete, uses } = await endpoint([{ says: verse }], options)
    await complete()
    const failure = await complete().catch((error: unknown) => error)
    expect(failure).toMatchObject({
      code: 'unavailable',
      retryAfterSeconds: 2400,
      message: expect.stringContaining('70 tokens a hour'),
    })
    time = new Date('2026-11-15T11:00:00Z')
    expect(await complete()).toEqual(verse)
    expect(uses).toHaveLength(2)
  })

  it('says what was used, estimated where the endpoint does not', async () => {
    const { complete, stream, play, uses } = await endpoint([{ says: verse }])
    await complete()
    play(inTurn({ says: verses, hidesUse: true }))
    await stream()
    expect(uses).toHaveLength(2)
    for (const use of uses) {
      expect(use.model).toBe('scripted')
      expect(use.inputTokens).toBeGreaterThan(10)
      expect(use.outputTokens).toBeGreaterThan(5)
    }
  })

  it('says that it cannot be reached', async () => {
    const model = createAiModel({
      baseUrl: `http://127.0.0.1:${await freePort()}/v1`,
      model: 'none',
      clock,
      firstDelayMs: 1,
    })
    onTestFinished(() => model.close())
    await expect(
      model.complete(verseRequest, { signal: new AbortController().signal }),
    ).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('ECONNREFUSED') })
  })
})
