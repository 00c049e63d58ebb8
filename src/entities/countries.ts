/** Names of countries that are in use beside those that the platform knows. */
const furtherNames: Readonly<Record<string, string>> = {
  GB: 'UK|U.K|Great Britain|England|Scotland|Wales|Northern Ireland|Großbritannien|Schottland|Angleterre|Écosse',
  US: 'USA|U.S|U.S.A|US|United States of America|Etats-Unis',
  NL: 'Holland|The Netherlands',
  CZ: 'Czech Republic|Tschechien',
  KR: 'South Korea',
  AE: 'UAE',
  IE: 'Republic of Ireland',
}

let knownCodes: ReadonlyMap<string, string> | undefined

/** The platform knows the countries in every language; asking it takes a moment, so it is asked once. */
function codesByName(): ReadonlyMap<string, string> {
  if (knownCodes) return knownCodes
  const codes = new Map<string, string>()
  for (const [code, names] of Object.entries(furtherNames))
    for (const name of names.toLowerCase().split('|')) codes.set(name, code)
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
  for (const language of ['en', 'de', 'fr']) {
    const inLanguage = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
    for (const first of letters)
      for (const second of letters) {
        const name = inLanguage.of(first + second)?.toLowerCase()
        if (name && !codes.has(name)) codes.set(name, currentCode(first + second))
      }
  }
  knownCodes = codes
  return codes
}

/** Codes of countries that are gone, and `UK`, mean another one today. */
export const currentCode = (code: string): string => new Intl.Locale(`und-${code}`).region ?? code

/** The two letters of a country by its name in English, German or French; null: it is none. */
export const countryCode = (name: string): string | null => codesByName().get(name.toLowerCase()) ?? null
