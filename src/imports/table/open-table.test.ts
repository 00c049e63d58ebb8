import { describe, expect, test } from 'vitest'
import type { Entity } from '../../contract/webset-shapes.ts'
import { openTable, type TableRow } from './open-table.ts'
import { TableProblem } from './table-problem.ts'

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

const header = 'Name,Website\n'
const good = 'Kestrel,https://kestrel.example\n'
const many = good.repeat(3000)
const zip = Buffer.from([0x50, 0x4b, 0x03, 0x04, 20, 0, 6, 0, 8, 0])

/** What people upload by mistake, or break on the way. */
const malformed: [
  name: string,
  reason: TableProblem['reason'],
  content: string | Uint8Array,
  says: RegExp,
  options?: Options,
][] = [
  ['an Excel workbook', 'invalid_format', zip, /Excel/],
  ['an old Excel workbook', 'invalid_format', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /Excel/],
  ['a gzipped table', 'invalid_format', Buffer.from([0x1f, 0x8b, 8, 0, 0, 0]), /gzip/],
  ['a PDF', 'invalid_format', '%PDF-1.7\n%âãÏÓ\n', /PDF/],
  ['a PNG image', 'invalid_format', Buffer.from('89504e470d0a1a0a', 'hex'), /PNG/],
  ['a JPEG image', 'invalid_format', Buffer.from('ffd8ffe000104a46', 'hex'), /JPEG/],
  ['a Parquet file', 'invalid_format', Buffer.from('PAR1\u0015\u0004'), /Parquet/],
  ['an SQLite database', 'invalid_format', Buffer.from('SQLite format 3\0'), /SQLite/],
  ['text in UTF-32', 'invalid_format', Buffer.from('fffe00004e000000', 'hex'), /UTF-32/],
  ['bytes of no text', 'invalid_format', Buffer.from([1, 2, 0, 3, 4, 0, 9, 8, 7, 6, 5, 0, 0, 1]), /binary/],
  ['a table with binary data far inside', 'invalid_format', `${header}${many}\0${good}`, /binary/],
  ['a web page', 'invalid_format', '<!DOCTYPE html><html><body>Sign in</body></html>', /HTML/],
  ['an XML document', 'invalid_format', '<?xml version="1.0"?><rows><row/></rows>', /XML/],
  ['a JSON array', 'invalid_format', '[{"name":"Kestrel","website":"https://kestrel.example"}]', /JSON/],
  ['JSON lines', 'invalid_format', '{"name":"Kestrel"}\n{"name":"Merlin"}\n', /JSON/],
  ['an RTF document', 'invalid_format', '{\\rtf1\\ansi Kestrel}', /RTF/],
  ['nothing', 'invalid_file_content', '', /empty/],
  ['a byte order mark alone', 'invalid_file_content', '\uFEFF', /empty lines/],
  ['empty lines alone', 'invalid_file_content', '\n\r\n  \n,,,\n', /empty lines/],
  ['a header alone', 'invalid_file_content', header, /no rows/],
  ['a single address', 'invalid_file_content', 'https://kestrel.example', /no header/],
  ['rows without a header', 'invalid_file_content', good.repeat(3), /header/],
  [
    'a quote that is never closed',
    'invalid_file_content',
    `${header}${good}"Merlin,https://merlin.example\n${good}`,
    /Row 3 .*never closed/,
  ],
  [
    'a quote that is never closed before very much',
    'invalid_file_content',
    `${header}"Merlin,https://merlin.example\n${many.repeat(20)}`,
    /Row 2 .*never closed/,
  ],
  [
    'text after a closing quote',
    'invalid_file_content',
    `${header}"Merlin" Ltd,https://merlin.example\n`,
    /Row 2 .*after a closing quote/,
  ],
  [
    'quotes that are not doubled',
    'invalid_file_content',
    `${header}"The "Merlin" Company",https://merlin.example\n`,
    /Row 2/,
  ],
  [
    'a value with an unquoted comma',
    'invalid_file_content',
    `${header}${good}Merlin, Inc.,https://merlin.example\n`,
    /Row 3 .*3 values for 2 columns/,
  ],
  [
    'a row without an end',
    'invalid_file_content',
    `${header}${'x'.repeat(2_000_000)}`,
    /over 1048576 characters/,
  ],
  [
    'a header of very many columns',
    'invalid_file_content',
    `${'a,'.repeat(1500)}url\n${'x,'.repeat(1500)}https://a.example\n`,
    /1501 columns/,
  ],
  ['names alone', 'missing_identifier', 'Name,City\nKestrel,Bern\nMerlin,Ulm\n', /"Name", "City"/],
  [
    'a column of addresses that are none',
    'missing_identifier',
    'Name,Website\nKestrel,see card\nMerlin,unknown\n',
    /csv\.identifier/,
  ],
  [
    'prose',
    'missing_identifier',
    'Dear colleagues\nplease find the list attached\nBest regards\n',
    /None of the columns/,
  ],
  [
    'a column beyond the last',
    'missing_identifier',
    `${header}${good}`,
    /column 7.*there are 2/,
    { identifier: 7 },
  ],
  [
    'an empty column that was named',
    'missing_identifier',
    'Name,Website,Id\nKestrel,https://kestrel.example,\n',
    /column 2 \("Id"\)/,
    { identifier: 2 },
  ],
]

describe('a file that cannot be imported fails for the right reason, in words that help:', () => {
  test.each(malformed)('%s: %s', async (name, reason, content, says, options = {}) => {
    for (const chunk of [4096, 256 * 1024]) {
      const problem = await read(content, { chunk, ...options }).then(
        ({ rows }) => {
          // Only when all of it was read is it known that no row can be told by anything.
          return rows.length === 0 && reason === 'missing_identifier' ? null : 'it was read'
        },
        (error: unknown) => error,
      )
      if (problem === null) continue
      expect(problem, name).toBeInstanceOf(TableProblem)
      expect(problem).toMatchObject({ reason, message: expect.stringMatching(says) as string })
    }
  })

  test('thirty of them', () => expect(malformed.length).toBeGreaterThanOrEqual(30))
})
