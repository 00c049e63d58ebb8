import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { mainScript, plainEnvironment } from '../../src/bench/server-child.ts'
import { runCli } from '../harness/cli.ts'
import { serverProcess, type ServerProcess } from '../harness/server-process.ts'

type Body = Record<string, any> // oxlint-disable-line no-explicit-any -- tests look into it as they please

let server: ServerProcess
const environment = { WINNOW_WEBSETS_LIVE_FETCH: 'off', WINNOW_LOG_LEVEL: 'error' }

/** The sample web, once all of it can be found. */
beforeAll(async () => {
  server = await serverProcess({ environment: { ...environment, WINNOW_SAMPLE: 'on' } })
  await server.start()
  for (let look = 0; look < 240; look++) {
    const { stdout } = await runCli(['index', '--json', '--data-dir', server.dataDir], { cwd: server.folder })
    const { documents, backlog } = JSON.parse(stdout) as Body
    if (documents > 150 && backlog.documents === 0) return
    await sleep(500)
  }
  throw new Error('the sample web was never loaded')
}, 180_000)

async function host() {
  const client = new Client({ name: 'host', version: '1' })
  onTestFinished(() => client.close())
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [mainScript, 'mcp', '--data-dir', server.dataDir],
      env: { ...plainEnvironment, ...environment },
      stderr: 'inherit',
    }),
  )
  const manage = async (operation: string, args: object = {}): Promise<Body> => {
    const { structuredContent } = await client.callTool({
      name: 'manage_websets',
      arguments: { operation, args },
    })
    const body = structuredContent as Body
    if (operation === 'tasks.create') expect(body.error).toBeUndefined()
    return body
  }
  return {
    manage,
    result: async (taskId: string): Promise<Body> => {
      for (let look = 0; look < 30; look++) {
        const body = await manage('tasks.result', { taskId, wait: 10_000 })
        if (body.ready !== false) return body
      }
      throw new Error('the task never ended')
    },
  }
}

const criteria = ['makes robots', 'is based in Europe']

test('market research by harvest with three enrichments goes on after kill -9, with one webset', async () => {
  const { manage, result } = await host()
  const made = await manage('tasks.create', {
    type: 'lifecycle.harvest',
    args: {
      query: 'companies that make robots',
      entity: 'company',
      criteria: ['is based in Europe'],
      count: 3,
      enrichments: [
        { description: 'Where it is based' },
        { description: 'Year of founding', format: 'number' },
        { description: 'What it makes' },
      ],
    },
  })
  for (let look = 0; look < 100; look++) {
    const { progress } = await manage('tasks.get', { taskId: made.taskId })
    if (progress?.completed >= 2) break
    await sleep(50)
  }
  await server.kill()
  await server.start()
  const harvest = await result(made.taskId)
  expect(harvest).toMatchObject({ ready: true, _task: { status: 'completed' }, enrichmentCount: 3 })
  expect(harvest.itemCount).toBeGreaterThan(0)
  expect(Object.keys(harvest.items[0].enrichmentResults)).toHaveLength(3)
  const { data } = await manage('websets.list')
  expect(data.filter(({ externalId }: Body) => externalId?.startsWith(made.taskId))).toHaveLength(1)
  const shown = await runCli(['task', 'list', '--data-dir', server.dataDir], { cwd: server.folder })
  expect(shown.stdout).toContain(made.taskId)
}, 180_000)

test('a winnow run of three rounds, recomputed by hand', async () => {
  const { manage, result } = await host()
  const { taskId } = await manage('tasks.create', {
    type: 'qd.winnow',
    args: {
      query: 'companies that make robots or sensors',
      entity: 'company',
      criteria,
      enrichments: [
        { description: 'Year of founding', format: 'number' },
        { description: 'Where it is based' },
      ],
      count: 3,
      maxRounds: 3,
    },
  })
  const winnowed = await result(taskId)
  expect(winnowed).toMatchObject({ ready: true, _task: { status: 'completed' } })
  const counts = new Map<string, number>()
  let items = 0
  for (const round of winnowed.rounds) {
    items += round.itemCount
    for (const [niche, count] of Object.entries<number>(round.nicheDistribution))
      counts.set(niche, (counts.get(niche) ?? 0) + count)
  }
  const shares = [...counts.values()].map((count) => count / items)
  const entropy = shares.reduce((sum, share) => sum - share * Math.log2(share), 0)
  const { coverage, diversity, evenness, avgFitness } = winnowed.qualityMetrics
  expect(items).toBeGreaterThan(0)
  expect(coverage).toBe(counts.size / 4)
  expect(diversity).toBeCloseTo(entropy, 9)
  expect(evenness).toBeCloseTo(entropy / 2, 9)
  expect(new Set(winnowed.finalElites.map(({ niche }: Body) => niche))).toEqual(new Set(counts.keys()))
  const fitness = winnowed.finalElites.map(({ fitnessScore }: Body) => fitnessScore as number)
  const mean = fitness.reduce((sum: number, one: number) => sum + one, 0) / fitness.length
  expect(avgFitness).toBeCloseTo(mean, 9)
  const elites = winnowed.rounds.map((round: Body) => new Set(round.elites.map(({ item }: Body) => item.id)))
  const [last, before] = [elites.at(-1), elites.at(-2)] as [Set<string>, Set<string> | undefined]
  const all = new Set([...last, ...(before ?? [])])
  const changed = [...all].filter((id) => !(last.has(id) && before?.has(id))).length / all.size
  expect(winnowed.convergenceReached).toBe(before !== undefined && changed < 0.1)
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
