import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { mainScript, plainEnvironment } from '../../src/bench/server-child.ts'
import { runCli } from '../harness/cli.ts'
import { scriptedModel, type ChatRequest, type ModelReply } from '../harness/scripted-model.ts'
import { serverProcess, type ServerProcess } from '../harness/server-process.ts'

type Body = Record<string, any> // oxlint-disable-line no-explicit-any -- tests look into it as they please
type Host = Awaited<ReturnType<typeof openHost>>

let server: ServerProcess
let hosts: Readonly<Record<'stdio' | 'HTTP', Host>>
const environment: Record<string, string> = { WINNOW_SAMPLE: 'on', WINNOW_LOG_LEVEL: 'error' }
const key = 'the-owner-key-of-this-test'

/** A model that can do nothing but weigh; whatever else it is asked is read without it. */
function weigh({ messages }: ChatRequest): ModelReply {
  const prompt = messages.at(-1)?.content ?? ''
  const [, quote] = /\ntext:\n\s*([^\n]+)/.exec(prompt) ?? []
  if (!prompt.includes('"keyCountering"') || quote === undefined) return { status: 403 }
  const value = (path: string, said: string | number) => ({
    path,
    value: said,
    confidence: 0.9,
    source: 1,
    quote,
  })
  return {
    says: {
      values: [
        value('verdict', 'Some of them grow while others let people go.'),
        value('confidence', 0.6),
        value('keySupporting[0]', quote),
        value('blindSpots[0]', 'Nobody says what it costs.'),
      ],
    },
  }
}

/** The sample web, once all of it can be found, with a host on either way in. */
beforeAll(async () => {
  environment.WINNOW_API_KEY = key
  server = await serverProcess({ hasSample: true, environment })
  await server.start()
  const stdio = new StdioClientTransport({
    command: process.execPath,
    args: [mainScript, 'mcp', '--data-dir', server.dataDir],
    env: { ...plainEnvironment, WINNOW_MCP_API_KEY: key, WINNOW_LOG_LEVEL: 'error' },
    stderr: 'inherit',
  })
  hosts = { stdio: await openHost(stdio), HTTP: await openHost(overHttp()) }
}, 180_000)

afterAll(() => Promise.all(Object.values(hosts).map(({ client }) => client.close())))

const overHttp = () =>
  new StreamableHTTPClientTransport(new URL('/mcp', server.url), {
    requestInit: { headers: { 'x-api-key': key } },
  })

async function openHost(transport: StdioClientTransport | StreamableHTTPClientTransport) {
  const client = new Client({ name: 'host', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  await client.connect(transport)
  await client.listTools()
  const manage = async (operation: string, args: object = {}): Promise<Body> => {
    const { structuredContent } = await client.callTool({
      name: 'manage_websets',
      arguments: { operation, args },
    })
    return structuredContent as Body
  }
  const begin = async (type: string, args: object): Promise<string> => {
    const made = await manage('tasks.create', { type, args })
    expect(made.error).toBeUndefined()
    return made.taskId as string
  }
  const result = async (taskId: string): Promise<Body> => {
    for (let look = 0; look < 30; look++) {
      const body = await manage('tasks.result', { taskId, wait: 10_000 })
      if (body.ready !== false) return body
    }
    throw new Error('the task never ended')
  }
  return { client, manage, begin, result }
}

const harvest = {
  query: 'companies that make robots',
  entity: 'company',
  criteria: ['is based in Europe'],
  count: 3,
  enrichments: [
    { description: 'Where it is based' },
    { description: 'Year of founding', format: 'number' },
    { description: 'What it makes' },
  ],
}

/** What the authors of the sample web know to be true of a person. */
async function doctorateOf(name: string): Promise<string | undefined> {
  const file = new URL('../../sample/truth/entities.json', import.meta.url)
  const entities = JSON.parse(await readFile(file, 'utf8')) as Body[]
  const { attributes = [] } = entities.find((one) => one.name === name) ?? {}
  return attributes.find(({ attribute }: Body) => attribute === 'doctorate')?.value
}

interface Round {
  readonly items: readonly Body[]
  readonly progress: Body
}

/** Every figure of a winnow run again, from the items as the websets have them. */
function recompute(
  winnowed: Body,
  rounds: readonly Round[],
  criteria: readonly string[],
  threshold: number,
): void {
  interface Scored {
    readonly id: string
    readonly vector: boolean[]
    readonly fitness: number
  }
  const archive: Scored[] = []
  let elites = new Set<string>()
  let converged = false
  for (const [at, { items }] of rounds.entries()) {
    const years = items.map((item) => Number(valueOf(item, 'Year of founding') ?? Number.NaN))
    const known = years.filter((year) => !Number.isNaN(year))
    const [least, most] = [Math.min(...known), Math.max(...known)]
    const scored = items.map((item, index): Scored => {
      const year = years[index] ?? Number.NaN
      const byYear = Number.isNaN(year) ? 0 : most === least ? 1 : (year - least) / (most - least)
      const vector = criteria.map((criterion) =>
        item.evaluations.some((one: Body) => one.criterion === criterion && one.satisfied === 'yes'),
      )
      return { id: item.id, vector, fitness: (byYear + (valueOf(item, 'Where it is based') ? 1 : 0)) / 2 }
    })
    const told = winnowed.rounds[at]
    expect(told.itemCount).toBe(items.length)
    expect(told.nicheDistribution).toEqual(countsOf(scored.map(({ vector }) => nicheOf(vector))))
    archive.push(...scored)
    const best = new Map<string, Scored>()
    for (const one of archive.toSorted(
      (a, b) => b.fitness - a.fitness || yes(b) - yes(a) || (a.id < b.id ? -1 : 1),
    ))
      if (!best.has(nicheOf(one.vector))) best.set(nicheOf(one.vector), one)
    const next = new Set([...best.values()].map(({ id }) => id))
    expect(new Set(told.elites.map(({ item }: Body) => item.id))).toEqual(next)
    for (const { item, niche, fitnessScore, criteriaVector } of told.elites) {
      const mine = best.get(niche)
      expect([item.id, criteriaVector]).toEqual([mine?.id, mine?.vector])
      expect(fitnessScore).toBeCloseTo(mine?.fitness ?? -1, 9)
    }
    const all = new Set([...elites, ...next])
    const change = [...all].filter((id) => !(elites.has(id) && next.has(id))).length / all.size
    converged = at > 0 && change < threshold
    // It ends with the first round that changes little, or with the last.
    if (converged) expect(at).toBe(rounds.length - 1)
    elites = next
  }
  const shares = Object.values(countsOf(archive.map(({ vector }) => nicheOf(vector)))).map(
    (count) => count / archive.length,
  )
  const entropy = shares.reduce((sum, share) => sum - share * Math.log2(share), 0)
  const sum = (name: string) => rounds.reduce((total, { progress }) => total + progress[name], 0)
  const final = archive.filter(({ id }) => elites.has(id))
  const metrics = winnowed.qualityMetrics
  expect(archive.length).toBeGreaterThan(0)
  expect(metrics.coverage).toBe(shares.length / 2 ** criteria.length)
  expect(metrics.diversity).toBeCloseTo(entropy, 9)
  expect(metrics.evenness).toBeCloseTo(entropy / criteria.length, 9)
  expect(metrics.avgFitness).toBeCloseTo(final.reduce((all, one) => all + one.fitness, 0) / final.length, 9)
  expect(metrics.stringency).toBeCloseTo(sum('found') / Math.max(sum('analyzed'), 1), 9)
  expect(winnowed.finalElites.map(({ item }: Body) => item.id).toSorted()).toEqual([...elites].toSorted())
  expect(winnowed.convergenceReached).toBe(converged)
}

const nicheOf = (vector: readonly boolean[]): string => vector.map(Number).join(',')
const yes = ({ vector }: { vector: readonly boolean[] }): number => vector.filter(Boolean).length
const countsOf = (keys: readonly string[]): Record<string, number> =>
  Object.fromEntries([...new Set(keys)].map((one) => [one, keys.filter((key) => key === one).length]))
const valueOf = (item: Body, description: string): string | undefined =>
  item.enrichments.find((one: Body) => one.description === description)?.result?.[0]

/** In this order: the model, which comes with the second start, makes everything slower. */
describe('on the sample web', { shuffle: false }, () => {
  describe('scenarios, each begun on one way in and read on the other', { concurrent: true }, () => {
    test('market research by harvest with three enrichments', async () => {
      const harvested = await hosts.HTTP.result(await hosts.stdio.begin('lifecycle.harvest', harvest))
      expect(harvested).toMatchObject({ ready: true, _task: { status: 'completed' }, enrichmentCount: 3 })
      expect(harvested.itemCount).toBe(3)
      for (const { satisfied, enrichmentResults } of harvested.items) {
        expect(satisfied).toEqual(['is based in Europe'])
        expect(Object.keys(enrichmentResults).toSorted()).toEqual(
          harvest.enrichments.map(({ description }) => description).toSorted(),
        )
      }
      const years = harvested.items.flatMap((one: Body) => one.enrichmentResults['Year of founding'] ?? [])
      expect(years.length).toBeGreaterThan(0)
      for (const year of years) expect(year).toMatch(/^(?:19|20)\d\d$/)
    }, 180_000)

    test('talent mapping by verified collection, with a schema and a research limit', async () => {
      const collected = await hosts.HTTP.result(
        await hosts.stdio.begin('research.verifiedCollection', {
          query: 'Academics at Aldermoor University',
          entity: 'person',
          criteria: ['Holds a doctorate'],
          count: 2,
          researchPrompt: 'Where did {{name}} take the doctorate?',
          researchLimit: 1,
          researchModel: 'exa-research-fast',
          researchSchema: {
            type: 'object',
            properties: {
              university: { type: 'string', description: 'University of the doctorate' },
              year: { type: 'number', description: 'Year of the doctorate' },
            },
            required: ['university', 'year'],
            additionalProperties: false,
          },
        }),
      )
      expect(collected).toMatchObject({
        ready: true,
        totalItems: 2,
        researchedCount: 1,
        researchFailedCount: 0,
      })
      const [first, second] = collected.items
      expect(first.item.satisfied).toEqual(['Holds a doctorate'])
      const { university, year } = first.research.result
      // It may not find all of it, but what it says is so.
      const truth = (await doctorateOf(first.item.name)) ?? ''
      expect(truth).toMatch(new RegExp(`, ${year}$`))
      // A sentence of the page may stand for the name in it.
      const [place = ''] = truth.split(',')
      expect(truth.includes(university) || university.includes(place)).toBe(true)
      expect(second).not.toHaveProperty('research')
    }, 180_000)

    test('a winnow run of three rounds, recomputed by hand', async () => {
      const { result, manage } = hosts.stdio
      const criteria = ['makes robots', 'is based in Europe']
      // No change is below nothing, so it goes through all its rounds however early the elites are settled.
      const convergenceThreshold = 0
      const winnowed = await result(
        await hosts.HTTP.begin('qd.winnow', {
          query: 'companies that make robots or sensors',
          entity: 'company',
          criteria,
          enrichments: [
            { description: 'Year of founding', format: 'number' },
            { description: 'Where it is based' },
          ],
          count: 2,
          maxRounds: 3,
          convergenceThreshold,
        }),
      )
      expect(winnowed).toMatchObject({ ready: true, _task: { status: 'completed' } })
      expect(winnowed.rounds).toHaveLength(3)
      const rounds = await Promise.all(
        winnowed.rounds.map(async ({ websetId }: Body) => {
          const { data } = await manage('items.list', { websetId, filter: 'none', limit: 50 })
          const { searches } = await manage('websets.get', { id: websetId })
          return { items: data as Body[], progress: searches[0].progress as Body }
        }),
      )
      recompute(winnowed, rounds, criteria, convergenceThreshold)
    }, 300_000)

    test('a task from the command line, with its result as JSON', async () => {
      const { code, stdout, stderr } = await runCli(
        [
          'task',
          'run',
          'lifecycle.harvest',
          '--query',
          'robot makers',
          '--entity',
          'company',
          '--criterion',
          'is based in Europe',
          '--count',
          '1',
          '--json',
          '--data-dir',
          server.dataDir,
        ],
        { cwd: server.folder },
      )
      expect([code, code === 0 ? '' : stderr]).toEqual([0, ''])
      expect(JSON.parse(stdout)).toMatchObject({ itemCount: 1, items: [{ name: expect.any(String) }] })
    }, 120_000)
  })

  test('due diligence by adversarial verification, with synthesis, goes on after kill -9', async () => {
    const { manage, begin, result } = hosts.stdio
    const taskId = await begin('adversarial.verify', {
      thesis: 'It is a good time to supply companies that make machines.',
      thesisQuery: 'Articles about companies that won orders',
      antithesisQuery: 'News articles about layoffs',
      entity: 'article',
      count: 1,
      synthesize: true,
    })
    for (let look = 0; look < 200; look++) {
      const { progress } = await manage('tasks.get', { taskId })
      if (progress?.completed >= 2) break
      await sleep(20)
    }
    await server.kill()
    const model = await scriptedModel(weigh)
    Object.assign(environment, { WINNOW_LLM_BASE_URL: model.baseUrl, WINNOW_LLM_MODEL: model.model })
    await server.start()
    const again = await openHost(overHttp())
    onTestFinished(() => again.client.close())
    const verified = await again.result(taskId)
    expect(verified.synthesisError).toBeUndefined()
    expect(verified).toMatchObject({
      ready: true,
      _task: { status: 'completed' },
      thesis: { itemCount: 1, items: [{ name: expect.stringMatching(/order/) }] },
      antithesis: { itemCount: 1, items: [{ name: expect.stringMatching(/cut/) }] },
    })
    expect(verified.synthesis).toEqual({
      researchId: expect.stringMatching(/^research_/),
      verdict: 'Some of them grow while others let people go.',
      confidence: 0.6,
      keySupporting: [expect.stringMatching(/\w/)],
      keyCountering: [],
      blindSpots: ['Nobody says what it costs.'],
    })
    expect(verified.steps.map(({ name, status }: Body) => `${name} ${status}`)).toEqual([
      'creating thesis ok',
      'creating antithesis ok',
      'searching thesis ok',
      'searching antithesis ok',
      'collecting ok',
      'synthesizing ok',
    ])
    // The host on standard input finds the new server by itself.
    const { researchId } = verified.synthesis
    expect(await manage('research.get', { researchId })).toMatchObject({ status: 'completed' })
    expect((await result(taskId)).synthesis).toEqual(verified.synthesis)
    const { data } = await manage('websets.list')
    expect(data.filter(({ externalId }: Body) => externalId?.startsWith(taskId))).toHaveLength(2)
    const shown = await runCli(['task', 'list', '--api-key', key, '--data-dir', server.dataDir], {
      cwd: server.folder,
    })
    expect(shown.stdout).toContain(taskId)
  }, 180_000)
})
