import {
  currencyOf,
  currencyPattern,
  momentsIn,
  placesIn,
  unitOf,
  unitPattern,
  quantitiesIn,
  type Place,
  type Quantity,
  type Unit,
} from '../values/index.ts'
import type { FieldFormat, Subject } from '../../reader.ts'
import { termsAsked } from './ask-terms.ts'
import { chooseFormat } from './choose-format.ts'
import { tokensOf } from './concepts.ts'
import { roleIn, type Role } from './roles.ts'
import type { Term } from './terms.ts'

export type NumberKind = 'count' | 'money' | 'measure' | 'any'

/** What a description asks for, as far as rules can tell. */
export interface Ask {
  readonly description: string
  readonly format: FieldFormat
  readonly options: readonly string[]
  /** The words that a source must say beside the value. */
  readonly terms: readonly Term[]
  /** The word for the thing itself: of “price of the Team plan” the price. Null: the format says it all. */
  readonly head: Term | null
  readonly numberKind: NumberKind
  readonly unit: Unit | null
  readonly currency: string | null
  /** How many of its unit the number is counted in: 1000000 where “million euros” are asked for. */
  readonly scale: number
  readonly per: string | null
  /** `2025`, `2025-06`: when the value is to hold. */
  readonly period: string | null
  readonly places: readonly Place[]
  readonly role: Role | null
  readonly isPlural: boolean
  /** Plans and expectations are asked for. */
  readonly wantsPlan: boolean
  /** The last of several: “latest funding round”. */
  readonly wantsLatest: boolean
  /** “Former”, “previous”, “original”. */
  readonly wantsFormer: boolean
  readonly concepts: ReadonlySet<string>
  /** Amounts that the description itself names: “at 25 °C”. */
  readonly conditions: readonly Quantity[]
}

const moneyWords =
  /\b(?:price|cost|costs|fee|revenue|revenues|turnover|salary|salaries|pay rate|funding|valuation|raised|budget|profit|net income|loss|investment|loan|grant|cash|debt|debts|dividend|sales figure|market cap|rate per|daily rate|hourly rate|share price|spending|Umsatz|Preis|Gewinn|Verlust|Schulden|Gehalt|Finanzierung|prix|chiffre d'affaires|tarif|salaire|dette|bénéfice|abonnement)\b/i
const countWords =
  /\b(?:number of|how many|count of|headcount|(?:sample|team|group|class|fleet) size|attendance|no\. of|anzahl|zahl der|wie viele|nombre|combien d|employees|staff|customers|participants|patients|users|members|publications|papers|citations|patents)\b/i
const measureWords =
  /\b(?:length|weight|height|width|depth|distance|capacity|power|range|speed|temperature|area|volume|duration|efficiency|share|percentage|rate|ratio|Dauer|Gewicht|Länge|poids|durée|longueur)\b/i

export function parseAsk(
  description: string,
  subject: Subject,
  format: FieldFormat | undefined,
  options: readonly string[] | undefined,
): Ask {
  const chosen = options && options.length > 0 ? 'options' : (format ?? chooseFormat(description))
  const { rest: scaled, scale } = takeScale(description.replace(leftOut, ''), chosen)
  const { rest: unitless, unit, currency, per } = takeUnit(scaled, chosen)
  const rest = unitless.replace(/\s(?:in the )?last year(?!\p{L})/iu, '')
  const moments = momentsIn(rest, { language: 'en', written: null })
  const period = chosen === 'date' ? null : (moments[0]?.date ?? null)
  const withoutPeriod = moments.reduceRight(
    (text, { start, end }) => `${text.slice(0, start)} ${text.slice(end)}`,
    rest,
  )
  const numberKind = numberKindOf(description, unit, currency)
  const terms = termsAsked(chosen === 'date' ? rest : withoutPeriod, chosen, subject, {
    isShare: unit?.dimension === 'percent',
    numberKind,
  })
  const head =
    numberKind === 'money' && terms.some((term) => isPrice(term) || isOffer(term))
      ? null
      : headOf(withoutPeriod, terms)
  return {
    description,
    format: chosen,
    options: options ?? [],
    terms: apart(terms, head),
    head,
    numberKind,
    unit,
    currency,
    scale,
    per,
    period,
    places: placesIn(description).map(({ place }) => place),
    role:
      (chosen === 'text' || chosen === 'options') &&
      !/\b(?:city|town|country|Stadt|ville|pays|website|prize|award)\b/i.test(description)
        ? roleIn(description)
        : null,
    isPlural: isPlural(description),
    wantsPlan:
      /\b(?:planned|to be|expected|expects?|target|goal|forecast|projected|upcoming|future|next|geplant|Ziel|prévu|prévue|objectif)\b/i.test(
        description,
      ),
    wantsLatest:
      /\b(?:latest|most recent|newest|current (?:stable )?(?:version|release)|last(?! year| name)|letzte[rnsm]?|neueste[rnsm]?|derni[eè]re?)\b/i.test(
        description,
      ),
    wantsFormer:
      /\b(?:former|ago|last year|previous|previously|original|earlier|before|prior|past|ehemalig\p{L}*|früher\p{L}*|ancien|ancienne|précédent)\b/iu.test(
        description,
      ),
    concepts: new Set(terms.flatMap(({ concepts }) => concepts)),
    conditions: chosen === 'number' ? quantitiesIn(rest, 'en') : [],
  }
}

/** “Number of rooms (without holiday flats)”: what is left out is not what is asked for. */
const leftOut =
  /(?:\s\(|, |\s(?:in|for) (?:the|its|their) )(?:latest|most recent|last)(?: (?:known|available|reported|published|financial|fiscal))?(?: (?:year|figure|value|accounts|report))\)?$|(?:\s\(|, )(?:without|excluding|excl\.?|not (?:counting|including)|except(?: for)?|apart from|ohne|hors|sans)\s[^()]*\)?$/iu

const sizes: readonly (readonly [words: string, factor: number])[] = [
  ['thousands?|k|tausend|tsd\\.?|milliers?', 1e3],
  ['lakhs?', 1e5],
  ['crores?', 1e7],
  ['millions?|m|mn|mln|mio\\.?|millionen', 1e6],
  ['billions?|bn|b|mrd\\.?|milliarden|milliards?', 1e9],
]
const sizeWords = sizes.map(([words]) => words).join('|')
const asksScale = new RegExp(
  String.raw`(?<lead>\s(?:in|en)\s|[,(]\s*)(?:(?<currency>${currencyPattern})\s?(?<size>${sizeWords})|(?<word>${sizeWords})(?:\s(?:of\s|de\s|d['’])?(?<rest>\S[^,)]*))?)(?=\s*(?:[,)]|$))`,
  'iu',
)

/** “Revenue in million euros”, “Net debt (£m)”, “Parameters, in billions”: what is left asks for the same without the size. */
function takeScale(description: string, format: FieldFormat): { rest: string; scale: number } {
  const match = format === 'number' ? asksScale.exec(description) : null
  const { lead = '', currency, size, word, rest = '' } = match?.groups ?? {}
  // A letter alone is a unit, unless a currency stands before it: “Length (m)”.
  const asked = size ?? (word !== undefined && word.length > 1 ? word : '')
  const scale = sizes.find(([words]) => new RegExp(`^(?:${words})$`, 'iu').test(asked))?.[1]
  if (!match || scale === undefined) return { rest: description, scale: 1 }
  const left = currency ?? rest
  const end = match.index + match[0].length
  // A currency that others follow has to come last, where units are looked for.
  const [before, after] = [description.slice(0, match.index), description.slice(end)]
  if (left === '') return { rest: `${before}${after.replace(/^\)/, '')}`, scale }
  return currency === undefined
    ? { rest: `${before}${lead}${left}${after}`, scale }
    : { rest: `${before}${after.replace(/^\)/, '')} in ${left}`, scale }
}

const endingUnit = new RegExp(
  String.raw`(?:[\s,(]+(?:in|en)\s+|\s*\(\s*|,\s*)(?:(?:the|full|whole)\s)?(?:(?<size>thousands?|millions?|billions?|Tausend|Millionen|Mio\.?|milliers?)\s(?:of\s|de\s|d['’])?)?(?:(?<currency>${currencyPattern})|(?<unit>${unitPattern}|[Pp]ercent(?:age)?))(?![\p{L}\p{N}])\)?(?<per>\s(?:per|a|an|pro|par|je|and)\s.*|\s?\/\s?\p{L}+)?\s*$`,
  'iu',
)

function takeUnit(
  description: string,
  format: FieldFormat,
): { rest: string; unit: Unit | null; currency: string | null; per: string | null } {
  if (format !== 'number') return { rest: description, unit: null, currency: null, per: null }
  const match = endingUnit.exec(description)
  const per =
    /(?:\bper|\ba|\bpro|\bpar|\/)\s?(?<per>month|year|day|week|hour|user|seat|developer|person|Monat|Jahr|Tag|mois|an|jour|kg|night|share)\b/i
      .exec(description)
      ?.groups?.['per']?.toLowerCase() ?? null
  if (match) {
    const { currency, unit } = match.groups ?? {}
    const rest = description.slice(0, match.index)
    if (currency !== undefined) return { rest, unit: null, currency: currencyOf(currency), per }
    return {
      rest,
      unit: unitOf(/^percent/i.test(unit ?? '') ? 'percent' : (unit ?? '')),
      currency: null,
      per,
    }
  }
  if (/^(?:percentage|per ?cent|share|proportion|Anteil|pourcentage)\b|\bpercentage\b/i.test(description))
    return { rest: description, unit: unitOf('percent'), currency: null, per }
  // “Tonnes made by the pilot plant”, “Weeks of pay”, “Months until it pays”: the unit comes first.
  const first = /^(?:number of |how many |anzahl der |nombre de )?(?<word>\p{L}+)(?=\s)/iu.exec(description)
  const leading =
    first && (first.groups?.['word'] ?? '').length > 2 ? unitOf(first.groups?.['word'] ?? '') : null
  if (first && leading && /s$|en$|e$|mois/i.test(first.groups?.['word'] ?? ''))
    return { rest: description.slice(first[0].length), unit: leading, currency: null, per }
  return { rest: description, unit: null, currency: null, per }
}

function numberKindOf(description: string, unit: Unit | null, currency: string | null): NumberKind {
  if (currency !== null) return 'money'
  if (unit !== null) return 'measure'
  if (/^(?:number|count|how many|no\.|anzahl|nombre|total number|zahl)\b/i.test(description)) return 'count'
  if (
    /\b(?:mean|median|average|durchschnittliche[rsn]?|moyenne?) (?:age|height|weight|size|length|duration|score|rating)\b/i.test(
      description,
    )
  )
    return 'any'
  if (moneyWords.test(description)) return 'money'
  if (countWords.test(description)) return 'count'
  if (measureWords.test(description)) return 'any'
  return isPlural(description) &&
    !/(?<!\p{L})(?:hours|days|weeks|months|years|points|units|degrees|miles)(?!\p{L})/iu.test(description)
    ? 'count'
    : 'any'
}

/** “Participants randomised”: a second word for the same is there to tell some of them from the others. */
const apart = (terms: readonly Term[], head: Term | null): Term[] =>
  terms.map((term) =>
    head !== null &&
    term !== head &&
    !term.isName &&
    /(?:ed|t|en|ée?s?)$/.test(term.text) &&
    head.concepts.includes('participant')
      ? { ...term, concepts: [], weight: 1 }
      : term,
  )

const isOffer = ({ text }: Term): boolean =>
  /^(?:plan|package|tier|billing|subscription|ticket|pass|menu)$/i.test(text)

const isPrice = ({ concepts }: Term): boolean => concepts.includes('price')

/** The thing itself stands first: before “of”, or alone. Where that word only names the format, what follows counts. */
function headOf(asked: string, terms: readonly Term[]): Term | null {
  const text = asked.replace(formatStart, '')
  const tokens = tokensOf(text)
  // “Peer-reviewed papers”: a participle behind a hyphen ends nothing.
  const border = tokens.findIndex(
    ({ text: word, start }, at) => at > 0 && phraseEnd.test(word) && text[start - 1] !== '-',
  )
  const phrase = border < 0 ? tokens : tokens.slice(0, border)
  const before = terms.filter(({ stems }) => phrase.some(({ stem }) => stems.includes(stem)))
  return (
    before.filter(isThing).at(-1) ??
    // “Scanners ordered by Uganda”: what was done to them is not what is asked for.
    terms.find((term) => isThing(term) && !(before.length > 0 && phraseEnd.test(term.text))) ??
    terms.find(({ weight, isName }) => !isName && weight >= 0.4) ??
    null
  )
}

const isThing = ({ isName, weight }: Term): boolean => !isName && weight >= 0.8

const formatStart =
  /^(?:how (?:many|much|long|heavy|big|large|old)\s|wie viele\s|combien (?:de |d['’])?|(?:the\s)?(?:current\s|total\s|exact\s)*(?:(?:number|count|amount|size|name|names|date|year|month|day|value|length|weight|price|anzahl|zahl|höhe|datum|tag|name|nombre|montant|nom|date|durée|prix)\s(?:of|der|des|von|du|de la|de|d['’])\s?(?:the\s|les\s)?))/iu
/** A noun phrase ends before a preposition, a participle or a clause. */
const phraseEnd =
  /^(?:of|for|in|at|with|from|on|by|to|it|they|that|which|who|der|des|von|für|im|mit|bei|de|du|pour|à|dans|en|par|after|until|per|when|where|\p{L}{3,}(?:ed|ées?|és|ues)|held|made|sold|built|won|lost|paid|born|spoken|written|taken|given|known|selling|using|use|uses|are|is|does|do|did|have|has|work|works)$/iu

/** The last noun of the asked phrase decides: “founders” are several. */
function isPlural(description: string): boolean {
  if (/\bwho (?:co-?)?(?:founded|started|set up)/i.test(description)) return true
  const phrase =
    /^(?:the |all |list of |names? of (?:the )?|current |main |key |liste der )*([\p{L}'’ -]+?)(?=\s(?:of|in|for|at|by|with|from|to|per|the|it|that|which|where|der|des|de|du|en|spoken|used|offered|supported|read|taught|available|parlées?|\p{L}{3,}(?<!\bne)ed)(?!\p{L})|[,(.?]|$)/iu.exec(
      description,
    )?.[1] ?? description
  const words = phrase.trim().split(/\s+/)
  const last = words.at(-1)?.toLowerCase() ?? ''
  if (
    /(?:ss|us|is|ics|news|sales|headquarters|series|status|address|access|business|process|analysis|basis|class|press|adresse|nombre|campus|siege|cours|^ours)$/.test(
      last,
    )
  )
    return false
  return (
    /(?:\p{L}{2}s|people|Gründer|Gründerinnen|Standorte|Sprachen|Investoren|Kunden|Autoren|Partner|Produkte|Länder)$/u.test(
      last,
    ) || /^(?:Gründer|Sprachen|Standorte|Autoren|Investoren)$/i.test(last)
  )
}
