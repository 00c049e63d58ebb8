import {
  CreateImportParametersFormat,
  type CreateImportResponse,
  EventType,
  Exa,
  type ExaError,
  ImportStatus,
  WebsetExcludeSource,
  WebsetImportSource,
  WebsetSearchScopeSource,
  type CreateWebsetParameters,
  type WebsetItem,
} from 'exa-js'
import { describe, expect, test } from 'vitest'
import { manyThings, urlOf } from '../harness/webset-world.ts'
import { websetServer } from '../harness/webset-server.ts'

/** The unmodified client against a server with workers, in a world of which everything is known. */
const server = await websetServer(manyThings(12, 2))
const { websets } = new Exa(server.ownerKey, server.url)
const { imports } = websets

const company = { type: 'company' as const }
const idle = { timeout: 20_000, pollInterval: 50 }
const soon = { timeout: 20_000, pollInterval: 50 }
const nameOf = ({ properties }: WebsetItem): string =>
  properties.type === 'company' ? properties.company.name : properties.url

const csvOf = (...names: string[]): string =>
  `Company,Website\n${names.map((name) => `${name},${urlOf(name)}\n`).join('')}`
async function importOf(...names: string[]) {
  const { id } = await imports.create({ title: names.join(), entity: company }, csvOf(...names))
  return imports.waitUntilCompleted(id, soon)
}
const announce = (size = 1000) =>
  imports.create({ format: CreateImportParametersFormat.csv, entity: company, size, count: 1 })
async function make(parameters: CreateWebsetParameters) {
  const { id } = await websets.create(parameters)
  const webset = await websets.waitUntilIdle(id, idle)
  return { webset, items: await websets.items.getAll(id) }
}
const failureOf = (call: Promise<unknown>): Promise<ExaError> =>
  call.then(
    () => Promise.reject(new Error('the call succeeded')),
    (error: unknown) => error as ExaError,
  )
const put = (url: string, body: string) => fetch(url, { method: 'PUT', body })

describe('imports', () => {
  test('IM-1 IM-2: CSV text goes up and is read', async () => {
    // The types of the client do not say that it answers all that the creation did.
    const made = (await imports.create(
      { title: 'Our customers', entity: company, csv: { identifier: 1 }, metadata: { from: 'crm' } },
      csvOf('Thing 1', 'Thing 2', 'Elsewhere'),
    )) as object as CreateImportResponse
    expect(made).toEqual({
      id: expect.stringMatching(/^import_[0-9a-hjkmnp-tv-z]{26}$/) as string,
      object: 'import',
      status: 'pending',
      format: 'csv',
      entity: company,
      title: 'Our customers',
      count: 3,
      metadata: { from: 'crm' },
      failedReason: null,
      failedAt: null,
      failedMessage: null,
      createdAt: expect.any(String) as string,
      updatedAt: expect.any(String) as string,
      uploadUrl: expect.stringContaining(`${server.url}/`) as string,
      uploadValidUntil: expect.any(String) as string,
    })
    expect(Date.parse(made.uploadValidUntil) - Date.parse(made.createdAt)).toBe(3_600_000)
    const completed = await imports.waitUntilCompleted(made.id, soon)
    const { uploadUrl: _, uploadValidUntil: __, ...shown } = made
    expect(completed).toEqual({ ...shown, status: 'completed', updatedAt: completed.updatedAt })
  })

  test('IM-3: get, list, update, delete', async () => {
    const { id } = await importOf('Thing 1')
    await importOf('Thing 2')
    const page = await imports.list({ limit: 1 })
    expect(page).toMatchObject({ data: [{ title: 'Thing 2' }], hasMore: true })
    expect((await imports.getAll({ limit: 1 })).map((one) => one.id)).toContain(id)
    const changed = await imports.update(id, { title: 'Renamed', metadata: { a: 'b' } })
    expect(changed).toMatchObject({ id, title: 'Renamed', metadata: { a: 'b' } })
    expect(await imports.get(id)).toEqual(changed)
    expect(await imports.delete(id)).toEqual(changed)
    expect(await failureOf(imports.get(id))).toMatchObject({ statusCode: 404 })
    const { id: awaited } = await announce()
    expect(await imports.delete(awaited)).toMatchObject({ status: 'canceled' })
  })

  test.each([
    ['invalid_format', '<html><body>Please sign in\n</body></html>', /HTML/],
    ['invalid_file_content', 'Company,Website\nThing 1,"https://thing-1.example\n', /never closed/],
    ['missing_identifier', 'Company,City\nThing 1,Bern\n', /"Company", "City"/],
  ])('IM-4: %s', async (reason, csv, says) => {
    const { id } = await imports.create({ title: reason, entity: company }, csv)
    const failure = await failureOf(imports.waitUntilCompleted(id, soon))
    expect(failure.message).toMatch(says)
    expect(await imports.get(id)).toMatchObject({
      status: 'failed',
      failedReason: reason,
      failedMessage: expect.stringMatching(says) as string,
      failedAt: expect.any(String) as string,
    })
  })

  test('IM-5: the address of an upload', async () => {
    const { id, uploadUrl } = await announce(60)
    const forged = uploadUrl.replace(/signature=.{4}/, 'signature=AAAA')
    expect((await put(forged, csvOf('Thing 1'))).status).toBe(401)
    const longer = uploadUrl.replace(/expires=\d+/, `expires=${Date.now() + 86_400_000}`)
    expect((await put(longer, csvOf('Thing 1'))).status).toBe(401)
    expect((await put(uploadUrl, csvOf('Thing 1', 'Thing 2'))).status).toBe(413)
    expect(await imports.get(id)).toMatchObject({ status: 'pending' })
    expect((await put(uploadUrl, csvOf('Thing 1'))).status).toBe(200)
    expect((await put(uploadUrl, csvOf('Thing 2'))).status).toBe(409)
    await imports.waitUntilCompleted(id, soon)
    expect((await put(uploadUrl, csvOf('Thing 2'))).status).toBe(409)
    const { items } = await make({ import: [{ source: WebsetImportSource.import, id }] })
    expect(items.map(nameOf)).toEqual(['Thing 1'])
    const tooMuch = await failureOf(announce(50_000_001))
    expect(tooMuch).toMatchObject({ statusCode: 400 })
    expect(tooMuch.message).toContain('size')
  })
})

describe('websets', () => {
  test('IM-6: every row an item, and then enriched', async () => {
    const { id, title } = await importOf('Thing 2', 'Elsewhere', 'Thing 1', 'Thing 2')
    const { webset, items } = await make({
      import: [{ source: WebsetImportSource.import, id }],
      enrichments: [{ description: 'colour' }],
    })
    expect(webset).toMatchObject({ title, imports: [await imports.get(id)], searches: [] })
    expect(items.map(nameOf)).toEqual(['Thing 2', 'Elsewhere', 'Thing 1'])
    for (const item of items) expect(item).toMatchObject({ source: 'import', sourceId: id, evaluations: [] })
    expect(items.map(({ enrichments }) => enrichments?.[0]?.result)).toEqual([
      ['colour 2'],
      null,
      ['colour 1'],
    ])
    expect(items[1]?.properties).toEqual({
      type: 'company',
      url: 'https://elsewhere.example/',
      description: 'Elsewhere',
      content: null,
      company: {
        name: 'Elsewhere',
        location: null,
        employees: null,
        industry: null,
        about: null,
        logoUrl: null,
      },
    })
    expect((await websets.items.list(webset.id, { sourceId: id })).data).toHaveLength(3)
    const of = (type: EventType) =>
      websets.events
        .getAll({ types: [type] })
        .then((all) => all.filter(({ data }) => 'websetId' in data && data.websetId === webset.id))
    expect(await of(EventType.webset_item_created)).toHaveLength(3)
    expect(await of(EventType.webset_item_enriched)).toHaveLength(3)
  })

  test('IM-7: from another webset', async () => {
    const { id } = await importOf('Thing 3', 'Thing 4')
    const { webset: source } = await make({ import: [{ source: WebsetImportSource.import, id }] })
    const { webset, items } = await make({
      import: [{ source: WebsetImportSource.webset, id: source.id }],
      exclude: [{ source: WebsetExcludeSource.import, id: (await importOf('Thing 4')).id }],
    })
    expect(webset.imports).toMatchObject([{ format: 'webset', status: 'completed', count: 2 }])
    expect(items.map(nameOf)).toEqual(['Thing 3'])
    expect(items[0]).toMatchObject({ source: 'import', sourceId: webset.imports[0]!.id })
  })

  test('IM-8: scope and exclude', async () => {
    const { id } = await importOf('Thing 1', 'Thing 2', 'Thing 5')
    const search = {
      query: 'things that shine',
      count: 9,
      entity: company,
      criteria: [{ description: 'shines' }],
    }
    const scoped = await make({
      search: { ...search, scope: [{ source: WebsetSearchScopeSource.import, id }] },
    })
    expect(scoped.items.map(nameOf)).toEqual(['Thing 1', 'Thing 5'])
    expect(scoped.items[0]).toMatchObject({ source: 'search', evaluations: [{ satisfied: 'yes' }] })
    const without = await make({ search, exclude: [{ source: WebsetExcludeSource.import, id }] })
    expect(without.items.map(nameOf)).toEqual(['Thing 3', 'Thing 7', 'Thing 9', 'Thing 11'])
    const both = await failureOf(
      websets.create({
        import: [{ source: WebsetImportSource.import, id }],
        search: { ...search, scope: [{ source: WebsetSearchScopeSource.import, id }] },
      }),
    )
    expect(both).toMatchObject({ statusCode: 400 })
  })

  test('IM-9: events', async () => {
    const { id } = await importOf('Thing 1')
    const events = await websets.events.getAll({
      types: [EventType.import_created, EventType.import_completed],
    })
    const own = events.filter(({ data }) => data.id === id)
    expect(own.map(({ type, data }) => [type, 'status' in data && data.status])).toEqual([
      ['import.completed', 'completed'],
      ['import.created', 'pending'],
    ])
    expect(own[0]!.data).toEqual(await imports.get(id))
  })

  test('IM-10: made before the import is read', async () => {
    const { id, uploadUrl } = await announce()
    const { id: failing, uploadUrl: empty } = await announce()
    const { id: websetId, status } = await websets.create({
      import: [id, failing].map((one) => ({ source: WebsetImportSource.import, id: one })),
      enrichments: [{ description: 'colour' }],
    })
    expect(status).toBe('pending')
    await put(empty, '')
    await expect(imports.waitUntilCompleted(failing, soon)).rejects.toThrow('empty')
    expect(await websets.get(websetId)).toMatchObject({
      status: 'pending',
      imports: [{ id, status: ImportStatus.pending }, { id: failing }],
      enrichments: [{ status: 'pending' }],
    })
    await put(uploadUrl, csvOf('Thing 1'))
    await websets.waitUntilIdle(websetId, idle)
    const items = await websets.items.getAll(websetId)
    expect(items.map(({ enrichments }) => enrichments?.[0]?.result)).toEqual([['colour 1']])
    const last = await websets.events.list({ types: [EventType.webset_idle], limit: 1 })
    expect(last.data[0]?.data.id).toBe(websetId)
  })
})
