import type { Document } from '../../../documents/index.ts'
import type { Subject } from '../../reader.ts'
import { asideIn, type IsAside } from '../aside.ts'
import { isOnOwnSite, withoutMaker } from '../own-site.ts'
import { isSpokenOf, otherNames } from '../spoken-of.ts'
import { placesIn } from '../values/places.ts'
import { grammarWords } from './light-words.ts'
import type { PageText, Statement } from './page-text.ts'
import { tokensOf } from './tokens.ts'

/** Of whom a statement speaks: of the subject, of somebody else, or of nobody who can be told. */
export type About = 'own' | 'other' | 'unknown'

export interface Aboutness {
  /** The page belongs to the subject, or is the subject: “we” and “I” are the subject. */
  readonly isOwnPage: boolean
  /** The page is about the subject, by its title or its address. */
  readonly isAboutSubject: boolean
  /** It speaks of the subject at its beginning, if not in its title. */
  readonly isSpokenOf: boolean
  of(statement: Statement): About
  readonly isAside: IsAside
  /** Finds the subject's names; null where the caller gave none. */
  readonly names: RegExp | null
  /** The same for companies and people, whose names need not say what they do; titles do. */
  readonly properNames: RegExp | null
}

const legalForm =
  /[,\s]+(?:inc|incorporated|corp|corporation|ltd|limited|llc|llp|plc|gmbh(?: ?& ?co\.? ?kg)?|ag|kg|ug|se|sa|sas|sarl|srl|spa|bv|b\.v|nv|ab|oy|aps|a\/s|as|kk|pty|co|company|holding|group)\.?$/i

const literally = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** “Kestrel Capital” is another than Kestrel; the Kestrel CEO is Kestrel's. */
const noFurtherName = String.raw`(?![\p{L}\p{N}]|[ -](?!C[EFIMOT]O(?!\p{L}))\p{Lu})`

/** A first word alone means a company only where no further name follows. */
function namesPattern({ name, type }: Subject, host: string): RegExp | null {
  if (name === undefined || name.trim() === '') return null
  const short = name.trim().replace(legalForm, '').replace(legalForm, '')
  const words = short.split(/\s+/)
  const atMaker = type === 'product' ? (withoutMaker(short, host) ?? []) : []
  const forms = [name.trim(), short, ...otherNames(short, type)].concat(atMaker).map(literally)
  const [first = '', last = ''] = [words[0], words.at(-1)]
  if (words.length > 1 && type === 'person') {
    forms.push(String.raw`(?:(?:Prof|Dr|Mr|Mrs|Ms|Herr|Frau|Professor|Mme|M)\.? )?${literally(last)}`)
    if (first.length >= 3) forms.push(literally(first) + noFurtherName)
  } else if (
    words.length > 1 &&
    type !== 'article' &&
    type !== 'research_paper' &&
    first.length >= 4 &&
    !/^(?:the|university|institute|bank|new|north|south|atelier|studio|groupe|gruppe)$/i.test(first)
  )
    forms.push(literally(first) + noFurtherName)
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${forms.join('|')})(?![\p{L}\p{N}])`, 'u')
}

const selfWords =
  /(?<!\p{L})(?:we|our|us|ours|I|my|me|wir|unser\p{L}*|uns|ich|mein\p{L}*|nous|notre|nos|je|mon|ma|mes)(?!\p{L})/u
const selfStart = /^["“„«'\s]*(?:we|our|i|my|wir|unsere?[nrsm]?|ich|nous|notre|nos|je|j['’])(?!\p{L})/iu
/** What begins so speaks of whom the sentence before spoke of. */
export const pronounStart =
  /^["“„«'\s]*(?:it|its|they|their|he|she|his|her|the (?:company|firm|business|start-?up|group|maker|manufacturer|university|researcher|author|study|paper|trial|article|plant|factory|product|platform|software)|es|sie|er|ihre?|seine?|das (?:unternehmen|start-?up)|die (?:firma|gesellschaft)|der (?:hersteller|anbieter)|elle|il|son|sa|ses|l['’]entreprise|la (?:société|jeune pousse|start-?up)|le (?:groupe|fabricant))(?!\p{L})/iu
/** On a page about one company “the company” is that one, whoever was named before. */
const nounStart =
  /^["“„«'\s]*(?:the (?:company|firm|business|start-?up|group|manufacturer)|das (?:unternehmen|start-?up)|die (?:firma|gesellschaft)|l['’]entreprise|la (?:société|jeune pousse|start-?up))(?!\p{L})/iu
const nameStart =
  /^["“„«'\s]*(?:(?:In|At|On|By|Since|For|From|Im|Am|En|À|Au)\s[^,]{2,40},\s)?(?:the |der |die |das |le |la )?(\p{Lu}[\p{L}\p{N}&.'’-]*(?:\s(?:(?:of|de|der|von|van|für|and|&)\s)?\p{Lu}[\p{L}\p{N}&.'’-]*)*)/u

const samePage = (one: string, other: string): boolean => pageKey(one) === pageKey(other)
const pageKey = (url: string): string =>
  url
    .replace(/^https?:\/\/(?:www\.)?/, '')
    .replace(/[#?].*$/, '')
    .replace(/\/(?:index\.\w+)?$/, '')

/** Tells, for each statement of a page, whether it speaks of the subject. */
export function aboutness(page: PageText, subject: Subject): Aboutness {
  const { document } = page
  const names = namesPattern(subject, document.host)
  const properNames = subject.type === 'company' || subject.type === 'person' ? names : null
  const isWork = subject.type === 'article' || subject.type === 'research_paper'
  const isOwnPage = isOwn(document, subject)
  const opening = `${page.title} ${page.statements.find(({ kind }) => kind === 'heading')?.text ?? ''}`
  const strangers = strangersIn(page, subject.name ?? '')
  const isNamed = isNamedFirst(opening, names, strangers)
  // Who asks for a study seldom calls it by the whole of its title.
  const isTitled = isWork && isSpokenOf(page.title, document, subject)
  const isAboutSubject = isOwnPage || isNamed || isTitled || names === null
  const isAside = asideIn(document, subject, names)
  const isOfOthers = ({ start, heading, text }: Statement): boolean =>
    isAside({ start, text, headings: heading ? [heading.text] : [] })
  // An article or a paper is the page: whatever it says, it says.
  if ((isWork && isAboutSubject) || (names === null && subject.url === undefined))
    return {
      isOwnPage,
      isAboutSubject,
      isSpokenOf: true,
      names,
      properNames,
      isAside,
      of: (statement) => (isOfOthers(statement) ? 'other' : 'own'),
    }
  const told = tell(page.statements, { names, isOwnPage, isAboutSubject, strangers })
  const edition =
    subject.type === 'company' || subject.type === 'person'
      ? undefined
      : /(?<!\d)20\d\d$/.exec(subject.name ?? '')?.[0]
  const of = (statement: Statement) =>
    isOfOthers(statement) ||
    (edition !== undefined &&
      isOfOtherEdition(statement, edition, (subject.name ?? '').slice(0, -edition.length)))
      ? 'other'
      : (told.get(statement) ?? 'unknown')
  return {
    isOwnPage,
    isAboutSubject,
    isSpokenOf: isAboutSubject || isSpokenOf(page.title, document, subject),
    names,
    properNames,
    isAside,
    of,
  }
}

const isOwn = (document: Document, subject: Subject): boolean =>
  (subject.url !== undefined && samePage(subject.url, document.url)) || isOnOwnSite(document, subject)

/** “Ardent Loop buys Sable & Finch” is about Ardent Loop first. */
function isNamedFirst(opening: string, names: RegExp | null, strangers: ReadonlySet<string>): boolean {
  const found = names?.exec(opening)
  if (!found) return false
  return ![...opening.slice(0, found.index).matchAll(/\p{Lu}[\p{L}\p{N}]+/gu)].some(
    (match) => match.index > 0 && strangers.has(match[0].toLowerCase()),
  )
}

const calendar = new Set(
  tokensOf(
    'Monday Tuesday Wednesday Thursday Friday Saturday Sunday Mondays Tuesdays Wednesdays Thursdays Fridays Saturdays Sundays ' +
      'January February March April June July August September October November December ' +
      'Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag Januar Februar März Juni Juli Oktober Dezember',
  ).map(({ word }) => word),
)

/** Names of others: capitals inside sentences that are never written small. No days, no “GPU”, no part of the own name. */
function strangersIn({ statements }: PageText, name: string): ReadonlySet<string> {
  const own = new Set(tokensOf(name).map(({ word }) => word))
  const small = new Set<string>()
  const capital = new Set<string>()
  for (const { tokens, kind, text, start } of statements)
    for (const [at, token] of tokens.entries())
      if (!token.hasCapital) small.add(token.word)
      else if (at > 0 && kind === 'sentence' && token.word.length > 2) {
        const shown = text.slice(token.start - start, token.end - start)
        if (shown !== shown.toUpperCase()) capital.add(token.word)
      }
  return new Set([...capital].filter((word) => !small.has(word) && !own.has(word) && !calendar.has(word)))
}

interface Clues {
  readonly names: RegExp | null
  readonly isOwnPage: boolean
  readonly isAboutSubject: boolean
  readonly strangers: ReadonlySet<string>
}

function tell(statements: readonly Statement[], clues: Clues): Map<Statement, About> {
  const { names, isOwnPage, isAboutSubject, strangers } = clues
  const told = new Map<Statement, About>()
  let topic: About = isAboutSubject ? 'own' : 'unknown'
  let block = -1
  for (const statement of statements) {
    const { text, kind, heading } = statement
    if (statement.block !== block) {
      block = statement.block
      // A new paragraph goes on about the page's subject; on a page about many it begins anew.
      if (isAboutSubject) topic = 'own'
      else if (kind === 'heading' || kind === 'item' || kind === 'row') topic = 'unknown'
    }
    const isNamed = names?.test(text) ?? false
    let about: About
    const isIntroduced = !isOwnPage && kind === 'sentence' && introduced.test(text)
    const beginner = isIntroduced ? 'other' : begunBy(statement, strangers)
    if (isNamed) about = 'own'
    else if (heading && !isAboutSubject && (names?.test(heading.text) ?? false)) about = 'own'
    else if (selfStart.test(text) || (isOwnPage && selfWords.test(text)))
      about = isAboutSubject ? 'own' : topic
    else if (isAboutSubject && nounStart.test(text)) about = 'own'
    else if (pronounStart.test(text)) about = topic
    else about = beginner ?? (isAboutSubject ? 'own' : kind === 'sentence' ? topic : 'unknown')
    // Somebody else's story does not become the subject's by a pronoun.
    if (about !== 'unknown' && kind === 'sentence')
      topic = isNamed && beginner === 'other' && !isAboutSubject ? 'other' : about
    told.set(statement, about)
  }
  return told
}

const held =
  /(?<!\p{L})(?:next|following|edition|(?:be|is|are) held|takes? place|\p{L}+(?:th|st|nd|rd)|will return|returns)(?!\p{L})/iu

const earlier =
  /(?<!\p{L})(?:last|previous|past|earlier) (?:editions?|years?|time|conference|festival)(?!\p{L})/iu

/** “The ninth will take place in Bergen in 2028”, “last edition: Porto, 2024” are not said of “NordFerm 2026”. */
function isOfOtherEdition({ text }: Statement, edition: string, series: string): boolean {
  const years: readonly string[] = text.match(/(?<!\d)20\d\d(?!\d)/g) ?? []
  return (
    years.length > 0 &&
    // “SoftEdge 2025 took place in Bergen”
    ((!years.includes(edition) && years.some((year) => text.includes(`${series}${year}`))) ||
      (years.every((year) => year > edition) && held.test(text)) ||
      (years.every((year) => year < edition) && earlier.test(text)))
  )
}

const reporting =
  /^,? (?:\d+, )?(?:says?|said|told|added|adds|explained|confirmed|announced that|sagte|sagt|erklärte|teilte|a déclaré|a dit|a annoncé que)(?!\p{L})/iu

/** “Strombank, listed in Frankfurt since 2023, employs 140 people” */
const introduced =
  /^\p{Lu}[\p{L}\p{N}&'’-]*(?:\s\p{Lu}[\p{L}\p{N}&'’-]*)*, (?:listed|based|headquartered|founded|owned|part of|an? |the )[^.;]{3,80}?, (?:employs|reported|posted|sells|makes|operates|(?:has|had) (?:about |some |around )?\d)/u

/** “Northgate Ventures led the round”: another is named at the start and does something. */
function begunBy(statement: Statement, strangers: ReadonlySet<string>): About | null {
  const { kind, language } = statement
  if (kind === 'row' || kind === 'heading') return null
  // Where there was markup, there are spaces.
  const text = statement.text.replaceAll(/\s+/g, ' ')
  const found = nameStart.exec(text)
  const run = found?.[1]
  if (!found || run === undefined) return null
  // “No GPU needed”, “Auch der Werksverkauf”: a sentence that merely begins with a capital.
  if (grammarWords.has(run.split(/\s/)[0]?.toLowerCase() ?? '')) return null
  // “The Basel company” is whoever is at home there; “Hamburg's Portsonic” is not.
  if (placesIn(run).length > 0 && !/['’]s \p{Lu}/u.test(run)) return null
  const words = tokensOf(run).map(({ word }) => word.replace(/['’]s$/, ''))
  // German writes every noun with a capital: only a name of several words is told from one.
  if (
    language?.startsWith('de') &&
    (words.length < 2 ||
      /^(?:der|die|das|ein|eine|unsere?)\s/iu.test(text) ||
      /(?:e|en|er|es)$/.test(words[0] ?? ''))
  )
    return null
  // “Halbrunn AG (Linz, Austria) has …”.
  const after = text.slice(found[0].length).replace(/^\s\([^()]*\)/u, '')
  // What somebody says is said of whom the page speaks: “Olund said the company was free of debt”.
  if (
    !/^(?:['’]s)? \p{Ll}|^, (?:with|which|whose|based|headquartered)(?!\p{L})/u.test(after) ||
    reporting.test(after)
  )
    return null
  return words.some((word) => strangers.has(word)) ? 'other' : null
}
