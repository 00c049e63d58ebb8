import Papa from 'papaparse'

/** A table as somebody has it, before it is said what its columns are. */
export interface CsvTable {
  readonly name: string
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** What a column is taken for. */
export type Role = 'address' | 'name' | 'none'

export const largestFileBytes = 50_000_000

/** Rejects, in words that help, what is no table. */
export async function readCsv(file: File): Promise<CsvTable> {
  if (file.size > largestFileBytes) throw new Error('The file is larger than 50 MB. Cut it into several.')
  const text = decode(new Uint8Array(await file.arrayBuffer()))
  if (text.includes('\0')) throw new Error('This is no CSV. Save your table as CSV, and choose that file.')
  const { data } = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy' })
  const [header, ...rows] = data
  if (!header || rows.length === 0)
    throw new Error(
      'The file has no rows. Its first line has to be a header, with a row in each further line.',
    )
  return { name: file.name.replace(/\.\w+$/, ''), header: header.map((title) => title.trim()), rows }
}

/** As browsers and spreadsheets write it: UTF-8, UTF-16 that says so, or else Windows-1252. */
function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const addressLike =
  /^(?:https?:\/\/|www\.)\S+$|^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?:\/\S*)?$|^(?:doi:)?10\.\d{4,9}\/\S+$/iu
const nameLike = /name|title|company|organi[sz]ation|firma|person|titel|titre|nom/i

/** A first guess: the column with the most addresses, and the first that is called like a name. */
export function guessRoles({ header, rows }: CsvTable): Role[] {
  const sample = rows.slice(0, 50)
  const addresses = header.map(
    (_, index) => sample.filter((row) => addressLike.test(row[index]?.trim() ?? '')).length,
  )
  const most = Math.max(...addresses)
  const address = most > 0 ? addresses.indexOf(most) : -1
  const name = header.findIndex((title, index) => index !== address && nameLike.test(title))
  return header.map((_, index) => (index === address ? 'address' : index === name ? 'name' : 'none'))
}

/** What is sent of a table, and how many of its rows have nothing to tell them by. */
export interface Mapped {
  readonly csv: string
  readonly rows: number
  readonly leftOut: number
}

/** What tells rows apart comes first, then what they are called. Null while neither column is chosen. */
export function mapTable({ rows }: CsvTable, roles: readonly Role[]): Mapped | null {
  const address = roles.indexOf('address')
  const name = roles.indexOf('name')
  // Without addresses things are told apart by what they are called.
  const identifier = address >= 0 ? address : name
  if (identifier < 0) return null
  const columns = name >= 0 && name !== identifier ? [identifier, name] : [identifier]
  const told = rows.filter((row) => (row[identifier]?.trim() ?? '') !== '')
  const csv = Papa.unparse({
    fields: ['identifier', 'name'].slice(0, columns.length),
    data: told.map((row) => columns.map((index) => row[index] ?? '')),
  })
  return { csv, rows: told.length, leftOut: rows.length - told.length }
}
