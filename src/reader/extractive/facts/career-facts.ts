import { isInstitution } from '../../../entities/index.ts'
import { placeNamed } from '../values/index.ts'
import type { Subject } from '../../reader.ts'
import type { Ask } from './ask.ts'
import type { Fact } from './fact.ts'
import { titleLine } from './job-titles.ts'
import type { Piece, Source } from './source.ts'
import { textFact } from './text-fact.ts'

const period =
  /(?<from>(?:19|20)\d\d)\s?(?:[–—-]|to|until|bis)\s?(?<to>(?:19|20)\d\d|present|now|today|current|ongoing|heute|aujourd['’]hui|date)?|(?:since|seit|depuis)\s(?<since>(?:19|20)\d\d)/iu
const schooling = /education|degrees|studies|qualifications|Ausbildung|Studium|Bildung|formation|études/i

/** Whom a person works for and as what, as the lines of a career say it, and the line under the name. */
export function careerFacts(ask: Ask, source: Source, subject: Subject): Fact[] {
  if (subject.type !== 'person' || ask.concepts.has('doctorate') || ask.concepts.has('degree')) return []
  const wantsEmployer = ask.concepts.has('employer')
  if (!wantsEmployer && !ask.concepts.has('position')) return []
  return [
    ...source.pieces.flatMap((piece) => lineFacts(piece, source, subject, wantsEmployer)),
    ...(wantsEmployer ? underName(source, subject) : []),
  ]
}

/** “2021 – present: Senior scientist, Hollin Institute”, “Engineer at Brenn (2015–2019)”. */
function lineFacts(piece: Piece, source: Source, subject: Subject, wantsEmployer: boolean): Fact[] {
  const text = piece.plain.text
  if (piece.kind === 'heading' || text.length > 140 || schooling.test(piece.headings.at(-1) ?? '')) return []
  const found = period.exec(piece.label) ?? period.exec(text)
  if (!found) return []
  const inText = !period.test(piece.label)
  const isBehind = inText && found.index > 5
  if (isBehind && !/[\s(,]$/.test(text.slice(0, found.index))) return []
  const from =
    inText && !isBehind
      ? found[0].length + (/^[\s:,.–—-]*/.exec(text.slice(found[0].length))?.[0].length ?? 0)
      : 0
  const to = isBehind ? text.slice(0, found.index).replace(/[\s(,·]+$/, '').length : text.length
  const [title, employer] = partsIn(text.slice(from, to))
  const part = wantsEmployer ? employer : title
  if (!part || !title || !employer) return []
  const { from: begun = '', to: ended = '' } = found.groups ?? {}
  const isOver = /^\d/.test(ended)
  return [
    {
      ...textFact(source, subject, piece, from + part.start, from + part.end, 0.95),
      owner: 'subject',
      modality: isOver ? 'former' : 'now',
      asOf: isOver ? ended : begun === '' ? null : `${begun}-12-31`,
      isCurrent: !isOver,
    },
  ]
}

/** A job title and the organisation behind it. Empty: the line is no line of a career. */
function partsIn(line: string): { start: number; end: number }[] {
  const title = titleLine.exec(line)
  const words = title?.groups?.['title']
  if (words === undefined) return []
  const between = /^(?:,|\s[–—·|-]|\s(?:at|with|for|bei|chez))\s(?:the\s)?/u.exec(line.slice(words.length))
  if (!between) return [{ start: 0, end: words.length }]
  const start = words.length + between[0].length
  const end = start + (/,|\s[(–—·|]|$/u.exec(line.slice(start))?.index ?? 0)
  return /^\p{Lu}/u.test(line.slice(start)) && placeNamed(line.slice(start, end)) === null
    ? [
        { start: 0, end: words.length },
        { start, end },
      ]
    : [{ start: 0, end: words.length }]
}

const partOfInstitution =
  /^(?:Department|School|Faculty|Division|Group|Section|Chair|Lehrstuhl|Fakultät|Département|Faculté)\b/u

/** “Professor of Hydrology · Department of Earth Sciences · Northmere University”: the last of the line. */
function underName(source: Source, subject: Subject): Fact[] {
  const opening = source.pieces.slice(0, 8)
  const title = opening.find(({ kind, plain }) => kind === 'sentence' && titleLine.test(plain.text))
  if (!title) return []
  return opening.flatMap((piece) => {
    if (piece.block !== title.block || piece.kind !== 'sentence') return []
    const text = piece.plain.text
    const parts = piece === title ? [...text.matchAll(/(?<=,\s)[^,]+/g)] : [...text.matchAll(/^[^,]+/g)]
    return parts
      .filter(([part]) => isInstitution(part) && !partOfInstitution.test(part))
      .slice(-1)
      .map(({ 0: part, index }) => ({
        ...textFact(source, subject, piece, index, index + part.length, 0.93),
        owner: 'subject' as const,
      }))
  })
}
