import { expect, test } from 'vitest'
import { guessRoles, mapTable, readCsv } from './read-csv.ts'

const fileOf = (content: string | Uint8Array<ArrayBuffer>) => new File([content], 'leads.csv')

test('a table is read whatever parts its values, and its columns are guessed', async () => {
  const table = await readCsv(
    fileOf('City;Company;Website\nBristol;"Kestrel; Ltd";kestrel.example\n\nLeeds;Nobody;\n'),
  )
  expect(table).toEqual({
    name: 'leads',
    header: ['City', 'Company', 'Website'],
    rows: [
      ['Bristol', 'Kestrel; Ltd', 'kestrel.example'],
      ['Leeds', 'Nobody', ''],
    ],
  })
  expect(guessRoles(table)).toEqual(['none', 'name', 'address'])
  expect(mapTable(table, guessRoles(table))).toEqual({
    csv: 'identifier,name\r\nkestrel.example,Kestrel; Ltd',
    rows: 1,
    leftOut: 1,
  })
})

test('what is not UTF-8 is read as spreadsheets write it', async () => {
  const { rows } = await readCsv(fileOf(new Uint8Array([0x4e, 0x61, 0x6d, 0x65, 0x0a, 0x4d, 0xfc, 0x6c])))
  expect(rows).toEqual([['Mül']])
})

test('without addresses names tell rows apart, and without either there is nothing to send', async () => {
  const table = await readCsv(fileOf('Name,City\nKestrel,Bristol\n'))
  expect(mapTable(table, ['name', 'none'])?.csv).toBe('identifier\r\nKestrel')
  expect(mapTable(table, ['none', 'none'])).toBeNull()
})

test.each([
  ['an empty file', '', 'no rows'],
  ['a header alone', 'Name,Website\n', 'no rows'],
  ['another kind of file', 'PK\u0003\u0004\0\0', 'no CSV'],
])('%s is refused in words', async (_, content, words) => {
  await expect(readCsv(fileOf(content))).rejects.toThrow(words)
})
