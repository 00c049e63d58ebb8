import { generateKeyPairSync, sign } from 'node:crypto'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import type { ImportedBundle, VerifiedBundle } from '../contract/exports.ts'
import type { WebsetItem } from '../contract/webset-items.ts'
import { createRandom } from '../../tests/chaos/random.ts'
import { exportsScene } from '../../tests/harness/exports-scene.ts'
import { rootOf, sha256 } from './bundle/hash-tree.ts'
import { endOfArchive, packed, unpacked, type Entry } from './bundle/tar.ts'

const things = Array.from({ length: 12 }, (_, index) => ({
  name: `Thing ${index}`,
  traits: ['shines'],
  facts: { colour: `colour ${index}`, size: String(index) },
}))
const home = await exportsScene(things)
const abroad = await exportsScene([])
const webset = await home.makeWebset({ metadata: { topic: 'light' } })
const { bytes: bundle } = await home.export(webset.id, { format: 'bundle' })
const seed = Date.now() % 1_000_000

const verify = (bytes: Uint8Array, query = '') => abroad.sendFile(`/winnow/v1/bundles/verify${query}`, bytes)
const load = (bytes: Uint8Array, query = '') => abroad.sendFile(`/winnow/v1/bundles/import${query}`, bytes)

async function websetsAbroad(): Promise<number> {
  return (await abroad.records.acrossTeams('test').selectFrom('websets').select('id').execute()).length
}

test('the same webset makes the same bytes', async () => {
  const again = await home.export(webset.id, { format: 'bundle' })
  expect(again.bytes.equals(bundle)).toBe(true)
  expect(again.made.sha256).toBe(sha256(bundle))
})

test('a bundle is verified by another server, which is told who signed it', async () => {
  const response = await verify(bundle)
  expect(response.status).toBe(200)
  const verified = (await response.json()) as VerifiedBundle
  const key = await home.call<VerifiedBundle['signer']>('GET', '/winnow/v1/bundles/key')
  expect(verified).toMatchObject({
    websetId: webset.id,
    title: 'Shining things',
    isOwn: false,
    counts: { items: 12, pages: 12 },
    signer: key,
    bytes: bundle.length,
  })
  expect((await verify(bundle, `?signer=${key.fingerprint}`)).status).toBe(200)
  expect((await verify(bundle, `?signer=${encodeURIComponent(key.publicKey)}`)).status).toBe(200)
  const other = await abroad.call<VerifiedBundle['signer']>('GET', '/winnow/v1/bundles/key')
  expect((await verify(bundle, `?signer=${other.fingerprint}`)).status).toBe(422)
  const own = (await (await home.sendFile('/winnow/v1/bundles/verify', bundle)).json()) as VerifiedBundle
  expect(own.isOwn).toBe(true)
})

/** What is the same of an item wherever it is. */
const shown = ({ properties, evaluations, enrichments, createdAt, updatedAt, source }: WebsetItem) => ({
  properties,
  evaluations,
  enrichments: enrichments?.map(({ status, format, result, reasoning, references }) => ({
    status,
    format,
    result,
    reasoning,
    references,
  })),
  createdAt,
  updatedAt,
  source,
})

test('an imported bundle is a webset like any other, with the same items, verdicts, values and quotes', async () => {
  const response = await load(bundle)
  expect(response.status).toBe(201)
  const { webset: imported } = (await response.json()) as ImportedBundle
  expect(imported.id).not.toBe(webset.id)
  expect(imported).toMatchObject({ status: 'idle', title: 'Shining things', metadata: { topic: 'light' } })
  const itemsOf = async (scene: typeof home, id: string) =>
    (await scene.call<{ data: WebsetItem[] }>('GET', `/websets/v0/websets/${id}/items?limit=100`)).data
  const there = await itemsOf(abroad, imported.id)
  expect(there.map(shown)).toEqual((await itemsOf(home, webset.id)).map(shown))
  expect(there[0]?.properties).toMatchObject({ content: expect.stringContaining('Thing 0 shines') as string })
  expect(there[0]?.sourceId).toBe(imported.searches[0]?.id)
  // It lives on: what is asked from now on is found out here, and it can be bundled again.
  await abroad.call('POST', `/websets/v0/websets/${imported.id}/enrichments`, {
    body: { description: 'mass' },
  })
  await abroad.work()
  const second = await abroad.export(imported.id, { format: 'bundle' })
  expect((await home.sendFile('/winnow/v1/bundles/import', second.bytes)).status).toBe(201)
})

test('pages that come with a bundle never change what a page says now', async () => {
  await abroad.put({ name: 'Thing 3', traits: ['is dull'], facts: {} })
  expect((await load(bundle)).status).toBe(201)
  const { results } = await abroad.call<{ results: { text: string }[] }>('POST', '/contents', {
    body: { urls: ['https://thing-3.example/'], text: true },
  })
  expect(results[0]?.text).toContain('is dull')
})

test(`a bundle with one byte changed is refused, wherever it is (seed ${seed})`, async () => {
  const random = createRandom(seed)
  expect((await verify(bundle)).status).toBe(200)
  const before = await websetsAbroad()
  for (let round = 0; round < 100; round++) {
    const changed = Buffer.from(bundle)
    const at = random.whole(bundle.length)
    changed[at] = changed[at]! ^ (1 << random.whole(8))
    expect((await (round % 10 === 0 ? load : verify)(changed)).status, `byte ${at}`).toBe(422)
  }
  expect(await websetsAbroad()).toBe(before)
}, 120_000)

/** A bundle of the same entries after a change, signed by whoever does that. */
async function forged(change: (entries: Entry[]) => Entry[]): Promise<Buffer> {
  const entries: Entry[] = []
  for await (const entry of unpacked(Readable.from([bundle]), { maxEntryBytes: 1e9 })) entries.push(entry)
  const kept = change(entries.slice(0, -2))
  const manifest = JSON.parse(entries.at(-2)!.content.toString('utf8')) as object
  const linesIn = (kind: string) =>
    kept
      .filter(({ name }) => name.startsWith(kind))
      .flatMap(({ content }) => [...content].filter((byte) => byte === 10)).length
  const counts = { items: linesIn('items/'), pages: linesIn('pages/'), events: linesIn('events/') }
  const hashes = kept.map(({ name, content }) => ({ name, size: content.length, sha256: sha256(content) }))
  const content = Buffer.from(JSON.stringify({ ...manifest, counts, entries: hashes, root: rootOf(hashes) }))
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const signature = {
    algorithm: 'ed25519',
    publicKey: Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64'),
    signature: sign(null, content, privateKey).toString('base64'),
  }
  const all = [
    ...kept,
    { name: 'manifest.json', content },
    { name: 'signature.json', content: Buffer.from(JSON.stringify(signature)) },
  ]
  return Buffer.concat([...all.flatMap((entry) => [...packed(entry)]), endOfArchive])
}

const replaced = (from: string, to: string) => (entries: Entry[]) =>
  entries.map(({ name, content }) => ({
    name,
    content: Buffer.from(content.toString('utf8').replaceAll(from, to)),
  }))

/** Without the lines that hold the text. */
const without = (text: string) => (entries: Entry[]) =>
  entries.map(({ name, content }) => ({
    name,
    content: Buffer.from(
      content
        .toString('utf8')
        .split(/(?<=\n)/)
        .filter((line) => !line.includes(text))
        .join(''),
    ),
  }))

describe('a bundle that somebody else made up', () => {
  test('is imported as far as it is well made, and names its own signer', async () => {
    const bytes = await forged((entries) => entries)
    const verified = (await (await verify(bytes)).json()) as VerifiedBundle
    const key = await home.call<VerifiedBundle['signer']>('GET', '/winnow/v1/bundles/key')
    expect(verified.signer.fingerprint).not.toBe(key.fingerprint)
    expect((await verify(bytes, `?signer=${key.fingerprint}`)).status).toBe(422)
  })

  test.each([
    ['quotes what its pages do not say', replaced('"quote":"Thing 5 shines"', '"quote":"Thing 5 glitters"')],
    ['lacks a page that it quotes', without('https://thing-5.example/","fetchedAt')],
    [
      'holds a script for an address',
      replaced('"url":"https://thing-5.example/","fetchedAt', '"url":"javascript:x","fetchedAt'),
    ],
    ['holds a field that nobody knows', replaced('"isMatch":true', '"isMatch":true,"isAdmin":true')],
    ['holds a character that cannot be stored', replaced('colour 5', String.raw`colour\u0000 5`)],
    [
      'holds a name that leads out',
      (entries: Entry[]) => [...entries, { name: '../../etc/passwd', content: Buffer.alloc(1) }],
    ],
    [
      'holds an absolute name',
      (entries: Entry[]) => [...entries, { name: '/etc/passwd', content: Buffer.alloc(1) }],
    ],
    ['holds a file twice', (entries: Entry[]) => [...entries, entries[0]!]],
    ['holds its files in another order', (entries: Entry[]) => entries.toReversed()],
    ['holds no webset', (entries: Entry[]) => entries.slice(1)],
  ])('is refused when it %s', async (_, change) => {
    const bytes = await forged(change)
    const before = await websetsAbroad()
    expect((await load(bytes)).status).toBe(422)
    expect(await websetsAbroad()).toBe(before)
  })

  test('is refused when it announces more than may be', async () => {
    const [header] = [...packed({ name: 'webset.json', content: Buffer.alloc(0) })]
    const bomb = Buffer.from(header!)
    bomb.write('77777777777', 124, 'latin1')
    bomb.write('        ', 148, 'latin1')
    const sum = bomb.reduce((total, byte) => total + byte, 0)
    bomb.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
    expect((await verify(bomb)).status).toBe(413)
  })

  test.each([
    ['cut off', () => bundle.subarray(0, bundle.length - 512)],
    ['followed by more', () => Buffer.concat([bundle, Buffer.from('x')])],
    ['empty', () => Buffer.alloc(0)],
    ['something else', () => Buffer.from('PK\u0003\u0004 and so on')],
  ])('is refused when it is %s', async (_, bytes) => {
    expect((await verify(bytes())).status).toBe(422)
  })
})
