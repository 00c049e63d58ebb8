import { describe, expect, test } from 'vitest'
import type { Entity } from '../../contract/webset-shapes.ts'
import { openTable, type TableRow } from './open-table.ts'

interface Options {
  readonly entity?: Entity['type']
  readonly identifier?: number
  /** Bytes that come at once. */
  readonly chunk?: number
}

async function read(content: string | Uint8Array, { entity = 'company', identifier, chunk }: Options = {}) {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  async function* chunks() {
    const size = chunk ?? bytes.length
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  const what = entity === 'custom' ? { type: entity, description: 'things' } : { type: entity }
  const table = await openTable(chunks, { entity: what, identifier: identifier ?? null })
  const rows: TableRow[] = []
  let last = { read: 0, bytes: 0 }
  for await (const stretch of table.stretches) {
    rows.push(...stretch.rows)
    last = { read: stretch.read, bytes: stretch.bytes }
  }
  return { layout: table.layout, rows, ...last }
}

const kestrel = { number: 1, url: 'https://kestrel.example/', name: 'Kestrel' }

describe('a table is read', () => {
  test.each([
    ['with commas', 'Name,Website\nKestrel,https://kestrel.example\n'],
    ['with semicolons', 'Name;Website\nKestrel;https://kestrel.example\n'],
    ['with tabs', 'Name\tWebsite\nKestrel\thttps://kestrel.example\n'],
    ['with bars', 'Name|Website\nKestrel|https://kestrel.example\n'],
    ['that says how', 'sep=;\nName;Website\nKestrel;https://kestrel.example\n'],
    ['with Windows line ends', 'Name,Website\r\nKestrel,https://kestrel.example\r\n'],
    ['with Windows line ends and quotes', '"Name","Website"\r\n"Kestrel","https://kestrel.example"\r\n'],
    ['with both line ends', 'Name,Website\r\nKestrel,https://kestrel.example\n'],
    ['with old Macintosh line ends', 'Name,Website\rKestrel,https://kestrel.example\r'],
    ['without a last line end', 'Name,Website\nKestrel,https://kestrel.example'],
    ['with empty lines', '\n\nName,Website\n\n,,\nKestrel,https://kestrel.example\n\n'],
    ['with spaces around values', 'Name , Website\n Kestrel , https://kestrel.example \n'],
    ['with a byte order mark', '\uFEFFWebsite,Name\nhttps://kestrel.example,Kestrel\n'],
    ['with a domain alone', 'Name,Domain\nKestrel,kestrel.example\n'],
    ['with rows that are short', 'Name,Website,City,Country\nKestrel,https://kestrel.example\n'],
    ['with empty values beyond the header', 'Name,Website\nKestrel,https://kestrel.example,,\n'],
  ])('%s', async (_, content) => {
    for (const chunk of [undefined, 1, 7])
      expect((await read(content, { ...(chunk && { chunk }) })).rows).toEqual([kestrel])
  })

  test('with values of several lines and quotes in them, wherever the file is cut', async () => {
    const content = 'Website,Name\nhttps://a.example,"A ""great""\r\nplace"\nhttps://b.example,B\n'
    for (const chunk of [1, 2, 3, 5, 13, 1000])
      expect((await read(content, { chunk })).rows).toEqual([
        { number: 1, url: 'https://a.example/', name: 'A "great" place' },
        { number: 2, url: 'https://b.example/', name: 'B' },
      ])
  })

  test.each([
    ['utf-8', Buffer.from('Name,Website\nMüller & Söhne,https://mueller.example\n')],
    ['utf-8', Buffer.from('\uFEFFName,Website\nMüller & Söhne,https://mueller.example\n')],
    ['utf-16le', Buffer.from('\uFEFFName,Website\nMüller & Söhne,https://mueller.example\n', 'utf16le')],
    ['utf-16le', Buffer.from('Name,Website\nMüller & Söhne,https://mueller.example\n', 'utf16le')],
    [
      'utf-16be',
      Buffer.from('\uFEFFName,Website\nMüller & Söhne,https://mueller.example\n', 'utf16le').swap16(),
    ],
    ['windows-1252', Buffer.from('Name,Website\nMüller & Söhne,https://mueller.example\n', 'latin1')],
  ] as const)('in %s', async (encoding, content) => {
    for (const chunk of [1, 3, 1000]) {
      const { layout, rows } = await read(content, { chunk: encoding === 'utf-8' ? chunk : 1000 })
      expect(layout.encoding).toBe(encoding)
      expect(rows).toEqual([{ number: 1, url: 'https://mueller.example/', name: 'Müller & Söhne' }])
    }
  })

  test('in Windows-1252 also when that shows only at its end', async () => {
    const plain = Array.from({ length: 2000 }, (_, at) => `Company ${at},https://c${at}.example\n`).join('')
    const content = Buffer.concat([
      Buffer.from(`Name,Website\n${plain}`),
      Buffer.from('Café,https://cafe.example\n', 'latin1'),
    ])
    const { layout, rows } = await read(content, { chunk: 4096 })
    expect(layout.encoding).toBe('windows-1252')
    expect(rows).toHaveLength(2001)
    expect(rows.at(-1)?.name).toBe('Café')
  })

  test('and says how far it has come, rows without an identifier counted and left out', async () => {
    const content = 'Name,Website\nA,https://a.example\nB,\nC,n/a\nD,https://d.example\n'
    const { rows, read: count, bytes } = await read(content)
    expect(rows.map(({ number, name }) => [number, name])).toEqual([
      [1, 'A'],
      [4, 'D'],
    ])
    expect({ count, bytes }).toEqual({ count: 4, bytes: content.length })
  })
})

describe('the identifier', () => {
  const identifierOf = async (content: string, options?: Options) =>
    (await read(content, options)).layout.identifier.header

  test.each<[string, string, Options]>([
    [
      'Website',
      'Logo URL,LinkedIn URL,Website\nhttps://a.example/l.png,https://linkedin.com/company/a,https://a.example\n',
      {},
    ],
    [
      'Profile',
      'Company website,Profile\nhttps://a.example,https://linkedin.com/in/x\n',
      { entity: 'person' },
    ],
    [
      'DOI',
      'Title,Journal site,DOI\nA paper,https://j.example,10.1000/xyz123\n',
      { entity: 'research_paper' },
    ],
    ['where', 'what,where\nA thing,https://a.example/thing\n', { entity: 'custom' }],
    ['LinkedIn', 'Name,LinkedIn\nA,https://linkedin.com/company/a\n', {}],
    ['B', 'A,B\nhttps://mostly.example,https://a.example\n,https://b.example\n,https://c.example\n', {}],
  ])('is the column %s', async (expected, content, options) => {
    expect(await identifierOf(content, options)).toBe(expected)
  })

  test('is the column that was named, whatever is in it', async () => {
    const content = 'Company,Website\nKestrel GmbH,https://kestrel.example\nMerlin,\n'
    const { layout, rows } = await read(content, { identifier: 0 })
    expect(layout.identifier).toEqual({ index: 0, header: 'Company' })
    expect(rows).toEqual([
      { number: 1, url: null, name: 'Kestrel GmbH' },
      { number: 2, url: null, name: 'Merlin' },
    ])
    const mails = await read('Mail\nsales@kestrel.example\n', { identifier: 0 })
    expect(mails.rows).toEqual([{ number: 1, url: 'https://kestrel.example/', name: null }])
  })

  test('comes with the name, which may stand in two columns', async () => {
    const content = 'First name,Last name,Profile\nAda,Lovelace,https://people.example/ada\n'
    expect((await read(content, { entity: 'person' })).rows).toEqual([
      { number: 1, url: 'https://people.example/ada', name: 'Ada Lovelace' },
    ])
  })
})
