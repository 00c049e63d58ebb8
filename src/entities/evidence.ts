import { companyIdentity, organisations, type CompanyIdentity } from './company-identity.ts'
import type { Field } from './labels.ts'
import { personIdentity, type PersonIdentity } from './person-identity.ts'
import type { Page } from './page.ts'
import { readPage, type Reading } from './reading.ts'
import { typesOf } from './structured-data.ts'

/** A page with what tells its category. */
export interface Evidence extends Reading {
  /** How many things of a type JSON-LD describes. */
  readonly types: ReadonlyMap<string, number>
  readonly company: CompanyIdentity
  readonly person: PersonIdentity
  /** JSON-LD says that the page is about an organisation. */
  readonly declaresCompany: boolean
  /** How many of the things that are told of companies have a label: foundation, head office… */
  readonly companyLabels: number
  /** The beginning of the text, where a page says what it is. */
  readonly head: string
  /** The different words of the text, in lower case, and the text itself so. */
  readonly words: ReadonlySet<string>
  readonly lowerText: string
  /** The part of the text that is code. */
  readonly codeShare: number
  /** The part of the filled lines that are items, rows or headings. */
  readonly listShare: number
  /** What the links of the page say, in lower case. */
  readonly linkTexts: ReadonlySet<string>
}

const companyFields: readonly Field[] = [
  'founded',
  'employees',
  'headquarters',
  'revenue',
  'fundingTotal',
  'latestRound',
]
const headLength = 3000
const wordsLength = 20_000
const mostLinks = 400

export function gatherEvidence(page: Page): Evidence {
  const reading = readPage(page)
  const lowerText = page.text.slice(0, wordsLength).toLowerCase()
  const filled = reading.prose.lines.filter(({ kind }) => kind !== 'blank')
  const listed = filled.filter(({ kind }) => kind !== 'text')
  const types = new Map<string, number>()
  for (const type of reading.data.items.flatMap(typesOf)) types.set(type, (types.get(type) ?? 0) + 1)
  const code = page.details.codeBlocks.reduce((sum, block) => sum + block.length, 0)
  return {
    ...reading,
    types,
    company: companyIdentity(reading),
    person: personIdentity(reading),
    declaresCompany: organisations(reading).some(({ isSubject }) => isSubject),
    companyLabels: companyFields.filter((field) => reading.facts.has(field)).length,
    head: page.text.slice(0, headLength),
    words: new Set(lowerText.match(/[\p{Ll}\d-]+/gu)),
    lowerText,
    codeShare: Math.min(1, code / Math.max(1, page.text.length)),
    listShare: listed.length / Math.max(1, filled.length),
    linkTexts: new Set(page.details.links.slice(0, mostLinks).map(({ text }) => text.trim().toLowerCase())),
  }
}
