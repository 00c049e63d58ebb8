import type { Decomposition, FieldFormat } from '../../reader.ts'

type Column = Decomposition['enrichments'][number]

/** What people ask to be told about each thing, with how it is written down. */
const known: readonly (readonly [RegExp, string, FieldFormat])[] = [
  [
    /^(?:ceos?|chief executives?|chief executive officers?|geschäftsführer(?:in|innen)?|pdg|dirigeants?)$/iu,
    'Chief executive officer',
    'text',
  ],
  [/^ctos?$/iu, 'Chief technology officer', 'text'],
  [/^cfos?$/iu, 'Chief financial officer', 'text'],
  [/^(?:founders?|gründer(?:innen)?|fondateurs?)$/iu, 'Founders', 'text'],
  [
    /^(?:e-?mails?|e-?mail address(?:es)?|contact e-?mails?|courriels?|e-?mail-adressen?)$/iu,
    'E-mail address',
    'email',
  ],
  [
    /^(?:phones?|phone numbers?|telephones?|telephone numbers?|telefonnummern?|téléphones?|numéros? de téléphone)$/iu,
    'Telephone number',
    'phone',
  ],
  [/^(?:websites?|urls?|home ?pages?|webseiten?|sites? web)$/iu, 'Website', 'url'],
  [/^(?:linkedin|linkedin profiles?|linkedin urls?|twitter|github)$/iu, 'Profile page', 'url'],
  [
    /^(?:headcounts?|employees|number of employees|employee counts?|team sizes?|mitarbeiterzahl(?:en)?|effectifs?|company size)$/iu,
    'Number of employees',
    'number',
  ],
  [
    /^(?:revenues?|turnover|annual revenues?|umsatz|umsätze|chiffres? d['’]affaires)$/iu,
    'Annual revenue',
    'number',
  ],
  [
    /^(?:funding|total funding|funding raised|funding amounts?|money raised|finanzierung|financement)$/iu,
    'Total funding raised',
    'number',
  ],
  [/^(?:valuations?)$/iu, 'Valuation', 'number'],
  [/^(?:prices?|pricing|costs?|preise?|prix)$/iu, 'Price', 'number'],
  [
    /^(?:founding years?|years? founded|founding dates?|years? of foundation|gründungsjahre?|années? de création)$/iu,
    'Year of foundation',
    'date',
  ],
  [
    /^(?:publication dates?|dates? of publication|dates?|release dates?|launch dates?)$/iu,
    'Date of publication',
    'date',
  ],
  [
    /^(?:headquarters|hq|locations?|cit(?:y|ies)|head offices?|hauptsitz|standorte?|sièges?)$/iu,
    'City of the headquarters',
    'text',
  ],
  [/^(?:address(?:es)?|postal address(?:es)?|adressen?|adresses?)$/iu, 'Postal address', 'text'],
]

/** A column for something that was asked for in passing: “their CEO”, “number of patents”. */
export function columnFor(words: string): Column {
  const name = words
    .trim()
    .replace(/^(?:the|a|an|their|its|his|her|current|der|die|das|deren|le|la|les|leur|leurs)\s+/iu, '')
  const found = known.find(([pattern]) => pattern.test(name))
  if (found) return { description: found[1], format: found[2] }
  return { description: name.charAt(0).toUpperCase() + name.slice(1), format: formatOf(name) }
}

/** Whether words name something that is told of a thing rather than asked of it. */
export const isKnownColumn = (words: string): boolean => {
  const name = words.trim().replace(/^(?:the|their|its|his|her|deren|leurs?)\s+/iu, '')
  return known.some(([pattern]) => pattern.test(name))
}

export function formatOf(name: string): FieldFormat {
  if (/(?<!\p{L})e-?mail|courriel/iu.test(name)) return 'email'
  if (/(?<!\p{L})(?:phone|telephone|telefon|téléphone|mobile)/iu.test(name)) return 'phone'
  if (/(?<!\p{L})(?:url|website|link|homepage|webseite|site web)(?!\p{L})/iu.test(name)) return 'url'
  if (/(?<!\p{L})(?:date|year|deadline|when|datum|jahr|année)(?!\p{L})/iu.test(name)) return 'date'
  if (
    /(?<!\p{L})(?:number|count|amount|how many|how much|total|price|cost|revenue|funding|size|percentage|anzahl|nombre|umsatz|salary|score)(?!\p{L})/iu.test(
      name,
    )
  )
    return 'number'
  return 'text'
}
