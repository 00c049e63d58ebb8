/* oxlint-disable no-underscore-dangle, consistent-function-scoping -- results are looked into as tests please, and scripts stand where they are used */
import { describe, expect, test } from 'vitest'
import { additiveCases, lastingOf, pageOf, smallWeb, someWebset } from '../additive-cases.ts'
import { agentCaller } from '../agent-side.ts'
import type { StandInOptions } from '../exa-stand-in.ts'
import { timeless } from '../workflow-cases.ts'
import { maker, mortal, openWorkflows, type WorkflowScene } from '../workflow-scene.ts'

type Row = Record<string, any> // oxlint-disable-line no-explicit-any -- tests look into it as they please

const open = (more: StandInOptions = {}) => openWorkflows({ looks: 1, ...smallWeb, ...more })
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(timeless(value))
      .replaceAll(/\b(monitor|run)_\d+/g, '$1')
      .replaceAll(/2026-01-01T[\d:.]+Z/g, 'then'),
  )
const stepsOf = ({ steps }: Row) => steps.map(({ name, status }: Row) => `${name} ${status}`).join(', ')

describe.each(additiveCases)('$type', ({ type, args, told }) => {
  test('comes to its end, telling how far it is', async () => {
    const scene = open()
    const { task, result } = await scene.run(type, await args(scene))
    expect([task.status, task.error]).toEqual(['completed', null])
    expect(scene.told()).toEqual(told.split(', '))
    expect(result._summary).toMatch(/\w/)
    expect(result.duration).toBeGreaterThanOrEqual(0)
    expect(result.steps.every(({ status }: Row) => status === 'ok')).toBe(true)
    expect(result.timedOut).toBeUndefined()
  })

  test('killed after any exchange with the world, it comes to the same result and makes nothing twice', async () => {
    const whole = open()
    const expected = await whole.run(type, await args(whole))
    const wanted = lastingOf(whole.standIn.requests)
    let lives = 1
    for (; ; lives++) {
      const scene = open()
      const given = await args(scene)
      const victim = mortal(scene, lives)
      await Promise.race([scene.make(type, given, scene.openWorker(victim)), victim.death])
      const [{ taskId } = { taskId: '' }] = (await scene.desk.list(agentCaller, { limit: 1 })).tasks
      const worker = await Promise.race([victim.death.then(() => 'dead'), ended(scene, taskId)])
      if (worker !== 'dead') break
      scene.pass(20_000)
      const next = scene.openWorker()
      await next.runner.beat()
      await next.runner.idle()
      const { task, result } = await scene.outcome(taskId)
      expect([lives, task.status, task.error]).toEqual([lives, 'completed', null])
      expect([lives, plain(result)]).toEqual([lives, plain(expected.result)])
      expect([lives, ...lastingOf(scene.standIn.requests)]).toEqual([lives, ...wanted])
    }
    expect(lives).toBeGreaterThan(10)
  }, 60_000)

  test('cancelled in any step, it stops what it set in motion and keeps what it has', async () => {
    const steps = told.split(', ').slice(0, -1)
    for (const step of steps) {
      const scene = open()
      const given = await args(scene)
      const report = scene.tasks.updateProgress.bind(scene.tasks)
      scene.tasks.updateProgress = async (owner, id, progress) => {
        const isTaken = await report(owner, id, progress)
        if (`${progress.step} ${progress.completed}/${progress.total}` === step)
          await worker.desk.cancel(agentCaller, id)
        return isTaken
      }
      const worker = scene.openWorker({ tasks: scene.tasks, fetch: scene.standIn.fetch })
      const { taskId } = await scene.make(type, given, worker)
      await ended(scene, taskId)
      await worker.runner.idle()
      const { task, result, partial } = await scene.outcome(taskId)
      expect([step, task.status, result]).toEqual([step, 'cancelled', null])
      for (const [id, { status }] of scene.standIn.searchMonitors) {
        expect([step, status]).toEqual([step, 'paused'])
        expect(partial.monitorId).toBe(id)
      }
      const late = scene.standIn.requests.length
      await worker.runner.beat()
      expect(scene.standIn.requests).toHaveLength(late)
    }
  }, 30_000)

  test('a server that says 429 three times fails it, and it can be gone on with', async () => {
    const scene = open()
    const given = await args(scene)
    scene.standIn.fail(/./, { status: 429, times: 3 * 20 })
    const { task } = await scene.run(type, given)
    expect(task).toMatchObject({ status: 'failed', error: { recoverable: true } })
    expect(task.error?.message).toMatch(/as told/)
  })
})

describe('retrieval.searchAndRead', () => {
  test('every page has its outcome: read, failed, or not among the best', async () => {
    const scene = open()
    scene.standIn.fail(/contents/, { status: 500 })
    const { result } = await scene.run('retrieval.searchAndRead', { query: 'robots', readCount: 3 })
    expect(result.pages.map(({ rank, outcome }: Row) => `${rank} ${outcome}`).toSorted()).toEqual(
      expect.arrayContaining(['4 not_read']),
    )
    const outcomes = result.pages.map(({ outcome }: Row) => outcome)
    expect(outcomes.toSorted()).toEqual(['failed', 'not_read', 'read', 'read'])
    expect(result.pages.find(({ outcome }: Row) => outcome === 'read').text).toMatch(/people|Orders/)
    expect(result.pages.find(({ outcome }: Row) => outcome === 'failed').reason).toMatch(/as told/)
    expect(result).toMatchObject({ foundCount: 4, readCount: 2, failedCount: 1, cost: { total: 0.021 } })
    const asked = scene.standIn.requests.filter(({ path }) => path === '/contents')
    expect(asked.every(({ body }) => (body as Row).text.maxCharacters === 5000)).toBe(true)
  })

  test('a page that is gone is told as such, and pages that there was no time for are not read', async () => {
    const scene = open()
    const { result } = await scene.run('retrieval.searchAndRead', { query: 'robots', readCount: 4 })
    expect(result.pages[3]).toMatchObject({ outcome: 'failed', reason: 'CRAWL_NOT_FOUND (404)' })
    const slow = open()
    slow.standIn.fail(/contents/, { status: 429, times: 3, retryAfterSeconds: 10 })
    const late = await slow.run('retrieval.searchAndRead', { query: 'robots', readCount: 4, timeout: 5000 })
    expect(late.result).toMatchObject({ timedOut: true, readCount: 3 })
    expect(late.result.pages[3].outcome).toBe('not_read')
    expect(stepsOf(late.result)).toBe('searching ok, reading timed_out')
  })

  test('when no page can be read it fails with what was found', async () => {
    const scene = open()
    scene.standIn.fail(/contents/, { status: 503, times: 20 })
    const { task, partial } = await scene.run('retrieval.searchAndRead', { query: 'robots' })
    expect(task.error).toMatchObject({ step: 'reading', recoverable: true })
    expect(partial.pages).toHaveLength(4)
  })
})

describe('retrieval.expandAndCollect', () => {
  test('a page under several addresses is one, with who found it where', async () => {
    const scene = open()
    const { result } = await scene.run('retrieval.expandAndCollect', {
      queries: ['one', 'two'],
      seeds: ['https://northwind-robotics.example'],
      numResults: 5,
    })
    // The seed is known already; what both a query and the seed found comes first.
    expect(result.pages.map(({ url }: Row) => url)).toEqual([
      'https://www.news.example/robots/?utm_source=x',
      'https://helio-drones.example/',
      'https://gone.example/',
    ])
    const seed = 'https://northwind-robotics.example'
    expect(result.pages[0].foundBy).toEqual([
      { query: 'two', rank: 3 },
      { seed, rank: 1 },
    ])
    expect(result).toMatchObject({
      totalFound: 7,
      totalUnique: 3,
      sources: [
        { query: 'one', found: 1, alone: 0 },
        { query: 'two', found: 4, alone: 1 },
        { seed, found: 2, alone: 0 },
      ],
    })
    const [first] = scene.standIn.requests
    expect(first?.body).toEqual({ query: 'one', type: 'auto', numResults: 5, contents: { highlights: true } })
  })

  test('the order of queries changes nothing', async () => {
    const run = async (queries: string[]) =>
      (await open().run('retrieval.expandAndCollect', { queries })).result.pages.map(({ url }: Row) => url)
    expect(await run(['one', 'two', 'three'])).toEqual(await run(['three', 'one', 'two']))
  })

  test('one search that fails does not fail the others, and all that fail do', async () => {
    const scene = open()
    scene.standIn.fail(/findSimilar/, { status: 500 })
    const { result } = await scene.run('retrieval.expandAndCollect', {
      queries: ['two'],
      seeds: ['https://a.example/'],
    })
    expect(result.failedSources).toEqual([
      { seed: 'https://a.example/', reason: expect.stringMatching(/as told/) },
    ])
    expect(result.totalUnique).toBe(4)
    const slow = open()
    slow.standIn.fail(/search/, { status: 429, times: 3, retryAfterSeconds: 10 })
    const late = await slow.run('retrieval.expandAndCollect', {
      queries: ['a', 'b', 'c', 'd'],
      timeout: 5000,
    })
    expect(late.result).toMatchObject({ timedOut: true, failedSources: [{ query: 'd' }] })
  })

  test('something has to be looked for', () => {
    expect(() => open().make('retrieval.expandAndCollect', {})).toThrow(/at least one query/)
  })
})

describe('retrieval.verifiedAnswer', () => {
  const citations = [{ id: 'x', url: 'https://northwind-robotics.example/', title: 'Northwind Robotics' }]
  const answering = (...answers: string[]) => {
    const asked: Row[] = []
    const scene = open({
      answer: (request) => {
        asked.push(request)
        return { answer: answers[asked.length - 1] ?? answers.at(-1), citations }
      },
    })
    return {
      asked,
      run: (args: Row = {}) => scene.run('retrieval.verifiedAnswer', { query: 'Who?', ...args }),
    }
  }

  test('every statement comes with the place in a page that bears it out', async () => {
    const { result } = await answering(
      'Northwind Robotics builds robots for pipelines. [1] Northwind employs 340 people ([site](https://x.example/)).',
    ).run()
    expect(result).toMatchObject({ status: 'verified', attempts: 1, sources: [{ outcome: 'read' }] })
    expect(result.statements).toEqual([
      expect.objectContaining({ match: 'verbatim', quote: 'Northwind Robotics builds robots for pipelines' }),
      expect.objectContaining({ match: 'close', quote: 'It employs 340 people.' }),
    ])
    const { text } = pageOf('https://northwind-robotics.example/') as Row
    for (const { quote, start, end } of result.statements) expect(text.slice(start, end)).toBe(quote)
  })

  test('what does not hold is answered again, with what could not be found', async () => {
    const { asked, run } = answering('It employs 900 people. [1]', 'Northwind employs 340 people. [1]')
    const { result } = await run()
    expect(result).toMatchObject({ status: 'verified', attempts: 2, answer: expect.stringContaining('340') })
    expect(asked[0]?.systemPrompt).toBeUndefined()
    expect(asked[1]?.systemPrompt).toContain('It employs 900 people.')
    expect(stepsOf(result)).toBe('answering 1 ok, checking 1 ok, answering 2 ok, checking 2 ok')
  })

  test('what never holds is declined: no answer, what held, and what did not', async () => {
    const { result } = await answering(
      'Northwind Robotics builds robots for pipelines. [1] It does not employ 340 people. [1]',
    ).run()
    expect(result).toMatchObject({
      status: 'declined',
      answer: null,
      attempts: 2,
      statements: [{ text: 'Northwind Robotics builds robots for pipelines.' }],
      rejected: ['It does not employ 340 people.'],
      reason: '1 of its statements could not be found in the pages it cites.',
    })
    expect(result._summary).toMatch(/^Declined/)
  })

  test('an answer that cites nothing, or pages that cannot be read, is declined', async () => {
    const bare = open({ answer: () => ({ answer: 'It is so.', citations: [] }) })
    expect((await bare.run('retrieval.verifiedAnswer', { query: 'Why?' })).result).toMatchObject({
      status: 'declined',
      answer: null,
      reason: 'the answer cites no page.',
    })
    const gone = open({ page: () => null })
    expect((await gone.run('retrieval.verifiedAnswer', { query: 'Why?' })).result).toMatchObject({
      status: 'declined',
      sources: [{ outcome: 'failed', reason: 'CRAWL_NOT_FOUND (404)' }],
    })
  })

  test('time that runs out before the pages are read is told', async () => {
    const { result } = await answering('It employs 340 people. [1]').run({ timeout: 0, attempts: 1 })
    expect(result).toMatchObject({ status: 'declined', timedOut: true, sources: [{ outcome: 'not_read' }] })
    expect(stepsOf(result)).toBe('answering 1 ok, checking 1 timed_out')
  })
})

describe('semantic.cron', () => {
  const webhook = { url: 'https://receiver.example/hook' }

  test('asked again, it tells what is new and what has changed since, each once', async () => {
    let northwind = 'Northwind Robotics builds robots.'
    const scene = open({
      page: (url) => (url.includes('northwind') ? { title: 'N', text: northwind } : pageOf(url)),
    })
    const first = (await scene.run('semantic.cron', { query: 'robots', period: '6h', webhook })).result
    const { monitorId } = first
    expect(first).toMatchObject({ query: 'robots', period: '6h', newCount: 1, changedCount: 0, runCount: 1 })
    expect(first.pages).toMatchObject([{ url: 'https://northwind-robotics.example/', change: 'new' }])
    expect(first.content).toBe('Run 1.')
    expect(JSON.stringify(first)).not.toContain('whsec')
    scene.pass(3_600_000)
    northwind = 'Northwind Robotics builds boats.'
    const second = (await scene.run('semantic.cron', { monitorId })).result
    expect(second.pages.map(({ url, change }: Row) => `${change} ${url}`)).toEqual([
      'new https://helio-drones.example/',
      'changed https://northwind-robotics.example/',
    ])
    scene.pass(3_600_000)
    const third = (await scene.run('semantic.cron', { monitorId, runNow: false })).result
    expect(third).toMatchObject({ newCount: 0, changedCount: 0, runCount: 0, pages: [] })
    expect(stepsOf(third)).toBe('creating ok, running skipped, comparing ok, remembering ok')
    expect(scene.standIn.searchMonitors.size).toBe(1)
    expect(scene.standIn.searchMonitors.get(monitorId)).toMatchObject({
      trigger: { type: 'interval', period: '6h' },
      webhook: { url: webhook.url, events: ['monitor.run.completed'] },
    })
  })

  test('runs by the clock that nobody looked at are told of when somebody asks', async () => {
    const scene = open()
    const { monitorId } = (await scene.run('semantic.cron', { query: 'robots', webhook })).result
    const ask = (path: string, method = 'GET') =>
      scene.standIn.fetch(`http://stand-in.example/monitors/${monitorId}${path}`, { method })
    scene.pass(1000)
    await ask('/trigger', 'POST')
    const [run] = scene.standIn.searchMonitorRuns.get(monitorId) ?? []
    for (let look = 0; look < 3; look++) await ask(`/runs/${String(run?.id)}`)
    const { result } = await scene.run('semantic.cron', { monitorId, runNow: false })
    expect(result).toMatchObject({ runCount: 1, newCount: 1, runs: [{ runId: run?.id, content: 'Run 2.' }] })
  })

  test('a run that does not end in time is told of next time', async () => {
    const scene = open({ looks: 1e9 })
    const { result } = await scene.run('semantic.cron', { query: 'robots', webhook, timeout: 5000 })
    expect(result).toMatchObject({ timedOut: true, runCount: 0, pages: [] })
    expect(stepsOf(result)).toBe('creating ok, running timed_out, comparing ok, remembering ok')
  })

  test('a run that fails fails the task, with the monitor that is still there', async () => {
    const scene = open()
    scene.standIn.fail(/runs\/run/, { status: 500, times: 3 })
    const { task, partial } = await scene.run('semantic.cron', { query: 'robots', webhook })
    expect(task).toMatchObject({ status: 'failed', error: { step: 'running', recoverable: true } })
    expect(scene.standIn.searchMonitors.has(partial.monitorId)).toBe(true)
  })

  test('what is missing is said', () => {
    expect(() => open().make('semantic.cron', { query: 'robots' })).toThrow(/webhook/)
    expect(() => open().make('semantic.cron', { webhook })).toThrow(/query/)
  })
})

describe('verify.enrichments', () => {
  const cellsOf = ({ items }: Row, name: string): Row[] => items.find((item: Row) => item.name === name).cells
  const told = (cells: readonly Row[]) => cells.map(({ values, verdict }) => `${values[0]} ${verdict}`)
  /** What pages are read to say when they are asked again. */
  const asked = (url: string): string => (url.includes('helio') ? 'Tom Reed' : 'Ada Marsh')

  test('each cell is confirmed, contradicted or not found, with its quotes', async () => {
    const scene = open({
      page: (url, { summary }) => {
        const page = pageOf(url)
        return page && summary ? { ...page, summary: JSON.stringify({ ceo: asked(url) }) } : page
      },
    })
    const { result } = await scene.run('verify.enrichments', { websetId: await someWebset(scene) })
    expect(told(cellsOf(result, 'Northwind Robotics'))).toEqual(['Ada Marsh confirmed', '340 confirmed'])
    const [ceo, people] = cellsOf(result, 'Helio Drones')
    expect(told([ceo!, people!])).toEqual(['Ada Marsh contradicted', '120 not_found'])
    expect(ceo?.instead).toMatchObject([
      { value: 'Tom Reed', quote: 'Its chief executive is Tom Reed.', url: 'https://helio-drones.example/' },
    ])
    expect(result).toMatchObject({
      cellCount: 4,
      confirmedCount: 2,
      contradictedCount: 1,
      notFoundCount: 1,
      emptyCount: 0,
    })
    for (const { cells } of result.items)
      for (const { quotes, instead } of cells)
        for (const { quote, url, start, end } of [...quotes, ...instead])
          expect(String(pageOf(url)?.text).slice(start, end)).toBe(quote)
    expect(result.items[0]).toMatchObject({
      satisfied: ['criterion 1'],
      enrichmentResults: { CEO: ['Ada Marsh'] },
    })
  })

  test('a page is asked for all cells of its thing at once, by a schema', async () => {
    const scene = open()
    await scene.run('verify.enrichments', { websetId: await someWebset(scene), count: 1, sourcesPerItem: 1 })
    const asking = scene.standIn.requests.filter(({ path }) => path === '/contents')
    expect(asking).toHaveLength(1)
    expect(asking[0]?.body).toMatchObject({
      summary: {
        schema: { properties: { ceo: { type: 'string' }, numberOfPeopleItEmploys: { type: 'number' } } },
      },
    })
  })

  test('sources that cannot be read leave cells not found; a server that fails for all fails the task', async () => {
    const gone = open({ page: () => null })
    const { result } = await gone.run('verify.enrichments', { websetId: await someWebset(gone) })
    expect(result).toMatchObject({ notFoundCount: 4, cellCount: 4 })
    expect(result.items[0].sources[0]).toMatchObject({ outcome: 'failed' })
    const scene = open()
    const websetId = await someWebset(scene)
    scene.standIn.fail(/contents/, { status: 500, times: 20 })
    const { task, partial } = await scene.run('verify.enrichments', { websetId })
    expect(task.error).toMatchObject({ step: 'checking', recoverable: true })
    expect(partial.websetId).toBe(websetId)
  })

  test('items that there was no time for are not checked, and columns that are not there are refused', async () => {
    const scene = open({
      items: () => ['A1 Works', 'B2 Works', 'C3 Works', 'D4 Works'].map((name) => maker(name)),
    })
    const websetId = await someWebset(scene)
    scene.standIn.fail(/contents/, { status: 429, times: 3, retryAfterSeconds: 10 })
    const { result } = await scene.run('verify.enrichments', { websetId, timeout: 5000 })
    expect(result.timedOut).toBe(true)
    expect(result.items.map(({ outcome }: Row) => outcome)).toContain('not_checked')
    const { task } = await scene.run('verify.enrichments', { websetId, enrichmentIds: ['wenrich_x'] })
    expect(task.error).toMatchObject({ step: 'collecting', recoverable: false })
  })
})

async function ended(scene: WorkflowScene, taskId: string): Promise<string> {
  for (;;) {
    const { status } = await scene.desk.get(agentCaller, taskId)
    if (status !== 'working' && status !== 'pending') return status
    await new Promise((resolve) => setImmediate(resolve))
  }
}
