/** A stretch of a text: `text.slice(start, end)`. */
export interface Stretch {
  readonly start: number
  readonly end: number
}

const segmenters = new Map<string, Intl.Segmenter>()

function segmenterFor(language: string): Intl.Segmenter {
  const known = segmenters.get(language)
  if (known) return known
  const made = new Intl.Segmenter(language, { granularity: 'sentence' })
  segmenters.set(language, made)
  return made
}

/**
 * The sentences of a text, verbatim, in order. Lines are never joined across a blank one, and headings, list items
 * and table rows stand alone, because that is how a reader takes them.
 */
export function sentencesOf(text: string, language: string | null): Stretch[] {
  const segmenter = segmenterFor(isLanguage(language) ? language : 'en')
  const sentences: Stretch[] = []
  for (const block of blocksOf(text)) {
    const content = text.slice(block.start, block.end)
    for (const { segment, index } of segmenter.segment(content)) {
      const start = block.start + index + (segment.length - segment.trimStart().length)
      const end = block.start + index + segment.trimEnd().length
      if (end > start) sentences.push({ start, end })
    }
  }
  return sentences
}

function* blocksOf(text: string): Generator<Stretch> {
  // A block ends at a blank line, or where the next line begins a heading, an item, a quote or a table row.
  const boundary = /\n\s*\n|\n(?=\s*(?:#{1,6} |[-*+] |\d+[.)] |[|>]))/g
  let start = 0
  for (const match of text.matchAll(boundary)) {
    if (match.index > start) yield { start, end: match.index }
    start = match.index + match[0].length
  }
  if (start < text.length) yield { start, end: text.length }
}

const isLanguage = (language: string | null): language is string => {
  try {
    return language !== null && Intl.Segmenter.supportedLocalesOf(language).length > 0
  } catch {
    return false
  }
}
