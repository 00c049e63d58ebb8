import { sentencesOf } from './sentences.ts'
import { findHighlights } from './highlights.ts'

const longest = 600

interface Page {
  readonly text: string
  readonly language: string | null
  readonly description?: string | undefined
}

/**
 * What a page is about in its own words: the sentences that speak of the query, or else its first full sentences,
 * in the order of the page. Its description stands in for a page without any.
 */
export function leadOf(page: Page, query?: string): string {
  const passages =
    query === undefined
      ? firstSentences(page)
      : findHighlights(page, query, { ...noOptions, maxCharacters: longest }).toSorted(
          (a, b) => a.start - b.start,
        )
  const lead = passages.map(({ start, end }) => page.text.slice(start, end)).join(' ')
  return lead || (page.description ?? '')
}

const noOptions = {
  query: undefined,
  maxCharacters: undefined,
  dynamic: undefined,
  numSentences: undefined,
  highlightsPerUrl: undefined,
}

function firstSentences({ text, language }: Page) {
  const chosen = []
  let length = 0
  for (const sentence of sentencesOf(text, language)) {
    const content = text.slice(sentence.start, sentence.end)
    // Headings, items and fragments are no sentences to a reader.
    if (!/^[\p{Lu}\p{Lo}\p{N}"“„«]/u.test(content) || !/[.!?。！？]["”»)]*$/u.test(content)) continue
    if (length > 0 && length + content.length > longest) break
    chosen.push(sentence)
    length += content.length
    if (chosen.length === 4) break
  }
  return chosen
}
