import type { Subject } from '../../reader.ts'
import type { Fact } from './fact.ts'
import { clauseAt, modalityOf } from './modality.ts'
import type { Piece, Source } from './source.ts'
import { viewOf } from './subject.ts'

/** A fact whose value is a stretch of a piece, as it stands. */
export function textFact(
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
