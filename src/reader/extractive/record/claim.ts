import type { Document } from '../../../documents/index.ts'
import type { Span, Verdict } from '../../reader.ts'
import { spanOf } from '../../spans.ts'

const longestQuote = 400

/** The line that a place in a text stands on, without the marks of lists and headings. */
export function lineAt({ id, version, text }: Document, at: number): Span {
  const start = text.lastIndexOf('\n', at - 1) + 1
  const next = text.indexOf('\n', at)
  const line = text.slice(start, next < 0 ? text.length : next)
  const marks = /^[\s#>*+•|-]*/.exec(line)?.[0].length ?? 0
  const from = start + marks
  const end = start + line.replace(/[\s*|]+$/, '').length
  return spanOf(
    { id, version, text },
    { start: from, end: Math.min(Math.max(end, from), from + longestQuote) },
  )
}

/** The sentence of a line that a place stands in. */
export function sentenceAt(document: Document, at: number): Span {
  const line = lineAt(document, at)
  let start = line.start
  for (const { 0: gap, index } of line.quote.matchAll(
    /(?<=[\p{L}\p{N})]{2}[.!?]["”»)]?)\s+(?=["“„«]?\p{Lu})/gu,
  )) {
    const end = line.start + index
    if (at < end) return spanOf(document, { start, end })
    start = end + gap.length
  }
  return spanOf(document, { start, end: line.end })
}

export const claim = (
  satisfied: 'yes' | 'no',
  reasoning: string,
  spans: readonly Span[],
  confidence = 0.9,
): Verdict => ({ satisfied, confidence, reasoning, spans })

export const placeOf = ({ url }: Document): string => {
  const { host, pathname } = new URL(url)
  return host + pathname
}
