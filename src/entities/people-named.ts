import { positionWord } from './career-words.ts'
import { companyIdentity } from './company-identity.ts'
import { isAboutSegment, isAmongStaff, isMadeFrom } from './page-address.ts'
import type { Page } from './page.ts'
import { looksLikeName, namesIn, plainName } from './person-name.ts'
import { readPage, siteNames, type Reading } from './reading.ts'

/** Somebody of whom a page says what they are, though the page may be about many or about something else. */
export interface PersonNamed {
  readonly name: string
  readonly position: string | null
  /** The organisation that they are said to belong to. */
  readonly affiliation: string | null
}

const mostPeople = 60
const longestPosition = 120

/**
 * The people whom a page names together with what they do: in lists and headings of teams and speakers, in tables,
 * and in sentences such as “said Jo Ruiz, chief engineer of Aldwick”. A name alone is not enough: streets, ships
 * and firms look like one, too.
 */
export function peopleNamed(page: Page): PersonNamed[] {
  const reading = readPage(page)
  const site = siteNames(reading).find((name) => isMadeFrom(reading.address.siteLabel, name)) ?? null
  const officers = [...officersIn(reading)]
  const lists = [...listed(reading)]
  const presented = officers.length + lists.length > 0 ? companyOn(reading) : null
  const within = (company: string | null) => (one: PersonNamed) => ({
    ...one,
    affiliation: one.affiliation ?? company,
  })
  const found = new Map<string, PersonNamed>()
  for (const named of [
    ...officers.map(within(presented)),
    ...lists.map(within(isAboutSegment(reading.address.path.at(-1) ?? '') ? presented : null)),
    ...told(reading),
  ]) {
    const known = found.get(named.name)
    // On the pages of its staff, whoever is not said to belong elsewhere belongs to the site's organisation.
    const affiliation = named.affiliation ?? (isOwnStaff(reading) ? site : null)
    found.set(named.name, {
      name: named.name,
      position: known?.position ?? named.position,
      affiliation: known?.affiliation ?? affiliation,
    })
    if (found.size >= mostPeople) break
  }
  return [...found.values()]
}

const isOwnStaff = ({ address }: Reading): boolean =>
  isAmongStaff(address) || isAmongStaff({ ...address, path: [...address.path, ''] })

/** The company whose front page, page about itself or entry in a directory this is: offices named there are its own. */
function companyOn(reading: Reading): string | null {
  const { path, isHome } = reading.address
  const { name, speaksItself } = companyIdentity(reading)
  const tail = path.at(-1) ?? ''
  const presents = speaksItself ? isHome || isAboutSegment(tail) : name !== null && isMadeFrom(tail, name)
  return presents ? name : null
}

const office =
  /^(?:chief \p{L}+(?: officer)?|ceo|cto|cfo|coo|(?:managing|executive) director|president|chair(?:man|woman|person)?|head of \p{L}[\p{L} ]{2,30}|geschäftsführ(?:er(?:in)?|ung)|vorstand(?:svorsitzende[r]?)?|vorsitzende[r]?|(?:président|gérant)e?|direct(?:eur|rice)(?: général\p{L}*)?)$/iu

const labelled = /^([^:|]{2,40})(?::\s+| \| )(.+)$/u

/** An office as a label: “Chief executive: Jo Ruiz”, or as a heading over the name alone. */
function* officersIn({ prose, data }: Reading): Generator<PersonNamed> {
  for (const { term, description } of data.definitions) yield* holdersOf(term.trim(), description)
  const lines = prose.lines.filter(({ kind }) => kind !== 'blank')
  for (const [at, { kind, text }] of lines.entries()) {
    const under = lines[at + 1]
    if (kind === 'heading') {
      if (under?.kind === 'text' && looksLikeName(under.text)) yield* holdersOf(text, under.text)
    } else if (text.length <= 200) {
      const [, label = '', names = ''] = labelled.exec(text) ?? []
      yield* holdersOf(label.trim(), names)
    }
  }
}

function* holdersOf(label: string, names: string): Generator<PersonNamed> {
  if (office.test(label))
    for (const { name } of namesIn(names)) yield { name, position: label, affiliation: null }
}

/** “## Jo Ruiz, chief engineer”, or a name on its own line with what they are under it. */
function* listed({ prose, data, tables }: Reading): Generator<PersonNamed> {
  for (const { term, description } of data.definitions) yield* entry(term, description)
  for (const { rows } of tables)
    for (const [name = '', ...cells] of rows) yield* entry(name, cells.join(', '))
  const lines = prose.lines.filter(({ kind }) => kind !== 'blank')
  for (const [at, { kind, text }] of lines.entries()) {
    if (kind === 'row' || text.length > 300) continue
    const [head = '', ...rest] = text.split(/\s*[,–—|:(]\s*|\s-\s/)
    if (!looksLikeName(head)) continue
    const said = rest.length > 0 ? text.slice(head.length).replace(/^[\s,–—|:(-]+/, '') : ''
    const under = lines[at + 1]
    const isOver = under && under.kind !== 'heading' && !labelled.test(under.text)
    yield* entry(head, said === '' && isOver ? firstSentence(under.text) : said)
  }
}

const firstSentence = (text: string): string => text.split(/(?<=[.!?])\s/)[0] ?? text

function* entry(head: string, said: string): Generator<PersonNamed> {
  if (!looksLikeName(head) || !positionWord.test(said.slice(0, longestPosition))) return
  yield { name: plainName(head), position: positionIn(said), affiliation: affiliationIn(said) }
}

/** What stands before the organisation and before whatever else is told. */
function positionIn(said: string): string | null {
  const organisation = isAcademic(said)
    ? /\s(?:at|bei|chez|@)\s/
    : /\s(?:at|bei|chez|@)\s|\s(?:of|von|de)\s(?=\p{Lu})/u
  const [words = ''] = said.split(/[.;(),]|\s\d/)
  const [position = ''] = words.replace(/^(?:the|its|an?|other|die|der|le|la)\s/i, '').split(organisation)
  return position.length <= longestPosition && startsWithPosition(position) ? position.trim() : null
}

/** A professor of history is not of an organisation called History. */
const isAcademic = (said: string): boolean =>
  /^(?:\p{L}+ ){0,2}(?:professor|lecturer|reader|fellow|head|chair)\p{L}*\s(?:of|for|in|für|de)\s/iu.test(
    said,
  )

const capitals = String.raw`(\p{Lu}[\p{L}\p{N}&'’-]*(?: (?:(?:of|for|&|de|für|and) )?(?:the )?\p{Lu}[\p{L}\p{N}&'’-]*){0,5})`
const belongsTo = new RegExp(
  String.raw`(?:^|\s)(?:of|at|with|bei|beim|von|vom|chez|de|du|@)\s(?:the |der |des |la |le )?${capitals}`,
  'u',
)
const worksAt = new RegExp(
  String.raw`(?:^|\s)(?:at|with|bei|beim|an der|am|chez|à l['’]|@)\s?(?:the |der |des |la |le )?${capitals}`,
  'u',
)

const affiliationIn = (said: string): string | null =>
  (isAcademic(said) ? worksAt : belongsTo).exec(said.slice(0, 200))?.[1]?.replace(/[’']s$/, '') ?? null

const foundedBy =
  /(?:founded|set up|started|co-?founded|established|gegründet|fondée?|créée?)(?: in (?:\p{L}+ )?\d{4})?,? (?:by|von|par) ([^.;]{3,120})/u
const founders = /^(?:co-?)?(?:founders?|gründer(?:innen)?(?: und gründer)?|fondat\p{L}+)\s*:\s*(.{3,160})$/iu

/** In sentences, a position stands right before the name or right after it. */
function* told({ prose }: Reading): Generator<PersonNamed> {
  for (const { text } of prose.lines) {
    const list = founders.exec(text)?.[1]
    if (list !== undefined) yield* foundersIn(list)
  }
  for (const sentence of prose.sentences) {
    const by = foundedBy.exec(sentence)?.[1]
    if (by !== undefined) yield* foundersIn(by)
    for (const { name, start, end } of namesIn(sentence)) {
      const after = /^,? (?:who is |the |its |a |an |die |der |le |la )?([^,.;]{3,80})/u.exec(
        sentence.slice(end),
      )?.[1]
      const isApposition = sentence[end] === ',' && after !== undefined && startsWithPosition(after)
      if (isApposition) {
        yield { name, position: positionIn(after), affiliation: affiliationIn(after) }
        continue
      }
      const before = /(?:^|[\s(])((?:\p{L}+[ -]){0,3}\p{L}+) $/u.exec(
        sentence.slice(Math.max(0, start - 60), start),
      )?.[1]
      if (before !== undefined && endsWithPosition(before)) yield { name, position: null, affiliation: null }
    }
  }
}

function* foundersIn(list: string): Generator<PersonNamed> {
  for (const { name } of namesIn(list)) yield { name, position: null, affiliation: null }
}

const startsWithPosition = (words: string): boolean => {
  const at = words.search(positionWord)
  return at >= 0 && at <= 30
}

/** “chief executive”, “founder”, but not “lecturer in”. */
const endsWithPosition = (words: string): boolean =>
  positionWord.test(words.replace(/^.*[ -](?=\S+$)/, '')) || /\bchief [a-z]+(?: officer)?$/i.test(words)
