import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Log } from '../../ports/log.ts'
import { angle, indexDocument, searchIndexSuite } from '../../ports/search-index.suite.ts'
import type { IndexDocument, SearchIndex } from '../../ports/search-index.ts'
import { openLanceIndex } from './lance-index.ts'

const complaints: unknown[] = []
const log: Log = {
  debug() {},
  info() {},
  warn() {},
  error: (...entry) => void complaints.push(entry),
  child: () => log,
}
afterEach(() => expect(complaints.splice(0)).toEqual([]))

const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'winnow-index-'))
const open = (folder: string, model = 'test-8'): Promise<SearchIndex> =>
  openLanceIndex({ folder, model: { model, dimensions: 8 }, log })

searchIndexSuite('LanceDB', 8, async () => {
  const folder = await newFolder()
  return { open: () => open(folder), end: () => rm(folder, { recursive: true }) }
})

const document = (number: number, more: Partial<IndexDocument> = {}): IndexDocument => {
  const plain = indexDocument(`d${number}`, `common words and word${number} on Grace Hopper`, more)
  return {
    ...plain,
    passages: plain.passages.map((passage) => ({ ...passage, vector: angle(number % 360, 8) })),
  }
}

describe('an index in LanceDB', () => {
  const everyone = { visibleTo: ['public'] }
  let folder: string
  let index: SearchIndex
  beforeEach(async () => {
    folder = await newFolder()
    index = await open(folder)
  })
  afterEach(async () => {
    await index.close()
    await rm(folder, { recursive: true })
  })

  const fill = async (count: number): Promise<void> => {
    for (let start = 0; start < count; start += 800) {
      await index.upsert(
        Array.from({ length: Math.min(800, count - start) }, (_, offset) => document(start + offset)),
      )
    }
  }
  const find = async (word: string): Promise<string[]> =>
    (await index.keyword(word, everyone, 10)).map((hit) => hit.documentId)

  it('finds, replaces and deletes what was moved to the large table', async () => {
    await fill(3_200)
    await index.maintain()
    expect(await index.statistics()).toMatchObject({ documents: 3_200, passages: 3_200, embedded: 3_200 })
    for (const number of [0, 1_234, 3_000, 3_199]) expect(await find(`word${number}`)).toEqual([`d${number}`])

    await index.upsert([
      indexDocument('d0', 'replaced zero', { version: 2 }),
      indexDocument('extra', 'word1234'),
    ])
    await index.delete(['d3000'])
    expect(await find('word0')).toEqual([])
    expect(await find('zero')).toEqual(['d0'])
    expect((await find('word1234')).toSorted()).toEqual(['d1234', 'extra'])
    expect(await find('word3000')).toEqual([])
    expect(await index.statistics()).toMatchObject({ documents: 3_200, embedded: 3_198 })

    const said = await index.keyword('word1', { ...everyone, includeText: ['grace hopper'] }, 10)
    expect(said.map((hit) => hit.documentId)).toEqual(['d1'])
    expect(await index.keyword('word1', { ...everyone, excludeText: ['grace hopper'] }, 10)).toEqual([])
    const [near] = await index.vector(angle(77, 8), everyone, 10)
    expect(Number(near!.documentId.slice(1)) % 360).toBe(77)
  })

  it('never uses vectors of another model', async () => {
    await index.upsert([document(1)])
    const other = await open(folder, 'other-8')
    expect(await other.vector(angle(1, 8), everyone, 10)).toEqual([])
    expect((await other.unembedded(null, 10)).passages).toMatchObject([{ documentId: 'd1' }])
    expect(await other.keyword('word1', everyone, 10)).toHaveLength(1)
    expect(await other.statistics()).toMatchObject({ passages: 1, embedded: 0, model: 'other-8' })
    await other.close()
  })

  it('says so when a folder holds something else, and works again when that is mended', async () => {
    const manifest = await readFile(join(folder, 'current.json'))
    await writeFile(join(folder, 'current.json'), '{"format": 99}')
    await expect(open(folder)).rejects.toMatchObject({ code: 'unavailable' })
    await expect(index.statistics()).rejects.toMatchObject({ code: 'unavailable' })
    await expect(index.upsert([document(1)])).rejects.toMatchObject({ code: 'unavailable' })
    await writeFile(join(folder, 'current.json'), manifest)
    await index.upsert([document(1)])
    expect(await find('word1')).toEqual(['d1'])
  })

  it('opens after kill -9 at any moment, and is whole after the writes are given again', async () => {
    await index.close()
    for (let round = 0; round < 4; round++) {
      const writer = spawn(
        process.execPath,
        ['--input-type=module', '-e', endlessWriter, folder, String(round)],
        {
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      )
      await once(writer.stdout, 'data')
      await new Promise((resolve) => setTimeout(resolve, 40 + 110 * round))
      writer.kill('SIGKILL')
      await once(writer, 'exit')
      index = await open(folder)
      await index.upsert(
        Array.from({ length: 40 }, (_, number) => document(number, { version: 1_000 * (round + 1) })),
      )
      await index.maintain()
      const hits = await index.keyword('common', everyone, 200)
      expect(hits.map((hit) => hit.passageId).toSorted()).toEqual(
        [...new Set(hits.map((hit) => hit.passageId))].toSorted(),
      )
      expect(hits).toHaveLength(40)
      expect(await index.vector(angle(3, 8), everyone, 200)).toHaveLength(40)
      expect(await index.statistics()).toMatchObject({ documents: 40, passages: 40, embedded: 40 })
      await index.close()
    }
    expect((await readdir(folder)).toSorted()).toEqual([
      expect.stringMatching(/^current/),
      expect.stringMatching(/^generation-/),
    ])
    index = await open(folder)
  })
})

/** Replaces forty documents and rebuilds the index over and over, until it is killed. */
const endlessWriter = `
  import { openLanceIndex } from '${new URL('../../../dist/adapters/lancedb/lance-index.js', import.meta.url).href}'
  const [folder, round] = process.argv.slice(1)
  const log = { debug() {}, info() {}, warn() {}, error() {}, child: () => log }
  const index = await openLanceIndex({ folder, model: { model: 'test-8', dimensions: 8 }, log })
  const vector = new Float32Array([1, 0, 0, 0, 0, 0, 0, 0])
  const documents = (version) => Array.from({ length: 40 }, (_, number) => ({
    id: 'd' + number, version, url: 'https://example.org/' + number, canonicalUrl: 'https://example.org/' + number, title: null,
    language: 'en', kind: null, visibility: 'public', publishedAt: null, crawledAt: 0, contentHash: '', flags: [],
    passages: [0, 1].map((ordinal) => ({ ordinal, start: ordinal, end: 9, text: 'common version' + version, vector })),
  }))
  async function* all(version) { yield* documents(version) }
  console.log('begun')
  for (let version = 1000 * round + 1; version < 1000 * round + 999; version++) {
    await index.upsert(documents(version))
    if (version % 5 === 0) await index.delete(['d0', 'd1', 'd2'])
    if (version % 7 === 0) await index.rebuild(all(version))
  }
`
