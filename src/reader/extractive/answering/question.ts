import { fold } from '../../../contents/index.ts'
import { momentsIn, type Dimension } from '../values/index.ts'
import type { Likeness } from './likeness.ts'
import { namesInQuestion } from './names.ts'
import { isLightWord } from './stems.ts'
import { termsOf, type Term } from './terms.ts'

/** What an answer must have in it. */
export type Expected =
  | 'name'
  | 'date'
  | 'place'
  | 'count'
  | 'money'
  | 'percent'
  | 'number'
  | 'email'
  | 'phone'
  | 'url'
  | 'reason'

export type QuestionKind = 'fact' | 'yes-no' | 'comparison' | 'list' | 'timeline' | 'definition'

export interface Question {
  readonly text: string
  readonly language: QuestionLanguage
  readonly kind: QuestionKind
  /** Null: any sentence that speaks of it. */
  readonly expects: Expected | null
  /** Of whom or of what, by name. */
  readonly names: readonly string[]
  /** What is asked about them. */
  readonly terms: readonly Term[]
  /** Those of `terms` that an answer may leave out: what a name is the name of, and what is said by the way. */
  readonly aside: readonly Term[]
  /** What a number must measure: “how heavy” asks for a mass. */
  readonly dimension: Dimension | null
  /** “Patents” in “how many patents”. */
  readonly counted: readonly Term[]
  /** `2024` or `2024-05`: when it is to have been so. */
  readonly times: readonly string[]
  /** What is compared. */
  readonly sides: readonly string[]
  /** The question asks how things are now. */
  readonly isCurrent: boolean
  /** Whoever reads more closely has found no answer: only a sentence that says all of it will do. */
  readonly isDoubtful?: boolean
  /** How alike it and the likeliest sentences are in meaning. Absent: nobody has compared them. */
  readonly likeness?: Likeness
}

export type QuestionLanguage = 'en' | 'de' | 'fr'

const germanStart =
  /^(?:wer|wen|wem|wessen|was|wann|wo|woher|wohin|warum|wieso|weshalb|wie|welche[rsnm]?|wieviele?|seit wann|ist|sind|hat|haben|wurde|wird|gibt|kann|bietet|in welche[rm]|nenne|vergleiche)(?!\p{L})/iu
const frenchStart =
  /^(?:qui|que|qu['’]|quoi|quand|où|pourquoi|comment|combien|quel(?:le)?s?|est-ce|depuis quand|dans quel(?:le)?|en quelle|à quelle?|de quelle?|a-t-|y a-t-|à qui|comparez|compare[rz])(?!\p{L})/iu

export const languageOf = (question: string): QuestionLanguage =>
  germanStart.test(question.trim()) &&
  !/^(?:in|an|so|was) /.test(question.trim()) &&
  !/^was (?:it|the|he|she|there)/i.test(question.trim())
    ? 'de'
    : frenchStart.test(question.trim())
      ? 'fr'
      : 'en'

/** Each kind of value with the questions that ask for it, the more special ones first. */
const askedFor: readonly (readonly [Expected, RegExp])[] = [
  ['email', /(?<!\p{L})(?:e-?mail|mailadresse|courriel)(?!\p{L})/iu],
  [
    'phone',
    /(?<!\p{L})(?:(?:tele)?phone(?: number)?|telefon(?:nummer)?|rufnummer|numéro de téléphone)(?!\p{L})/iu,
  ],
  ['url', /(?<!\p{L})(?:website|web site|homepage|url|webseite|site web)(?!\p{L})/iu],
  ['url', /(?<!\p{L})(?:repository|repo|web page|web address|careers page|link to)(?!\p{L})/iu],
  [
    'reason',
    /^(?:why|warum|wieso|weshalb|pourquoi|what (?:is|was) the (?:reason|cause)|for what reason|how come|what (?:caused|led to))(?!\p{L})/iu,
  ],
  [
    'percent',
    /(?<!\p{L})(?:what|which|welcher|quel(?:le)?|in|as|the|how many) (?:percentage|share|proportion|per ?cent|fraction|anteil|part|pourcentage|prozent)(?!\p{L})|(?<!\p{L})in (?:percent|prozent)(?!\p{L})/iu,
  ],
  ['count', /(?<!\p{L})(?:how many|wie ?viele|combien d[e'’])/iu],
  ['count', /(?<!\p{L})(?:number|anzahl|zahl|nombre) (?:of|der|von|de|d['’])/iu],
  [
    'money',
    /(?<!\p{L})(?:how much (?:money|did .*(?:raise|cost|pay|earn|sell|spend|invest|charge|lose|borrow)|does .*(?:cost|charge|pay|earn)|is .*(?:worth|valued))|what (?:is|was|are|were) .+ worth|for how much|wie teuer|was kostet|combien (?:coûte|a-t-|vaut))/iu,
  ],
  [
    'money',
    /^(?:and |in |at |for )?(?:what|how|which|was|wie|welche[rsmn]?|quel(?:le)?|combien)(?!\p{L}).*(?<!\p{L})(?:price|cost|costs|revenue|turnover|valuation|funding|salary|budget|fee|loan|grant|profit|loss|losses|earnings|umsatz|preis|kosten|gewinn|verlust|chiffre d['’]affaires|prix|coût|tarif|bénéfice|perte|montant|subvention)(?!\p{L})/iu,
  ],
  [
    'number',
    /(?<!\p{L})(?:how (?:much|long|old|far|big|large|tall|high|deep|fast|heavy|wide|often|hot|cold|thick|strong)|wie (?:viel|hoch|lange?|alt|weit|groß|schwer|schnell|oft|breit|tief)|combien|quelle est la (?:taille|durée|vitesse|hauteur|longueur|capacité|puissance))(?!\p{L})/iu,
  ],
  [
    'date',
    /^(?:(?:and|since|until|till|by|from|seit|bis|ab|depuis) )?(?:when|wann|quand)(?!\p{L})|(?<!\p{L})(?:what|which|in welchem|in welcher|welches|en quelle|quelle|in what|on what|at what) (?:year|date|day|month|time|quarter|jahr|monat|datum|année|date|mois)(?!\p{L})|(?<!\p{L})(?:deadline|founding year|date of|year of)(?!\p{L})/iu,
  ],
  [
    'place',
    /^(?:from |to )?(?:where|wo|woher|wohin|où|d['’]où)(?!\p{L})|(?<!\p{L})(?:what|which|in which|in what|welcher|welches|welchem|quel(?:le)?) (?:cit(?:y|ies)|towns?|countr(?:y|ies)|state|region|place|location|stadt|land|ort|ville|pays)(?!\p{L})|(?<!\p{L})(?:headquarters|head office|hauptsitz|siège social|birthplace)(?!\p{L})/iu,
  ],
  [
    'name',
    /(?<!\p{L})(?:(?:what (?:is|was|are|were) )?the names? of|name of|wie hei(?:ß|ss)t|comment s['’]appelle)(?!\p{L})/iu,
  ],
  [
    'name',
    /^(?:and )?(?:by |from |to |with |for |an |von |mit |à |par |de |avec )?(?:who|whom|whose|wer|wem|wen|wessen|qui)(?!\p{L})/iu,
  ],
  [
    'name',
    /(?<!\p{L})(?:which|what|welche[srnm]?|quel(?:le)?s?) (?:company|companies|firm|firms|person|people|bank|banks|university|universities|organi[sz]ations?|investors?|researchers?|authors?|speakers?|founders?|institutions?|newspaper|publisher|supplier|customer|partner|auditor|team|unternehmen|firma|entreprise|société|personne)(?!\p{L})/iu,
  ],
  [
    'name',
    /(?<!\p{L})(?:ceo|cfo|cto|coo|chief \p{L}+ officer|chief executive|managing director|founders?|auditor|chair(?:man|woman)?|geschäftsführer(?:in)?|gründer(?:in)?|pdg|fondateurs?|president|director|author|authors|head of \p{L}+)(?!\p{L})/iu,
  ],
  [
    'number',
    /^(?:and |at |in )?(?:what|which|welche[rsmn]?|wie|quel(?:le)?)(?: (?:is|was|are|were|ist|war|est|sind))?(?: (?:the|der|die|das|le|la))?(?: [\p{L}-]+){0,3} (?:weight|capacity|efficiency|temperature|size|length|speed|area|power|rate|height|voltage|range|density|age|gewicht|kapazität|wirkungsgrad|leistung|poids|capacité|puissance|rendement)(?!\p{L})/iu,
  ],
]

const yesNoStart =
  /^(?:is|are|was|were|does|do|did|has|have|had|can|could|will|would|should|may|might|ist|sind|war|waren|hat|haben|hatte|kann|können|wird|werden|wurde|gibt es|bietet|est-ce|est-(?:il|elle)|sont-|a-t-|ont-|y a-t-|peut-)(?![\p{L}])/iu
const comparative =
  /(?<!\p{L})(?:compare[ds]?|compared|comparison|versus|vs\.?|differ|differs|difference|differences|vergleiche|vergleich|unterschied|différence|comparez|comparer)(?!\p{L})/iu
const alternatives = /(?:^|[\s,])(?<one>[^,?]{2,60}?),? (?:or|oder|ou) (?<other>[^,?]{2,60}?)\s*\??$/iu
const between =
  /(?:between|zwischen|entre|compare|vergleiche|comparez) (?<one>.{2,60}?) (?:and|und|et|with|mit|avec|to) (?<other>.{2,60}?)(?:\s+(?:in|with regard|regarding|by|hinsichtlich|en termes).*)?\??$/iu
const bothCompared =
  /^how (?:do|does|did) (?:.+ of )?(?:the )?(?<one>.{2,60}?) and (?:the )?(?<other>.{2,60}?) (?:compare|differ)(?!\p{L})/iu
const versus = /(?<one>[^,?]{2,60}?) (?:vs\.?|versus) (?<other>[^,?]{2,60}?)\s*\??$/iu
const timeline =
  /(?<!\p{L})(?:what (?:has )?happened|what happens|timeline|chronology|(?<!in the )history of|how (?:did|has|have) .*(?:change|changed|develop|developed|evolve|evolved)|was geschah|was ist .*(?:passiert|geschehen)|wie (?:hat|haben) sich .*(?:entwickelt|verändert)|que s['’]est-il passé|qu['’]est-il arrivé|comment .*(?:évolué|changé))(?!\p{L})/iu
/** “Which markets”, but neither “which company makes the …” nor “which campus”: verbs and some nouns end alike. */
const listing =
  /^(?:list|name|enumerate|give me|what are|who are|who were|which (?:\p{L}+ ){0,2}(?!(?:does|is|was|has|its|this)(?!\p{L}))\p{L}+(?<![sui])s(?! (?:the|an?|its|their|his|her|for|to|on|at|with)(?!\p{L}))|welche|nenne|quels|quelles|citez)(?!\p{L})/iu
const nowWords =
  /(?<!\p{L})(?:now|today|currently|current|at present|these days|heute|derzeit|aktuell|jetzt|momentan|aujourd|actuellement|maintenant)(?!\p{L})/iu
const pastWords = /(?<!\p{L})(?:was|were|did|had|war|waren|hatte|wurde|était|avait|a été)(?!\p{L})/iu

/** A question taken apart: about whom, about what, and what an answer has to have in it. */
export function parseQuestion(text: string): Question {
  const question = text.trim().replaceAll(/\s+/g, ' ')
  const language = languageOf(question)
  const names = namesInQuestion(question.replaceAll(unitWish, ' '), language)
  const sides = sidesOf(question)
  const isTimeline = timeline.test(question)
  const isOpen =
    isTimeline ||
    /^what (?:did|do|does) .+ (?:say|said|think|claim|write|mean|announce|recommend)(?!\p{L})/iu.test(
      question,
    )
  const expects = isOpen ? null : (askedFor.find(([, pattern]) => pattern.test(question))?.[0] ?? null)
  const content = contentTerms(question, names).filter(({ keys }) => !isSaidByValue(keys, expects))
  // How long it lasts, a time says by itself.
  const lasting = content.filter(({ keys }) => !(expects === 'number' && keys.includes('=duration')))
  const terms = lasting.length > 0 ? lasting : content
  const isYesNo = yesNoStart.test(question)
  const kind: QuestionKind = isTimeline
    ? 'timeline'
    : sides.length > 0
      ? 'comparison'
      : isYesNo
        ? 'yes-no'
        : (terms.every(({ word }) => isDoing(word)) || whatTheyMake.test(question)) &&
            names.length > 0 &&
            (expects === null || /^(?:who|wer|qui) /i.test(question))
          ? 'definition'
          : listing.test(question)
            ? 'list'
            : 'fact'
  const times = momentsIn(question, { language, written: null }).map(({ date }) => date)
  return {
    text: question,
    language,
    kind,
    expects: isYesNo || kind === 'definition' ? null : expects,
    names,
    aside: terms.filter((term) => isAside(term, question, names)),
    dimension:
      expects === 'number' ? (dimensions.find(([, pattern]) => pattern.test(question))?.[0] ?? null) : null,
    terms: kind === 'definition' ? [] : isYesNo ? withoutOffering(terms) : terms,
    counted: expects === 'count' ? countedIn(question, terms) : [],
    times,
    sides,
    isCurrent: nowWords.test(question) || (times.length === 0 && !pastWords.test(question)),
  }
}

/** What some questions measure. */
const dimensions: readonly (readonly [Dimension, RegExp])[] = [
  ['mass', /(?<!\p{L})(?:how heavy|weight|weigh|wie schwer|gewicht|poids|pèse)(?!\p{L})/iu],
  [
    'temperature',
    /(?<!\p{L})(?:what temperature|temperature|how (?:hot|cold|warm)|temperatur|température)(?!\p{L})/iu,
  ],
  [
    'time',
    /(?<!\p{L})(?:how long (?:does|do|did|has|have|will)|how (?:old|quickly|soon)|duration|wie lange|dauer|durée|combien de temps)(?!\p{L})/iu,
  ],
  ['length', /(?<!\p{L})(?:how (?:tall|wide|deep)|height|distance|wie (?:weit|breit|tief))(?!\p{L})/iu],
]

/** “The Heron robot”, “the port of Hamburg”; “… when it closed”. */
function isAside({ word }: Term, question: string, names: readonly string[]): boolean {
  const plain = fold(question)
  const at = plain.indexOf(word)
  const clause = plain.search(
    /(?<=\S\s)(?:(?:when|while|after|before|als|nachdem|bevor|lorsque|quand)\s|(?:the|those|these)\s\p{L}+\s(?:that|which|whom)\s(?!(?:is|are|was|were|has|have|had)\s))/u,
  )
  if (clause > 8 && at > clause) return true
  return names.map(fold).some((name) => {
    const start = plain.indexOf(name)
    const isBehind = plain.slice(start + name.length).startsWith(` ${word}`)
    const isBefore = new RegExp(String.raw`(?<!\p{L})the ${word}s? (?:of )?$`, 'u').test(
      plain.slice(0, start),
    )
    return (
      isBefore ||
      (isBehind &&
        /^(?:robot|crawler|app|software|plan|package|company|drug|system|machine|product|model|project|store|city|town|port|paper|trial|study|festival|conference|team|brand|programme|program)/.test(
          word,
        ))
    )
  })
}

/** Whether somebody offers a thing is answered by a sentence that says they have it. */
function withoutOffering(terms: readonly Term[]): readonly Term[] {
  const rest = terms.filter(({ keys }) => !keys.includes('=offer'))
  return rest.length > 1 ? rest : terms
}

const whatTheyMake = /^what (?:\p{L}+ )?(?:does|do) .+ (?:make|sell|offer|produce|build|manufacture|do)\??$/iu

const isDoing = (word: string): boolean =>
  /^(?:make|makes|work|works|macht|mach|tut|offer|offers|business)$/.test(word)

/** “How much did it raise, and who led the round?” is two questions; what the second leaves out, the first has said. */
export function partsOf(text: string): Question[] {
  const joint =
    /[,;]?\s+(?:and|und|et)\s+(?=(?:(?:by|for|to|from|with|since|in) )?(?:who|whom|when|where|why|how (?:many|much|long|old|far|big|large)|what|which|wer|wann|wo|warum|wie ?viel|qui|quand|où|pourquoi|combien|quel)(?!\p{L}))|[,;]\s+(?:and|und|et)\s+(?=(?:is|are|was|were|does|do|did|has|have|had|can|will|would|ist|sind|war|hat|wird|kann)\s+(?:the|it|they|he|she|der|die|das|es|sie|er)(?!\p{L}))/iu
  const [first = '', ...rest] = text.trim().split(joint)
  const parts = [parseQuestion(first)]
  for (const part of rest) {
    const parsed = parseQuestion(part)
    const before = parts[0]
    parts.push({
      ...parsed,
      kind: parsed.kind === 'definition' ? 'fact' : parsed.kind,
      names: parsed.names.length > 0 ? parsed.names : (before?.names ?? []),
      terms: parsed.terms.length > 0 ? parsed.terms : (before?.terms ?? []),
      times: parsed.times.length > 0 ? parsed.times : (before?.times ?? []),
    })
  }
  return parts
}

/** “In US dollars”, “in percent”: how the answer is to be given, not what it is about. */
const unitWish =
  /(?<!\p{L})(?:in|en) (?:(?:US|Canadian|Australian|Swiss|Norwegian|Swedish|Danish|Czech|Hong Kong|Singapore|million|millions of|thousand)\s)?(?:dollars?|euros?|pounds?(?: sterling)?|francs?|crowns?|krone|kroner|kronor|yen|rupees?|percent|per cent|prozent|kilomet(?:re|er)s?|met(?:re|er)s?|centimet(?:re|er)s?|millimet(?:re|er)s?|grams?|kilograms?|tonnes?|hours?|minutes?|seconds?|milliseconds?|days?|months?|years?)(?: (?:per|a|pro|par) (?:\p{L}+ and )?\p{L}+)?(?!\p{L})/giu

/** An address that is found is an e-mail address whether or not the page calls it so. */
const saidByValue: Partial<Record<Expected, readonly string[]>> = {
  email: ['=email', '=address'],
  phone: ['=phone'],
  url: ['=website', '=address', 'page', 'link'],
  money: ['monei'],
  number: ['temperatur'],
  place: ['citi', 'countri', 'town', 'place'],
}
const isSaidByValue = (keys: readonly string[], expects: Expected | null): boolean =>
  expects !== null && (saidByValue[expects] ?? []).some((key) => keys.includes(key))

/** The words that say what is wanted: no names, no times, nothing that every question has. */
function contentTerms(question: string, names: readonly string[]): Term[] {
  const plain = names.reduce((rest, name) => rest.replaceAll(name, ' '), question.replaceAll(unitWish, ' '))
  const withoutDates = momentsIn(plain, { language: null, written: null }).reduceRight(
    (rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`,
    plain,
  )
  const terms = termsOf(withoutDates).filter(({ word }) => !isLightWord(word))
  return terms.filter((term, at) => terms.findIndex(({ word }) => word === term.word) === at)
}

/** People whom something was done to may be called staff. */
const people: Term = { word: 'people', keys: ['peopl', 'people', '=staff'], position: 0 }

function countedIn(question: string, asked: readonly Term[]): Term[] {
  // Whoever asks how many people work there counts staff.
  const staff = asked.filter(({ keys }) => keys.includes('=staff'))
  if (staff.length > 0) return staff.slice(0, 1)
  if (/^how many people (?:did|were|was|have|has|will)\s/i.test(question)) return [people]
  const found =
    /(?:how many|wie ?viele|combien d[e'’]|(?:number|anzahl|zahl|nombre) (?:of|der|von|de|d['’]))\s*(?<noun>.*)$/iu.exec(
      question,
    )
  const until =
    /(?<!\p{L})(?:\p{Ll}+ed|took|take|takes|use|uses|does|do|did|has|have|had|are|is|was|were|will|can|work|works|in|at|of|for|with|by|from|hat|haben|hatte|sind|gibt|arbeiten|bei|der|von|a-t-|ont|sont|compte|emploie|possède)(?!\p{L}).*$/iu
  const noun = (found?.groups?.['noun'] ?? '').replace(until, '')
  // In French the verb follows the noun, and no word tells them apart.
  const terms = /^combien/iu.test(question) ? termsOf(noun).slice(0, 1) : termsOf(noun)
  return terms.length > 0 ? terms : termsOf(found?.groups?.['noun'] ?? '').slice(0, 1)
}

function sidesOf(question: string): string[] {
  const found =
    (comparative.test(question)
      ? (bothCompared.exec(question) ?? between.exec(question) ?? versus.exec(question))
      : null) ??
    (/^(?:which|who|what|is|are|was|were|did|does|do|has|welche|wer|ist|quel|qui|lequel|laquelle)/iu.test(
      question,
    )
      ? alternatives.exec(question)
      : null)
  if (!found?.groups) return []
  const { one = '', other = '' } = found.groups
  const sides = [
    one
      .replace(/^.*[,:]\s*/, '')
      .replace(yesNoStart, '')
      .replace(/^(?:which|who|what|welche[rs]?|wer) .*(?:is|are|was|has|have) /iu, ''),
    other.replace(/ (?:of|in|for|between|by|von|im|in|de|en|entre) .*$/iu, ''),
  ].map((side) => side.trim())
  return sides.every((side) => side !== '' && termsOf(side).length > 0) ? sides : []
}
