import { tidyUrl } from '../../documents/index.ts'

/** What a cell tells a thing by: its address, or what it is called. */
export type Identity = { readonly url: string } | { readonly name: string }

const nothing = /^(?:-+|–|—|n\/?a|null|none|nil|unknown|tbd|\?)$/i
const doi = /^(?:doi:\s*)?(10\.\d{4,9}\/\S+)$/i
const mailbox = /^[^\s@]+@((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})$/u
const domain = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,}(?::\d+)?(?:[/?#]\S*)?$/u
const longestUrl = 2000
const longestName = 500

/** Null: the cell says nothing. */
export function identityOf(cell: string, type: string): Identity | null {
  const text = clean(cell)
  if (text === '' || nothing.test(text)) return null
  const url = addressIn(text, type)
  if (url !== null) return { url }
  return text.length <= longestName && /[\p{L}\p{N}]/u.test(text) ? { name: text } : null
}

/** The address that a cell is: of a page, of a site without its scheme, of a paper by its DOI. */
export function addressIn(cell: string, type: string): string | null {
  const text = clean(cell)
  if (text.length > longestUrl) return null
  if (/^https?:\/\//i.test(text)) return within(text)
  const paper = doi.exec(text)?.[1]
  if (paper !== undefined) return within(`https://doi.org/${paper}`)
  // A company is where its mail goes; a person is not.
  const host = type === 'company' ? mailbox.exec(text)?.[1] : undefined
  if (host !== undefined) return within(`https://${host}/`)
  return domain.test(text.replace(/^\/\//, '')) ? within(`https://${text.replace(/^\/\//, '')}`) : null
}

function within(address: string): string | null {
  const url = tidyUrl(address)
  return url !== null && new URL(url).hostname !== '' && !/\s/.test(address) ? url : null
}

/** As a name: of one line, and of no more than a name is long. */
export function nameIn(cells: readonly string[]): string | null {
  const name = cells.map(clean).filter(Boolean).join(' ').replaceAll(/\s+/g, ' ').slice(0, longestName)
  return name === '' || nothing.test(name) ? null : name
}

/** Databases take no zero bytes, which files in UTF-16 can hold. */
const clean = (cell: string): string => cell.replaceAll('\0', '').trim()
