import { describe, expect, test } from 'vitest'
import { company } from '../../tests/exa-stand-in.ts'
import { openAgentSide } from '../../tests/agent-side.ts'
import { agentOperations } from './index.ts'
import { byteLength } from './json.ts'

const anItem = (name: string) => ({
  properties: company(name, 50_000),
  evaluations: [
    { criterion: 'makes things', satisfied: 'yes', reasoning: 'r'.repeat(800), references: [] },
    { criterion: 'is large', satisfied: 'unclear', reasoning: 'r'.repeat(800), references: [] },
  ],
})

describe('contract check 1: the operations', () => {
  test('are 47 primitives, 4 of research and 5 of tasks, in their order', () => {
    const names = agentOperations.map(({ name }) => name)
    expect(names).toEqual(
      `websets.create websets.get websets.list websets.update websets.delete websets.cancel websets.preview
      websets.waitUntilIdle websets.getAll searches.create searches.get searches.cancel items.list items.get
      items.delete items.getAll enrichments.create enrichments.get enrichments.cancel enrichments.update
      enrichments.delete monitors.create monitors.get monitors.list monitors.update monitors.delete monitors.getAll
      monitors.runs.list monitors.runs.get webhooks.create webhooks.get webhooks.list webhooks.update webhooks.delete
      webhooks.list_attempts webhooks.getAll webhooks.getAllAttempts imports.create imports.get imports.list
      imports.update imports.delete imports.waitUntilCompleted imports.getAll events.list events.get events.getAll
      research.create research.get research.list research.pollUntilFinished tasks.create tasks.get tasks.result
      tasks.list tasks.cancel`.split(/\s+/),
    )
  })

  test('an unknown one is answered with the three closest, and is no protocol error', async () => {
    const { call } = openAgentSide()
    const { isError, body } = await call('webset.creat')
    expect(isError).toBe(true)
    expect(body.error.category).toBe('validation')
    expect(body.error.hints[0]).toContain('websets.create')
    expect(body.error.hints[0].split(', ')).toHaveLength(3)
  })

  test('the read-only twin refuses what spends, changes or destroys', async () => {
    const { call, standIn } = openAgentSide()
    for (const [operation, args] of [
      ['websets.create', { searchQuery: 'x' }],
      ['websets.delete', { id: 'w' }],
      ['websets.preview', { query: 'x', search: true }],
    ] as const) {
      const { isError, body } = await call(operation, args, { readOnly: true })
      expect(isError).toBe(true)
      expect(body.error.category).toBe('unsupported')
    }
    expect(standIn.requests).toEqual([])
    expect((await call('websets.preview', { query: 'x' }, { readOnly: true })).isError).toBe(false)
    expect((await call('websets.list', {}, { readOnly: true })).isError).toBe(false)
  })
})

describe('the envelope', () => {
  test('takes arguments in args, beside the operation, or both; beside wins', async () => {
    const { dispatcher, standIn } = openAgentSide()
    const { agentCaller: caller } = await import('../../tests/agent-side.ts')
    await dispatcher.call({
      caller,
      input: { operation: 'websets.list', args: { limit: 5, search: 'abc' }, limit: 7 },
      signal: AbortSignal.timeout(5000),
    })
    expect(standIn.requests[0]?.query).toEqual({ limit: '7', search: 'abc' })
  })

  test('drops unknown arguments in safe mode with a warning, also nested ones, and names them in strict mode', async () => {
    const { call, standIn } = openAgentSide()
    const args = { search: { query: 'x', colour: 'red' }, wrong: 1 }
    const safe = await call('websets.create', args)
    expect(safe.isError).toBe(false)
    expect(safe.body._warnings.join(' ')).toMatch(/"wrong".*"search\.colour"|"search\.colour".*"wrong"/)
    const sent = standIn.requests.length
    const strict = await call('websets.create', { ...args, compat: { mode: 'strict' } })
    expect(strict.body.error.issues.map(({ path }: { path: string }) => path).toSorted()).toEqual([
      'search.colour',
      'wrong',
    ])
    expect(standIn.requests).toHaveLength(sent)
  })

  test('an invalid mode makes the call strict and says so; an invalid preview is ignored and said', async () => {
    const { call } = openAgentSide()
    const wrongMode = await call('websets.list', { limit: '5', compat: { mode: 'loose' } })
    expect(wrongMode.isError).toBe(true)
    expect(wrongMode.body._warnings[0]).toContain('strict')
    const wrongPreview = await call('websets.list', { compat: { preview: 'yes' } })
    expect(wrongPreview.isError).toBe(false)
    expect(wrongPreview.body._warnings[0]).toContain('compat.preview')
  })

  test('a call may be safe on a strict server', async () => {
    const { call } = openAgentSide({ mode: 'strict' })
    expect((await call('websets.list', { limit: '5' })).isError).toBe(true)
    expect((await call('websets.list', { limit: '5', compat: { mode: 'safe' } })).isError).toBe(false)
  })
})

describe('contract check 4: projections', () => {
  test('a 55 KB company is below 2 KB at tier 2, and no list shows content, reasoning or references', async () => {
    const { call } = openAgentSide({ items: () => [anItem('Acme'), anItem('Globex')] })
    const { body: webset } = await call('websets.create', {
      searchQuery: 'makers',
      enrichments: [{ description: 'employees', format: 'number' }],
    })
    await call('websets.waitUntilIdle', { id: webset.id })
    const { body } = await call('items.list', { websetId: webset.id })
    expect(body.data).toHaveLength(2)
    for (const item of body.data) {
      expect(byteLength(item)).toBeLessThan(2000)
      expect(item.enrichments[0]).toMatchObject({
        description: 'employees',
        format: 'number',
        status: 'completed',
      })
    }
    expect(JSON.stringify(body)).not.toMatch(/"(content|reasoning|references)"/)
    expect(body.data[0].evaluations).toEqual([
      { criterion: 'makes things', satisfied: 'yes' },
      { criterion: 'is large', satisfied: 'unclear' },
    ])
    const { body: whole } = await call('items.get', { websetId: webset.id, itemId: body.data[0].id })
    expect(whole.properties.content).toHaveLength(20_000)
    expect(whole.evaluations[0].reasoning).toBeDefined()
  })

  test('items that were judged and met nothing are counted and left out', async () => {
    const no = { properties: company('None'), evaluations: [{ criterion: 'a', satisfied: 'no' }] }
    const unjudged = { properties: company('Unjudged'), evaluations: [] }
    const { call } = openAgentSide({ items: () => [anItem('Acme'), no, unjudged] })
    const { body: webset } = await call('websets.create', { searchQuery: 'makers' })
    await call('websets.waitUntilIdle', { id: webset.id })
    const { body: any } = await call('items.list', { websetId: webset.id })
    expect(any).toMatchObject({ total: 3, included: 2, excluded: 1 })
    const { body: all } = await call('items.list', { websetId: webset.id, filter: 'all' })
    expect(all.data.map(({ name }: { name: string }) => name)).toEqual(['Unjudged'])
    const { body: none } = await call('items.list', { websetId: webset.id, filter: 'none' })
    expect(none).toMatchObject({ total: 3, included: 3, excluded: 0 })
  })

  test('the secret of a webhook is in the answer to its creation and nowhere else', async () => {
    const { call } = openAgentSide()
    const { body } = await call('webhooks.create', { url: 'https://a.example/', events: 'webset.idle' })
    expect(body.secret).toBe('whsec_shown_once')
    expect((await call('webhooks.get', { id: body.id })).body).not.toHaveProperty('secret')
    expect((await call('webhooks.list')).body.data[0]).not.toHaveProperty('secret')
  })
})

const thousand = () => Array.from({ length: 1000 }, (_, index) => anItem(`Company ${index}`))

/** A webset with so many items that have found their way into it. */
const filledWebset = async (count: number) => {
  const { call } = openAgentSide({
    looks: 0,
    items: () =>
      Array.from({ length: count }, (_, at) => ({
        properties: { ...company(`Maker ${at}`), content: 'x'.repeat(3000) },
        evaluations: [],
      })),
  })
  const { body: webset } = await call('websets.create', { searchQuery: 'makers', searchCount: count })
  return { call, id: webset.id as string }
}

describe('items inside other answers', () => {
  const tier1Fields = ['id', 'url', 'name', 'entityType', 'description', 'evaluations']

  test('of a webset are whole when asked for, up to five of them', async () => {
    const few = await filledWebset(5)
    const whole = await few.call('websets.get', { id: few.id, expand: ['items'], projection: 'raw' })
    expect(whole.body.items).toHaveLength(5)
    expect(whole.body.items[0].properties.content).toHaveLength(3000)
    const more = await filledWebset(6)
    const { body } = await more.call('websets.get', { id: more.id, expand: ['items'], projection: 'raw' })
    expect(body.items).toHaveLength(6)
    expect(Object.keys(body.items[5])).toEqual(tier1Fields)
    expect(body._warnings).toEqual([expect.stringContaining('items.get')])
  })

  test.each([20, 100])(
    'are cut to size with a cursor that items.list goes on from, %i at a time',
    async (limit) => {
      const count = 230
      const { call, id } = await filledWebset(count)
      const { body } = await call('websets.get', { id, expand: ['items'] })
      const seen = body.items.map((item: { name: string }) => item.name) as string[]
      expect(seen.length).toBeGreaterThan(0)
      expect(body._page).toMatchObject({ hasMore: true, truncated: true, returned: seen.length })
      expect(body._warnings.join()).toMatch(/_page/)
      for (let { nextCursor: cursor } = body._page; cursor !== null;) {
        const next = await call('items.list', { websetId: id, cursor, limit })
        seen.push(...next.body.data.map((item: { name: string }) => item.name))
        cursor = next.body._page.nextCursor
      }
      expect(seen).toEqual(Array.from({ length: count }, (_, at) => `Maker ${at}`))
    },
  )
})

describe('contract check 5: a thousand items', () => {
  test.each(['items.getAll', 'items.list'])(
    '%s never exceeds the size guard and pages to the end',
    async (operation) => {
      const { call, standIn } = openAgentSide({ items: thousand })
      const { body: webset } = await call('websets.create', { searchQuery: 'makers', searchCount: 1000 })
      await call('websets.waitUntilIdle', { id: webset.id })
      const seen: string[] = []
      let cursor: string | null = null
      let answers = 0
      do {
        const page: Awaited<ReturnType<typeof call>> = await call(operation, {
          websetId: webset.id,
          ...(operation === 'items.list' && { limit: 100 }),
          ...(cursor && { cursor }),
        })
        expect(byteLength(page.body)).toBeLessThanOrEqual(60_000)
        seen.push(...page.body.data.map(({ id }: { id: string }) => id))
        cursor = page.body._page.nextCursor
        expect(page.body._page.hasMore).toBe(cursor !== null)
        answers++
      } while (cursor && answers < 100)
      expect(new Set(seen).size).toBe(1000)
      expect(seen).toHaveLength(1000)
      expect(standIn.items.get(webset.id)?.map(({ id }) => id)).toEqual(seen)
    },
  )

  test('truncated is said only if there is more', async () => {
    const { call } = openAgentSide({ items: () => [anItem('A'), anItem('B'), anItem('C')] })
    const { body: webset } = await call('websets.create', { searchQuery: 'makers' })
    await call('websets.waitUntilIdle', { id: webset.id })
    const all = await call('items.getAll', { websetId: webset.id, maxItems: 3 })
    expect(all.body._page).toEqual({ hasMore: false, nextCursor: null, returned: 3, truncated: false })
    const some = await call('items.getAll', { websetId: webset.id, maxItems: 2 })
    expect(some.body._page).toMatchObject({ hasMore: true, returned: 2, truncated: true })
    const rest = await call('items.getAll', { websetId: webset.id, cursor: some.body._page.nextCursor })
    expect(rest.body.data.map(({ name }: { name: string }) => name)).toEqual(['C'])
  })

  test('one item too large for an answer is cut inside its texts', async () => {
    const { call } = openAgentSide({ items: () => [anItem('Acme')], maxBytes: 5000 })
    const { body: webset } = await call('websets.create', { searchQuery: 'makers' })
    await call('websets.waitUntilIdle', { id: webset.id })
    const [item] = (await call('items.list', { websetId: webset.id })).body.data
    const { body } = await call('items.get', { websetId: webset.id, itemId: item.id })
    expect(byteLength(body)).toBeLessThanOrEqual(5000)
    expect(body.id).toBe(item.id)
    expect(body._warnings[0]).toContain('cut')
  })

  test('a cursor that is none is refused', async () => {
    const { call } = openAgentSide()
    const { body } = await call('websets.list', { cursor: 'after_nonsense' })
    expect(body.error).toMatchObject({ category: 'validation', issues: [{ path: 'cursor' }] })
  })
})

describe('waiting', () => {
  test('reports at each look, rising, and ends when the webset is idle', async () => {
    const { call, progress, pauses } = openAgentSide({ looks: 3 })
    const { body: webset } = await call('websets.create', { searchQuery: 'makers' })
    const { body } = await call('websets.waitUntilIdle', { id: webset.id })
    expect(body.status).toBe('idle')
    expect(body).not.toHaveProperty('timedOut')
    expect(progress.map((one) => one.progress)).toEqual([1, 2, 3, 4])
    expect(pauses).toEqual([1000, 1000, 1000])
  })

  test('a webset is not at rest while one of its enrichments is still to come', async () => {
    const { call, standIn } = openAgentSide({ looks: 0 })
    const { body: webset } = await call('websets.create', { searchQuery: 'makers', enrichments: ['size'] })
    expect((await call('websets.waitUntilIdle', { id: webset.id })).body).not.toHaveProperty('timedOut')
    const { enrichments } = standIn.websets.get(webset.id) as { enrichments: { status: string }[] }
    for (const one of enrichments) one.status = 'pending'
    const { body } = await call('websets.waitUntilIdle', { id: webset.id, timeout: 5000 })
    expect(body).toMatchObject({ status: 'idle', timedOut: true, enrichments: [{ status: 'pending' }] })
  })

  test('running out of time is an answer with the state, not an error', async () => {
    const { call } = openAgentSide({ looks: 1000 })
    const { body: webset } = await call('websets.create', { searchQuery: 'makers' })
    const { body, isError } = await call('websets.waitUntilIdle', { id: webset.id, timeout: 3000 })
    expect(isError).toBe(false)
    expect(body).toMatchObject({ id: webset.id, status: 'running', timedOut: true })
    const { body: research } = await call('research.create', { instructions: 'x' })
    const waited = await call('research.pollUntilFinished', {
      researchId: research.researchId,
      timeoutMs: 2000,
    })
    expect(waited.body).toMatchObject({ status: 'pending', timedOut: true })
  })

  test('cancellation ends the wait and deletes nothing', async () => {
    const leaving = new AbortController()
    const { call, standIn, dispatcher } = openAgentSide({
      looks: 1000,
      wait: (_, signal) => {
        leaving.abort(new Error('left'))
        signal.throwIfAborted()
        return Promise.resolve()
      },
    })
    expect(dispatcher.operations).toHaveLength(56)
    const { body: webset } = await call('websets.create', { searchQuery: 'makers' })
    await expect(
      call('websets.waitUntilIdle', { id: webset.id }, { signal: leaving.signal }),
    ).rejects.toThrow('left')
    expect(standIn.websets.has(webset.id)).toBe(true)
  })
})
