import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Exa } from 'exa-js'
import { beforeAll, expect, test } from 'vitest'
import type { ImportStatus, NewImport } from '../../src/contract/imports.ts'
import { serverProcess } from '../harness/server-process.ts'

/** The program itself, killed while a file comes in, while it is read, and while a webset is loaded from it. */
const ownerKey = 'the-owner-key-of-this-test'
const server = await serverProcess({
  environment: { WINNOW_API_KEY: ownerKey, WINNOW_SAMPLE: 'off' },
  flags: ['--log-level', 'warn'],
})
const client = () => new Exa(ownerKey, server.url)
beforeAll(() => server.start(), 60_000)

const listOf = (rows: number): string =>
  `Name,Website\n${Array.from({ length: rows }, (_, at) => `Company ${at},https://company-${at}.example\n`).join('')}`

const announce = (csv: string): Promise<NewImport> =>
  client().request('/websets/v0/imports', 'POST', {
    format: 'csv',
    entity: { type: 'company' },
    size: Buffer.byteLength(csv),
    count: 1,
  })
/** After a start it listens at another port; the signature is the same. */
const put = (uploadUrl: string, body: NonNullable<RequestInit['body']>) => {
  const { pathname, search } = new URL(uploadUrl)
  return fetch(`${server.url}${pathname}${search}`, { method: 'PUT', body, duplex: 'half' })
}
const statusOf = (id: string) => client().request<ImportStatus>(`/winnow/v1/imports/${id}`, 'GET')
const restart = async () => {
  await server.kill()
  await server.start()
}

/** Part of the file is on the disk of the server. */
async function untilHalfIsThere(): Promise<void> {
  const folder = join(server.dataDir, 'imports', 'team_owner')
  const isThere = async () => (await readdir(folder).catch(() => [])).some((name) => name.endsWith('.part'))
  for (let attempt = 0; !(await isThere()); attempt++) {
    if (attempt > 500) throw new Error('nothing came in')
    await delay(20)
  }
}

test('killed while the file comes in: it is as if it had not come, and can come again', async () => {
  const csv = listOf(5000)
  const { id, uploadUrl } = await announce(csv)
  const half = Buffer.from(csv.slice(0, csv.length / 2))
  // Never closed: the rest does not come.
  const slow = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(half) })
  const upload = put(uploadUrl, slow).catch((error: unknown) => error)
  await untilHalfIsThere()
  await restart()
  expect(await upload).toBeInstanceOf(Error)
  expect(await statusOf(id)).toMatchObject({ status: 'pending', progress: { rows: 0, totalBytes: null } })
  expect((await put(uploadUrl, csv)).status).toBe(200)
  expect(await client().websets.imports.waitUntilCompleted(id, { pollInterval: 100 })).toMatchObject({
    count: 5000,
  })
}, 120_000)

test('killed while the file is read: it goes on, and every row is there once', async () => {
  const rows = 60_000
  const csv = listOf(rows)
  const { id, uploadUrl } = await announce(csv)
  expect((await put(uploadUrl, csv)).status).toBe(200)
  let before = await statusOf(id)
  while (before.progress.rows === 0) {
    await delay(10)
    before = await statusOf(id)
  }
  await restart()
  const after = await statusOf(id)
  expect(after.progress.rows).toBeGreaterThanOrEqual(before.progress.rows)
  expect(before.status).toBe('processing')
  expect(
    await client().websets.imports.waitUntilCompleted(id, { pollInterval: 100, timeout: 100_000 }),
  ).toMatchObject({ count: rows })
  expect((await statusOf(id)).progress).toMatchObject({ rows, skipped: 0, bytes: csv.length })
}, 180_000)

test('killed while a webset is loaded: every row becomes one item', async () => {
  const rows = 400
  const { id } = await client().websets.imports.create(
    { title: 'All', entity: { type: 'company' } },
    listOf(rows),
  )
  // Made at once: it waits for the import, also over a kill.
  const { id: websetId } = await client().websets.create({
    import: [{ source: 'import', id }] as never,
  })
  await restart()
  let found = 0
  while (found === 0) {
    await delay(20)
    found = (await client().websets.items.list(websetId, { limit: 100 })).data.length
  }
  await restart()
  await client().websets.waitUntilIdle(websetId, { pollInterval: 100, timeout: 100_000 })
  const items = await client().websets.items.getAll(websetId, { limit: 100 })
  expect(items.map(({ properties }) => properties.url)).toEqual(
    Array.from({ length: rows }, (_, at) => `https://company-${at}.example/`),
  )
  const idle = await client().websets.events.getAll({ types: ['webset.idle'] as never })
  expect(idle.filter(({ data }) => data.id === websetId)).toHaveLength(1)
}, 180_000)
