import { registrableDomain } from '../../../documents/index.ts'
import type { Subject } from '../../reader.ts'
import { isOnOwnSite, letters, nameOfHost } from '../own-site.ts'
import { emailsIn, type Found } from '../values/index.ts'
import type { Piece, Source } from './source.ts'
import { isNamedAfter, viewOf } from './subject.ts'

/** Where the lines begin that have a contact in them. */
export function linesWith(found: ReadonlyMap<Piece, readonly Found[]>, { document }: Source): Set<number> {
  const starts = [...found].flatMap(([{ plain }, all]) =>
    all.map(({ start, end }) => lineAt(document.text, plain.span(start, end).start).start),
  )
  return new Set(starts)
}

/** Longer blocks are no addresses: their lines are broken anywhere. */
const longestAddress = 500

/** Whose number it is stands above it: “Jinja: Plot 14, Uganda”, and on the next line “Tel.”. */
export function besideIn(source: Source, piece: Piece, linesWithContacts: ReadonlySet<number>): string {
  const { text } = source.document
  const block = source.blocks[piece.block]
  if (!block || block.plain.text.length > longestAddress) return ''
  const first = block.plain.span(0, 1).start
  const above: string[] = []
  let at = lineAt(text, piece.whole.start).start
  while (at > first) {
    const line = lineAt(text, at - 1)
    if (!linesWithContacts.has(line.start)) above.unshift(text.slice(line.start, line.end))
    // What stands above another's number belongs to that.
    else if (above.length > 0) break
    at = line.start
  }
  // “Meetings are arranged by the secretariat:” speaks of all that follows.
  const opening = source.blocks[piece.block - 1]?.plain.text ?? ''
  return [...(opening.endsWith(':') ? [opening] : []), ...above].join(' ')
}

function lineAt(text: string, at: number): { start: number; end: number } {
  const end = text.indexOf('\n', at)
  return { start: text.lastIndexOf('\n', at - 1) + 1, end: end < 0 ? text.length : end }
}

/** The line of the page that a piece stands in. */
export function lineOf({ document: { text } }: Source, { whole }: Piece): string {
  return text.slice(lineAt(text, whole.start).start, lineAt(text, whole.end).end)
}

const newsroom =
  /(?<!\p{L})(?:editors?|editorial|news ?(?:room|desk)|redaktion|rédaction|redakcja|redacci[oó]n|tips\?|subscri\p{L}+|advertis\p{L}+|this (?:site|page|directory))(?!\p{L})/iu

/** Whether a contact is that of the site the page stands on, and the page only tells of the subject. */
export function isOfSite(source: Source, piece: Piece, subject: Subject): boolean {
  const { host } = source.document
  // Of whom it is to be nobody said: then it is whoever the page is of.
  if (subject.name === undefined || isOwnHost(host, subject) || isOnOwnSite(source.document, subject))
    return false
  const line = lineOf(source, piece)
  const view = viewOf(source, subject)
  if (view.names(line)) return false
  return newsroom.test(line) || namesHost(line, host) || (hasMailboxAt(line, host, subject) && !isUnderName())

  function isUnderName(): boolean {
    const isSection = piece.headings.length > 1 || view.relation === 'mentions'
    return isSection && view.names(piece.headings.at(-1) ?? '')
  }
}

/** A mailbox of the site, and not one that it has given to the subject. */
const hasMailboxAt = (line: string, host: string, subject: Subject): boolean =>
  emailsIn(line).some(({ value }) => {
    const [user = '', domain = ''] = value.split('@')
    return registrableDomain(domain) === registrableDomain(host) && !isNamedAfter(user, subject)
  })

function isOwnHost(host: string, subject: Subject): boolean {
  const own = subject.url !== undefined && URL.canParse(subject.url) ? new URL(subject.url).hostname : null
  return (
    (own !== null && registrableDomain(own) === registrableDomain(host)) ||
    isNamedAfter(nameOfHost(host), subject)
  )
}

/** “Quires & Quarrels, Toronto” on quiresandquarrels.example. */
function namesHost(line: string, host: string): boolean {
  const name = letters(nameOfHost(host))
  return name.length >= 6 && letters(line.replaceAll(/\S+@\S+|https?:\S+|www\.\S+/g, ' ')).includes(name)
}
