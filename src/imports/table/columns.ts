import type { ImportTable } from '../../contract/imports.ts'
import type { Entity } from '../../contract/webset-shapes.ts'
import { addressIn, identityOf, nameIn, type Identity } from './identity.ts'
import type { Row } from './read-rows.ts'
import { TableProblem } from './table-problem.ts'

type Columns = Pick<ImportTable, 'identifier' | 'name'>

/** A column of addresses has one in most of its cells that are filled. */
const mostCells = 0.6
const mostColumns = 1000

const addressed = /url|website|webseite|homepage|domain|link|site|^web$|^www$|address|adresse|profile?|doi/
/** Whose addresses lead to something else than what a row is. */
const beside = /logo|image|photo|picture|avatar|icon|thumbnail|favicon|banner/
const picture = /\.(?:png|jpe?g|gif|svg|webp|ico)(?:[?#]|$)/i
/** How the column is called that is meant, of several with addresses. */
const meant: Readonly<Record<Entity['type'], RegExp>> = {
  company: /^(?:company|organi[sz]ation|account|business)?(?:website|webseite|homepage|domain|url|site|web)/,
  person: /linkedin|profile?|person|bio/,
  article: /^(?:article|story|post|page|source)?(?:url|link)/,
  research_paper: /doi|arxiv|paper|abstract/,
  custom: /^url|^link/,
}
/** Of companies, the pages that others keep of them come last. */
const profiles = /linkedin|facebook|twitter|crunchbase|instagram|youtube|github|wikipedia|xing/

const names: Readonly<Record<Entity['type'], readonly string[]>> = {
  company: [
    'companyname',
    'company',
    'organizationname',
    'organisationname',
    'organization',
    'organisation',
    'businessname',
    'business',
    'accountname',
    'account',
    'firma',
    'firmenname',
    'unternehmen',
    'entreprise',
    'société',
    'name',
    'title',
  ],
  person: ['fullname', 'personname', 'name', 'person', 'contactname', 'contact', 'nom'],
  article: ['title', 'headline', 'articletitle', 'name', 'titel', 'titre'],
  research_paper: ['title', 'papertitle', 'name', 'titel', 'titre'],
  custom: ['name', 'title', 'titel', 'titre'],
}
const firstNames = ['firstname', 'givenname', 'vorname', 'prénom']
const lastNames = ['lastname', 'surname', 'familyname', 'nachname']

/** Which columns say what a row is. Rejects with a `TableProblem` when none does. */
export function findColumns(
  header: Row,
  sample: readonly Row[],
  { entity, identifier }: { entity: Entity; identifier: number | null },
): Columns {
  if (header.length > mostColumns)
    throw new TableProblem(
      'invalid_file_content',
      `The header has ${header.length} columns; ${mostColumns} are the most.`,
    )
  const index = identifier ?? addressColumn(header, sample, entity.type)
  const cell = header[index]
  if (cell === undefined)
    throw new TableProblem(
      'missing_identifier',
      `The column ${index}, counted from 0, is to tell rows apart, but there are ${header.length}: ${shown(header)}.`,
    )
  if (addressIn(cell, entity.type) !== null)
    throw new TableProblem(
      'invalid_file_content',
      `The first line has to be a header, but it has "${cell.slice(0, 80)}" where a column's name belongs.`,
    )
  return { identifier: { index, header: cell.trim() }, name: nameColumn(header, entity.type, index) }
}

function addressColumn(header: Row, sample: readonly Row[], type: Entity['type']): number {
  const scored = header.map((title, index) => {
    const cells = sample.map((row) => row[index]?.trim() ?? '').filter(Boolean)
    const addresses = cells.filter((cell) => addressIn(cell, type) !== null && !/^\S+@/.test(cell))
    const isAddressed = cells.length > 0 && addresses.length / cells.length >= mostCells
    if (!isAddressed) return { index, score: -Infinity }
    const spelt = spell(title)
    const isPicture = beside.test(spelt) || addresses.every((cell) => picture.test(cell))
    const score =
      addresses.length / sample.length +
      (addressed.test(spelt) ? 0.3 : 0) +
      (meant[type].test(spelt) ? 1 : 0) -
      (isPicture ? 3 : 0) -
      (type !== 'person' && profiles.test(spelt) ? 1 : 0)
    return { index, score }
  })
  const [best] = scored.toSorted((one, other) => other.score - one.score)
  if (best && best.score > -Infinity) return best.index
  // Without a header the first row stands in its place, and may be all there is.
  const misplaced = header.findIndex((title) => addressIn(title, type) !== null)
  if (misplaced >= 0) return misplaced
  throw new TableProblem(
    'missing_identifier',
    `None of the columns has web addresses that tell rows apart: ${shown(header)}. Add one, or name a column with "csv.identifier".`,
  )
}

function nameColumn(header: Row, type: Entity['type'], identifier: number): Columns['name'] {
  const spelt = header.map(spell)
  const at = (known: readonly string[]): number =>
    known.map((name) => spelt.indexOf(name)).find((index) => index >= 0) ?? -1
  const whole = at(names[type])
  if (whole >= 0 && whole !== identifier) return { indexes: [whole], header: header[whole]?.trim() ?? '' }
  const parts = type === 'person' ? [at(firstNames), at(lastNames)].filter((index) => index >= 0) : []
  if (parts.length === 0) return null
  return { indexes: parts, header: parts.map((index) => header[index]?.trim()).join(' + ') }
}

/** What a row is, by its columns. Null: it has nothing to tell it by. */
export function identify(
  row: Row,
  { identifier, name }: Columns,
  type: Entity['type'],
): { readonly url: string | null; readonly name: string | null } | null {
  const identity: Identity | null = identityOf(row[identifier.index] ?? '', type)
  if (identity === null) return null
  const called = name === null ? null : nameIn(name.indexes.map((index) => row[index] ?? ''))
  return 'url' in identity ? { url: identity.url, name: called } : { url: null, name: identity.name }
}

const spell = (title: string): string => title.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

const shown = (header: Row): string =>
  header
    .slice(0, 10)
    .map((title) => `"${title.trim().slice(0, 40)}"`)
    .join(', ') + (header.length > 10 ? ', …' : '')
