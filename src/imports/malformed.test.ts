import { expect, test } from 'vitest'
import { CreateImportRequest } from '../contract/imports.ts'
import type { Entity } from '../contract/webset-shapes.ts'
import { testWebsets } from '../../tests/harness/websets.ts'
import { worldEngine } from '../../tests/harness/webset-world.ts'
import type { TableProblem } from './table/table-problem.ts'

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
  options?: { readonly entity?: Entity['type']; readonly identifier?: number },
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

const { imports, caller, work } = await testWebsets(worldEngine([]).engine)

async function* bytesOf(content: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield typeof content === 'string' ? Buffer.from(content) : content
}

test.each(malformed)('%s fails its import: %s', async (_, reason, content, says, options = {}) => {
  const { entity = 'company', identifier } = options
  const { id } = await imports.create(
    caller,
    CreateImportRequest.parse({
      format: 'csv',
      entity: entity === 'custom' ? { type: entity, description: 'things' } : { type: entity },
      size: 10_000_000,
      count: 1,
      ...(identifier !== undefined && { csv: { identifier } }),
    }),
  )
  const body = bytesOf(content) as unknown as ReadableStream<Uint8Array>
  await imports.upload(caller, { id, expires: '', signature: '', body })
  await work()
  expect(await imports.get(caller, id)).toMatchObject({
    status: 'failed',
    failedReason: reason,
    failedMessage: expect.stringMatching(says) as string,
  })
})

test('that is thirty ways and more', () => expect(malformed.length).toBeGreaterThanOrEqual(30))
