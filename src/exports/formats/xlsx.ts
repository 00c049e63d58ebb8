import { Zip, ZipDeflate } from 'fflate'
import { AppError } from '../../contract/errors.ts'
import type { Snapshot } from '../snapshot.ts'
import { columnsOf, lineOf, type Cell } from './cells.ts'

/** What a sheet can hold. */
const mostRows = 1_048_576
const mostColumns = 16_384
const longestCell = 32_767

const rowsAtOnce = 100

/**
 * An Office Open XML workbook of one sheet, zipped as it is made. Text is written as text, which no spreadsheet reads
 * as a formula, and with the mark that keeps it text when somebody edits the cell.
 */
export async function* xlsx(snapshot: Snapshot, evidence: boolean): AsyncGenerator<Uint8Array> {
  const columns = columnsOf(snapshot, evidence)
  if (snapshot.items >= mostRows || columns.length > mostColumns)
    throw new AppError('unprocessable', 'This webset is larger than a sheet of a workbook can be.')
  const out: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    out.push(chunk)
  })
  const begin = (name: string): ZipDeflate => {
    const file = new ZipDeflate(name, { level: 6 })
    // The same webset makes the same file.
    file.mtime = new Date(1980, 0, 1)
    zip.add(file)
    return file
  }
  for (const [name, text] of Object.entries(fixedParts)) begin(name).push(Buffer.from(text), true)

  const sheet = begin('xl/worksheets/sheet1.xml')
  let waiting = `${sheetHead}${row(
    1,
    columns.map(({ heading }) => heading),
  )}`
  let number = 1
  for await (const item of snapshot.eachItem()) {
    const line = lineOf(snapshot, item)
    number += 1
    waiting += row(
      number,
      columns.map(({ cellOf }) => cellOf(line)),
    )
    if (number % rowsAtOnce !== 0) continue
    sheet.push(Buffer.from(waiting))
    waiting = ''
    yield* out.splice(0)
  }
  sheet.push(Buffer.from(`${waiting}</sheetData></worksheet>`), true)
  zip.end()
  yield* out
}

const row = (number: number, cells: readonly Cell[]): string =>
  `<row r="${number}">${cells.map((cell, index) => cellAt(`${letters(index)}${number}`, cell)).join('')}</row>`

function cellAt(place: string, cell: Cell): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
  const text = cell.length > longestCell ? `${cell.slice(0, longestCell - 1)}…` : cell
  return `<c r="${place}" s="1" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
}

/** A, B, … Z, AA, AB, … */
function letters(index: number): string {
  const rest = Math.floor(index / 26)
  return `${rest > 0 ? letters(rest - 1) : ''}${String.fromCodePoint(65 + (index % 26))}`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Without the characters that XML cannot hold, and with what would be read as an escape of one escaped itself. */
const escaped = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex -- these are what must not get in
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
    .replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll(/[&<>]/g, (character) => entities[character] ?? '')
    .replaceAll('\r', '_x000D_')

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const media = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const sheetHead = `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`

const fixedParts: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `${declaration}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${media}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${media}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${media}.styles+xml"/></Types>`,
  '_rels/.rels': `${declaration}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Items" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${declaration}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `${declaration}<styleSheet xmlns="${main}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/></cellXfs></styleSheet>`,
}
