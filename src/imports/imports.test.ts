import { expect, test } from 'vitest'
import { CreateImportRequest, type NewImport } from '../contract/imports.ts'
import type { SourceFiles } from '../ports/source-files.ts'
import { testDatabase } from '../../tests/harness/database.ts'
import { testWebsets } from '../../tests/harness/websets.ts'
import { manyThings, urlOf, worldEngine } from '../../tests/harness/webset-world.ts'
import { findImport } from './import.ts'
import { createReadImport } from './read-import.ts'

const database = await testDatabase()
const open = async () => {
  const { engine } = worldEngine(manyThings(3))
  const scene = await testWebsets(engine, {}, database)
  const { imports, caller } = scene
  const announce = (request: object = {}): Promise<NewImport> =>
    imports.create(
      caller,
      CreateImportRequest.parse({
        format: 'csv',
        entity: { type: 'company' },
        size: 10_000_000,
        count: 1,
        ...request,
      }),
    )
  const upload = (id: string, body: AsyncIterable<Uint8Array> | string) =>
    imports.upload(caller, {
      id,
      expires: '',
      signature: '',
      body: (typeof body === 'string' ? bytesOf(body) : body) as ReadableStream<Uint8Array>,
    })
  const rowsOf = (id: string) =>
    database.records.db
      .selectFrom('import_rows')
      .selectAll()
      .where('team_id', '=', caller.teamId)
      .where('import_id', '=', id)
      .orderBy('number')
      .execute()
  return { ...scene, engine, announce, upload, rowsOf }
}
async function uploadsIn(files: SourceFiles): Promise<string[]> {
  const ids: string[] = []
  for await (const { id } of files.uploads()) ids.push(id)
  return ids
}
async function* broken(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('Website\n')
  throw new Error('the connection is gone')
}
async function* bytesOf(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}
const signatureOf = ({ id, uploadUrl }: NewImport) => {
  const { searchParams } = new URL(uploadUrl)
  return { id, expires: searchParams.get('expires') ?? '', signature: searchParams.get('signature') ?? '' }
}

test('the address of an upload is absolute, and admits who has it until it expires', async () => {
  const { imports, announce, advance, caller } = await open()
  const made = await announce()
  expect(made.uploadUrl).toMatch(
    /^https:\/\/winnow\.example\/winnow\/v1\/imports\/import_\w+\/file\?expires=/,
  )
  const signed = signatureOf(made)
  const admitted = await imports.admit(signed)
  expect(admitted).toMatchObject({ teamId: caller.teamId, keyId: caller.keyId })
  expect([...admitted.scopes]).toEqual(['write'])
  const other = signatureOf(await announce())
  for (const wrong of [
    { ...signed, signature: '' },
    { ...signed, signature: other.signature },
    { ...signed, expires: String(Number(signed.expires) + 1) },
    { ...signed, id: 'import_none' },
  ])
    await expect(imports.admit(wrong)).rejects.toMatchObject({ code: 'unauthenticated' })
  advance(3_600_001)
  await expect(imports.admit(signed)).rejects.toMatchObject({ code: 'forbidden' })
})

test('an upload that breaks off or is too large leaves nothing, and of two at once one counts', async () => {
  const { announce, upload, files, imports, caller, work } = await open()
  const { id } = await announce({ size: 40 })
  await expect(upload(id, broken())).rejects.toThrow('the connection is gone')
  await expect(upload(id, 'x'.repeat(41))).rejects.toMatchObject({ code: 'too_large' })
  expect(await uploadsIn(files)).toEqual([])
  const outcomes = await Promise.allSettled(
    [1, 2, 3].map((at) => upload(id, `Website\nhttps://c${at}.example\n`)),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await uploadsIn(files)).toHaveLength(1)
  await work()
  expect(await imports.get(caller, id)).toMatchObject({ status: 'completed', count: 1 })
  expect(await uploadsIn(files)).toEqual([])
})

test('an import whose file never comes fails in the end, and lets go of those that wait', async () => {
  const { announce, imports, caller, advance, create, websets, work } = await open()
  const { id } = await announce()
  const { id: websetId, status } = await create({ import: [{ source: 'import', id }] })
  expect(status).toBe('pending')
  advance(3_600_000)
  await imports.expire()
  // What has begun in time may take a while.
  expect(await imports.get(caller, id)).toMatchObject({ status: 'pending' })
  advance(3_600_000)
  expect(await imports.expire()).toBeGreaterThan(0)
  expect(await imports.get(caller, id)).toMatchObject({
    status: 'failed',
    failedReason: 'invalid_file_content',
    failedMessage: expect.stringContaining('No file was uploaded') as string,
  })
  await work()
  expect(await websets.get(caller, websetId, [])).toMatchObject({ status: 'idle' })
})

test('deleting an import lets go of those that wait for it; items of it stay', async () => {
  const { announce, upload, work, imports, caller, create, websets, items } = await open()
  const { id } = await announce()
  await upload(id, 'Website\nhttps://a.example\n')
  await work()
  const loaded = await create({ import: [{ source: 'import', id }] })
  await work()
  const { id: never } = await announce()
  const waiting = await create({ import: [{ source: 'import', id: never }] })
  await imports.remove(caller, id)
  await imports.remove(caller, never)
  expect(await items(loaded.id)).toHaveLength(1)
  expect(await websets.get(caller, waiting.id, [])).toMatchObject({ status: 'idle', imports: [] })
})

test('a reading that was interrupted goes on where it was, and brings every row once', async () => {
  const { announce, upload, rowsOf, imports, caller, records, clock, files, documents, engine } = await open()
  const { id } = await announce()
  const names = Array.from({ length: 12_000 }, (_, at) => (at % 7 === 0 ? '' : `https://c${at}.example`))
  await upload(id, `Note,Website\n${names.map((url, at) => `"n\n${at}",${url}\n`).join('')}`)
  const load = () => findImport(records.db, caller.teamId, id)
  const needs = { records, clock, documents, engine }
  const dying = createReadImport({
    ...needs,
    files: {
      ...files,
      read(path, signal) {
        const whole = files.read(path, signal)
        opened += 1
        return opened === 2 ? cut(whole, 120_000) : whole
      },
    },
  })
  let opened = 0
  const { signal } = new AbortController()
  await expect(dying(await load(), signal)).rejects.toThrow('killed')
  const before = await imports.status(caller, id)
  expect(before.progress.rows).toBeGreaterThan(0)
  expect(before.progress.rows).toBeLessThan(12_000)
  expect(await createReadImport({ ...needs, files })(await load(), signal)).toBe(true)
  const rows = await rowsOf(id)
  expect(rows.map(({ url }) => url)).toEqual(names.filter(Boolean).map((url) => `${url}/`))
  expect((await imports.status(caller, id)).progress).toMatchObject({ rows: 12_000, skipped: 1715 })
  // Who comes too late finds nothing to do.
  await records.db
    .updateTable('imports')
    .set({ status: 'completed' })
    .where('team_id', '=', caller.teamId)
    .where('id', '=', id)
    .execute()
  await expect(
    createReadImport({ ...needs, files })({ ...(await load()), rows_read: 0, rows_skipped: 0 }, signal),
  ).resolves.toBe(false)
})

async function* cut(chunks: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let left = most
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.length; at += 10_000) {
      if (left <= 0) throw new Error('killed')
      left -= 10_000
      yield chunk.subarray(at, at + 10_000)
    }
}

test('a file that breaks late leaves no row behind', async () => {
  const { announce, upload, work, rowsOf, imports, caller } = await open()
  const { id } = await announce()
  const good = Array.from({ length: 20_000 }, (_, at) => `https://c${at}.example,x\n`).join('')
  await upload(id, `Website,Note\n${good}https://last.example,"never closed\n`)
  await work()
  expect(await imports.get(caller, id)).toMatchObject({
    status: 'failed',
    failedReason: 'invalid_file_content',
    failedMessage: expect.stringContaining('Row 20002') as string,
  })
  expect(await rowsOf(id)).toEqual([])
})

test('rows have the keys of searches: by site, by name, and by page where many share a site', async () => {
  const { announce, upload, work, rowsOf } = await open()
  const keysOf = async (csv: string, request: object = {}) => {
    const { id } = await announce(request)
    await upload(id, csv)
    await work()
    return (await rowsOf(id)).map((row) => row.entity_key)
  }
  expect(
    await keysOf('Website,Name\nhttps://www.shop.kestrel.co.uk/about,Kestrel\nmerlin.example,Merlin\n'),
  ).toEqual(['company:kestrel.co.uk', 'company:merlin.example'])
  expect(await keysOf('Company,LinkedIn\nKestrel & Co,https://linkedin.com/company/kestrel\n')).toEqual([
    'company:kestrelco',
  ])
  expect(await keysOf('Company,Url\nA,https://directory.example/a\nB,https://directory.example/b\n')).toEqual(
    ['company:a', 'company:b'],
  )
  expect(await keysOf('Name\nThing 2\n', { csv: { identifier: 0 } })).toEqual(['company:thing-2.example'])
  const person = { entity: { type: 'person' } }
  expect(await keysOf('Name,Url\nAda Lovelace,https://people.example/ada\n', person)).toEqual([
    'person:adalovelace',
  ])
  const paper = { entity: { type: 'research_paper' } }
  expect(await keysOf('Title,DOI\nOn the origin of species,10.1000/ABC\nShort,10.1000/DEF\n', paper)).toEqual(
    ['research_paper:ontheoriginofspecies', 'research_paper:10.1000/def'],
  )
  const article = { entity: { type: 'article' } }
  expect(await keysOf(`Url\nhttps://www.news.example/a/?utm_source=x\n${urlOf('B')}\n`, article)).toEqual([
    'article:news.example/a',
    'article:b.example',
  ])
})

test('a search that comes later judges what was loaded, and a webset resumes what it was loading', async () => {
  const scene = await open()
  const { announce, upload, work, create, search, items, repeat } = scene
  const { id } = await announce()
  const rows = Array.from({ length: 130 }, (_, at) => `https://c${at}.example\n`).join('')
  await upload(id, `Website\n${rows}${urlOf('Thing 1')}\n`)
  await work()
  const webset = await create({ import: [{ source: 'import', id }] })
  await Promise.all([work(), repeat(webset.id, 1)])
  expect((await items(webset.id)).map(({ properties }) => properties.url)).toHaveLength(131)
  const created = (await scene.events()).filter(({ type }) => type === 'webset.item.created')
  expect(created).toHaveLength(131)
  await search(webset.id, {
    query: 'x',
    count: 5,
    entity: { type: 'company' },
    criteria: [{ description: 'shines' }],
  })
  await work()
  expect((await items(webset.id)).map(({ properties }) => properties.url)).toContain(urlOf('Thing 1'))
  expect((await items(webset.id)).every(({ source }) => source === 'search')).toBe(true)
})
