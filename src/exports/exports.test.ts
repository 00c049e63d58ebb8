import { readdir, writeFile, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import papaparse from 'papaparse'
import { describe, expect, test } from 'vitest'
import type { WebsetExport } from '../contract/exports.ts'
import type { WebsetEvent } from '../contract/webset-events.ts'
import { exportsScene } from '../../tests/harness/exports-scene.ts'

const hostile = ['=1+1', '+49 30', '-2+3', '@SUM(A1)', '\tx', '\rx']
const scene = await exportsScene([
  { name: 'Plain', traits: ['shines'], facts: { colour: 'blue', size: '12' } },
  { name: 'Quoted', traits: ['shines'], facts: { colour: 'a "deep", dark\nred', size: '-7' } },
  ...hostile.map((text, index) => ({ name: `Trap ${index}`, traits: ['shines'], facts: { colour: text } })),
  { name: '=HYPERLINK("http://x")', traits: ['shines'], facts: { colour: '_x0041_ \u0001 <b>&' } },
])
const webset = await scene.makeWebset()
const path = `/winnow/v1/websets/${webset.id}/exports`

describe('a CSV', () => {
  test('has a line for each item, its verdicts and values', async () => {
    const { made, file, bytes } = await scene.export(webset.id, { format: 'csv' })
    expect(made).toMatchObject({ status: 'completed', items: 9, bytes: bytes.length, evidence: false })
    expect(file.headers.get('content-disposition')).toContain(`${webset.id}.csv`)
    const rows = read(bytes)
    expect(rows).toHaveLength(9)
    expect(rows[0]).toMatchObject({
      name: 'Plain',
      url: 'https://plain.example/',
      shines: 'yes',
      colour: 'blue',
      size: '12',
    })
    expect(rows[1]).toMatchObject({ colour: 'a "deep", dark\nred', size: '-7' })
    expect(Object.keys(rows[0]!)).not.toContain('shines (quote)')
  })

  test('has quotes and their addresses where they are wanted', async () => {
    const { bytes } = await scene.export(webset.id, { format: 'csv', evidence: true })
    expect(read(bytes)[0]).toMatchObject({
      'shines (quote)': 'Plain shines',
      'shines (source)': 'https://plain.example/',
      'colour (quote)': 'blue',
    })
  })

  test('holds nothing that a spreadsheet takes for a formula', async () => {
    const { bytes } = await scene.export(webset.id, { format: 'csv', evidence: true })
    const { data } = papaparse.parse<string[]>(bytes.toString('utf8').slice(1), { skipEmptyLines: true })
    for (const cell of data.flat())
      expect(/^[=+\-@\t\r]/.test(cell) && cell !== '-7', JSON.stringify(cell)).toBe(false)
    expect(data.flat()).toContain("'=1+1")
    expect(data.flat()).toContain(`'=HYPERLINK("http://x")`)
  })
})

test('JSON lines hold each item as it is, with references where they are wanted', async () => {
  const { bytes } = await scene.export(webset.id, { format: 'jsonl', evidence: true })
  const lines = bytes
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(lines).toHaveLength(9)
  expect(lines[2]).toMatchObject({
    name: 'Trap 0',
    meetsAllCriteria: true,
    evaluations: [{ criterion: 'shines', satisfied: 'yes', references: [{ snippet: 'Trap 0 shines' }] }],
    enrichments: [
      { description: 'colour', result: ['=1+1'], references: [{ snippet: '=1+1' }] },
      { description: 'size', result: null, references: [] },
    ],
  })
  const plain = await scene.export(webset.id, { format: 'jsonl' })
  expect(plain.bytes.toString('utf8')).not.toContain('references')
})

test('a workbook holds numbers as numbers and everything else as text', async () => {
  const { bytes } = await scene.export(webset.id, { format: 'xlsx', evidence: true })
  const parts = unzipSync(bytes)
  expect(Object.keys(parts)).toEqual(
    expect.arrayContaining(['[Content_Types].xml', 'xl/workbook.xml', 'xl/worksheets/sheet1.xml']),
  )
  const sheet = strFromU8(parts['xl/worksheets/sheet1.xml']!)
  expect(sheet.match(/<row /g)).toHaveLength(10)
  expect(sheet).toContain('<v>12</v>')
  expect(sheet).toContain('<v>-7</v>')
  expect(sheet).not.toMatch(/<f[ >]/)
  expect(sheet).toContain('<t xml:space="preserve">=1+1</t>')
  expect(sheet).toContain('_x005F_x0041_  &lt;b&gt;&amp;')
  expect(strFromU8(parts['xl/styles.xml']!)).toContain('quotePrefix="1"')
  const again = await scene.export(webset.id, { format: 'xlsx', evidence: true })
  expect(again.made.sha256).toBe(
    (await scene.export(webset.id, { format: 'xlsx', evidence: true })).made.sha256,
  )
})

test('a report names what was looked for, and lets no page write markup', async () => {
  const { bytes, file } = await scene.export(webset.id, { format: 'markdown', evidence: true })
  const text = bytes.toString('utf8')
  expect(file.headers.get('content-type')).toContain('text/markdown')
  expect(text).toContain('# Shining things')
  expect(text).toContain('## Plain')
  expect(text).toContain('> Plain shines')
  expect(text).toContain('<https://plain.example/>')
  expect(text).not.toContain('<b>')
})

describe('an export', () => {
  test('is told of by events, which are listed only where they are asked for', async () => {
    const { made } = await scene.export(webset.id, { format: 'csv' })
    const asked = await scene.call<{ data: WebsetEvent[] }>(
      'GET',
      '/websets/v0/events?types=webset.export.created&types=webset.export.completed',
    )
    const own = asked.data.filter(({ data }) => data.id === made.id)
    expect(own.map(({ type, data }) => [type, data.status])).toEqual([
      ['webset.export.completed', 'completed'],
      ['webset.export.created', 'pending'],
    ])
    const all = await scene.call<{ data: WebsetEvent[] }>('GET', '/websets/v0/events?limit=200')
    expect(all.data.some(({ type }) => type.startsWith('webset.export.'))).toBe(false)
  })

  test('cannot be downloaded before it is made', async () => {
    const { id } = await scene.call<WebsetExport>('POST', path, { body: {} })
    expect((await scene.request('GET', `${path}/${id}/download`, { key: scene.ownerKey })).status).toBe(409)
    await scene.work()
    expect((await scene.request('GET', `${path}/${id}/download`, { key: scene.ownerKey })).status).toBe(200)
  })

  test('is refused while too many are being made', async () => {
    const made = []
    for (let count = 0; count < 11; count++)
      made.push((await scene.request('POST', path, { key: scene.ownerKey, body: {} })).status)
    expect(made.filter((status) => status === 201)).toHaveLength(10)
    expect(made.at(-1)).toBe(429)
    await scene.work()
  })

  test('fails, and says so, when its webset is deleted on the way', async () => {
    const doomed = await scene.makeWebset()
    const { id } = await scene.call<WebsetExport>('POST', `/winnow/v1/websets/${doomed.id}/exports`, {
      body: {},
    })
    await scene.call('DELETE', `/websets/v0/websets/${doomed.id}`)
    await scene.work()
    const row = await scene.records.db
      .selectFrom('webset_exports')
      .select(['status', 'error'])
      .where('id', '=', id)
      .where('team_id', '=', await ownTeam())
      .executeTakeFirst()
    expect(row?.status).toBe('failed')
    expect(row?.error).toContain('There is no webset')
  })

  test('goes with its file when its time is over, and files that belong to nothing go, too', async () => {
    const { made } = await scene.export(webset.id, { format: 'csv' })
    const teamId = await ownTeam()
    const folder = join(scene.folder, 'exports', teamId)
    const stray = join(folder, 'export_stray.abc.part')
    await writeFile(stray, 'half')
    const longAgo = new Date(Date.now() - 3 * 60 * 60 * 1000)
    await utimes(stray, longAgo, longAgo)
    await utimes(join(folder, made.id), longAgo, longAgo)
    await scene.records.db
      .updateTable('webset_exports')
      .set({ expires_at: longAgo })
      .where('team_id', '=', teamId)
      .where('id', '=', made.id)
      .execute()
    await scene.exports.prune()
    const left = await readdir(folder)
    expect(left).not.toContain(made.id)
    expect(left).not.toContain('export_stray.abc.part')
    expect(left.length).toBeGreaterThan(0)
    expect((await scene.request('GET', `${path}/${made.id}`, { key: scene.ownerKey })).status).toBe(404)
  })

  test('is gone when a page that it quotes is forgotten', async () => {
    await scene.put({ name: 'Secret', traits: ['shines'], facts: {} })
    const other = await scene.makeWebset()
    const { made } = await scene.export(other.id, { format: 'csv' })
    await scene.call('POST', '/winnow/v1/forget', { body: { url: 'https://secret.example/' } })
    const gone = await scene.request('GET', `/winnow/v1/websets/${other.id}/exports/${made.id}/download`, {
      key: scene.ownerKey,
    })
    expect(gone.status).toBe(404)
    expect((await scene.export(other.id, { format: 'csv' })).bytes.toString('utf8')).not.toContain('Secret')
  })
})

const read = (bytes: Buffer) =>
  papaparse.parse<Record<string, string>>(bytes.toString('utf8').slice(1), {
    header: true,
    skipEmptyLines: true,
  }).data

const ownTeam = async () => (await scene.call<{ team: { id: string } }>('GET', '/winnow/v1/me')).team.id
