import { getCountryCallingCode, isSupportedCountry, isValidPhoneNumber } from 'libphonenumber-js/min'
import { registrableDomain } from '../../../documents/index.ts'
import type { Subject } from '../../reader.ts'
import { emailsIn, peopleIn, phonesIn, toE164, type PhoneFound } from '../values/index.ts'
import type { Ask } from './ask.ts'
import { contacts, isGeneral, specialMailbox } from './contact-facts.ts'
import { isPlainLabel, labelOf, privateWord, purposeWorth } from './contact-label.ts'
import { lineOf } from './contact-place.ts'
import { countriesNamed, countryAt, countryOf } from './country.ts'
import type { Fact } from './fact.ts'
import type { Piece, Source } from './source.ts'

const telephoneWord =
  /(?:tel(?:ephone|efon|éphone)?|tél|phone|fon|call|ring|hotline|mobile|mobil|cell|switchboard|zentrale|standard|desk|line|fax|rufnummer|numéro|☎|📞)/iu

/** Rows of digits that are numbers of something else. */
const otherCode =
  /(?:orcid(?: id)?|isbn|issn|iban|vat(?: no\.?| number)?|ust-?id\p{L}*|hr[ab]|siren|siret|rcs|cvr|kvk|abn|acn|crn|nip|krs|regon|uid|nif|cif|ein|org(?:anisation)?\.? ?(?:no\.?|nr\.?|number)|grant(?: no\.?)?|registration(?: no\.?| number)?|(?:company|charity|account|licen[cs]e)(?: registration)? (?:no\.?|number)|nct|doi)[\s:#.]*$/iu

const reaching =
  /(?<!\p{L})(?:reach(?:es|ed)?|contact|dial|answers?|available|erreich\p{L}*|joindre|joignable)(?!\p{L})[^.;]{0,30}\s(?:on|at|under|unter|au)\s$/iu

/** “T 268 555 073”, “M: 912 555 640” */
const telephoneLetter = /(?:^|[\s,;·|/(])(?:[TMPF]|Ph)[.:]?\s?$/u

const mobileWord =
  /(?<!\p{L})(?:mobiles?|mob|cell|cellular|mobil\p{L}*|handy\p{L}*|gsm|whatsapp)(?!\p{L})|(?:^|\s)M[.:]?\s*$/iu

export function phoneFacts(ask: Ask, source: Source, subject: Subject, sources: readonly Source[]): Fact[] {
  const country = countryOf(source) ?? onlyCountry(sources)
  const wantsMobile = mobileWord.test(ask.description)
  const wantsPrivate = privateWord.test(ask.description)
  const codes = callingCodesAsked(ask)
  return contacts(
    ask,
    source,
    subject,
    (piece) => numbersAt(ask, piece, source, [countryAt(source, piece), country], sources),
    (phone, piece) => {
      const lead = leadOf(piece, phone)
      // A bare number may be a mobile or a private one; nothing says so.
      const isUntold = (wantsMobile && !mobileWord.test(lead)) || (wantsPrivate && !privateWord.test(lead))
      const abroad =
        phone.value.startsWith('+') &&
        codes.length > 0 &&
        !codes.some((code) => phone.value.startsWith(`+${code}`))
      return {
        worth:
          (isUntold ? 0.5 : 1) *
          (abroad ? 0.4 : 1) *
          (isGeneral(ask)
            ? generalWorth(ask, source, subject, phone, piece)
            : (isOfOthers(source, subject, piece) ? 0.6 : 1) * purposeWorth(ask, piece, phone)),
      }
    },
  )
}

/** The telephone numbers of a piece that are of the kind asked for. */
function numbersAt(
  ask: Ask,
  piece: Piece,
  source: Source,
  [nearest, country]: readonly [string | null, string | null],
  sources: readonly Source[],
): PhoneFound[] {
  const wantsFax = /\b(?:tele)?fax/i.test(ask.description)
  const wantsMobile = mobileWord.test(ask.description)
  return phonesIn(piece.plain.text, nearest ?? country, piece.label)
    .filter((phone) => {
      const before = piece.plain.text.slice(Math.max(0, phone.start - 40), phone.start)
      const lead = leadOf(piece, phone)
      const isFax =
        /(?:fax|télécopieu?r?|telecopia)[^\p{L}]*$|(?:^|\s)F[.:]?\s?$/iu.test(before) ||
        /^\s*(?:(?:tele)?fax|télécopie)/i.test(piece.label)
      if (isFax !== wantsFax || otherCode.test(before)) return false
      if (wantsMobile && telephoneWord.test(lead) && !mobileWord.test(lead)) return false
      const around = `${piece.label} ${piece.column} ${piece.headings.at(-1) ?? ''} ${before} ${piece.plain.text.slice(phone.end, phone.end + 20)}`
      return (
        phone.written.startsWith('+') ||
        telephoneWord.test(around) ||
        telephoneLetter.test(before) ||
        /^(?:1[-. ])?\(?[2-9]\d\d\)?[-. ]\d{3}[-. ]\d{4}$/.test(phone.written) ||
        /^(?:8 )?\(\d{2,5}\)|^0\d/.test(phone.written) ||
        // “Contacto”, and under it “Oficina del festival: 956 555 041”
        (phone.e164 !== null &&
          /(?<!\p{L})(?:contact\p{L}*|kontakt)(?!\p{L})/iu.test(piece.headings.join(' ')) &&
          /(?:^|[:·|–]\s?)$/u.test(before)) ||
        // “Members reach us day and night on 69 55 50 99”
        (phone.e164 !== null && reaching.test(before)) ||
        // “General information: 234 555 070 · info@host.example”
        (phone.e164 !== null &&
          /(?:^|[,;:·|–]\s?)$/u.test(before) &&
          emailsIn(lineOf(source, piece)).length > 0)
      )
    })
    .map((phone) => ({
      ...phone,
      // A town of that name may lie elsewhere, too.
      value:
        phone.e164 ??
        toE164(phone.written, country) ??
        shapeOf(phone.written, source.language) ??
        onlyOneFitting(phone.written, sources) ??
        phone.written,
    }))
}

/** What is said of a number itself: its label, what stands between it and the number before, and a bracket behind it. */
function leadOf(
  { label, column, plain: { text } }: Piece,
  { start, end }: { start: number; end: number },
): string {
  const before = text.slice(Math.max(0, start - 40), start)
  const own = /\d/.test(before) ? before.slice(before.search(/\D*$/)) : `${label} ${column} ${before}`
  return `${/^\s?\([^)]{0,30}\)/.exec(text.slice(end))?.[0] ?? ''} ${own}`
}

const switchboard =
  /switchboard|reception|zentrale|standard|central|main|head ?office|general|accueil|headquarters/i
const special =
  /support|press|presse|media|sales|vertrieb|patients?|customers?|emergency|night|site\b|service|hotline|call ?cent(?:re|er)|toll-?free|freephone|investor|careers|jobs|bewerb|hotel|accommodation|taxi/i

/** How likely a number is the one to call where nobody says for what. */
function generalWorth(
  ask: Ask,
  source: Source,
  subject: Subject,
  phone: { readonly start: number; readonly end: number },
  piece: Piece,
): number {
  const { text } = piece.plain
  const before = text.slice(Math.max(0, phone.start - 50), phone.start)
  const said = `${piece.label} ${piece.row} ${before}`
  if (subject.type === 'person') return isOfOffice(said, subject) ? 0.5 : 0.95
  if (switchboard.test(said)) return 1
  const mailbox = /^\W{0,4}(?<user>[\w.+-]+)@/.exec(text.slice(phone.end))?.groups?.['user'] ?? ''
  if (special.test(`${said} ${piece.headings.at(-1) ?? ''}`) || specialMailbox.test(mailbox)) return 0.7
  if (isOfOthers(source, subject, piece)) return 0.6
  const label = labelOf(piece, phone)
  if (isPlainLabel(label)) return 0.97
  // The number of one of its people or of something it does, or some number where that of the switchboard is asked for.
  return peopleIn(before).length > 0 || label !== '' || switchboard.test(ask.description) ? 0.8 : 0.92
}

/** “Secretary of the department: Greet Moons, …” is not the number of the professor. */
const isOfOffice = (said: string, { name = '' }: Subject): boolean =>
  /(?<!\p{L})(?:secretary|assistant|secretariat|Sekretariat|Sekretär\p{L}*|secrétariat|secrétaire)(?!\p{L})/iu.test(
    said,
  ) || peopleIn(said).some((one) => one.name.split(' ').every((part) => !name.includes(part)))

/** On its own page a company gives the numbers of partners, too: the mailbox beside one tells. */
function isOfOthers(source: Source, { url, type }: Subject, piece: Piece): boolean {
  if (type !== 'company' || url === undefined || !URL.canParse(url)) return false
  const domain = registrableDomain(new URL(url).hostname)
  const mailboxes = emailsIn(lineOf(source, piece))
  return (
    domain === registrableDomain(source.document.host) &&
    mailboxes.length > 0 &&
    mailboxes.every(({ value }) => registrableDomain(value.split('@')[1] ?? '') !== domain)
  )
}

/** “The office in Uganda” has a number of Uganda. */
const callingCodesAsked = ({ terms }: Ask): string[] =>
  terms.flatMap(({ place }) =>
    place?.kind === 'country' && place.country && isSupportedCountry(place.country)
      ? getCountryCallingCode(place.country)
      : [],
  )

/** Where no country is known the shape of a number may tell, together with the page's language. */
function shapeOf(written: string, language: string | null): string | null {
  const digits = written.replaceAll(/\D/g, '')
  if (language?.startsWith('en') && /^0[127]\d{9}$/.test(digits)) return toE164(written, 'GB')
  if (language?.startsWith('fr') && /^0[1-9](?:[ .]?\d\d){4}$/.test(written)) return toE164(written, 'FR')
  return toE164(written, null)
}

/** A number with a prefix that only one of the countries has that the pages speak of. */
function onlyOneFitting(written: string, sources: readonly Source[]): string | null {
  if (!/^\(?0[1-9]/.test(written)) return null
  const numbers = new Set(
    sources.flatMap(countriesNamed).flatMap((country) => {
      const e164 = toE164(written, country)
      return e164 !== null && isValidPhoneNumber(e164) ? e164 : []
    }),
  )
  return numbers.size === 1 ? ([...numbers][0] ?? null) : null
}

function onlyCountry(sources: readonly Source[]): string | null {
  const countries = new Set(sources.flatMap((source) => countryOf(source) ?? []))
  return countries.size === 1 ? ([...countries][0] ?? null) : null
}
