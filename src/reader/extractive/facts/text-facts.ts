import { momentsIn, namesIn, peopleIn, placeNamed } from '../values/index.ts'
import type { Subject } from '../../reader.ts'
import type { Ask } from './ask.ts'
import { authorFacts } from './author-facts.ts'
import { careerFacts } from './career-facts.ts'
import { codeFacts } from './code-facts.ts'
import { equativeFacts } from './equative-facts.ts'
import type { Fact } from './fact.ts'
import { listedFacts } from './listed-facts.ts'
import { titleLine } from './job-titles.ts'
import { itemsOf } from './lists.ts'
import { matchAt } from './match.ts'
import { placeFacts } from './place-facts.ts'
import { relationFacts } from './relation-facts.ts'
import { roleFacts } from './role-facts.ts'
import type { Source } from './source.ts'
import { viewOf } from './subject.ts'
import { placesOf, termsOf } from './terms.ts'
import { textFact } from './text-fact.ts'

/** Everything in a source that may be the text asked for. */
export function textFacts(ask: Ask, source: Source, subject: Subject): Fact[] {
  if (viewOf(source, subject).relation === 'none') return []
  const coded = codeFacts(ask, source, subject)
  if (coded && coded.length > 0) return coded
  if (ask.concepts.has('author') && !ask.concepts.has('email')) return authorFacts(ask, source)
  const asksPlace =
    /\b(?:city|town|country|place|where|location|birthplace|hometown|residence|HQ|ort|stadt|land|ville|lieu|pays|headquarters|sitz|Firmensitz|Hauptsitz|Geburtsort|Wohnort|siège|based)\b/iu.test(
      ask.description,
    ) &&
    ask.role === null &&
    !ask.isPlural
  if (asksPlace) return [...placeFacts(ask, source, subject), ...labelledFacts(ask, source, subject, 0.9)]
  if (ask.role?.name === 'owner')
    return [
      ...roleFacts(ask, ask.role, source, subject),
      ...relationFacts(ask, source, subject, ['acquisition']),
    ]
  if (ask.role) return roleFacts(ask, ask.role, source, subject)
  return [
    ...listedFacts(ask, source, subject),
    ...labelledFacts(ask, source, subject, 1),
    ...relationFacts(ask, source, subject),
    ...titleFacts(ask, source, subject),
    ...careerFacts(ask, source, subject),
    ...appositions(ask, source, subject),
    ...equativeFacts(ask, source, subject),
    ...fieldOf(ask, source, subject),
  ]
}

/** “Licence: MIT”, where the label says all that was asked for. */
function labelledFacts(ask: Ask, source: Source, subject: Subject, worth: number): Fact[] {
  return source.pieces.flatMap((piece) => {
    if (piece.kind !== 'pair' && piece.kind !== 'cell') return []
    const text = piece.plain.text
    // A sentence that answers a question is no value.
    if (piece.label.endsWith('?') && text.length > 50) return []
    if (text === '' || text.length > 160 || (piece.kind === 'cell' && piece.label === '')) return []
    const site = { piece, start: 0, end: text.length, rivals: [] }
    const { score, names } = matchAt(ask, source, site)
    const label = termsOf(`${piece.label} . ${piece.column}`)
    const isLabelled = ask.head !== null && placesOf(ask.head, label).length > 0
    // A label that says more than was asked for speaks of something else.
    const surplus = label.tokens.length > 6 ? 0.85 : 1
    if (!isLabelled || names < 0.5) return []
    if (organisational.some((concept) => ask.concepts.has(concept)) && !ask.isPlural) {
      // “Awarded by the council to Span Ltd.”: who it went to.
      const to = /(?:awarded|given|went|granted)[^.;]*?\sto\s/iu.exec(text)
      const name = namesIn(text).find(({ start }) => start >= (to ? to.index + to[0].length : 0))
      return name ? [textFact(source, subject, piece, name.start, name.end, score * worth * surplus)] : []
    }
    const [person] = peopleIn(text)
    // “Ada Marsh, Institute of Physics”: who it is, and not where from.
    const value =
      person?.start === 0 && /^,\s/.test(text.slice(person.end)) && !ask.isPlural
        ? person.name
        : withoutRemarks(text)
    // A date is no number or code.
    if (/\b(?:ID|number|code|identifier)\b|nummer/i.test(ask.description) && isDate(value)) return []
    return ask.isPlural
      ? itemsOf(value).map(({ start, end }) =>
          textFact(source, subject, piece, start, end, score * worth * surplus),
        )
      : [textFact(source, subject, piece, 0, value.length, score * worth * surplus)]
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
  'developer',
  'publisher',
  'contractor',
  'manufacturer',
]

const isDate = (text: string): boolean =>
  momentsIn(text, { language: 'en', written: null }).some(({ start, end }) => end - start >= text.length - 2)

/** What else a line gives beside the value: a contact, a remark in brackets, what came before. */
function withoutRemarks(text: string): string {
  const cut =
    /(?:,|;|\s[–—-])?\s(?:\S+@\S+|\+\d[\d\s()-]{6,}|https?:\S+)|\s\([^()]*\).*$|,\s(?:replaces|formerly|previously|since|until|ersetzt|seit|depuis)\s|[.;]\s/iu.exec(
      text,
    )
  const kept = cut && cut.index >= 2 ? text.slice(0, cut.index) : text
  return kept.replace(/[.;,]$/, '')
}

/** The position of a person, as the line under the name says it. */
function titleFacts(ask: Ask, source: Source, subject: Subject): Fact[] {
  if (!ask.concepts.has('position') || subject.type !== 'person') return []
  return source.pieces.slice(0, 8).flatMap((piece) => {
    if (piece.kind === 'heading') return []
    const match = titleLine.exec(piece.plain.text)
    const title = match?.groups?.['title']
    return title === undefined ? [] : [textFact(source, subject, piece, 0, title.length, 0.9)]
  })
}

/** “On VERIQUOTE, a new benchmark”, “a robot called Heron”: what something is called. */
function appositions(ask: Ask, source: Source, subject: Subject): Fact[] {
  const { head } = ask
  // Every company is an employer, but not somebody's.
  if (!head || ask.isPlural || ask.concepts.has('employer')) return []
  return source.pieces.flatMap((piece) => {
    if (piece.kind === 'code') return []
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
      // “the GMB union”
      const kind = /(?<!\p{L})(?:the|der|die|das|le|la)\s$/iu.test(text.slice(0, start))
        ? /^\s(?<what>\p{Ll}{4,})(?!\p{L})/u.exec(text.slice(end))?.groups?.['what']
        : undefined
      const isPerson = peopleIn(text.slice(start, end)).length > 0
      const said = [after, before, equal, kind, isPerson ? beside : undefined].find(
        (words) => words !== undefined && placesOf(head, termsOf(words)).length > 0,
      )
      if (said === undefined || placeNamed(text.slice(start, end)) !== null) return []
      const { score } = matchAt(ask, source, { piece, start, end, rivals: [] })
      return score < 0.7 ? [] : [textFact(source, subject, piece, start, end, Math.min(score, 0.9))]
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
      return [textFact(source, subject, piece, start, start + field.length, 0.9)]
    })
  })
}
