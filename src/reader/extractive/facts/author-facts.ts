import { peopleIn } from '../values/index.ts'
import type { Ask } from './ask.ts'
import type { Fact } from './fact.ts'
import type { Piece, Source } from './source.ts'
import { textFact } from './text-fact.ts'

/** Whom the page names as its authors, where their names stand in its text. */
export function authorFacts(ask: Ask, source: Source): Fact[] {
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
    return [textFact(source, {}, piece, start, start + name.length, 0.98)]
  })
  if (facts.length > 0) return facts.map((fact) => ({ ...fact, owner: 'subject', modality: 'now' }))
  const named = bylineUnderTitle(source)
  if (named.length > 0) {
    const people = wantsFirst ? named.slice(0, 1) : wantsLast ? named.slice(-1) : named
    return people.map(({ piece, start, end, value }): Fact => ({
      ...textFact(source, {}, piece, start, end, 0.9, value),
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
      ...textFact(source, {}, piece, person.start, person.end, 0.97),
      owner: 'subject',
      modality: 'now',
    }))
  })
}

/** A line of nothing but names right under the title. */
function bylineUnderTitle(
  source: Source,
): { piece: Piece; start: number; end: number; value?: string | undefined }[] {
  for (const piece of source.pieces.slice(1, 4)) {
    // A line of names over one of places or dates looks like a label.
    const above = piece.kind === 'pair' ? piece.label.replace(/^(?:By|Von|Par)\s/u, '') : ''
    const named = peopleIn(above)
    if (named[0]?.start === 0 && (named.length > 1 || piece.label !== above))
      return named.map(({ name }) => ({
        piece,
        start: 0,
        end: Math.min(1, piece.plain.text.length),
        value: name,
      }))
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
