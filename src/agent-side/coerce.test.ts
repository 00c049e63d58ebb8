import { describe, expect, test } from 'vitest'
import { openAgentSide } from '../../tests/agent-side.ts'
import type { Json } from './index.ts'

/** Contract check 3: each row is repaired and reported in safe mode, refused in strict mode, and sent by no preview. */
interface Row {
  readonly of: string
  readonly operation: string
  readonly args: Json
  readonly becomes: Json
  readonly path: string
  /** What strict mode says to do instead. */
  readonly hint?: RegExp
}

const create = { searchQuery: 'robots' }
const inWebset = { websetId: 'w' }

const rows: Row[] = [
  ...(['company', 'person', 'article', 'research_paper'] as const).map((entity) => ({
    of: `entity "${entity}"`,
    operation: 'websets.create',
    args: { ...create, entity },
    becomes: { ...create, entity: { type: entity } },
    path: 'entity',
    hint: /entity is an object with a type: company, person, article, research_paper/,
  })),
  ...['paper', 'research paper'].map((entity) => ({
    of: `entity "${entity}"`,
    operation: 'websets.preview',
    args: { query: 'q', entity },
    becomes: { query: 'q', entity: { type: 'research_paper' }, count: 10 },
    path: 'entity',
    hint: /entity is an object/,
  })),
  {
    of: 'criteria as texts',
    operation: 'websets.create',
    args: { ...create, searchCriteria: [' a ', 'b'] },
    becomes: { ...create, searchCriteria: [{ description: 'a' }, { description: 'b' }] },
    path: 'searchCriteria',
    hint: /criteria are a list of objects with a description, at most five/,
  },
  {
    of: 'one criterion as text',
    operation: 'searches.create',
    args: { ...inWebset, query: 'q', count: 1, criteria: 'a' },
    becomes: { ...inWebset, query: 'q', count: 1, criteria: [{ description: 'a' }], behavior: 'override' },
    path: 'criteria',
    hint: /The usual causes/,
  },
  {
    of: 'options as texts',
    operation: 'enrichments.create',
    args: { ...inWebset, description: 'd', format: 'options', options: ['A', 'B'] },
    becomes: { ...inWebset, description: 'd', format: 'options', options: [{ label: 'A' }, { label: 'B' }] },
    path: 'options',
    hint: /1 to 150 objects with a label/,
  },
  {
    of: 'enrichments as texts',
    operation: 'websets.create',
    args: { ...create, enrichments: ['CEO name'] },
    becomes: { ...create, enrichments: [{ description: 'CEO name', format: 'text' }] },
    path: 'enrichments',
  },
  {
    of: 'an enrichment of yes or no',
    operation: 'websets.create',
    args: { ...create, enrichments: [{ description: 'is hiring', format: 'boolean' }] },
    becomes: {
      ...create,
      enrichments: [
        { description: 'is hiring', format: 'options', options: [{ label: 'Yes' }, { label: 'No' }] },
      ],
    },
    path: 'enrichments[0].format',
    hint: /boolean is not a format of the API/,
  },
  {
    of: 'yes or no asked of a webset that is there',
    operation: 'enrichments.create',
    args: { ...inWebset, description: 'is hiring', format: 'boolean' },
    becomes: {
      ...inWebset,
      description: 'is hiring',
      format: 'options',
      options: [{ label: 'Yes' }, { label: 'No' }],
    },
    path: 'format',
    hint: /boolean is not a format of the API/,
  },
  {
    of: 'an enrichment changed to yes or no',
    operation: 'enrichments.update',
    args: { ...inWebset, enrichmentId: 'e', format: 'boolean' },
    becomes: {
      ...inWebset,
      enrichmentId: 'e',
      format: 'options',
      options: [{ label: 'Yes' }, { label: 'No' }],
    },
    path: 'format',
    hint: /boolean is not a format of the API/,
  },
  {
    of: 'events as one text',
    operation: 'webhooks.create',
    args: { url: 'https://a.example/', events: 'webset.idle' },
    becomes: { url: 'https://a.example/', events: ['webset.idle'] },
    path: 'events',
  },
  {
    of: 'types as one text',
    operation: 'events.list',
    args: { types: 'webset.idle' },
    becomes: { types: ['webset.idle'], limit: 25 },
    path: 'types',
  },
  {
    of: 'expand as one text',
    operation: 'websets.get',
    args: { id: 'w', expand: 'items' },
    becomes: { id: 'w', expand: ['items'] },
    path: 'expand',
  },
  ...(
    [
      ['websets.create', 'searchCount', create],
      ['websets.create', 'searchMaxPeoplePerCompany', create],
      ['websets.list', 'limit', {}],
      ['websets.getAll', 'maxItems', {}],
      ['websets.waitUntilIdle', 'timeout', { id: 'w' }],
      ['imports.waitUntilCompleted', 'pollInterval', { id: 'i' }],
      ['research.pollUntilFinished', 'timeoutMs', { researchId: 'r' }],
      ['tasks.result', 'wait', { taskId: 't' }],
    ] as const
  ).map(([operation, field, rest]) => ({
    of: `${field} as text`,
    operation,
    args: { ...rest, [field]: '75' },
    becomes: expect.objectContaining({ [field]: 75 }) as Json,
    path: field,
  })),
  ...(
    [
      ['websets.create', 'searchRecall', create],
      ['websets.preview', 'search', { query: 'q' }],
      ['webhooks.list_attempts', 'successful', { id: 'h' }],
      ['research.get', 'events', { researchId: 'r' }],
    ] as const
  ).map(([operation, field, rest]) => ({
    of: `${field} as text`,
    operation,
    args: { ...rest, [field]: 'true' },
    becomes: expect.objectContaining({ [field]: true }) as Json,
    path: field,
  })),
  {
    of: 'fields inside search',
    operation: 'websets.create',
    args: { search: { query: 'q', count: '5', recall: 'false', entity: 'person' } },
    becomes: { search: { query: 'q', count: 5, recall: false, entity: { type: 'person' } } },
    path: 'search.count',
  },
  ...(
    [
      ['entity', '{"type":"company"}', { type: 'company' }],
      ['enrichments', '[{"description":"d"}]', [{ description: 'd' }]],
      ['searchCriteria', '["a"]', [{ description: 'a' }]],
      ['metadata', '{"a":"b"}', { a: 'b' }],
    ] as const
  ).map(([field, encoded, value]) => ({
    of: `${field} as JSON text`,
    operation: 'websets.create',
    args: { ...create, [field]: encoded },
    becomes: { ...create, [field]: value },
    path: field,
  })),
  {
    of: 'a schema as JSON text',
    operation: 'research.create',
    args: { instructions: 'i', outputSchema: '{"type":"object"}' },
    becomes: { instructions: 'i', model: 'exa-research', outputSchema: { type: 'object' } },
    path: 'outputSchema',
  },
  ...(
    [
      ['websets.get', 'websetId', 'id', {}],
      ['monitors.get', 'monitorId', 'id', {}],
      ['webhooks.get', 'webhookId', 'id', {}],
      ['imports.get', 'importId', 'id', {}],
      ['events.get', 'eventId', 'id', {}],
      ['items.delete', 'id', 'itemId', inWebset],
      ['searches.get', 'id', 'searchId', inWebset],
      ['enrichments.get', 'id', 'enrichmentId', inWebset],
    ] as const
  ).map(([operation, from, to, rest]) => ({
    of: `${from} for ${to}`,
    operation,
    args: { ...rest, [from]: 'x' },
    becomes: { ...rest, [to]: 'x' },
    path: to,
  })),
  {
    of: 'name for title',
    operation: 'websets.update',
    args: { id: 'w', name: 'T' },
    becomes: { id: 'w', title: 'T' },
    path: 'title',
  },
  {
    of: 'description of a webset',
    operation: 'websets.create',
    args: { ...create, description: 'about', metadata: { a: 'b' } },
    becomes: { ...create, metadata: { a: 'b', description: 'about' } },
    path: 'metadata.description',
  },
  {
    of: 'a search without count',
    operation: 'searches.create',
    args: { ...inWebset, query: 'q' },
    becomes: { ...inWebset, query: 'q', count: 10, behavior: 'override' },
    path: 'count',
    hint: /The usual causes/,
  },
  ...(
    [
      ['active', 'enabled'],
      ['paused', 'disabled'],
    ] as const
  ).map(([from, to]) => ({
    of: `monitor status "${from}"`,
    operation: 'monitors.update',
    args: { id: 'm', status: from },
    becomes: { id: 'm', status: to },
    path: 'status',
    hint: /enabled or disabled/,
  })),
  {
    of: 'task status "running"',
    operation: 'tasks.list',
    args: { status: 'running' },
    becomes: { status: 'working', limit: 20 },
    path: 'status',
  },
]

describe.each(rows)('$of', ({ operation, args, becomes, path, hint }) => {
  test('is repaired and reported in safe mode; a preview sends nothing', async () => {
    const { call, standIn } = openAgentSide()
    const { body, isError } = await call(operation, { ...args, compat: { preview: true } })
    expect(isError, JSON.stringify(body)).toBe(false)
    expect(body).toMatchObject({
      preview: true,
      operation,
      execution: 'skipped',
      effectiveCompatMode: 'safe',
    })
    expect(body.normalizedArgs).toEqual(becomes)
    expect(body._coercions.map((one: { path: string }) => one.path)).toContain(path)
    expect(standIn.requests).toEqual([])
  })

  test('is refused in strict mode', async () => {
    const { call, standIn } = openAgentSide()
    const { body, isError } = await call(operation, { ...args, compat: { mode: 'strict' } })
    expect(isError).toBe(true)
    expect(body.error.category).toBe('validation')
    expect(body).not.toHaveProperty('_coercions')
    if (hint) expect(body.error.hints.join('\n')).toMatch(hint)
    expect(standIn.requests).toEqual([])
  })
})

test('whole arguments as JSON text pass in safe mode only', async () => {
  const { dispatcher } = openAgentSide()
  const { agentCaller: caller } = await import('../../tests/agent-side.ts')
  const ask = (args: unknown) =>
    dispatcher.call({ caller, input: { operation: 'websets.list', args }, signal: AbortSignal.timeout(5000) })
  const safe = await ask('{"limit":"3"}')
  expect(safe.isError).toBe(false)
  expect(safe.body).toMatchObject({ _coercions: [{ path: 'args' }, { path: 'limit', from: '3', to: 3 }] })
  expect((await ask('{"limit":3,"compat":{"mode":"strict"}}')).isError).toBe(true)
  expect((await ask('[1]')).isError).toBe(true)
})

test.each([
  ['custom without a description', 'websets.create', { ...create, entity: 'custom' }],
  ['an unknown entity', 'websets.create', { ...create, entity: 'robot' }],
  ['the case of an enum', 'searches.create', { ...inWebset, query: 'q', count: 1, behavior: 'APPEND' }],
  ['cron text', 'monitors.create', { websetId: 'w', cron: 'daily', count: 1 }],
  ['a date', 'events.list', { createdAfter: 'yesterday' }],
  ['an address', 'webhooks.create', { url: 'a.example', events: ['webset.idle'] }],
  ['a blank number', 'websets.list', { limit: ' ' }],
  ['a blank criterion', 'websets.create', { ...create, searchCriteria: ['a', ' '] }],
  [
    'a number nested deeper',
    'websets.create',
    {
      ...create,
      searchScope: [{ source: 'import', id: 'i', relationship: { definition: 'd', limit: '3' } }],
    },
  ],
])('%s is never repaired', async (_, operation, args) => {
  const { call, standIn } = openAgentSide()
  const { body } = await call(operation, args)
  expect(body.error).toMatchObject({ category: 'validation' })
  expect(body.error.issues[0]).toEqual({
    path: expect.any(String),
    message: expect.any(String),
    got: expect.anything(),
    expected: expect.any(String),
  })
  expect(standIn.requests).toEqual([])
})
