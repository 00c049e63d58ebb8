import { getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** Something found in a text, with where it stands. */
export interface Found {
  readonly value: string
  readonly start: number
  readonly end: number
}

const host = String.raw`(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,24}`
const emailPattern = new RegExp(
  String.raw`(?<![\p{L}\p{N}._%+@-])(?:(?<user>[\p{L}\p{N}][\p{L}\p{N}._%+-]{0,63})@(?<host>${host})` +
    String.raw`|(?<hiddenUser>[\p{L}\p{N}][\p{L}\p{N}._%+-]{0,63})\s?(?:[([{<]\s?(?:at|ät|@|arobase)\s?[)\]}>]|\s(?:at|AT)(?=\s\S+\s?(?:[([{]\s?dot\s?[)\]}]|\sdot\s)))\s?(?<hiddenHost>[\p{L}\p{N}-]+(?:\s?(?:[([{]\s?(?:dot|punkt|point|\.)\s?[)\]}]|\s(?:dot|DOT)\s|\.)\s?[\p{L}\p{N}-]+)+))(?![\p{L}\p{N}@])`,
  'gu',
)

/** E-mail addresses, also those that hide from machines: “info (at) host.example”. */
export function emailsIn(text: string): Found[] {
  return [...text.matchAll(emailPattern)].map((match) => {
    const { user, host: plain, hiddenUser, hiddenHost } = match.groups ?? {}
    const domain = (
      plain ??
      (hiddenHost ?? '').replaceAll(
        /\s?(?:[([{]\s?(?:dot|punkt|point|\.)\s?[)\]}]|\s(?:dot|DOT)\s|\.)\s?/g,
        '.',
      )
    ).replace(/[.-]+$/, '')
    return {
      value: `${user ?? hiddenUser}@${domain}`.toLowerCase(),
      start: match.index,
      end: match.index + match[0].length,
    }
  })
}

const urlPattern = new RegExp(
  String.raw`(?<full>https?:\/\/[^\s<>"')\]]+)|(?<![\p{L}\p{N}@./-])(?<bare>(?:www\.)?${host}(?:\/[^\s<>"'()[\],;]*)?)(?![\p{L}\p{N}@]|\()`,
  'gu',
)
/** What looks like a host and is a file, a version or the end of a sentence. */
const noHost =
  /\.(?:pdf|html?|md|js|ts|py|rs|toml|json|csv|xml|txt|png|jpe?g|gif|zip|exe|docx?|xlsx?|inc|ltd|e\.g|i\.e)$/i
const knownTop =
  /\.(?:com|org|net|edu|gov|int|io|ai|co|eu|info|biz|dev|app|cloud|tech|shop|store|blog|me|tv|cc|xyz|site|online|example|test|[a-z]{2})(?:\/|$)/i

/** Web addresses, also without their scheme: “kestrel.example/jobs”. */
export function urlsIn(text: string): Found[] {
  return [...text.matchAll(urlPattern)].flatMap((match) => {
    const { full, bare } = match.groups ?? {}
    const written = (full ?? bare ?? '').replace(/[.,;:!?*_]+$/, '')
    if (
      full === undefined &&
      (!knownTop.test(written) || noHost.test(written) || /^\d|\.\p{Lu}/u.test(written))
    )
      return []
    const value = full === undefined ? `https://${written}` : written
    return URL.canParse(value) ? [{ value, start: match.index, end: match.index + written.length }] : []
  })
}

const phonePattern =
  /(?<![\p{L}\p{N}+/.,€$£-])(?:\+|00)?[(\d](?:[\d()]|[\s\u00a0./–-](?=[\d(])|\s[/–-]\s(?=\d)){5,22}\d(?!\p{L}|\p{N}|[-.]\d|\s?[%€£$])/gu

export interface PhoneFound extends Found {
  /** E.164, or null where the country is not known. */
  readonly e164: string | null
  readonly written: string
}

/**
 * Telephone numbers. `country` is an ISO code, for numbers that leave it out. Whether a bare row of digits is one, the
 * words around it must tell; where its `label` does, it may look like an amount.
 */
export function phonesIn(text: string, country: string | null, label = ''): PhoneFound[] {
  return [...text.matchAll(phonePattern)].flatMap((match) => {
    // A bracket that is not closed belongs to what follows: “0131 496 0155 (10 to 4)”.
    const written = match[0].replace(/\s*\([^)]*$/, '').trim()
    const digits = written.replaceAll(/\D/g, '')
    if (digits.length < 6 || digits.length > 16 || isDate(written) || isHours(written)) return []
    const before = match.index === 0 ? label : text.slice(Math.max(0, match.index - 20), match.index)
    if (isAmount(written) && !telephoneLabel.test(before)) return []
    const e164 = toE164(written, country)
    return [{ value: e164 ?? written, e164, written, start: match.index, end: match.index + written.length }]
  })
}

const telephoneLabel = /(?:^|[^\p{L}])(?:tel|phone|telephone|tél|telefon|mobile|fax)\P{L}*$/iu

const isDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$|^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$|^\d{1,2}[./]\d{1,2}[./](?:19|20)\d\d\s?[–-]|^(?:19|20)\d\d\s?[-–/]\s?(?:19|20)?\d\d$/.test(
    text,
  )

/** “7.30–16.00” */
const isHours = (text: string): boolean => /^\d{1,2}[.:]\d\d\s?[–-]\s?\d{1,2}[.:]\d\d$/.test(text)

/** “1 234 567” and “3.5”; “253 555 210” may be a number to call, and what begins with a nought is one. */
const isAmount = (text: string): boolean =>
  /^\d+\.\d+$|^[1-9]\d{0,2}(?:[ .,]\d{3})+$/.test(text) && !/^\d{3} \d{3} \d{3}$/.test(text)

/** Null: nothing tells which country it is in, or it lacks the part that is dialled from elsewhere. */
export function toE164(written: string, country: string | null): string | null {
  const text = written
    .replaceAll('(0)', '')
    .trim()
    .replace(/^00(?=[1-9])/, '+')
  const digits = text.replaceAll(/\D/g, '')
  // Only North America writes its area codes so.
  const isNorthAmerican =
    /^(?:1[ .-])?\(?[2-9]\d\d\)?[ .-][2-9]\d\d-\d{4}$/.test(text) ||
    (country === null && /^\(?[2-9]\d\d\)?[ .-][2-9]\d\d[ .-]\d{4}$/.test(text))
  const wanted = isNorthAmerican ? 'US' : country
  const region = wanted !== null && isSupportedCountry(wanted) ? wanted : undefined
  const number = parsePhoneNumberFromString(text, region)
  if (text.startsWith('+'))
    return digits.length < 8 ? null : number?.isPossible() ? number.number : `+${digits}`
  // Where numbers have no prefix, one that begins with a nought is of another country; in Italy it belongs to it.
  if (number?.nationalNumber.startsWith('0') && number.countryCallingCode !== '39' && !number.isValid())
    return null
  // From America “011” leads abroad; on a page it begins a number of Leeds.
  if (!number || !region || number.countryCallingCode !== getCountryCallingCode(region)) return null
  // “555 12” is dialled within a town alone; some countries have no prefix that would tell.
  const isPrefixed = digits !== number.nationalNumber
  const isWhole =
    isPrefixed ||
    (number.isPossible() && number.formatNational().replaceAll(/\D/g, '') === digits) ||
    (/^\(\d/.test(text) && number.isValid())
  return isWhole && number.nationalNumber.length <= 12 ? number.number : null
}
