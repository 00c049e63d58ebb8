import { registrableDomain, type Document } from '../documents/index.ts'

/** How legal forms end a company's name; pages mostly leave them out. */
const legalForm =
  / (ab|ag|aps|as|bv|co|company|corp|corporation|gmbh|inc|incorporated|kg|limited|llc|llp|ltd|nv|oy|plc|sa|sas|sarl|se|spa|srl|ug)$/

/** Whether pages speak of somebody by name, whatever the case, the accents and the marks between the words. */
export function namer(name: string): (page: Pick<Document, 'title' | 'text'>) => boolean {
  const wanted = folded(name).replace(legalForm, '')
  if (wanted === '') return () => false
  return ({ title, text }) => ` ${folded(`${title ?? ''} ${text}`)} `.includes(` ${wanted} `)
}

/** The site among the pages that is called like the name: `kestrel-robotics.example` for Kestrel Robotics. */
export function siteNamed(name: string, pages: readonly Document[]): string | undefined {
  const wanted = squeezed(folded(name).replace(legalForm, ''))
  return pages
    .map(({ host }) => registrableDomain(host))
    .find((site) => squeezed(folded(site.split('.')[0] ?? '')) === wanted)
}

const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const squeezed = (text: string): string => text.replaceAll(' ', '')
