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
  if (ask.role) return roleFacts(ask, ask.role, source, subject)
  return [
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
    const value = text.replace(/[.;,]$/, '')
    return ask.isPlural
      ? itemsOf(value).map(({ start, end }) =>
          make(source, subject, piece, start, end, score * worth * surplus),
        )
      : [make(source, subject, piece, 0, value.length, score * worth * surplus)]
  })
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
      String.raw`lead investor(?: (?:is|was|of [^:.]{0,40}|in [^:.]{0,40}))?:? (?<name>NAME)`,
    ],
  ],
  [
    ['acquisition', 'parent'],
    [
      String.raw`(?:acquired|bought|taken over|purchased|owned) by (?<name>NAME)`,
      String.raw`(?<name>NAME) (?:has |had |hat |a )?(?:agreed to (?:acquire|buy)|acquires?|acquired|buys|bought|taken over|took over|übernimmt|übernommen|kauft|rachète|racheté|acquiert) (?:the )?(?:[\p{Ll}-]+ ){0,4}SUBJECT`,
      String.raw`(?:übernommen|gekauft) (?:von|durch) (?:der |die )?(?<name>NAME)`,
      String.raw`rachetée? par (?<name>NAME)`,
      String.raw`subsidiary of (?<name>NAME)`,
      String.raw`part of (?:the )?(?<name>NAME)`,
    ],
  ],
  [['employer'], [String.raw`(?:works?|working|employed) (?:for|at|with) (?:the )?(?<name>NAME)`]],
  [
    ['funding body'],
    [
      String.raw`(?:funded|financed|supported|sponsored) by (?:an? [\p{Ll} ]+ (?:from|of) )?(?:the )?(?<name>NAME)`,
      String.raw`(?:grant|funding|support) from (?:the )?(?<name>NAME)`,
    ],
  ],
]
const nameSource = String.raw`(?:\p{Lu}|\d)[\p{L}\p{N}&'’+.-]*(?:\s(?:(?:of|and|for|the|de|du|la|für|&)\s){0,2}\p{Lu}[\p{L}\p{N}&'’+-]*){0,5}`

/** Who stands in a relation to the subject: “led by Andina Partners”. */
function relationFacts(ask: Ask, source: Source, subject: Subject): Fact[] {
  const sets = otherSide.filter(
    ([concepts]) => concepts.some((concept) => ask.concepts.has(concept)) && ask.format === 'text',
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
        if (name === '' || placeNamed(name) !== null) return []
        const start = match.index + match[0].indexOf(name)
        const { names } = matchAt(ask, source, { piece, start, end: start + name.length, rivals: [] })
        return names < 0.3
          ? []
          : [make(source, subject, piece, start, start + name.length, names < 0.5 ? 0.8 : 0.96)]
      }),
    )
  })
}

/** Cities and countries beside the asked words. */
function placeFacts(ask: Ask, source: Source, subject: Subject): Fact[] {
  const wantsCountry = /\b(?:country|land|pays|nation)\b/iu.test(ask.description)
  const wantsCity = /\b(?:city|town|stadt|ort|ville|place|lieu|geburtsort)\b/iu.test(ask.description)
  return source.pieces.flatMap((piece) => {
    if (piece.kind === 'code' || isOrder(piece.plain.text)) return []
    const text = piece.plain.text
    const mentions = unknownCities(
      text,
      placesIn(text).filter(({ isAdjective }) => !isAdjective),
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
      if (head < 0.5 || names < 0.4) return []
      const end = wantsCity || wantsCountry ? mention.end : wholePlace(text, mention.end)
      return [
        {
          ...make(source, subject, piece, mention.start, end, score),
          ...(mention.place ? { place: mention.place } : {}),
        },
      ]
    })
  })
}

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
  if (!head || !/\b(?:name|called|named|which|what|heißt|nom)\b/i.test(ask.description)) return []
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
      const said = after ?? before
      if (said === undefined || placesOf(head, termsOf(said)).length === 0) return []
      const { score } = matchAt(ask, source, { piece, start, end, rivals: [] })
      return [make(source, subject, piece, start, end, Math.min(score, 0.9))]
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
