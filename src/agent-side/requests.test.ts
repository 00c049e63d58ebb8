import { expect, test } from 'vitest'
import { openAgentSide } from '../../tests/agent-side.ts'
import { company } from '../../tests/exa-stand-in.ts'
import { answerSchema, answerShape } from './answer-shapes.ts'
import { agentOperations, type Json } from './index.ts'

/**
 * Contract check 2: what each operation sends. `W`, `S`, `I`, `E`, `M`, `H`, `P`, `R` stand for ids of things that are
 * there: a webset with a search, an item and an enrichment; a monitor; a webhook; an import; a research run.
 */
const company1 = { type: 'company' }
const sends: Record<string, { args: Json; requests: [string, string, Json?, Json?][] }> = {
  'websets.create': {
    args: {
      searchQuery: 'robots',
      searchCount: 5,
      entity: company1,
      searchCriteria: [{ description: 'a' }],
      searchExclude: [{ source: 'webset', id: 'W' }],
      searchScope: [{ source: 'import', id: 'P', relationship: { definition: 'investors of', limit: 2 } }],
      searchRecall: true,
      searchMaxPeoplePerCompany: 2,
      enrichments: [{ description: 'CEO', format: 'text' }],
      import: [{ source: 'import', id: 'P' }],
      exclude: [{ source: 'webset', id: 'W' }],
      title: 'T',
      externalId: 'mine',
      metadata: { a: 'b' },
    },
    requests: [
      [
        'POST',
        '/websets/v0/websets',
        {},
        {
          search: {
            query: 'robots',
            count: 5,
            entity: company1,
            criteria: [{ description: 'a' }],
            recall: true,
            exclude: [{ source: 'webset', id: 'W' }],
            scope: [{ source: 'import', id: 'P', relationship: { definition: 'investors of', limit: 2 } }],
            maxPeoplePerCompany: 2,
          },
          enrichments: [{ description: 'CEO', format: 'text' }],
          import: [{ source: 'import', id: 'P' }],
          exclude: [{ source: 'webset', id: 'W' }],
          title: 'T',
          externalId: 'mine',
          metadata: { a: 'b' },
        },
      ],
    ],
  },
  'websets.get': {
    args: { id: 'W', expand: ['items'] },
    requests: [['GET', '/websets/v0/websets/W', { expand: 'items' }]],
  },
  'websets.list': {
    args: { limit: 7, search: 'robots' },
    requests: [['GET', '/websets/v0/websets', { limit: '7', search: 'robots' }]],
  },
  'websets.update': {
    args: { id: 'W', title: 'New', metadata: null },
    requests: [['POST', '/websets/v0/websets/W', {}, { title: 'New', metadata: null }]],
  },
  'websets.delete': { args: { id: 'W' }, requests: [['DELETE', '/websets/v0/websets/W']] },
  'websets.cancel': { args: { id: 'W' }, requests: [['POST', '/websets/v0/websets/W/cancel']] },
  'websets.preview': {
    args: { query: 'robots', entity: company1, search: true },
    requests: [
      [
        'POST',
        '/websets/v0/websets/preview',
        { search: 'true' },
        { search: { query: 'robots', entity: company1, count: 10 } },
      ],
    ],
  },
  'websets.waitUntilIdle': { args: { id: 'W' }, requests: [['GET', '/websets/v0/websets/W']] },
  'websets.getAll': { args: {}, requests: [['GET', '/websets/v0/websets', { limit: '100' }]] },
  'searches.create': {
    args: { websetId: 'W', query: 'more', count: 3, criteria: [{ description: 'a' }], metadata: { k: 'v' } },
    requests: [
      [
        'POST',
        '/websets/v0/websets/W/searches',
        {},
        {
          query: 'more',
          count: 3,
          criteria: [{ description: 'a' }],
          behavior: 'override',
          metadata: { k: 'v' },
        },
      ],
    ],
  },
  'searches.get': {
    args: { websetId: 'W', searchId: 'S' },
    requests: [['GET', '/websets/v0/websets/W/searches/S']],
  },
  'searches.cancel': {
    args: { websetId: 'W', searchId: 'S' },
    requests: [['POST', '/websets/v0/websets/W/searches/S/cancel']],
  },
  'items.list': {
    args: { websetId: 'W', sourceId: 'S' },
    requests: [
      ['GET', '/websets/v0/websets/W/items', { limit: '20', sourceId: 'S' }],
      ['GET', '/websets/v0/websets/W'],
    ],
  },
  'items.get': { args: { websetId: 'W', itemId: 'I' }, requests: [['GET', '/websets/v0/websets/W/items/I']] },
  'items.delete': {
    args: { websetId: 'W', itemId: 'I' },
    requests: [['DELETE', '/websets/v0/websets/W/items/I']],
  },
  'items.getAll': {
    args: { websetId: 'W' },
    requests: [['GET', '/websets/v0/websets/W/items', { limit: '100' }]],
  },
  'enrichments.create': {
    args: { websetId: 'W', description: 'size', format: 'options', options: [{ label: 'big' }] },
    requests: [
      [
        'POST',
        '/websets/v0/websets/W/enrichments',
        {},
        { description: 'size', format: 'options', options: [{ label: 'big' }] },
      ],
    ],
  },
  'enrichments.get': {
    args: { websetId: 'W', enrichmentId: 'E' },
    requests: [['GET', '/websets/v0/websets/W/enrichments/E']],
  },
  'enrichments.cancel': {
    args: { websetId: 'W', enrichmentId: 'E' },
    requests: [['POST', '/websets/v0/websets/W/enrichments/E/cancel']],
  },
  'enrichments.update': {
    args: { websetId: 'W', enrichmentId: 'E', description: 'new' },
    requests: [
      ['PATCH', '/websets/v0/websets/W/enrichments/E', {}, { description: 'new' }],
      ['GET', '/websets/v0/websets/W/enrichments/E'],
    ],
  },
  'enrichments.delete': {
    args: { websetId: 'W', enrichmentId: 'E' },
    requests: [['DELETE', '/websets/v0/websets/W/enrichments/E']],
  },
  'monitors.create': {
    args: { websetId: 'W', cron: '0 6 * * *', query: 'robots' },
    requests: [
      ['GET', '/websets/v0/websets/W'],
      [
        'POST',
        '/websets/v0/monitors',
        {},
        {
          websetId: 'W',
          cadence: { cron: '0 6 * * *', timezone: 'Etc/UTC' },
          behavior: { type: 'search', config: { query: 'robots', behavior: 'append', count: 4 } },
        },
      ],
    ],
  },
  'monitors.get': { args: { id: 'M' }, requests: [['GET', '/websets/v0/monitors/M']] },
  'monitors.list': {
    args: { websetId: 'W' },
    requests: [['GET', '/websets/v0/monitors', { limit: '25', websetId: 'W' }]],
  },
  'monitors.update': {
    args: { id: 'M', status: 'disabled', timezone: 'Europe/Berlin', query: 'other' },
    requests: [
      ['GET', '/websets/v0/monitors/M'],
      [
        'PATCH',
        '/websets/v0/monitors/M',
        {},
        {
          status: 'disabled',
          cadence: { cron: '0 5 * * *', timezone: 'Europe/Berlin' },
          behavior: { type: 'search', config: { behavior: 'append', count: 2, query: 'other' } },
        },
      ],
    ],
  },
  'monitors.delete': { args: { id: 'M' }, requests: [['DELETE', '/websets/v0/monitors/M']] },
  'monitors.getAll': { args: {}, requests: [['GET', '/websets/v0/monitors', { limit: '200' }]] },
  'monitors.runs.list': {
    args: { monitorId: 'M' },
    requests: [['GET', '/websets/v0/monitors/M/runs', { limit: '25' }]],
  },
  'monitors.runs.get': {
    args: { monitorId: 'M', runId: 'run_1' },
    requests: [['GET', '/websets/v0/monitors/M/runs/run_1']],
  },
  'webhooks.create': {
    args: { url: 'https://a.example/hook', events: ['webset.idle'] },
    requests: [
      ['POST', '/websets/v0/webhooks', {}, { url: 'https://a.example/hook', events: ['webset.idle'] }],
    ],
  },
  'webhooks.get': { args: { id: 'H' }, requests: [['GET', '/websets/v0/webhooks/H']] },
  'webhooks.list': { args: {}, requests: [['GET', '/websets/v0/webhooks', { limit: '25' }]] },
  'webhooks.update': {
    args: { id: 'H', events: ['webset.created'] },
    requests: [['PATCH', '/websets/v0/webhooks/H', {}, { events: ['webset.created'] }]],
  },
  'webhooks.delete': { args: { id: 'H' }, requests: [['DELETE', '/websets/v0/webhooks/H']] },
  'webhooks.list_attempts': {
    args: { id: 'H', eventType: 'webset.idle', successful: false },
    requests: [
      [
        'GET',
        '/websets/v0/webhooks/H/attempts',
        { limit: '25', eventType: 'webset.idle', successful: 'false' },
      ],
    ],
  },
  'webhooks.getAll': { args: {}, requests: [['GET', '/websets/v0/webhooks', { limit: '200' }]] },
  'webhooks.getAllAttempts': {
    args: { id: 'H' },
    requests: [['GET', '/websets/v0/webhooks/H/attempts', { limit: '200' }]],
  },
  'imports.create': {
    args: {
      entity: company1,
      title: 'T',
      csv: { identifier: 1 },
      csvContent: 'name,url\n"A\nB",https://a.example\n',
    },
    requests: [
      [
        'POST',
        '/websets/v0/imports',
        {},
        { format: 'csv', entity: company1, title: 'T', csv: { identifier: 1 }, size: 33, count: 1 },
      ],
    ],
  },
  'imports.get': { args: { id: 'P' }, requests: [['GET', '/websets/v0/imports/P']] },
  'imports.list': { args: {}, requests: [['GET', '/websets/v0/imports', { limit: '25' }]] },
  'imports.update': {
    args: { id: 'P', title: 'New' },
    requests: [['PATCH', '/websets/v0/imports/P', {}, { title: 'New' }]],
  },
  'imports.delete': { args: { id: 'P' }, requests: [['DELETE', '/websets/v0/imports/P']] },
  'imports.waitUntilCompleted': { args: { id: 'P' }, requests: [['GET', '/websets/v0/imports/P']] },
  'imports.getAll': { args: {}, requests: [['GET', '/websets/v0/imports', { limit: '200' }]] },
  'events.list': {
    args: { types: ['webset.idle', 'webset.created'], createdAfter: '2026-01-01T00:00:00Z' },
    requests: [
      [
        'GET',
        '/websets/v0/events',
        { limit: '25', types: ['webset.idle', 'webset.created'], createdAfter: '2026-01-01T00:00:00Z' },
      ],
    ],
  },
  'events.get': { args: { id: 'event_W' }, requests: [['GET', '/websets/v0/events/event_W']] },
  'events.getAll': { args: {}, requests: [['GET', '/websets/v0/events', { limit: '200' }]] },
  'research.create': {
    args: { instructions: 'look', outputSchema: { type: 'object' } },
    requests: [
      [
        'POST',
        '/research/v1',
        {},
        { instructions: 'look', model: 'exa-research', outputSchema: { type: 'object' } },
      ],
    ],
  },
  'research.get': {
    args: { researchId: 'R' },
    requests: [['GET', '/research/v1/R', { stream: 'false', events: 'false' }]],
  },
  'research.list': { args: {}, requests: [['GET', '/research/v1', { limit: '10' }]] },
  'research.pollUntilFinished': {
    args: { researchId: 'R' },
    requests: [['GET', '/research/v1/R', { stream: 'false' }]],
  },
}

test('every operation but those of tasks has its requests', () => {
  expect(Object.keys(sends)).toEqual(
    agentOperations.map(({ name }) => name).filter((name) => !name.startsWith('tasks.')),
  )
})

test.each(agentOperations.map(({ name }) => name))('what %s answers is said beforehand', (name) => {
  const schema = answerSchema({ name })
  expect(JSON.stringify(schema)).toContain('properties')
  expect(answerShape({ name }).safeParse({ nothing: 'of the kind' }).success).toBe(false)
})

test.each(Object.entries(sends))(
  'check 2: %s sends what the contract lists',
  async (operation, { args, requests }) => {
    const { call, standIn } = openAgentSide({
      looks: 0,
      items: () => [{ properties: company('Acme'), evaluations: [] }],
    })
    const { body: webset } = await call('websets.create', {
      searchQuery: 'makers',
      searchCount: 4,
      enrichments: ['size'],
    })
    await call('websets.get', { id: webset.id })
    const [item] = standIn.items.get(webset.id) ?? []
    const { body: monitor } = await call('monitors.create', {
      websetId: webset.id,
      cron: '0 5 * * *',
      count: 2,
    })
    const { body: webhook } = await call('webhooks.create', {
      url: 'https://a.example',
      events: ['webset.idle'],
    })
    const { body: imported } = await call('imports.create', {
      entity: 'company',
      csvContent: 'url\nhttps://a.example',
    })
    const { body: research } = await call('research.create', { instructions: 'x' })
    const ids: Record<string, string> = {
      W: webset.id,
      S: webset.searches[0].id,
      I: String(item?.id),
      E: webset.enrichments[0].id,
      M: monitor.id,
      H: webhook.id,
      P: imported.id,
      R: research.researchId,
    }
    const named = (value: unknown): unknown =>
      JSON.parse(
        JSON.stringify(value)
          .replaceAll(
            /"(event_)?([WSIEMHPR])"/g,
            (_, prefix = '', letter: string) => `"${prefix}${ids[letter]}"`,
          )
          .replaceAll(
            /\/(event_)?([WSIEMHPR])(?=["/])/g,
            (_, prefix = '', letter: string) => `/${prefix}${ids[letter]}`,
          ),
      )
    standIn.requests.length = 0
    const { isError, body } = await call(operation, named(args) as Json)
    expect(isError, JSON.stringify(body)).toBe(false)
    // What it answers has exactly the fields that are promised of it.
    expect(answerShape({ name: operation }).safeParse(body).error?.issues ?? []).toEqual([])
    expect(standIn.requests.map(({ method, path, query, body }) => [method, path, query, body])).toEqual(
      requests.map(([method, path, query = {}, sent]) => [
        method,
        named(path),
        named(query),
        sent && named(sent),
      ]),
    )
    expect(standIn.requests.every(({ headers }) => headers.get('x-api-key') === 'key')).toBe(true)
  },
)

test('the file of an import is put where the server says, and a failed upload leaves its id', async () => {
  const { call, standIn } = openAgentSide()
  const csvContent = 'url\nhttps://a.example'
  await call('imports.create', { entity: 'company', csvContent })
  expect([...standIn.uploads.values()]).toEqual([csvContent])
  standIn.fail(/uploads/, { unreachable: true })
  const { body, isError } = await call('imports.create', { entity: 'company', csvContent })
  expect(isError).toBe(true)
  expect(body.error).toMatchObject({
    category: 'upstream',
    retryable: true,
    recovery: { importId: expect.any(String) },
  })
})

test('an id cannot lead out of its path', async () => {
  const { call, standIn } = openAgentSide()
  await call('websets.get', { id: '../../research/v1' })
  expect(standIn.requests[0]?.path).toBe('/websets/v0/websets/..%2F..%2Fresearch%2Fv1')
  expect((await call('websets.get', { id: '..' })).body.error.category).toBe('validation')
})
