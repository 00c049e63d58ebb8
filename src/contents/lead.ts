import type { Document } from '../documents/index.ts'
import { sentencesOf } from './sentences.ts'

const longest = 600

type Page = Pick<Document, 'text' | 'language' | 'details'>

/** What a page is about in its own words: its first full sentences, or its description if it has none. */
export function leadOf(page: Page): string {
  const lead = firstSentences(page)
    .map(({ start, end }) => page.text.slice(start, end))
    .join(' ')
  return lead || (page.details.description ?? '')
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
