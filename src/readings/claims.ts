import type { ReadingKind, Reference } from '../contract/readings.ts'
import type { Document } from '../documents/index.ts'
import type { Span } from '../reader/index.ts'

/** A span with the page it is of, as that was when it was read. */
export interface Quote extends Span {
  readonly url: string
  readonly title: string | null
}

/** Something that was said, with what it rests on. */
export interface Claim {
  readonly text: string
  readonly quotes: readonly Quote[]
}

export interface NewReading {
  /** Unique in its team: the id of the request. */
  readonly id: string
  readonly kind: ReadingKind
  readonly question: string
  /** What the caller was given, as JSON. */
  readonly result: unknown
  readonly reader: string
  readonly notes: readonly string[]
  readonly claims: readonly Claim[]
}

/** The spans of a claim with their pages, each place once. */
export function quotesOf(spans: readonly Span[], sources: readonly Document[]): Quote[] {
  const quotes = new Map<string, Quote>()
  for (const span of spans) {
    const source = sources.find(({ id, version }) => id === span.documentId && version === span.version)
    if (!source) continue // the checker lets no such span through
    const { documentId, version, start, end, quote } = span
    const { url, title } = source
    quotes.set(`${documentId} ${version} ${start} ${end}`, {
      documentId,
      version,
      start,
      end,
      quote,
      url,
      title,
    })
  }
  return [...quotes.values()]
}

export const referencesOf = (quotes: readonly Quote[]): Reference[] =>
  quotes.map(({ url, title, quote, start, end, version }) => ({
    url,
    title,
    snippet: quote,
    start,
    end,
    version,
  }))
