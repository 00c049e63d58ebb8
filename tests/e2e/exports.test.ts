import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Exa } from 'exa-js'
import { beforeAll, expect, test } from 'vitest'
import type { WebsetExport } from '../../src/contract/exports.ts'
import { sha256 } from '../../src/exports/bundle/hash-tree.ts'
import { createRandom } from '../chaos/random.ts'
import { runCli } from '../harness/cli.ts'
import { serverProcess } from '../harness/server-process.ts'

/** The program itself, on the sample web: exports and bundles from the terminal, between two servers, and killed. */
const ownerKey = 'the-owner-key-of-this-test'
const environment = { WINNOW_API_KEY: ownerKey, WINNOW_WEBSETS_LIVE_FETCH: 'off' }
const server = await serverProcess({ hasSample: true, environment, flags: ['--log-level', 'warn'] })
const other = await serverProcess({
  environment: { ...environment, WINNOW_SAMPLE: 'off' },
  flags: ['--log-level', 'warn'],
})
const client = () => new Exa(ownerKey, server.url)
const seed = Date.now() % 1_000_000
let websetId = ''

const winnow = (on: typeof server, ...args: string[]) =>
  runCli(['webset', ...args, '--url', on.url, '--api-key', ownerKey], { cwd: server.folder })

beforeAll(async () => {
  await Promise.all([server.start(), other.start()])
  const { id } = await client().websets.create({
    search: {
      query: 'Young European makers of batteries or solar products',
      count: 5,
      entity: { type: 'company' },
      criteria: [
        { description: 'Headquartered in Europe' },
        { description: 'Makes batteries or solar cells' },
      ],
    },
    enrichments: [{ description: 'Number of employees' }, { description: 'Name of the CEO' }],
  })
  await client().websets.waitUntilIdle(id, { pollInterval: 200, timeout: 120_000 })
  websetId = id
}, 240_000)

test('exports, difference and second opinions on the command line', async () => {
  const exported = await winnow(
    server,
    'export',
    websetId,
    '--format',
    'csv',
    '--evidence',
    '--output',
    'items.csv',
  )
  expect(exported).toMatchObject({ code: 0, stdout: 'items.csv\n' })
  const csv = await readFile(join(server.folder, 'items.csv'), 'utf8')
  expect(csv).toContain('"Headquartered in Europe (quote)"')
  expect((await readdir(server.folder)).filter((name) => name.endsWith('.part'))).toEqual([])
  const report = await winnow(server, 'export', websetId, '--format', 'markdown', '--output', '-')
  expect(report.stdout).toContain('## ')

  const difference = await winnow(server, 'diff', websetId, '--from', '2026-01-01')
  expect(difference.code).toBe(0)
  expect(difference.stdout).toMatch(/^\+ .+ https:/)

  // The reader that read it first says the same again of the same pages.
  const second = await winnow(server, 'rejudge', websetId, '--reader', 'extractive', '--json')
  expect(second.code).toBe(0)
  const { claims, agreed, unreadable } = JSON.parse(second.stdout) as Record<string, number>
  expect(claims).toBeGreaterThan(5)
  expect(unreadable).toBe(0)
  expect(agreed! / claims!).toBeGreaterThan(0.7)
}, 120_000)

const items = async (exa: Exa, id: string) =>
  (await exa.websets.items.getAll(id)).map(({ properties, evaluations, enrichments }) => ({
    properties,
    evaluations,
    results: enrichments?.map(({ result, references }) => [result, references]),
  }))

test('a bundle goes from one server to another, and not when a byte of it was changed', async () => {
  const made = await winnow(server, 'bundle', websetId, '--output', 'items.webset')
  expect(made.code).toBe(0)
  const fingerprint = /signed by ([0-9a-f]{64})/.exec(made.stderr)?.[1] ?? ''
  const verified = await winnow(other, 'verify-bundle', 'items.webset', '--signer', fingerprint)
  expect(verified.stdout).toContain(fingerprint)
  const imported = await winnow(other, 'import-bundle', 'items.webset', '--signer', fingerprint)
  expect(imported.code).toBe(0)
  const there = await items(new Exa(ownerKey, other.url), imported.stdout.trim())
  expect(there.length).toBeGreaterThan(0)
  expect(there).toEqual(await items(client(), websetId))

  const bytes = await readFile(join(server.folder, 'items.webset'))
  bytes[bytes.length >> 1] = bytes[bytes.length >> 1]! ^ 1
  await writeFile(join(server.folder, 'spoiled.webset'), bytes)
  for (const command of ['verify-bundle', 'import-bundle']) {
    const refused = await winnow(other, command, 'spoiled.webset')
    expect(refused.code).not.toBe(0)
    expect(refused.stderr).toContain('422')
  }
}, 120_000)

test(`a server that is killed while it writes leaves whole files or none (seed ${seed})`, async () => {
  const random = createRandom(seed)
  const path = `/winnow/v1/websets/${websetId}/exports`
  const call = <T>(method: string, at: string, body?: object) => client().request<T>(at, method, body)
  const ids: string[] = []
  for (let round = 0; round < 3; round++) {
    for (const format of ['bundle', 'xlsx', 'csv'])
      ids.push((await call<WebsetExport>('POST', path, { format, evidence: true })).id)
    await delay(random.between(0, 300))
    await server.kill()
    await expectWholeFiles(ids)
    await server.start()
  }
  for (let attempt = 0; attempt < 300; attempt++) {
    const { data } = await call<{ data: WebsetExport[] }>('GET', `${path}?limit=200`)
    if (data.every(({ status }) => status === 'completed')) break
    await delay(200)
  }
  for (const id of ids) {
    const made = await call<WebsetExport>('GET', `${path}/${id}`)
    expect(made.status).toBe('completed')
    const file = await fetch(`${server.url}${path}/${id}/download`, { headers: { 'x-api-key': ownerKey } })
    expect(sha256(new Uint8Array(await file.arrayBuffer()))).toBe(made.sha256)
  }
  const events = await client().websets.events.getAll({
    types: ['webset.export.completed'] as never,
    limit: 200,
  })
  const told = events.map(({ data }) => data.id)
  for (const id of ids) expect(told.filter((one) => one === id)).toHaveLength(1)
}, 240_000)

/** Whatever lies there under the name of an export has its last byte. */
async function expectWholeFiles(ids: readonly string[]): Promise<void> {
  const folder = join(server.dataDir, 'exports')
  for (const team of await readdir(folder).catch(() => []))
    for (const name of await readdir(join(folder, team))) {
      if (!ids.includes(name)) continue
      const bytes = await readFile(join(folder, team, name))
      const isBundle = bytes.subarray(0, 11).toString('latin1') === 'webset.json'
      const isZip = bytes.subarray(0, 2).toString('latin1') === 'PK'
      const end = bytes.subarray(isBundle ? -1024 : isZip ? -22 : -2)
      if (isBundle) expect(end.every((byte) => byte === 0)).toBe(true)
      else expect(end.toString('latin1').startsWith(isZip ? 'PK\u0005\u0006' : '\r\n')).toBe(true)
    }
}
