import { registrableDomain } from '../../../documents/index.ts'
import { nameOfHost } from '../own-site.ts'
import { emailsIn, urlsIn, type Found } from '../values/index.ts'
import type { Subject } from '../../reader.ts'
import type { Ask } from './ask.ts'
import { fold } from './concepts.ts'
import { privateWord, purposeWorth } from './contact-label.ts'
import { besideIn, isOfSite, lineOf, linesWith } from './contact-place.ts'
import type { Fact } from './fact.ts'
import { matchAt } from './match.ts'
import { modalityOf } from './modality.ts'
import { roleFacts } from './role-facts.ts'
import { roleIn } from './roles.ts'
import type { Piece, Source } from './source.ts'
import { isNamedAfter, viewOf, type Owner } from './subject.ts'

/** The words of a description that any contact of the kind meets. */
export const isGeneral = (ask: Ask): boolean =>
  ask.terms.every(
    ({ concepts, isName, weight }) =>
      !isName && (weight < 0.4 || concepts.some((concept) => general.has(concept))),
  )
const general = new Set([
  'general',
  'telephone',
  'email',
  'website',
  'address',
  'office',
  'headquarters',
  'name',
])

const generalMailbox =
  /^(?:info|hello|hi|contact|office|mail|email|kontakt|hallo|bonjour|accueil|enquir(?:y|ies)|inquir(?:y|ies)|post|team|welcome|ask|reception|service|hej|hola|ciao|general|central|zentrale|buero)$/
export const specialMailbox =
  /^(?:press|presse|media|jobs?|careers?|karriere|recrut\w*|bewerbung\w*|hr|people|talent|sales|vertrieb|support|help|security|abuse|privacy|dpo|datenschutz|legal|billing|invoices?|accounts|investors?|ir|orders?|tickets?|webmaster|noreply|no-reply|newsletter|marketing|partners?|kitchens?|service-?desk|feedback)$/

export function emailFacts(ask: Ask, source: Source, subject: Subject): Fact[] {
  const wanted = isGeneral(ask)
  const wantsPrivate = privateWord.test(ask.description)
  const isOwn = viewOf(source, subject).relation === 'own'
  return contacts(
    ask,
    source,
    subject,
    (piece) => withLinks(piece, /^mailto:/i, emailsIn),
    (email, piece) => {
      const [user = '', host = ''] = email.value.split('@')
      if (!wanted) {
        const extra = user.replaceAll(/[._-]/g, ' ')
        if (wantsPrivate && (generalMailbox.test(user) || specialMailbox.test(user)))
          return { extra, worth: 0.4 }
        return { extra, worth: purposeWorth(ask, piece, email, extra) }
      }
      if (subject.type === 'person')
        return {
          worth:
            sharesName(user, subject.name) || (isPersonal(host, subject) && !wantsPrivate)
              ? 1
              : generalMailbox.test(user) || wantsPrivate
                ? 0.5
                : isOwn
                  ? 0.85
                  : 0.4,
        }
      if (generalMailbox.test(user)) return { worth: 1 }
      const said = `${piece.label} ${piece.plain.text.slice(0, email.start)}`
      if (
        /(?:everyone|everything|anything|all) else|general|switchboard|enquir|contact us|write to us|kontakt\b|contact\s?:/i.test(
          said,
        ) &&
        !specialMailbox.test(user)
      )
        return { worth: 0.95 }
      return { worth: specialMailbox.test(user) ? 0.35 : 0.75 }
    },
  )
}

export function urlFacts(ask: Ask, source: Source, subject: Subject): Fact[] {
  const own =
    subject.url !== undefined && URL.canParse(subject.url)
      ? registrableDomain(new URL(subject.url).hostname)
      : null
  const wantsSite = isGeneral(ask) || ask.concepts.has('website')
  const isRest = ask.terms.every(({ concepts }) => concepts.includes('website'))
  return contacts(
    ask,
    source,
    subject,
    (piece) => webAddresses(piece),
    (link, piece) => {
      const url = new URL(link.value)
      const host = url.hostname.replace(/\.[^.]+$/, '')
      const extra = `${url.pathname} ${host} ${linkText(piece, link)}`.replaceAll(/[/._-]+/g, ' ')
      const told = social.test(url.href) ? `${extra} social media profile` : extra
      // Whatever has an address is a page.
      if (!isRest || !wantsSite) return { extra: wantsSite ? `${told} website` : told, worth: 1 }
      // The site of the subject is not every address on its page.
      const domain = registrableDomain(url.hostname)
      const labelled = /web ?site|home ?page|\bweb\b|internet|url|site/i.test(
        `${piece.label} ${piece.column} ${linkText(piece, link)}`,
      )
      const named = sharesName(url.hostname, subject.name)
      if (url.pathname.length > 1 && !labelled) return { extra, worth: 0.4 }
      if (domain === registrableDomain(source.document.host) && source.document.host === url.hostname)
        return { extra, worth: 0.4 }
      return {
        extra: `${extra} website`,
        worth: labelled
          ? 1
          : named
            ? 0.95
            : domain === own && own !== null && subject.type !== 'person'
              ? 0.9
              : 0.3,
      }
    },
  )
}

/** The sites on which people follow each other, and addresses that are made as theirs: “social.example/@ada”. */
const social =
  /^https?:\/\/(?:[^/]*\.)?(?:linkedin|facebook|instagram|twitter|tiktok|youtube|bsky|mastodon|threads|social)\.|^https?:\/\/[^/]+\/@/i

function webAddresses(piece: Piece): Found[] {
  const emails = emailsIn(piece.plain.text)
  const found = urlsIn(piece.plain.text).filter(
    ({ start }) =>
      !piece.links.some((link) => link.start <= start && link.end > start) &&
      !emails.some((email) => email.start <= start && email.end > start),
  )
  const linked = piece.links.flatMap((link): Found[] => {
    if (!/^https?:/i.test(link.url) || !URL.canParse(link.url)) return []
    // Shown in full, an address is meant as it is shown.
    const shown =
      /^https?:\/\/\S+$/.test(link.text.trim()) && URL.canParse(link.text.trim())
        ? link.text.trim()
        : link.url
    return [{ value: shown, start: link.start, end: link.end }]
  })
  return [...linked, ...found]
}

/** What a link says; an address that stands there itself says no more than its parts. */
function linkText(piece: Piece, { start, end }: Found): string {
  const shown = piece.plain.text.slice(start, end)
  return /^(?:https?:|www\.)/iu.test(shown) ? '' : shown
}

function withLinks(piece: Piece, scheme: RegExp, read: (text: string) => Found[]): Found[] {
  const linked = piece.links.flatMap((link) => {
    if (!scheme.test(link.url)) return []
    const [found] = read(decodeURIComponentSafely(link.url.replace(scheme, '').split('?')[0] ?? ''))
    return found ? [{ value: found.value, start: link.start, end: link.end }] : []
  })
  return [
    ...linked,
    ...read(piece.plain.text).filter(
      ({ start }) => !linked.some((link) => start >= link.start && start < link.end),
    ),
  ]
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

interface Verdict {
  /** Further words that speak for it. */
  readonly extra?: string
  readonly worth: number
}

const ofSomebody: ReadonlySet<string | undefined> = new Set([undefined, 'company', 'person'])

export function contacts(
  ask: Ask,
  source: Source,
  subject: Subject,
  read: (piece: Piece) => Found[],
  judge: (found: Found, piece: Piece) => Verdict,
): Fact[] {
  const view = viewOf(source, subject)
  if (view.relation === 'none') return []
  const isAny = isGeneral(ask)
  // A course, a study or a festival has its mailboxes at whoever holds it.
  const isOfHost = view.relation === 'own' && !ofSomebody.has(subject.type)
  const found = new Map(source.pieces.map((piece) => [piece, read(piece)]))
  const values = new Set([...found.values()].flat().map(({ value }) => value))
  const lines = linesWith(found, source)
  const holders = isAny || ask.format === 'url' ? [] : holdersAsked(ask, source, subject)
  const ownerOf = (piece: Piece, { start, value }: Found, head: number): Owner => {
    if (isMailboxOf(value, subject)) return 'subject'
    const owner = view.ownerAt(piece, start)
    // “Secretary: Petra Knoop, phone …” is somebody else's, but the one that was asked for.
    return owner === 'other' && view.relation !== 'mentions' && !isAny && head >= 0.9 ? 'unknown' : owner
  }
  return source.pieces.flatMap((piece) => {
    const all = found.get(piece) ?? []
    const beside = all.length > 0 ? besideIn(source, piece, lines) : ''
    const isSites = all.length > 0 && isOfSite(source, piece, subject)
    return all.map((each): Fact => {
      const { extra, worth } = judge(each, piece)
      const rivals = all.filter((other) => other !== each)
      const isHolders = holders.some(
        (name) => lineOf(source, piece).includes(name) || sharesName(each.value.split('@')[0] ?? '', name),
      )
      const match =
        isAny || (isHolders && (ask.format === 'email' || all.length === 1))
          ? { score: isAny ? 1 : 0.9, head: 1, names: 1 }
          : matchAt(ask, source, { piece, start: each.start, end: each.end, rivals, extra, beside })
      const { start, end } = piece.plain.span(each.start, each.end)
      return {
        value: each.value,
        source,
        piece,
        start,
        end,
        // Unless it is the site itself that was asked for: “Journal homepage”.
        owner:
          isSites && (isAny || match.score < (isOfHost ? 0.8 : 0.95))
            ? 'other'
            : ownerOf(piece, each, match.head),
        modality: modalityOf(
          '',
          piece.plain.text.slice(Math.max(0, each.start - 25), each.start),
          source.language,
        ),
        asOf: null,
        isCurrent: false,
        // The only one of a page is meant, where something near it was asked for.
        match: Math.max(
          match.score * worth * (match.names < 0.4 ? 0.5 : 1) * (match.head < 0.4 ? 0.6 : 1),
          values.size === 1 && ask.format !== 'url' && match.score >= 0.45 && match.names === 1
            ? 0.6 * worth
            : 0,
        ),
      }
    })
  })
}

/** “E-mail address of the chief executive”: whoever that is has a name, which stands beside the address or in it. */
function holdersAsked(ask: Ask, source: Source, subject: Subject): string[] {
  const role = roleIn(ask.description)
  if (!role) return []
  return roleFacts({ ...ask, role }, role, source, subject).flatMap(({ value, owner, modality, match }) =>
    owner !== 'other' && modality === 'now' && match >= 0.8 ? value : [],
  )
}

/** A mailbox in somebody's name, or at the site of an organisation. */
function isMailboxOf(value: string, subject: Subject): boolean {
  const [user = '', host] = value.split('@')
  if (host === undefined || subject.name === undefined) return false
  return subject.type === 'person' ? isNamedAfter(user, subject) : isNamedAfter(nameOfHost(host), subject)
}

/** Whether an address has a part of somebody's name in it. */
function sharesName(text: string, name: string | undefined): boolean {
  const plain = fold(text).replaceAll(/[^a-z0-9]/g, '')
  return (name ?? '')
    .split(/\s+/)
    .some((part) => fold(part).length >= 3 && plain.includes(fold(part).replaceAll(/[^a-z0-9]/g, '')))
}

const isPersonal = (host: string, { url }: Subject): boolean =>
  url !== undefined && URL.canParse(url) && host.endsWith(registrableDomain(new URL(url).hostname) ?? ' ')
