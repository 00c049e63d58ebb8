import { z } from 'zod'
import type { Document } from '../../documents/index.ts'
import type { Span } from '../reader.ts'
import { spanOf } from '../spans.ts'

/** How the model points into the sources: by their number, and by words that stand there. */
export const Quote = z.object({
  source: z.number(),
  quote: z.string(),
})
export type Quote = z.output<typeof Quote>

/**
 * Where a quote stands: the first place with exactly these letters. One that stands nowhere keeps a span that cannot
 * be, so that the check drops what rests on it, and counts it.
 */
export function locate({ source, quote }: Quote, sources: readonly Document[]): Span {
  const document = sources[source - 1]
  const start = document && quote.trim() !== '' ? document.text.indexOf(quote) : -1
  return document && start !== -1 ? spanOf(document, { start, end: start + quote.length }) : nowhere(quote)
}

/** The same, for a quote that must say something by itself: any page has the word “the”. */
export const locateTelling = (quote: Quote, sources: readonly Document[]): Span =>
  isTelling(quote.quote) ? locate(quote, sources) : nowhere(quote.quote)

export const nowhere = (quote: string): Span => ({ documentId: '', version: 0, start: 0, end: 0, quote })

/** Two words, or what is as much in a script without spaces. */
const isTelling = (quote: string): boolean =>
  /[\p{L}\p{N}][^\p{L}\p{N}]+[\p{L}\p{N}]|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{4}/u.test(
    quote.trim(),
  )
