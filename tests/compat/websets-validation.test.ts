import { describe, expect, test } from 'vitest'
import type { Webset } from '../../src/contract/websets.ts'
import { testApi } from '../harness/api.ts'

/** ER-2: every rule of the contract, with the message that a caller reads. */
const api = await testApi({
  'limits.concurrentWebsets': 1,
  'limits.queuedWebsets': 1,
  'limits.websetsPerSecond': 0,
})
const { id } = await api.call<Webset>('POST', '/websets/v0/websets', { body: {} })
const long = (length: number) => 'x'.repeat(length)

async function refusal(method: string, path: string, body?: object, key = api.ownerKey) {
  const response = await api.request(method, `/websets/v0${path}`, { key, ...(body && { body }) })
  const { message } = (await response.json()) as { message: string }
  return { status: response.status, message }
}

const search = { query: 'x', count: 1 }
const bodies: readonly (readonly [rule: string, path: string, body: object, says: string])[] = [
  ['a query', '/websets', { search: {} }, '"search.query" is required'],
  ['a query of some length', '/websets', { search: { query: '' } }, '"search.query": Too small'],
  ['a query of 5,000', '/websets', { search: { query: long(5001) } }, 'received 5001 characters'],
  [
    'a count of at least 1',
    '/websets',
    { search: { ...search, count: 0 } },
    '"search.count": Too small: expected number to be >=1, received 0',
  ],
  [
    'a whole count',
    '/websets',
    { search: { ...search, count: 1.5 } },
    '"search.count": Invalid input: expected int',
  ],
  [
    'a known entity',
    '/websets',
    { search: { ...search, entity: { type: 'planet' } } },
    '"search.entity.type"',
  ],
  [
    'a description of custom',
    '/websets',
    { search: { ...search, entity: { type: 'custom' } } },
    '"search.entity.description" is required',
  ],
  [
    'its length',
    '/websets',
    { search: { ...search, entity: { type: 'custom', description: 'x' } } },
    '>=2 characters',
  ],
  [
    'its greatest length',
    '/websets',
    { search: { ...search, entity: { type: 'custom', description: long(201) } } },
    '<=200 characters',
  ],
  ['one criterion', '/websets', { search: { ...search, criteria: [] } }, '"search.criteria": Too small'],
  [
    'five criteria',
    '/websets',
    { search: { ...search, criteria: Array.from({ length: 6 }, () => ({ description: 'x' })) } },
    '"search.criteria": Too big: expected array to have <=5 items, received a list of 6',
  ],
  [
    'a criterion of 1,000',
    '/websets',
    { search: { ...search, criteria: [{ description: long(1001) }] } },
    '"search.criteria[0].description": Too big',
  ],
  [
    'criteria as objects',
    '/websets',
    { search: { ...search, criteria: ['round'] } },
    '"search.criteria[0]": Invalid input: expected object',
  ],
  ['a known source', '/websets', { exclude: [{ source: 'list', id: 'x' }] }, '"exclude[0].source"'],
  [
    'an id of a source',
    '/websets',
    { exclude: [{ source: 'webset', id: '' }] },
    '"exclude[0].id": Too small',
  ],
  [
    'a relation of 1 to 10',
    '/websets',
    {
      search: { ...search, scope: [{ source: 'webset', id, relationship: { definition: 'x', limit: 11 } }] },
    },
    '"search.scope[0].relationship.limit": Too big',
  ],
  [
    'a defined relation',
    '/websets',
    { search: { ...search, scope: [{ source: 'webset', id, relationship: { limit: 1 } }] } },
    '"search.scope[0].relationship.definition" is required',
  ],
  [
    'a cap of at least 1',
    '/websets',
    { search: { ...search, maxPeoplePerCompany: 0 } },
    '"search.maxPeoplePerCompany": Too small',
  ],
  [
    'an import once',
    '/websets',
    {
      import: [{ source: 'import', id: 'i' }],
      search: { ...search, scope: [{ source: 'import', id: 'i' }] },
    },
    'the import "i" is loaded by "import" and cannot be searched within as well',
  ],
  ['an externalId of 300', '/websets', { externalId: long(301) }, '"externalId": Too big'],
  ['metadata of 1,000', '/websets', { metadata: { note: long(1001) } }, '"metadata.note": Too big'],
  [
    'metadata of texts',
    '/websets',
    { metadata: { note: 1 } },
    '"metadata.note": Invalid input: expected string',
  ],
  ['a title', '/websets', { title: '' }, '"title": Too small'],
  [
    'a description of an enrichment',
    '/websets',
    { enrichments: [{}] },
    '"enrichments[0].description" is required',
  ],
  ['its length', `/websets/${id}/enrichments`, { description: long(5001) }, '"description": Too big'],
  [
    'a known format',
    `/websets/${id}/enrichments`,
    { description: 'x', format: 'boolean' },
    '"format": Invalid option',
  ],
  [
    'options with their format',
    `/websets/${id}/enrichments`,
    { description: 'x', format: 'options' },
    '"options": the format "options" needs them',
  ],
  [
    'options with no other',
    `/websets/${id}/enrichments`,
    { description: 'x', format: 'text', options: [{ label: 'a' }] },
    '"options": only with the format "options", not "text"',
  ],
  [
    '150 options',
    `/websets/${id}/enrichments`,
    { description: 'x', options: Array.from({ length: 151 }, () => ({ label: 'a' })) },
    '"options": Too big',
  ],
  ['an option', `/websets/${id}/enrichments`, { description: 'x', options: [] }, '"options": Too small'],
  ['a count of a search', `/websets/${id}/searches`, { query: 'x' }, '"count" is required'],
  [
    'a known behaviour',
    `/websets/${id}/searches`,
    { ...search, behavior: 'replace' },
    '"behavior": Invalid option',
  ],
  ['a search to preview', '/websets/preview', {}, '"search" is required'],
  [
    'ten items of a preview',
    '/websets/preview',
    { search: { query: 'x', count: 11 } },
    '"search.count": Too big',
  ],
]

describe('what is sent needs', () => {
  test.each(bodies)('%s', async (_, path, body, says) => {
    const { status, message } = await refusal('POST', path, body)
    expect(message).toContain(says)
    expect(status).toBe(400)
  })
})

describe('what is asked for needs', () => {
  test.each([
    ['a number', '/websets?limit=many', '"limit": Invalid input: expected number, received NaN'],
    ['a limit', '/websets?limit=0', '"limit": Too small'],
    ['a limit of 100 websets', '/websets?limit=101', '"limit": Too big: expected number to be <=100'],
    ['two characters to look for', '/websets?search=x', '"search": Too small'],
    ['at most fifty', `/websets?search=${long(51)}`, '"search": Too big'],
    ['a known filter', '/websets?colour=red', 'colour'],
    ['a known expansion', `/websets/${id}?expand=pages`, '"expand[0]": Invalid'],
    ['a limit of 100 items', `/websets/${id}/items?limit=101`, '"limit": Too big'],
    ['a limit of 200 events', '/events?limit=201', '"limit": Too big'],
    ['a known type of event', '/events?types=webset.exploded', '"types[0]": Invalid option'],
    ['a cursor of this list', '/websets?cursor=zzz', '"cursor": Invalid string: must start with "webset_"'],
    ['a cursor of its items', `/websets/${id}/items?cursor=event_1`, 'must start with "witem_"'],
    ['a cursor of events', '/events?cursor=webset_1', 'must start with "event_"'],
    ['a moment', '/events?createdBefore=soon', '"createdBefore"'],
  ])('%s', async (_, path, says) => {
    const { status, message } = await refusal('GET', path)
    expect(message).toContain(says)
    expect(status).toBe(400)
  })
})

test('a parameter is named as it was sent', async () => {
  const { status, message } = await refusal('POST', '/websets/preview?search=maybe', {
    search: { query: 'x' },
  })
  expect([status, message]).toEqual([400, expect.stringContaining('"search": Invalid input')])
})

test('options that are taken away from an enrichment of options are missed', async () => {
  const made = await api.call<{ id: string }>('POST', `/websets/v0/websets/${id}/enrichments`, {
    body: { description: 'x' },
  })
  const { status, message } = await refusal('PATCH', `/websets/${id}/enrichments/${made.id}`, {
    format: 'options',
  })
  expect([status, message]).toEqual([
    400,
    expect.stringContaining('"options": the format "options" needs them'),
  ])
})

test('TM-2: more than may work and wait is refused', async () => {
  const team = await api.addTeam('busy')
  const create = () => api.request('POST', '/websets/v0/websets', { key: team.key, body: { search } })
  const answers = [await create(), await create(), await create()]
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 429])
  expect(answers[2]?.headers.get('retry-after')).toBe('5')
  const me = await api.call('GET', '/websets/v0/teams/me', { key: team.key })
  expect(me).toMatchObject({
    concurrency: { active: 1, queued: 1 },
    limits: { maxConcurrent: 1, maxQueued: 1 },
  })
})
