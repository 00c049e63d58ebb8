import type { Document } from '../documents/index.ts'
import type { Span } from './reader.ts'

/** The span of a stretch of a document's text. */
export const spanOf = (
  { id, version, text }: Pick<Document, 'id' | 'version' | 'text'>,
  { start, end }: { readonly start: number; readonly end: number },
): Span => ({ documentId: id, version, start, end, quote: text.slice(start, end) })

/** Whether a quote stands in that version of that document, at that place, word for word. */
export const stands = (span: Span, document: Pick<Document, 'id' | 'version' | 'text'>): boolean =>
  span.quote.trim() !== '' &&
  span.documentId === document.id &&
  span.version === document.version &&
  document.text.slice(span.start, span.end) === span.quote

/** The spans of a claim that stand in one of the sources. */
export const standing = (spans: readonly Span[], sources: readonly Document[]): Span[] =>
  spans.filter((span) => sources.some((source) => stands(span, source)))
