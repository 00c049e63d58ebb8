import {
  CreateEnrichmentParametersFormat,
  Exa,
  ExaError,
  EventType,
  WebsetEnrichmentFormat,
  WebsetExcludeSource,
  WebsetSearchBehavior,
  WebsetSearchScopeSource,
  WebsetStatus,
  type CreateWebsetParameters,
  type Webset,
  type WebsetItem,
} from 'exa-js'
import { describe, expect, test } from 'vitest'
import { publicTeamId } from '../../src/documents/index.ts'
import { holdingPoint } from '../harness/holding-point.ts'
import { manyThings } from '../harness/webset-world.ts'
import { websetServer } from '../harness/webset-server.ts'

/** The unmodified client against a server with workers. What is found is known: the world is a small one. */
const server = await websetServer(manyThings(12, 2))
const exa = new Exa(server.ownerKey, server.url)
const { websets } = exa

const shining = {
  query: 'things that shine',
  count: 3,
  entity: { type: 'company' as const },
  criteria: [{ description: 'shines' }],
}
const idle = { timeout: 20_000, pollInterval: 50 }
const make = async (parameters: CreateWebsetParameters): Promise<Webset> => {
  const { id } = await websets.create(parameters)
  return websets.waitUntilIdle(id, idle)
}
const failureOf = async (call: Promise<unknown>): Promise<ExaError> => {
  const outcome = await call.then(
    () => 'the call succeeded',
    (error: unknown) => error,
  )
  expect(outcome).toBeInstanceOf(ExaError)
  return outcome as ExaError
}
const nameOf = ({ properties }: WebsetItem): string =>
  properties.type === 'company' ? properties.company.name : properties.url

describe('websets', () => {
  test('WS-1 WS-9 SE-1: create, and wait until all is done', async () => {
    const response = await exa.rawRequest('/websets/v0/websets', 'POST', {
      search: { query: 'anything', count: 1 },
    })
    expect(response.status).toBe(201)
    expect(response.headers.get('x-request-id')).toMatch(/^req_\w{20}$/)
    const created = await websets.create({
      search: shining,
      enrichments: [{ description: 'colour' }],
      metadata: { team: 'red' },
      externalId: 'crm-1',
    })
    expect(created).toEqual({
      id: expect.stringMatching(/^webset_[0-9a-z]{26}$/),
      object: 'webset',
      status: expect.stringMatching(/^(pending|running)$/),
      externalId: 'crm-1',
      title: null,
      dashboardUrl: expect.stringContaining(created.id),
      searches: [
        {
          id: expect.any(String),
          object: 'webset_search',
          status: 'created',
          websetId: created.id,
          query: shining.query,
          entity: { type: 'company' },
          criteria: [{ description: 'shines', successRate: 0 }],
          count: 3,
          behavior: 'override',
          exclude: [],
          scope: [],
          maxPeoplePerCompany: null,
          progress: { found: 0, analyzed: 0, completion: 0, timeLeft: null },
          recall: null,
          metadata: {},
          canceledAt: null,
          canceledReason: null,
          createdAt: expect.stringMatching(/Z$/),
          updatedAt: expect.stringMatching(/Z$/),
        },
      ],
      imports: [],
      enrichments: [
        {
          id: expect.stringMatching(/^wenrich_/),
          object: 'webset_enrichment',
          status: 'pending',
          websetId: created.id,
          title: 'colour',
          description: 'colour',
          format: 'text',
          options: null,
          instructions: null,
          metadata: {},
          createdAt: expect.stringMatching(/Z$/),
          updatedAt: expect.stringMatching(/Z$/),
        },
      ],
      monitors: [],
      excludes: [],
      metadata: { team: 'red' },
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    })
    const done = await websets.waitUntilIdle(created.id, idle)
    expect(done.status).toBe(WebsetStatus.idle)
    expect(done.searches[0]).toMatchObject({ status: 'completed', progress: { found: 3, completion: 100 } })
    expect(done.enrichments[0]?.status).toBe('completed')
  })

  test('WS-11: one without anything rests', async () => {
    expect(await websets.create({})).toMatchObject({ status: 'idle', searches: [], metadata: {} })
  })

  test('WS-2 WS-3: by its externalId, which is taken once', async () => {
    const { id } = await websets.create({ externalId: 'mine' })
    const outcomes = await Promise.allSettled([
      websets.create({ externalId: 'race' }),
      websets.create({ externalId: 'race' }),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { statusCode: 409 },
    })
    expect(await websets.get('mine')).toMatchObject({ id })
    expect(await websets.update('mine', { metadata: { a: 'b' } })).toMatchObject({ id })
    expect(await websets.cancel('mine')).toMatchObject({ id, status: 'idle' })
    expect(await websets.delete('mine')).toMatchObject({ id })
  })

  test('WS-4 IT-1 IT-4: with its items', async () => {
    const page = {
      teamId: publicTeamId,
      url: 'https://content.example/',
      aliases: [],
      source: 'test',
      fetchedAt: new Date(),
      title: 'One',
      author: null,
      publishedAt: null,
      language: 'en',
      kind: 'article',
      category: null,
      html: null,
      details: { links: [], imageLinks: [], codeBlocks: [], structured: {} },
    }
    const { documentId, version } = await server.documents.save({ ...page, text: 'The text of the page.' })
    server.world.things.push({ name: 'One', traits: ['has a page'], page: { documentId, version } })
    const search = { ...shining, count: 1, criteria: [{ description: 'has a page' }] }
    const { id, searches } = await make({ search, enrichments: [{ description: 'colour' }] })
    const { items } = await websets.get(id, ['items'])
    expect(items).toEqual([
      {
        id: expect.stringMatching(/^witem_[0-9a-z]{26}$/),
        object: 'webset_item',
        source: 'search',
        sourceId: searches[0]?.id,
        websetId: id,
        properties: {
          type: 'company',
          url: 'https://one.example/',
          description: 'One is a thing.',
          content: 'The text of the page.',
          company: {
            name: 'One',
            location: null,
            employees: null,
            industry: null,
            about: null,
            logoUrl: null,
          },
        },
        evaluations: [
          {
            criterion: 'has a page',
            reasoning: 'One: yes.',
            satisfied: 'yes',
            references: [{ url: 'https://one.example/', title: 'One', snippet: 'One has a page' }],
          },
        ],
        enrichments: [
          {
            object: 'enrichment_result',
            enrichmentId: expect.any(String),
            status: 'completed',
            format: 'text',
            result: null,
            reasoning: 'It does not say.',
            references: [],
          },
        ],
        createdAt: expect.stringMatching(/Z$/),
        updatedAt: expect.stringMatching(/Z$/),
      },
    ])
    expect(await websets.get(id)).not.toHaveProperty('items')
  })

  test('WS-5: lists, by pages and by what is looked for', async () => {
    const made = []
    for (const title of ['Alpha one', 'Alpha two', 'Alpha three'])
      made.push(await exa.request<Webset>('/websets/v0/websets', 'POST', { title, externalId: title }))
    const first = await websets.list({ limit: 2 })
    expect(first).toMatchObject({ hasMore: true, nextCursor: expect.any(String) })
    expect(first.data.map(({ id }) => id)).toEqual([made[2]?.id, made[1]?.id])
    const all = await websets.getAll({ limit: 2 })
    expect(all.length).toBeGreaterThanOrEqual(3)
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    const found = await exa.request<{ data: Webset[] }>('/websets/v0/websets?search=pha+t', 'GET')
    expect(found.data.map(({ title }) => title)).toEqual(['Alpha three', 'Alpha two'])
  })

  test('WS-6 WS-7: update and delete', async () => {
    const { id } = await websets.create({ metadata: { a: '1' } })
    expect((await websets.update(id, { metadata: { b: '2' } })).metadata).toEqual({ b: '2' })
    expect((await websets.update(id, { metadata: null })).metadata).toEqual({})
    const titled = await exa.request<Webset>(`/websets/v0/websets/${id}`, 'POST', { title: 'Named' })
    expect(titled).toMatchObject({ title: 'Named', metadata: {} })
    expect(await websets.delete(id)).toMatchObject({ id, object: 'webset', title: 'Named' })
    expect(await failureOf(websets.get(id))).toMatchObject({ statusCode: 404 })
    expect(await failureOf(websets.delete(id))).toMatchObject({ statusCode: 404 })
  })

  test('WS-8 SE-4: cancel', async () => {
    const { release, reached } = holdAt('verify')
    const { id } = await websets.create({ search: shining, enrichments: [{ description: 'colour' }] })
    await websets.searches.create(id, { ...shining, behavior: WebsetSearchBehavior.append })
    await reached
    const second = (await websets.get(id)).searches[1]!
    expect(await websets.searches.cancel(id, second.id)).toMatchObject({
      status: 'canceled',
      canceledAt: expect.any(String),
    })
    const canceled = await websets.cancel(id)
    expect(canceled).toMatchObject({
      status: 'idle',
      searches: [{ status: 'canceled', canceledReason: 'webset_canceled' }, { status: 'canceled' }],
      enrichments: [{ status: 'canceled' }],
    })
    release()
    expect(await websets.cancel(id)).toEqual(canceled)
  })

  test('WS-10: the priority is taken, and checked', async () => {
    const headers = { 'x-exa-websets-priority': 'high' as const }
    expect(await websets.create({}, { headers })).toMatchObject({ status: 'idle' })
    const wrong = { 'x-exa-websets-priority': 'urgent' as 'high' } // which the types forbid
    expect(await failureOf(websets.create({}, { headers: wrong }))).toMatchObject({
      statusCode: 400,
      message: expect.stringContaining('"x-exa-websets-priority"'),
    })
  })

  test('PV-1 PV-2: preview', async () => {
    const plain = await websets.preview({ search: { query: 'shiny', count: 2 } })
    expect(plain).toEqual({
      search: { entity: { type: 'company' }, criteria: [{ description: 'shines' }] },
      enrichments: [{ description: 'colour', format: 'text' }],
      items: [],
    })
    const { items } = await websets.preview({ search: { query: 'shiny', count: 2 } }, { search: true })
    expect(items).toMatchObject([
      { id: expect.any(String), properties: { type: 'company' }, createdAt: expect.any(String) },
      {},
    ])
    const flat = await exa.request<{ search: object }>('/websets/v0/websets/preview', 'POST', {
      query: 'shiny',
    })
    expect(flat.search).toEqual(plain.search)
    const { understanding } = server.world
    server.world.understanding = null
    const failure = await failureOf(websets.preview({ search: { query: 'hm', count: 1 } }))
    server.world.understanding = understanding
    expect(failure).toMatchObject({ statusCode: 422 })
  })
})

/** Holds the engine at its next call of a kind, until released. */
function holdAt(wanted: 'verify' | 'enrich') {
  const point = holdingPoint()
  server.world.before = (call) => (call === wanted ? point.wait() : undefined)
  return {
    reached: point.at,
    release: () => {
      server.world.before = () => {}
      point.open()
    },
  }
}

describe('searches', () => {
  test('SE-2 SE-3: what is left out is generated; progress and recall are given', async () => {
    const { id, searches } = await make({ search: { query: 'shiny', count: 2, recall: true } })
    const search = await websets.searches.get(id, searches[0]!.id)
    expect(search).toMatchObject({
      entity: { type: 'company' },
      criteria: [{ description: 'shines', successRate: 66.7 }],
      progress: { found: 2, analyzed: 3, completion: 100, timeLeft: 0 },
      recall: {
        expected: { total: 4, confidence: 'medium', bounds: { min: 2, max: 6 } },
        reasoning: expect.any(String),
      },
    })
  })

  test('SE-5: append and override', async () => {
    const { id } = await make({ search: { ...shining, count: 2 } })
    await websets.searches.create(id, { ...shining, count: 1, behavior: WebsetSearchBehavior.append })
    await websets.waitUntilIdle(id, idle)
    expect((await websets.items.getAll(id)).map(nameOf)).toEqual(['Thing 1', 'Thing 3', 'Thing 5'])
    const round = { ...shining, count: 4, criteria: [{ description: 'is round' }] }
    await websets.searches.create(id, { ...round, behavior: WebsetSearchBehavior.override })
    await websets.waitUntilIdle(id, idle)
    const items = await websets.items.getAll(id)
    expect(items.map(nameOf)).toEqual(['Thing 1', 'Thing 3', 'Thing 5', 'Thing 2'])
    for (const { evaluations } of items) expect(evaluations).toMatchObject([{ criterion: 'is round' }])
  })

  test('SE-6: exclude and scope', async () => {
    const first = await make({ search: { ...shining, count: 2 } })
    const { webset } = WebsetExcludeSource
    const { webset: within, import: imported } = WebsetSearchScopeSource
    const second = await make({
      search: { ...shining, count: 1, exclude: [{ source: webset, id: first.id }] },
    })
    expect((await websets.items.getAll(second.id)).map(nameOf)).toEqual(['Thing 5'])
    const scoped = await make({ search: { ...shining, count: 9, scope: [{ source: within, id: first.id }] } })
    expect((await websets.items.getAll(scoped.id)).map(nameOf)).toEqual(['Thing 1', 'Thing 3'])
    const unknown = [{ source: webset, id: 'webset_none' }]
    expect(await failureOf(websets.create({ exclude: unknown }))).toMatchObject({ statusCode: 404 })
    const imports = [{ source: imported, id: 'import_none' }]
    expect(await failureOf(websets.create({ search: { ...shining, scope: imports } }))).toMatchObject({
      statusCode: 404,
    })
  })
})

test('IT-2 IT-3: items by pages, by source, by id', async () => {
  const { id, searches } = await make({ search: { ...shining, count: 5 } })
  const first = await websets.items.list(id, { limit: 2 })
  expect(first.data.map(nameOf)).toEqual(['Thing 1', 'Thing 3'])
  expect(first.hasMore).toBe(true)
  const all: WebsetItem[] = []
  for await (const item of websets.items.listAll(id, { limit: 2 })) all.push(item)
  expect(all.map(nameOf)).toEqual([1, 3, 5, 7, 9].map((number) => `Thing ${number}`))
  expect((await websets.items.list(id, { sourceId: searches[0]!.id })).data).toHaveLength(5)
  expect((await websets.items.list(id, { sourceId: 'wsearch_none' })).data).toEqual([])
  expect(await websets.items.get(id, all[0]!.id)).toEqual(all[0])
  expect(await websets.items.delete(id, all[0]!.id)).toEqual(all[0])
  expect(await failureOf(websets.items.get(id, all[0]!.id))).toMatchObject({ statusCode: 404 })
})

describe('enrichments', () => {
  test('EN-1 EN-2 EN-3: their whole life', async () => {
    const { id } = await make({ search: { ...shining, count: 2 } })
    const created = await websets.enrichments.create(id, {
      description: 'size',
      format: CreateEnrichmentParametersFormat.number,
      metadata: { a: 'b' },
    })
    expect(created).toMatchObject({ status: 'pending', format: 'number', metadata: { a: 'b' } })
    expect((await websets.get(id)).status).not.toBe('idle')
    await websets.waitUntilIdle(id, idle)
    expect(await websets.enrichments.get(id, created.id)).toMatchObject({ status: 'completed' })
    const results = (await websets.items.getAll(id)).map(({ enrichments }) => enrichments?.[0])
    expect(results).toMatchObject([
      { status: 'completed', format: 'number', result: ['1'], references: [{ snippet: '1' }] },
      { result: ['3'] },
    ])
    await websets.enrichments.update(id, created.id, {
      description: 'colour',
      format: WebsetEnrichmentFormat.text,
    })
    const answer = await exa.request(`/websets/v0/websets/${id}/enrichments/${created.id}`, 'PATCH', {})
    expect(answer).toMatchObject({ id: created.id, description: 'colour', format: 'text' })
    await websets.waitUntilIdle(id, idle)
    expect((await websets.items.getAll(id))[0]?.enrichments).toMatchObject([{ result: ['colour 1'] }])
    expect(await websets.enrichments.cancel(id, created.id)).toMatchObject({ status: 'canceled' })
    expect(await websets.enrichments.delete(id, created.id)).toMatchObject({ id: created.id })
    expect(await failureOf(websets.enrichments.get(id, created.id))).toMatchObject({ statusCode: 404 })
    expect((await websets.items.getAll(id))[0]?.enrichments).toEqual([])
  })

  test('EN-4: the format is chosen by the description, or by the options', async () => {
    const { enrichments } = await websets.create({
      enrichments: [
        { description: 'Contact e-mail' },
        { description: 'Number of employees' },
        { description: 'Stage', options: [{ label: 'Seed' }, { label: 'Later' }] },
      ],
    })
    expect(enrichments.map(({ format }) => format)).toEqual(['email', 'number', 'options'])
  })
})

test('EV-1 EV-2 EV-3: events tell the whole story, in order', async () => {
  const { id } = await make({ search: shining, enrichments: [{ description: 'colour' }] })
  const all = await websets.events.getAll({ limit: 200 })
  const own = all
    .filter(({ data }) => data.id === id || ('websetId' in data && data.websetId === id))
    .toReversed()
  const types: string[] = own.map(({ type }) => type)
  expect(types.slice(0, 2)).toEqual(['webset.created', 'webset.search.created'])
  expect(types.at(-1)).toBe('webset.idle')
  const count = (wanted: string) => types.filter((type) => type === wanted).length
  expect(count('webset.item.created')).toBe(3)
  expect(count('webset.item.enriched')).toBe(3)
  expect(count('webset.search.completed')).toBe(1)
  expect(count('webset.idle')).toBe(1)
  const enriched = own.findLast(({ type }) => type === 'webset.item.enriched')!
  expect(enriched).toMatchObject({
    id: expect.stringMatching(/^event_/),
    object: 'event',
    data: { object: 'webset_item', enrichments: [{ status: 'completed' }] },
    createdAt: expect.stringMatching(/Z$/),
  })
  expect(await websets.events.get(enriched.id)).toEqual(enriched)
  const idles = await websets.events.list({ types: [EventType.webset_idle], limit: 1 })
  expect(idles.data).toMatchObject([{ type: 'webset.idle', data: { id, status: 'idle' } }])
  const { createdAt } = own[0]!
  const before = await exa.request<{ data: { createdAt: string }[] }>(
    `/websets/v0/events?createdBefore=${createdAt}&createdAfter=${createdAt}`,
    'GET',
  )
  for (const event of before.data) expect(event.createdAt).toBe(createdAt)
  expect(before.data.length).toBeGreaterThan(0)
  expect(await failureOf(websets.events.get('event_none'))).toMatchObject({ statusCode: 404 })
})

test('TM-1: the team, under both paths', async () => {
  const team = await exa.request('/websets/v0/teams/me', 'GET')
  expect(team).toEqual({
    object: 'team',
    id: 'team_owner',
    name: 'Owner',
    concurrency: { active: expect.any(Number), queued: 0 },
    limits: { maxConcurrent: null, maxQueued: null },
  })
  expect(await exa.request('/v0/teams/me', 'GET')).toMatchObject({ object: 'team', id: 'team_owner' })
})

test('ER-1: errors have the shape of the family', async () => {
  const response = await fetch(`${server.url}/websets/v0/websets/webset_none`, {
    headers: { 'x-api-key': server.ownerKey },
  })
  expect(await response.json()).toEqual({
    statusCode: 404,
    message: 'There is no webset "webset_none".',
    error: 'Not Found',
    timestamp: expect.stringMatching(/Z$/),
    path: '/websets/v0/websets/webset_none',
    requestId: response.headers.get('x-request-id'),
  })
  expect(await failureOf(websets.get('webset_none'))).toMatchObject({
    statusCode: 404,
    message: 'Not Found. There is no webset "webset_none".',
  })
})
