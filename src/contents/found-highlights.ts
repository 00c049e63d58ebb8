import type { HighlightOptions } from '../contract/contents.ts'
import type { Document } from '../documents/index.ts'
import { findHighlights, type Highlight } from './highlights.ts'
import type { Stretch } from './sentences.ts'

/** From here on the words of a query have been found. */
const foundByWords = 0.34

/**
 * Highlights of a page that was found: by words where the page has them, and else from the passage by which it was
 * found. The index knows already that this is near to what the query means, so that nothing has to be embedded while
 * somebody waits for the results.
 */
export function foundHighlights(
  { text, language }: Pick<Document, 'text' | 'language'>,
  query: string,
  options: HighlightOptions,
  { start, end }: Stretch,
): Highlight[] {
  const byWords = findHighlights({ text, language }, query, options)
  if (byWords.some(({ score }) => score >= foundByWords)) return byWords
  const inside = findHighlights({ text: text.slice(start, end), language }, query, options)
  return inside.map((one) => ({ ...one, start: start + one.start, end: start + one.end }))
}
