/* oxlint-disable no-explicit-any, no-underscore-dangle, consistent-function-scoping -- results are looked into as tests please, and scripts stand where they are used */
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { agentOperations, extraOperations, recommend, withSixWorkflows } from '../../src/agent-side/index.ts'
import { additiveWorkflows } from '../../src/workflows/additive-workflows.ts'
import { seedWorkflows } from '../../src/workflows/seed-workflows.ts'
import { agentCaller, openAgentSide } from '../agent-side.ts'
import { maker, openWorkflows } from '../workflow-scene.ts'

const noRuns = {
  count: 0,
  completed: 0,
  durationMs: null,
  itemCount: null,
  costDollars: null,
  coverage: null,
}

/** The tool in front of real tasks, on a stand-in. */
function open(options: Parameters<typeof openWorkflows>[0] = {}) {
  const scene = openWorkflows(options)
  const { call } = openAgentSide({
    operations: [...agentOperations, ...extraOperations],
    tasks: { ...scene.desk, archive: async () => seedWorkflows.map((one) => ({ ...one, runs: noRuns })) },
  })
  return { ...scene, call }
}
/** With names that nothing could take for one another. */
const many = (count: number) => () =>
  Array.from({ length: count }, (_, at) =>
    maker(createHash('sha256').update(String(at)).digest('hex').slice(0, 20), 'y'),
  )

describe('tasks.* of the tool', () => {
  test('arguments of workflows are repaired, flat or nested, and short names understood', async () => {
    const { call, runner, standIn } = open({ items: many(2) })
    const { body } = await call('tasks.create', {
      type: 'lifecycle',
      args: { query: 'robots', entity: 'company', criteria: 'ships', count: '2', enrichments: ['CEO'] },
    })
    expect(body).toMatchObject({
      type: 'lifecycle.harvest',
      status: 'working',
      _task: { type: 'lifecycle.harvest' },
    })
    await runner.idle()
    const [webset] = standIn.websets.values()
    expect(webset?.searches).toMatchObject([
      { query: 'robots', count: 2, criteria: [{ description: 'ships' }] },
    ])
    const result = (await call('tasks.result', { taskId: body.taskId })).body
    expect(result).toMatchObject({
      ready: true,
      _task: { status: 'completed' },
      itemCount: 2,
      _page: { hasMore: false },
    })
  })

  test('arguments of workflows may be JSON text inside the arguments, in safe mode', async () => {
    const { call } = open()
    const args = JSON.stringify({ query: 'robots', entity: 'company' })
    for (const flat of [{}, { count: '2' }]) {
      const task = { type: 'lifecycle.harvest', args, ...flat }
      const { body } = await call('tasks.create', { ...task, compat: { preview: true } })
      expect(body.normalizedArgs.args).toMatchObject({ query: 'robots', entity: { type: 'company' } })
      expect(body.normalizedArgs.args.count).toBe('count' in flat ? 2 : 25)
      expect(body._coercions.map(({ path }: { path: string }) => path)).toContain('args')
      const strict = await call('tasks.create', { ...task, compat: { mode: 'strict' } })
      expect(strict.body.error).toMatchObject({ category: 'validation', issues: [{ path: 'args' }] })
    }
  })

  test('a yes or no that the API does not know is asked as options, and scored as such', async () => {
    const { call, runner } = open({
      items: many(2),
      enrich: (item) => [item.id === 'witem_000003' ? 'Yes' : 'No'],
    })
    const { body } = await call('tasks.create', {
      type: 'qd.winnow',
      args: {
        query: 'robots',
        entity: 'company',
        criteria: ['criterion 1'],
        enrichments: [{ description: 'Ships abroad', format: 'boolean' }],
        selectionStrategy: 'any-criteria',
      },
    })
    await runner.idle()
    const { finalElites } = (await call('tasks.result', { taskId: body.taskId })).body
    expect(finalElites.map(({ fitnessScore }: { fitnessScore: number }) => fitnessScore)).toEqual([1, 0])
  })

  test('what is wrong is said before anything is started', async () => {
    const { call, standIn } = open()
    const { body, isError } = await call('tasks.create', { type: 'qd.winnow', args: { query: 'x' } })
    expect(isError).toBe(true)
    expect(body.error.issues.map(({ path }: { path: string }) => path)).toEqual(
      expect.arrayContaining(['args.entity', 'args.criteria', 'args.enrichments']),
    )
    expect((await call('tasks.create', { type: 'qd' })).body.error.category).toBe('validation')
    expect(standIn.requests).toEqual([])
  })

  test('a result by state: not ready, completed, failed, cancelled, unknown', async () => {
    const waiting = open({ maxConcurrent: 0 })
    const { taskId } = (
      await waiting.call('tasks.create', { type: 'research.deep', args: { instructions: 'Why?' } })
    ).body
    expect(await waiting.call('tasks.result', { taskId })).toMatchObject({
      isError: false,
      body: { ready: false, _task: { status: 'pending' }, pollAfterMs: 2000 },
    })
    await waiting.call('tasks.cancel', { taskId })
    expect(await waiting.call('tasks.result', { taskId })).toMatchObject({
      isError: false,
      body: { ready: true, _task: { status: 'cancelled' } },
    })
    expect((await waiting.call('tasks.cancel', { taskId })).body).toMatchObject({
      status: 'cancelled',
      changed: false,
    })
    expect(await waiting.call('tasks.result', { taskId: 'task_x' })).toMatchObject({
      isError: true,
      body: { error: { category: 'not_found' } },
    })
    const failing = open({ looks: 1e9 })
    const made = (
      await failing.call('tasks.create', {
        type: 'research.deep',
        args: { instructions: 'Why?', timeout: 10 },
      })
    ).body
    await failing.runner.idle()
    expect(await failing.call('tasks.result', { taskId: made.taskId })).toMatchObject({
      isError: true,
      body: {
        ready: true,
        error: { step: 'polling', recoverable: true },
        partialResult: { researchId: expect.stringMatching(/^research_/) },
      },
    })
    expect((await failing.call('tasks.list', { status: 'failed' })).body).toMatchObject({ count: 1 })
  })

  test.each([
    ['lifecycle.harvest', { query: 'q', entity: 'company', count: 1000 }, 'items'],
    [
      'research.verifiedCollection',
      { query: 'q', entity: 'company', count: 300, researchPrompt: '{{name}}', researchLimit: 1 },
      'items',
    ],
    ['convergent.search', { queries: ['a', 'b'], entity: 'company', count: 300 }, 'intersection'],
  ])('a long result of %s is read to its end in pages, none above the limit', async (type, args, key) => {
    const { call, runner, desk } = open({ items: many(args.count) })
    const { taskId } = (await call('tasks.create', { type, args })).body
    await runner.idle()
    const names = new Set<string>()
    for (let offset: number | null = 0, pages = 0; offset !== null; pages++) {
      const { body } = await call('tasks.result', { taskId, offset, limit: 200 })
      expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThanOrEqual(60_000)
      for (const row of body[key]) names.add(row.name ?? row.item.name)
      expect(pages).toBeLessThan(60)
      offset = body._page.nextOffset
    }
    expect(names.size).toBe(args.count)
    expect([...desk.workflows.values()].filter(({ additive }) => !additive)).toHaveLength(6)
  })

  test('workflows beyond the six are known only to those who switched them on', async () => {
    const { desk, standIn, clock } = openWorkflows()
    const archive = async () =>
      [...seedWorkflows, ...additiveWorkflows].map((one) => ({ ...one, runs: noRuns }))
    const everything = { ...desk, archive }
    const create = { type: 'retrieval.verifiedAnswer', args: { query: 'Why?' } }
    const few = openAgentSide({ tasks: withSixWorkflows(everything), clock })
    const { body, isError } = await few.call('tasks.create', create)
    expect([isError, body.error.category]).toEqual([true, 'validation'])
    expect(JSON.stringify(body.error.issues)).not.toContain('semantic.cron')
    expect(standIn.requests).toEqual([])
    expect((await withSixWorkflows(everything).archive(agentCaller)).map(({ type }) => type)).toEqual(
      seedWorkflows.map(({ type }) => type),
    )
    const all = openAgentSide({ tasks: everything, clock })
    expect((await all.call('tasks.create', create)).body).toMatchObject({ type: create.type })
    expect([...everything.workflows.keys()].toSorted()).toEqual(
      [...seedWorkflows, ...additiveWorkflows].map(({ type }) => type).toSorted(),
    )
  })

  test.each([
    ['Read the best pages about pipes', 'retrieval.searchAndRead'],
    ['Find more pages similar to these', 'retrieval.expandAndCollect'],
    ['A quick answer with citations', 'retrieval.verifiedAnswer'],
    ['Keep me posted daily about orders', 'semantic.cron'],
    ['Verify the enrichments of my webset', 'verify.enrichments'],
    ['Due diligence on a claim', 'adversarial.verify'],
  ])('for "%s" %s is recommended, where it is to be had', (goal, type) => {
    const archive = [...seedWorkflows, ...additiveWorkflows].map((one) => ({ ...one, runs: noRuns }))
    expect(recommend(goal, archive)[0]?.type).toBe(type)
    expect(recommend(goal, archive.slice(0, 6)).map((one) => one.type)).not.toContain('semantic.cron')
  })

  test('a workflow is recommended for a goal', async () => {
    const { call } = open()
    const { body } = await call('workflows.recommend', { goal: 'Due diligence on a claim' })
    expect(body.recommendations[0]).toMatchObject({ type: 'adversarial.verify', archetype: 'generative' })
    expect(body.recommendations).toHaveLength(6)
    expect(body._summary).toMatch(/adversarial\.verify/)
  })
})
