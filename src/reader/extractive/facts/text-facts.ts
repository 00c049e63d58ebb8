import { namesIn, peopleIn, placeNamed, placesIn } from '../values/index.ts'
import type { Subject } from '../../reader.ts'
import type { Ask } from './ask.ts'
import { codeFacts } from './code-facts.ts'
import type { Fact } from './fact.ts'
import { isOrder } from './instructions.ts'
import { matchAt } from './match.ts'
import { clauseAt, modalityOf } from './modality.ts'
import { roleFacts } from './role-facts.ts'
import type { Piece, Source } from './source.ts'
import { namePattern, viewOf } from './subject.ts'
import { placesOf, termsOf } from './terms.ts'

/** Everything in a source that may be the text asked for. */
export function textFacts(ask: Ask, source: Source, subject: Subject): Fact[] {
  if (viewOf(source, subject).relation === 'none') return []
  const coded = codeFacts(ask, source, subject)
  if (coded) return coded
  if (ask.concepts.has('author') && !ask.concepts.has('email')) return authorFacts(ask, source)
  const asksPlace =
    /\b(?:city|town|country|place|where|location|ort|stadt|land|ville|lieu|pays|headquarters|sitz|siège|based)\b/iu.test(
      ask.description,
    ) && ask.role === null
  if (asksPlace) return [...placeFacts(ask, source, subject), ...labelledFacts(ask, source, subject, 0.9)]
  if (ask.role?.name === 'owner')
    return [
      ...roleFacts(ask, ask.role, source, subject),
      ...relationFacts(ask, source, subject, ['acquisition']),
    ]
  if (ask.role) return roleFacts(ask, ask.role, source, subject)
  return [
    ...languageFacts(ask, source, subject),
    ...labelledFacts(ask, source, subject, 1),
    ...relationFacts(ask, source, subject),
    ...titleFacts(ask, source, subject),
    ...appositions(ask, source, subject),
    ...fieldOf(ask, source, subject),
  ]
}

function make(
  source: Source,
  subject: Subject,
  piece: Piece,
  start: number,
  end: number,
  match: number,
  value = piece.plain.text.slice(start, end),
): Fact {
  const text = piece.plain.text
  const clause = clauseAt(text, start, end)
  const span = piece.plain.span(start, end)
  return {
    value: value.trim(),
    source,
    piece,
    start: span.start,
    end: span.end,
    owner: viewOf(source, subject).ownerAt(piece, start),
    modality: modalityOf(
      piece.kind === 'sentence' ? text.slice(clause.start, clause.end) : '',
      text.slice(clause.start, start),
      source.language,
    ),
    asOf: null,
    isCurrent: false,
    match,
  }
}

/** “Licence: MIT”, where the label says all that was asked for. */
function labelledFacts(ask: Ask, source: Source, subject: Subject, worth: number): Fact[] {
  return source.pieces.flatMap((piece) => {
    if ((piece.kind !== 'pair' && piece.kind !== 'cell') || isOrder(piece.plain.text)) return []
    const text = piece.plain.text
    if (text === '' || text.length > 160 || (piece.kind === 'cell' && piece.label === '')) return []
    const site = { piece, start: 0, end: text.length, rivals: [] }
    const { score, names } = matchAt(ask, source, site)
    const label = termsOf(`${piece.label} . ${piece.column}`)
    const isLabelled = ask.head !== null && placesOf(ask.head, label).length > 0
    // A label that says more than was asked for speaks of something else.
    const surplus = label.tokens.length > 6 ? 0.85 : 1
    if (!isLabelled || names < 0.5) return []
    if (organisational.some((concept) => ask.concepts.has(concept)) && !ask.isPlural) {
      const [name] = namesIn(text)
      return name ? [make(source, subject, piece, name.start, name.end, score * worth * surplus)] : []
    }
    const value = text.replace(/[.;,]$/, '')
    return ask.isPlural
      ? itemsOf(value).map(({ start, end }) =>
          make(source, subject, piece, start, end, score * worth * surplus),
        )
      : [make(source, subject, piece, 0, value.length, score * worth * surplus)]
  })
}

/** What is asked for is an organisation: what else stands behind the label is left out. */
const organisational = [
  'funding body',
  'investor',
  'employer',
  'owner',
  'parent',
  'supplier',
  'auditor',
  'journal',
]

const speaking =
  /(?<!\p{L})(?:speaks?|spoken|fluent in|native|languages? (?:are|include)|spricht|parle|parlent)\s(?<list>(?:(?:fluent|some|native|also|besides)\s)?\p{L}+(?:(?:,|,? and|,? und|,? et)\s(?:(?:some|a little|basic|fluent|good|etwas|un peu de)\s)?\p{L}+)*)/giu

/** “She speaks German, English and Italian”. */
function languageFacts(ask: Ask, source: Source, subject: Subject): Fact[] {
  if (!ask.concepts.has('language')) return []
  return source.pieces.flatMap((piece) =>
    [...piece.plain.text.matchAll(speaking)].flatMap((match) => {
      const list = match.groups?.['list'] ?? ''
      const from = match.index + match[0].length - list.length
      return itemsOf(list)
        .map(({ start, end }) => ({
          start:
            start +
            (/^(?:some|a little|basic|fluent|good|etwas|un peu de)\s/i.exec(list.slice(start, end))?.[0]
              .length ?? 0),
          end,
        }))
        .filter(({ start, end }) => isLanguage(list.slice(start, end)))
        .map(({ start, end }) => make(source, subject, piece, from + start, from + end, 0.92))
    }),
  )
}

let languages: ReadonlySet<string> | undefined

/** The platform knows the languages of the world by name. */
function isLanguage(name: string): boolean {
  languages ??= new Set(
    'en de fr es it pt nl da sv nb fi is pl cs sk hu ro bg el hr sr sl uk ru tr ar he fa hi bn ur ta te zh ja ko vi th id ms sw am yo ig zu af ca eu gl cy ga et lv lt mt sq mk ka hy az kk uz mn km lo my ne si'
      .split(' ')
      .flatMap((code) =>
        ['en', 'de', 'fr'].map(
          (locale) => new Intl.DisplayNames(locale, { type: 'language' }).of(code)?.toLowerCase() ?? '',
        ),
      ),
  )
    .add('mandarin')
    .add('norwegian')
    .add('cantonese')
  return languages.has(name.trim().toLowerCase())
}

/** The items of a list in a line. */
function itemsOf(text: string): { start: number; end: number }[] {
  const items: { start: number; end: number }[] = []
  let start = 0
  for (const match of text.matchAll(/,\s(?:and|und|et)\s|[,;]\s|\s(?:and|und|et|&)\s|$/g)) {
    if (match.index > start) items.push({ start, end: match.index })
    start = match.index + match[0].length
  }
  return items
}

const otherSide: readonly (readonly [concepts: readonly string[], patterns: readonly string[]])[] = [
  [
    ['investor'],
    [
      String.raw`(?:led|co-led|headed) by (?<name>NAME)`,
      String.raw`(?<name>NAME) (?:led|leads|co-led|is leading|has led) (?:the|its|this|a)`,
      String.raw`(?:angeführt|geführt) von (?:der |dem )?(?<name>NAME)`,
      String.raw`men(?:é|ée|ées) par (?<name>NAME)`,
      String.raw`investors? (?:is|are|was|were|includes?) (?:the )?(?<name>NAME)`,
      String.raw`(?<name>NAME) \(lead\)`,
      String.raw`lead investor(?: (?:is|was|of [^:.]{0,40}|in [^:.]{0,40}))?:? (?<name>NAME)`,
    ],
  ],
  [
    ['acquisition', 'parent'],
    [
      String.raw`(?:acquired|bought|taken over|purchased|owned) by (?:(?:the|an?) (?:[\p{Ll}-]+ ){0,4})?(?<name>NAME)`,
      String.raw`(?<name>NAME) (?:has |had |hat |a )?(?:agreed to (?:acquire|buy)|acquires?|acquired|buys|bought|taken over|took over|übernimmt|übernommen|kauft|rachète|racheté|acquiert) (?:the )?(?:[\p{L}-]+ ){0,4}SUBJECT`,
      String.raw`(?<name>NAME) hat [^.;]{0,80}SUBJECT[^.;]{0,30}(?:erworben|übernommen|gekauft)`,
      String.raw`(?<name>NAME) a (?:racheté|acquis|repris) [^.;]{0,60}SUBJECT`,
      String.raw`(?:übernommen|gekauft) (?:von|durch) (?:der |die )?(?<name>NAME)`,
      String.raw`rachetée? par (?<name>NAME)`,
      String.raw`subsidiary of (?<name>NAME)`,
      String.raw`part of (?:the )?(?<name>NAME)`,
    ],
  ],
  [
    ['doctorate', 'degree'],
    [
      String.raw`(?:PhD|Ph\.D\.|DPhil|doctorate|degree)\s\((?<name>NAME),? \d{4}\)`,
      String.raw`(?:PhD|Ph\.D\.|DPhil|doctorate|degree|diploma|promovierte|studied|graduated)[^.;,]{0,60}?\s(?:from|at|an der|à l['’])\s?(?:the )?(?<name>NAME)`,
    ],
  ],
  [
    ['employer'],
    [
      String.raw`(?:works?|working|employed|lead|led|leads|heads?|professor|lecturer|researcher|scientist|engineer|fellow|director|manager)(?: [\p{Ll}-]+){0,5} (?:for|at|with) (?:the )?(?<name>NAME)`,
    ],
  ],
  [
    ['publisher'],
    [
      String.raw`(?:published|publishes|came out|comes out|appeared|issued|appear) (?:by|with|at|from) (?<name>NAME)`,
    ],
  ],
  [
    ['journal'],
    [
      String.raw`(?:published|appeared|accepted|accepted for publication) (?:in|by) (?:the )?(?<name>NAME)`,
      String.raw`submitted to (?:the )?(?<name>NAME)`,
    ],
  ],
  [
    ['funding body'],
    [
      String.raw`(?:funded|financed|supported|sponsored|paid for) by (?:an? [\p{Ll} ]+ (?:from|of) )?(?:the )?(?<name>NAME)`,
      String.raw`(?:grant|funding|support) from (?:the )?(?<name>NAME)`,
    ],
  ],
]
const nameSource = String.raw`(?:\p{Lu}|\d+\p{Lu})[\p{L}\p{N}&'’+.-]*(?:\s(?:(?:of|and|for|the|de|du|la|für|&)\s){0,2}\p{Lu}[\p{L}\p{N}&'’+-]*){0,5}`

/** Who stands in a relation to the subject: “led by Andina Partners”. */
function relationFacts(ask: Ask, source: Source, subject: Subject, further: readonly string[] = []): Fact[] {
  const sets = otherSide.filter(
    ([concepts]) =>
      concepts.some((concept) => ask.concepts.has(concept) || further.includes(concept)) &&
      (!concepts.includes('degree') ||
        /universit|school|college|institution|alma mater|where|hochschule/i.test(ask.description)),
  )
  if (sets.length === 0) return []
  const own = subject.name === undefined ? 'the company' : `(?:${namePattern(subject.name, false).source})`
  const patterns = sets.flatMap(([, sources]) =>
    sources.map(
      (pattern) => new RegExp(pattern.replaceAll('NAME', nameSource).replaceAll('SUBJECT', own), 'gu'),
    ),
  )
  return source.pieces.flatMap((piece) => {
    if (isOrder(piece.plain.text) || piece.kind === 'code') return []
    const text = piece.plain.text
    return patterns.flatMap((pattern) =>
      [...text.matchAll(pattern)].flatMap((match) => {
        const name = (match.groups?.['name'] ?? '')
          .replace(/[.,']+$/, '')
          .replace(/^(?:The|It|They|He|She)$/, '')
        if (
          name === '' ||
          (placeNamed(name) !== null && !ask.concepts.has('doctorate') && !ask.concepts.has('degree'))
        )
          return []
        const start = match.index + match[0].indexOf(name)
        const { names, score } = matchAt(ask, source, { piece, start, end: start + name.length, rivals: [] })
        if (names < 0.3 || (match[0].startsWith('submitted') && !/submit/i.test(ask.description))) return []
        const fact = make(
          source,
          subject,
          piece,
          start,
          start + name.length,
          (names < 0.5 ? 0.8 : 0.96) * (ask.terms.length > 1 ? Math.min(1, 0.45 + 0.65 * score) : 1),
        )
        return [
          ask.concepts.has('employer') && /^(?:worked|was|were|served)/.test(match[0])
            ? { ...fact, modality: 'former' as const }
            : fact,
        ]
      }),
    )
  })
}

/** Cities and countries beside the asked words. */
function placeFacts(ask: Ask, source: Source, subject: Subject): Fact[] {
  const wantsCountry = /\b(?:country|land|pays|nation)\b/iu.test(ask.description)
  const wantsCity = /\b(?:city|town|stadt|ort|ville|place|lieu|geburtsort)\b/iu.test(ask.description)
  // “City” alone asks where the page's subject is: its first lines say so.
  const pieces =
    ask.terms.length === 0
      ? source.pieces.filter(({ kind }) => kind !== 'heading').slice(0, 2)
      : source.pieces
  return pieces.flatMap((piece) => {
    if (piece.kind === 'code' || isOrder(piece.plain.text)) return []
    const text = piece.plain.text
    const people = peopleIn(text)
    // A page's own postal address is where its owner sits.
    const isAddress =
      ask.concepts.has('headquarters') && postal.test(text) && viewOf(source, subject).relation === 'own'
    const mentions = unknownCities(
      text,
      placesIn(text).filter(
        ({ isAdjective, start }) =>
          !isAdjective && !people.some((person) => start >= person.start && start < person.end),
      ),
    )
    return mentions.flatMap((mention) => {
      const { kind } = mention
      if (wantsCountry && kind !== 'country') return []
      if (wantsCity && kind !== 'city') return []
      if (!wantsCity && !wantsCountry && kind !== 'city') return []
      const rivals = mentions.filter((other) => other !== mention && other.kind === kind)
      const { score, head, names } = matchAt(ask, source, {
        piece,
        start: mention.start,
        end: mention.end,
        rivals,
      })
      const isSeat = isAddress && head < 0.5 && mention.place !== undefined
      if ((head < 0.5 || names < 0.4) && !isSeat) return []
      const end = wantsCity || wantsCountry ? mention.end : wholePlace(text, mention.end)
      return [
        {
          ...make(source, subject, piece, mention.start, end, isSeat ? 0.68 : score),
          ...(mention.place ? { place: mention.place } : {}),
        },
      ]
    })
  })
}

const postal =
  /(?<!\d)(?:\d{4,5} \p{Lu}\p{L}+|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}|[A-Z]{2} \d{5}|\d{4} [A-Z]{2} \p{Lu})/u

interface PlaceLike {
  readonly kind: 'city' | 'country' | 'division' | 'region'
  readonly start: number
  readonly end: number
  readonly place?: Fact['place']
}

/** Towns that no gazetteer has, told by the word before them: “born in Kleinstadt in 1967”. */
function unknownCities(
  text: string,
  known: readonly { place: NonNullable<Fact['place']>; start: number; end: number }[],
): PlaceLike[] {
  const found: PlaceLike[] = known.map(({ place, start, end }) => ({ kind: place.kind, place, start, end }))
  for (const match of text.matchAll(
    /(?<=\b(?:in|near|at|à|aus|from)\s)\p{Lu}[\p{Ll}'’-]+(?:[ -]\p{Lu}[\p{Ll}'’-]+)?(?![\p{L}])/gu,
  )) {
    const [name] = match
    const start = match.index
    if (
      found.some((other) => start < other.end && start + name.length > other.start) ||
      /^(?:January|February|March|April|May|June|July|August|September|October|November|December|Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember|The|A|An|His|Her|Our|Its)\b/.test(
        name,
      )
    )
      continue
    found.push({ kind: 'city', start, end: start + name.length })
  }
  return found
}

/** “Bristol, United Kingdom” rather than “Bristol”. */
function wholePlace(text: string, end: number): number {
  const rest = /^,\s(?:the\s)?\p{Lu}[\p{L}'’.-]*(?:\s\p{Lu}[\p{L}'’.-]*)*/u.exec(text.slice(end))?.[0]
  return rest !== undefined && placeNamed(rest.replace(/^,\s/, '')) !== null ? end + rest.length : end
}

/** Whom the page names as its authors, where their names stand in its text. */
function authorFacts(ask: Ask, source: Source): Fact[] {
  const { document } = source
  const declared = (document.author ?? '')
    .split(/\s*[,;&]\s*|\s(?:and|und|et)\s/)
    .filter((name) => name.trim() !== '')
  const wantsFirst = /\b(?:first|lead|main|erste|premier)\b/i.test(ask.description)
  const wantsLast = /\b(?:last|senior|final)\b/i.test(ask.description)
  const chosen = wantsFirst ? declared.slice(0, 1) : wantsLast ? declared.slice(-1) : declared
  const facts = chosen.flatMap((name) => {
    const piece = source.pieces.find(({ plain }) => plain.text.includes(name))
    if (!piece) return []
    const start = piece.plain.text.indexOf(name)
    return [make(source, {}, piece, start, start + name.length, 0.98)]
  })
  if (facts.length > 0) return facts.map((fact) => ({ ...fact, owner: 'subject', modality: 'now' }))
  const named = bylineUnderTitle(source)
  if (named.length > 0) {
    const people = wantsFirst ? named.slice(0, 1) : wantsLast ? named.slice(-1) : named
    return people.map(({ piece, start, end }): Fact => ({
      ...make(source, {}, piece, start, end, 0.9),
      owner: 'subject',
      modality: 'now',
    }))
  }
  return source.pieces.flatMap((piece) => {
    const byline =
      /^(?:By|Von|Par|Text:|Autor(?:in)?:|Author:)\s/u.exec(piece.plain.text) ??
      (/^(?:by|author|authors|autor|autorin|autoren|auteur|von)$/i.test(piece.label) ? [''] : null)
    if (!byline || piece.plain.text.length > 200) return []
    return peopleIn(piece.plain.text).map((person): Fact => ({
      ...make(source, {}, piece, person.start, person.end, 0.97),
      owner: 'subject',
      modality: 'now',
    }))
  })
}

/** A line of nothing but names right under the title. */
function bylineUnderTitle(source: Source): { piece: Piece; start: number; end: number }[] {
  for (const piece of source.pieces.slice(1, 4)) {
    const isBracketed = (at: number) => /\([^)]*$/.test(piece.plain.text.slice(0, at))
    const people =
      piece.kind === 'sentence' ? peopleIn(piece.plain.text).filter(({ start }) => !isBracketed(start)) : []
    const rest = people
      .reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end), piece.plain.text)
      .replaceAll(/\([^)]*\)|\band\b|[^\p{L}]/gu, '')
    if (people.length > 0 && rest.length < 8) return people.map(({ start, end }) => ({ piece, start, end }))
  }
  return []
}

const titleWords = String.raw`(?:(?:Senior|Associate|Assistant|Junior|Principal|Visiting|Emeritus|Adjunct|Lead|Deputy|Chief|Research|Postdoctoral|Doctoral|Royal|Full|Distinguished)\s)*(?:Professor|Reader|Lecturer|Fellow|Researcher|Scientist|Engineer|Director|Head|Manager|Officer|President|Chair|Dean|Analyst|Architect|Designer|Developer|Consultant|Editor|Technician|Student|student|Technologist|Partner|Professorin|Leiter|Leiterin|Geschäftsführer|Geschäftsführerin|Professeur|Professeure|Directeur|Directrice|Chercheur|Chercheuse|Ingénieur|Ingénieure)`
const titleLine = new RegExp(
  String.raw`^(?<title>${titleWords}(?:\s(?:of|for|in|at|der|für|de|du|and)\s[\p{L}][\p{L}\s&'’-]{2,60}?|(?:\s\p{Lu}\p{L}+){0,3})?)(?=$|[,;.(|]|\s–)`,
  'u',
)

/** The position of a person, as the line under the name says it. */
function titleFacts(ask: Ask, source: Source, subject: Subject): Fact[] {
  if (!ask.concepts.has('position') || subject.type !== 'person') return []
  return source.pieces.slice(0, 8).flatMap((piece) => {
    if (piece.kind === 'heading') return []
    const match = titleLine.exec(piece.plain.text)
    const title = match?.groups?.['title']
    return title === undefined ? [] : [make(source, subject, piece, 0, title.length, 0.9)]
  })
}

/** “On VERIQUOTE, a new benchmark”, “a robot called Heron”: what something is called. */
function appositions(ask: Ask, source: Source, subject: Subject): Fact[] {
  const { head } = ask
  if (!head || ask.isPlural) return []
  return source.pieces.flatMap((piece) => {
    if (piece.kind === 'code' || isOrder(piece.plain.text)) return []
    const text = piece.plain.text
    return namesIn(text).flatMap(({ start, end }) => {
      const after =
        /^,\s(?:an?|the|its|our|a new|eine?|der|die|das|une?|le|la)\s(?<what>[^,.;]{0,50})/iu.exec(
          text.slice(end),
        )?.groups?.['what']
      const before =
        /(?<what>[\p{L}-]+(?:\s[\p{L}-]+)?)\s(?:called|named|known as|namens|nommée?|appelée?)\s$/iu.exec(
          text.slice(0, start),
        )?.groups?.['what']
      const beside = /(?<what>[\p{L}-]+),?\s(?:(?:Dr|Prof|Mr|Mrs|Ms)\.?\s)?$/u.exec(text.slice(0, start))
        ?.groups?.['what']
      // “The largest shareholder is Vestkyst Invest”
      const equal =
        /(?<what>(?:[\p{L}'’-]+\s){0,6}[\p{L}'’-]+)\s(?:is|are|was|ist|war|est|heißt)\s(?:the\s)?$/iu.exec(
          text.slice(0, start),
        )?.groups?.['what']
      const isPerson = peopleIn(text.slice(start, end)).length > 0
      const said = [after, before, equal, isPerson ? beside : undefined].find(
        (words) => words !== undefined && placesOf(head, termsOf(words)).length > 0,
      )
      if (said === undefined || placeNamed(text.slice(start, end)) !== null) return []
      const { score } = matchAt(ask, source, { piece, start, end, rivals: [] })
      return score < 0.7 ? [] : [make(source, subject, piece, start, end, Math.min(score, 0.9))]
    })
  })
}

/** “A doctorate in operations research”: the subject that something is in. */
function fieldOf(ask: Ask, source: Source, subject: Subject): Fact[] {
  const asked =
    /^(?:field|subject|area|topic|discipline|fach|fachgebiet|domaine|sujet) (?:of|der|des|du|de la) (?:the )?(?<what>.+)$/iu.exec(
      ask.description,
    )
  const term = ask.terms.find(({ text }) => asked?.groups?.['what']?.includes(text))
  if (!asked || !term) return []
  return source.pieces.flatMap((piece) => {
    const text = piece.plain.text
    return placesOf(term, termsOf(text)).flatMap((place) => {
      const match =
        /^\s(?:in|on|en|über|sur)\s(?<field>[\p{L}][\p{L}\s-]{2,50}?)(?=\s(?:from|at|in|by|with|von|an der|de l|à)\s|[,.;(]|$)/iu.exec(
          text.slice(place.end),
        )
      const field = match?.groups?.['field']
      if (!match || field === undefined || placeNamed(field) !== null) return []
      const start = place.end + match[0].indexOf(field)
      return [make(source, subject, piece, start, start + field.length, 0.9)]
    })
  })
}
