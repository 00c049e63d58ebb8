import { readFile } from 'node:fs/promises'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCli } from '../harness/cli.ts'
import { receiver } from '../harness/receiver.ts'
import { serverProcess, type ServerProcess } from '../harness/server-process.ts'

type Body = Record<string, any> // oxlint-disable-line no-explicit-any -- tests look into it as they please

let server: ServerProcess
let client: Client
let hook: Awaited<ReturnType<typeof receiver>>
const key = 'the-owner-key-of-this-test'

/** The sample web, once all of it can be found, and one host. */
beforeAll(async () => {
  hook = await receiver()
  server = await serverProcess({
    hasSample: true,
    environment: {
      WINNOW_LOG_LEVEL: 'error',
      WINNOW_API_KEY: key,
      WINNOW_MCP_EXTRAS: '1',
      WINNOW_APPROVAL_SEARCH: 'allow',
      WINNOW_WEBSETS_LIVE_FETCH: 'off',
      WINNOW_WEBHOOKS_ALLOW_LOCAL: '1',
    },
  })
  await server.start()
  client = new Client({ name: 'host', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', server.url), {
      requestInit: { headers: { 'x-api-key': key } },
    }),
  )
  await client.listTools()
}, 180_000)

afterAll(() => client.close())

async function manage(operation: string, args: object = {}): Promise<Body> {
  const { structuredContent } = await client.callTool({
    name: 'manage_websets',
    arguments: { operation, args },
  })
  return structuredContent as Body
}

/** Has a workflow done, to its end. */
async function have(type: string, args: object): Promise<Body> {
  const made = await manage('tasks.create', { type, args })
  expect(made.error).toBeUndefined()
  for (let look = 0; look < 30; look++) {
    const body = await manage('tasks.result', { taskId: made.taskId, wait: 10_000 })
    if (body.ready !== false) return body
  }
  throw new Error('the task never ended')
}

/** The text of a page as the API gives it. */
async function textOf(url: string): Promise<string> {
  const response = await fetch(`${server.url}/contents`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ urls: [url], text: true }),
  })
  const { results } = (await response.json()) as Body
  return results[0].text as string
}

/** What the authors of the sample web know to be true of a company. */
async function foundingOf(name: string): Promise<string | undefined> {
  const file = new URL('../../sample/truth/entities.json', import.meta.url)
  const entities = JSON.parse(await readFile(file, 'utf8')) as Body[]
  const { attributes = [] } = entities.find((one) => one.name === name) ?? {}
  return attributes.find(({ attribute }: Body) => attribute === 'founded')?.value
}

describe('on the sample web', { concurrent: true }, () => {
  test('the workflows are there: schema, prompt, archive and advice', async () => {
    const { prompts } = await client.listPrompts()
    expect(prompts.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['retrieval.verifiedAnswer', 'semantic.cron']),
    )
    const { contents } = await client.readResource({ uri: 'workflow://verify.enrichments' })
    const [first] = contents as { text: string }[]
    expect(JSON.parse(first?.text ?? '')).toMatchObject({
      args: { required: ['websetId'] },
      archive: { status: 'additive', archetype: 'confirmatory' },
    })
    const { recommendations } = await manage('workflows.recommend', { goal: 'Keep me posted daily' })
    expect(recommendations[0].type).toBe('semantic.cron')
  })

  test('search and read', async () => {
    const read = await have('retrieval.searchAndRead', { query: 'companies that make robots', readCount: 3 })
    expect(read).toMatchObject({ readCount: 3, failedCount: 0, _task: { status: 'completed' } })
    for (const { outcome, text, title } of read.pages.slice(0, 3)) {
      expect([outcome, title]).toEqual(['read', expect.any(String)])
      expect(text.length).toBeGreaterThan(100)
    }
  }, 120_000)

  test('expand and collect', async () => {
    const { results } = await manage('exa.search', { query: 'companies that make robots', numResults: 1 })
    const seed = results[0].url as string
    const collected = await have('retrieval.expandAndCollect', {
      queries: ['companies that make robots', 'robot makers in Europe'],
      seeds: [seed],
      numResults: 5,
    })
    expect(collected.failedSources).toBeUndefined()
    expect(collected.totalFound).toBeGreaterThan(collected.totalUnique)
    const urls = collected.pages.map(({ url }: Body) => url)
    expect(new Set(urls).size).toBe(urls.length)
    expect(urls).not.toContain(seed)
    expect(collected.pages[0].foundBy.length).toBeGreaterThan(1)
  }, 120_000)

  test('a verified answer, whose quotes stand in the pages; and one that is declined', async () => {
    const answered = await have('retrieval.verifiedAnswer', { query: 'Who founded Kestrel Robotics?' })
    expect([answered.status, answered.reason]).toEqual(['verified', undefined])
    expect(answered.statements.length).toBeGreaterThan(0)
    for (const { url, quote, start, end } of answered.statements)
      expect((await textOf(url)).slice(start, end)).toBe(quote)
    const declined = await have('retrieval.verifiedAnswer', {
      query: 'Which emperor signed the treaty of the nineteen moons?',
      attempts: 1,
    })
    expect(declined).toMatchObject({ status: 'declined', answer: null })
  }, 180_000)

  test('a standing question: what is new, and then nothing', async () => {
    const first = await have('semantic.cron', {
      query: 'companies that make robots',
      numResults: 3,
      webhook: { url: `${hook.url}/told` },
    })
    expect(first).toMatchObject({ newCount: 3, changedCount: 0, runCount: 1, period: '1d', status: 'active' })
    expect(first.nextRunAt).toMatch(/^20/)
    const { monitorId } = first
    const second = await have('semantic.cron', { monitorId, runNow: false })
    expect(second).toMatchObject({ newCount: 0, changedCount: 0, runCount: 0, comparedCount: 3 })
    expect((await manage('searchMonitors.get', { id: monitorId })).search.query).toBe(
      'companies that make robots',
    )
  }, 180_000)

  test('cells of a webset are checked against their sources', async () => {
    const { websetId } = await have('lifecycle.harvest', {
      query: 'companies that make robots',
      entity: 'company',
      criteria: ['is based in Europe'],
      count: 3,
      enrichments: [{ description: 'Year of founding', format: 'number' }],
    })
    const verified = await have('verify.enrichments', { websetId })
    expect([verified.itemCount, verified.items[0].satisfied]).toEqual([3, ['is based in Europe']])
    expect(verified.confirmedCount).toBeGreaterThan(0)
    for (const { name, cells } of verified.items)
      for (const { verdict, values, quotes } of cells) {
        // It may leave a right value open, but what it confirms is so, as far as the truth is known.
        const truth = await foundingOf(name)
        if (verdict === 'confirmed' && truth !== undefined) expect([name, ...values]).toEqual([name, truth])
        for (const { url, quote, start, end } of quotes)
          expect((await textOf(url)).slice(start, end)).toBe(quote)
      }
  }, 240_000)

  test('a note outlives a task, and only its own key reads it', async () => {
    const { id } = await manage('store.create', { text: 'Look at this again.', labels: ['later'] })
    expect((await manage('store.list', { label: 'later' })).data).toMatchObject([{ id }])
    const made = await fetch(`${server.url}/winnow/v1/keys`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'other' }),
    })
    const { key: other } = (await made.json()) as { key: string }
    const seen = await fetch(`${server.url}/winnow/v1/annotations/${id}`, { headers: { 'x-api-key': other } })
    expect(seen.status).toBe(404)
  })

  test('from the command line', async () => {
    const { code, stdout, stderr } = await runCli(
      [
        'task',
        'run',
        'retrieval.searchAndRead',
        '--query',
        'robot makers',
        '--args',
        '{"readCount": 1}',
        '--json',
        '--data-dir',
        server.dataDir,
      ],
      { cwd: server.folder },
    )
    expect([code, code === 0 ? '' : stderr]).toEqual([0, ''])
    const read = JSON.parse(stdout) as Body
    expect([read.readCount, read.pages[0].outcome]).toEqual([1, 'read'])
  }, 120_000)
})
