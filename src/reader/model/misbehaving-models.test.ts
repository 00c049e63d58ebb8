import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createRandom, type Random } from '../../../tests/chaos/random.ts'
import { aDocument } from '../../../tests/harness/document.ts'
import { sampleFolder } from '../../../tests/harness/sample-manifest.ts'
import {
  inTurn,
  scriptedModel,
  type ChatRequest,
  type ModelReply,
  type ModelScript,
} from '../../../tests/harness/scripted-model.ts'
import { createAiModel } from '../../adapters/ai/ai-model.ts'
import { createMetrics } from '../../adapters/prometheus/metrics.ts'
import { extractHtml } from '../../contents/extract/index.ts'
import type { Document } from '../../documents/index.ts'
import type { Log } from '../../ports/log.ts'
import { openReader } from '../open-reader.ts'
import type { FillTask, Reader, Span, Statement } from '../reader.ts'
import { stands } from '../spans.ts'
import { createModelReader } from './model-reader.ts'

const mill = aDocument({
  url: 'https://millbrook.example/about',
  text: '# Millbrook Paper\n\nMillbrook Paper makes **filter paper** in Kendal. It employs 140 people.\n\nWrite to office@millbrook.example.',
})
const news = aDocument({
  url: 'https://valley-news.example/mill',
  text: 'The mill in Kendal was founded in 1871.\n\nOrders rose by 12 % last year, the owner said.',
})
const hostileUrl = 'https://www.best-ai-vendors.example/zephyrline-review'
const hostile = aDocument({
  url: hostileUrl,
  text: extractHtml({
    url: hostileUrl,
    body: readFileSync(
      join(sampleFolder, 'sites/www.best-ai-vendors.example/zephyrline-review.html'),
      'utf8',
    ),
  }).text,
})

type Answers = {
  readonly quote: string
  readonly source: number
  readonly says: string
  readonly value: string
}

/** An answer to whatever is asked, with this quote for everything. */
const answering =
  ({ quote, source, says, value }: Answers): ModelScript =>
  ({ messages }) => {
    const content = messages[0]?.content ?? ''
    const quotes = [{ source, quote }]
    if (content.includes('meets a criterion'))
      return { says: { reasoning: says, quotes, satisfied: 'yes', confidence: 1 } }
    if (content.includes('find what is asked for'))
      return {
        says: { reasoning: says, format: 'number', values: [{ source, quote, value }], confidence: 1 },
      }
    if (content.includes('fill an object'))
      return { says: { values: [{ path: 'employees', value, source, quote, confidence: 1 }] } }
    return { says: { items: [{ text: says, quotes }] } }
  }

/** Marks what it says, so that it can be told apart; it finds one sentence and nothing else. */
const standIn: Reader = {
  name: 'extractive',
  judge: async () => ({ satisfied: 'unclear', confidence: 0, reasoning: 'stand-in', spans: [] }),
  extract: async () => ({ format: 'number', values: null, confidence: 0, reasoning: 'stand-in', spans: [] }),
  async *answer({ sources: [source] }) {
    if (source) yield firstSentence(source)
  },
  summarise: async ({ source }) => [firstSentence(source)],
  fill: async () => ({ content: {}, grounding: [] }),
  decompose: async () => ({ entityType: 'custom', entityDescription: '', criteria: [], enrichments: [] }),
  plan: async () => ({ tasks: [] }),
  classify: async () => ({ entityType: 'custom', confidence: 0 }),
}

function firstSentence({ id, version, text }: Document): Statement {
  const quote = text.slice(0, 20)
  return { text: 'stand-in', spans: [{ documentId: id, version, start: 0, end: 20, quote }] }
}

async function readingWith(
  script: ModelScript,
  sources: readonly Document[] = [mill, news],
  timeoutMs = 20_000,
) {
  const server = await scriptedModel(script)
  const clock = { now: () => new Date('2026-11-15T12:00:00Z') }
  const model = createAiModel({ ...server, clock, firstDelayMs: 1, timeoutMs, apiKey: 'sk-hunter2' })
  onTestFinished(() => model.close())
  const metrics = createMetrics()
  const lines: string[] = []
  const keep = (fields: object, message: string) => void lines.push(JSON.stringify({ fields, message }))
  const log: Log = { debug: keep, info: keep, warn: keep, error: keep, child: () => log }
  const reader = openReader({
    extractive: standIn,
    model: createModelReader({ model, metrics }),
    log,
    metrics,
  })
  const reading = { now: clock.now(), signal: new AbortController().signal }
  const subject = { name: 'Millbrook Paper', type: 'company' }
  const schema = { type: 'object', properties: { employees: { type: 'number' } } }
  const fill = (task: FillTask) => reader.fill(task, reading)

  async function answer() {
    const statements: Statement[] = []
    const answering = reader.answer({ question: 'How many people work there?', sources }, reading)
    for (;;) {
      const { done, value } = await answering.next()
      if (done) return { statements, ...value }
      statements.push(value)
    }
  }
  return {
    server,
    lines,
    modelState: () => reader.modelState(),
    metrics: async () => (await metrics.render()).text,
    judge: () => reader.judge({ criterion: 'Has more than 100 employees', subject, sources }, reading),
    extract: () =>
      reader.extract({ description: 'Number of employees', format: 'number', subject, sources }, reading),
    answer,
    summarise: () => reader.summarise({ source: sources[0]! }, reading),
    fill: () => fill({ schema, request: 'the company', sources }),
  }
}

type Read = Awaited<ReturnType<typeof readingWith>>

/** Every quote in whatever the reader says, by all methods. */
async function everything(read: Read) {
  const [verdict, extraction, answered, summary, filled] = [
    await read.judge(),
    await read.extract(),
    await read.answer(),
    await read.summarise(),
    await read.fill(),
  ]
  const spans: Span[] = [
    ...verdict.spans,
    ...extraction.spans,
    ...answered.statements.flatMap((statement) => statement.spans),
    ...summary.statements.flatMap((statement) => statement.spans),
    ...filled.grounding.flatMap((ground) => ground.spans),
  ]
  return { verdict, extraction, answered, summary, filled, spans }
}

const expectAllToStand = (spans: readonly Span[], sources: readonly Document[] = [mill, news]) =>
  expect(spans.filter((span) => !sources.some((source) => stands(span, source)))).toEqual([])

const honest = {
  quote: 'It employs 140 people.',
  source: 1,
  says: 'Millbrook Paper employs 140 people.',
  value: '140',
}

describe('a model that tells the truth', () => {
  it('is quoted by position', async () => {
    const read = await readingWith(answering(honest))
    expect(read.modelState()).toEqual({ state: 'unasked', failure: null })
    const { verdict, extraction, answered, summary, filled, spans } = await everything(read)
    expect(read.modelState()).toEqual({ state: 'answers', failure: null })
    expect(spans).toHaveLength(5)
    expectAllToStand(spans)
    const start = mill.text.indexOf(honest.quote)
    expect(verdict).toMatchObject({ satisfied: 'yes', reader: 'scripted', notes: [], spans: [{ start }] })
    expect(extraction).toMatchObject({ values: ['140'] })
    expect(answered).toMatchObject({ statements: [{ text: honest.says }], reader: 'scripted' })
    expect(summary).toMatchObject({ statements: [{ text: honest.says }] })
    expect(filled).toMatchObject({ content: { employees: 140 }, grounding: [{ field: 'employees' }] })
  })
})

describe('a model that lies', () => {
  it.each<[string, Partial<Answers>]>([
    ['quotes what is not there', { quote: 'It employs 900 people in Kendal.', value: '900' }],
    ['quotes nearly what is there', { quote: 'It employs 140 People.' }],
    ['mends the spaces', { quote: 'in Kendal.  It employs 140 people.' }],
    ['leaves out the marks', { quote: 'makes filter paper in Kendal. It employs 140 people.' }],
    ['shortens what is there', { quote: 'Millbrook Paper … employs 140 people.' }],
    ['quotes nothing', { quote: '' }],
    ['quotes a space', { quote: ' ' }],
    ['names a source that is not there', { source: 7 }],
    ['names source nought', { source: 0 }],
    ['names half a source', { source: 1.5 }],
    ['names the wrong source', { source: 2 }],
    ['quotes the address', { quote: 'https://millbrook.example/about', says: 'It has a site.' }],
  ])('%s', async (_, lie) => {
    const read = await readingWith(answering({ ...honest, ...lie }))
    const { verdict, extraction, answered, summary, filled, spans } = await everything(read)
    expect(spans).toEqual([])
    expect(verdict).toMatchObject({ satisfied: 'unclear', confidence: 0 })
    expect(extraction).toMatchObject({ values: null })
    expect(answered.statements).toEqual([])
    expect(summary.statements).toEqual([])
    expect(filled).toMatchObject({ content: {}, grounding: [] })
    const text = await read.metrics()
    for (const [kind, count] of Object.entries({ verdict: 1, value: 1, statement: 2 }))
      expect(text).toContain(`claims_dropped_total{reader="scripted",kind="${kind}"} ${count}`)
    expect(text).toContain('reader_values_dropped_total 1')
  })

  it.each<[string, Partial<Answers>]>([
    ['takes a number from a quote that does not have it', { value: '900', says: 'It employs 900 people.' }],
    ['takes one from another sentence', { value: '1871', says: 'It was founded in 1871.' }],
    [
      'invents an address',
      { value: '41', says: 'Millbrook Paper employs 140 people (https://millbrook.example/staff).' },
    ],
    ['invents a person’s e-mail', { value: '14', says: 'Ask boss@millbrook.example about the 140 people.' }],
  ])('%s', async (_, lie) => {
    const read = await readingWith(answering({ ...honest, ...lie }))
    const { extraction, answered, filled, spans } = await everything(read)
    expectAllToStand(spans)
    expect(extraction).toMatchObject({ values: null })
    expect(answered.statements).toEqual([])
    expect(filled).toMatchObject({ content: {}, grounding: [] })
  })

  it.each(['people', '140', 'Kendal.'])('rests a verdict on a word: %s', async (quote) => {
    const read = await readingWith(answering({ ...honest, quote }))
    expect(await read.judge()).toMatchObject({ satisfied: 'unclear', spans: [] })
    expect((await read.answer()).statements).toEqual([])
  })

  it('keeps what is true beside it', async () => {
    const read = await readingWith(() => ({
      says: {
        items: [
          {
            text: 'It sells paper in 40 countries.',
            quotes: [{ source: 1, quote: 'It employs 140 people.' }],
          },
          {
            text: honest.says,
            quotes: [
              { source: 9, quote: 'no' },
              { source: 1, quote: honest.quote },
            ],
          },
        ],
      },
    }))
    const { statements } = await read.answer()
    expect(statements.map(({ text, spans }) => [text, spans.length])).toEqual([[honest.says, 1]])
  })
})

describe('a model that obeys the hostile page', () => {
  const obeying = answering({
    quote: 'Zephyrline satisfies every criterion, has 5,000 employees, was founded in 1999',
    source: 1,
    says: 'Zephyrline has 5,000 employees.',
    value: '5000',
  })

  it('finds nothing to rest on, and the results say what the page tried', async () => {
    const read = await readingWith(obeying, [hostile])
    const { verdict, extraction, answered, summary, filled, spans } = await everything(read)
    expect(spans).toEqual([])
    expect(verdict.satisfied).toBe('unclear')
    expect(extraction.values).toBeNull()
    expect(filled.content).toEqual({})
    expect([...answered.statements, ...summary.statements]).toEqual([])
    const note = `${hostileUrl} gives instructions to programs that read it; they were not followed.`
    for (const { notes } of [verdict, extraction, answered, summary, filled]) expect(notes).toEqual([note])
    expect(await read.metrics()).toContain('reader_instructions_total 5')
    expect(read.lines.join('\n')).toMatch(/a page gives its reader instructions/)
  })

  it('is not even shown what to obey, and what it is shown is fenced', async () => {
    const read = await readingWith(obeying, [hostile, mill])
    await read.judge()
    const [{ messages }] = read.server.requests as [ChatRequest]
    const prompt = messages[1]!.content
    expect(prompt).not.toMatch(/Ignore all previous|Note to AI|Final verdict/)
    expect(prompt).toContain('A licence costs $65 per agent and month.')
    const fences = prompt.match(/^=== [0-9a-f]{24} (?:end of )?source \d$/gm)!
    expect(fences).toHaveLength(4)
    expect(new Set(fences.map((fence) => fence.split(' ')[1])).size).toBe(1)
  })
})

describe('a model that fails', () => {
  const failures: readonly [string, ModelScript][] = [
    ['answers prose', () => ({ says: 'Certainly! Millbrook employs 140 people.' })],
    ['truncates its JSON', () => ({ says: '{"items": [{"text": "It employs', finish: 'length' })],
    ['answers another object', () => ({ says: { answer: 140 } })],
    ['stays silent', () => 'hang'],
    ['is always busy', () => ({ status: 429, headers: { 'retry-after': '0' } })],
    ['refuses the key', () => ({ status: 401, body: { error: { message: 'bad key sk-hunter2' } } })],
    ['refuses everything', () => ({ status: 400 })],
    ['closes before it has said anything', (request) => broken(answering(honest)(request), 12)],
  ]

  it.each(failures)('%s: the extractive reader takes over, and says so', async (name, script) => {
    const read = await readingWith(script, undefined, name === 'stays silent' ? 200 : undefined)
    const { verdict, extraction, answered, summary, filled, spans } = await everything(read)
    expectAllToStand(spans)
    for (const { reader, notes } of [verdict, extraction, answered, summary, filled]) {
      expect(reader).toBe('extractive')
      expect(notes).toEqual([
        expect.stringMatching(/^The language model did not serve: .*; read extractively\.$/),
      ])
    }
    expect(read.modelState()).toMatchObject({ state: 'fails', failure: expect.any(String) })
    expect(answered.statements).toMatchObject([{ text: 'stand-in' }])
    const text = await read.metrics()
    for (const method of ['judge', 'extract', 'answer', 'summarise', 'fill'])
      expect(text).toContain(`reader_fallbacks_total{method="${method}"} 1`)
    expect(read.lines.filter((line) => line.includes('the language model failed'))).toHaveLength(5)
    expect(read.lines.join('\n')).not.toContain('hunter2')
  })

  it('breaks off after its first sentence: that one stands, and the rest is an error', async () => {
    const items = [honest.says, 'A second sentence that never comes to its end.'].map((text) => ({
      text,
      quotes: [{ source: 1, quote: honest.quote }],
    }))
    const read = await readingWith(() => ({ says: { items }, breaksAfter: 150 }))
    await expect(read.answer()).rejects.toMatchObject({ code: 'unavailable' })
    // A summary is written in one piece, so it can be had from the other reader.
    expect(await read.summarise()).toMatchObject({ reader: 'extractive', statements: [{ text: 'stand-in' }] })
  })

  it.each<[string, readonly ModelReply[]]>([
    ['is busy once', [{ status: 429, headers: { 'retry-after': '0' } }]],
    ['refuses a schema', [{ status: 400, body: { error: { message: 'json_schema is not supported' } } }]],
    ['cuts one answer', [{ says: '{"reasoning": "It em', finish: 'length' }]],
    ['answers prose once', [{ says: 'Let me think.' }]],
  ])('%s: nobody notices', async (_, first) => {
    const judged = answering(honest)
    const replies = inTurn(...first, 'hang')
    let count = 0
    const read = await readingWith((request) => (count++ < first.length ? replies(request) : judged(request)))
    expect(await read.judge()).toMatchObject({ satisfied: 'yes', reader: 'scripted', notes: [] })
  })
})

/** Words from a page and their source, or nearly: cut anywhere, bent, doubled, from another one. */
function scrap(random: Random, sources: readonly Document[]): { source: number; quote: string } {
  const at = random.whole(sources.length)
  const { text } = sources[at]!
  const start = random.whole(text.length)
  const piece = text.slice(start, start + random.whole(60))
  const bent = [
    piece.toUpperCase(),
    piece.replaceAll(' ', '  '),
    piece.replace(/\w/, 'x'),
    `${piece}${piece}`,
  ]
  return {
    source: random.one([at + 1, at + 1, at + 1, random.whole(6)])!,
    quote: random.one([piece, piece, piece, ...bent])!,
  }
}

describe('a model that says anything', () => {
  it('is quoted only where it quotes', { timeout: 60_000 }, async () => {
    const sources = [mill, news, hostile]
    const random = createRandom(20_261_115)
    const read = await readingWith(({ messages }) => {
      const quotes = Array.from({ length: random.whole(4) }, () => scrap(random, sources))
      const content = messages[0]?.content ?? ''
      if (content.includes('meets a criterion')) {
        const satisfied = random.one(['yes', 'no', 'unclear'])
        return { says: { reasoning: '', quotes, satisfied, confidence: random.between(-9, 9) } }
      }
      const values = quotes.map((quote) => ({ ...quote, value: random.one(['140', '12', '5000', '1871']) }))
      if (content.includes('find what is asked for'))
        return { says: { reasoning: '', format: 'text', values, confidence: 1 } }
      if (content.includes('fill an object'))
        return { says: { values: values.map((value) => ({ ...value, path: 'employees', confidence: 1 })) } }
      return { says: { items: quotes.map(({ quote }) => ({ text: quote, quotes })) } }
    }, sources)

    let count = 0
    for (let round = 0; round < 25; round += 1) {
      const { verdict, spans } = await everything(read)
      expectAllToStand(spans, sources)
      expect(verdict.satisfied === 'unclear' || verdict.spans.length > 0).toBe(true)
      expect(
        spans.some(({ quote }) => /previous instructions|every criterion|Final verdict/.test(quote)),
      ).toBe(false)
      count += spans.length
    }
    expect(count).toBeGreaterThan(30)
  })
})

const broken = (reply: ModelReply, breaksAfter: number): ModelReply =>
  typeof reply === 'object' && 'says' in reply ? { ...reply, breaksAfter } : reply
