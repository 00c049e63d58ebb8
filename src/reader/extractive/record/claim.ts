import type { Document } from '../../../documents/index.ts'
import type { Span, Verdict } from '../../reader.ts'
import { spanOf } from '../../spans.ts'

const longestQuote = 400
const longestLine = 2000
const mostMatches = 100

/** The line that a place in a text stands on, without the marks of lists and headings. */
function stretchOfLine(text: string, at: number): { start: number; end: number } {
  // A line without an end is no line of anybody's.
  const window = Math.max(0, at - longestLine)
  const near = text.slice(window, at + longestLine)
  const start = at === 0 ? 0 : window + near.lastIndexOf('\n', at - window - 1) + 1
  const next = near.indexOf('\n', at - window)
  const line = text.slice(start, next < 0 ? window + near.length : window + next)
  const marks = /^[\s#>*+•|-]*/.exec(line)?.[0].length ?? 0
  return { start: start + marks, end: Math.max(start + marks, start + line.replace(/[\s*|]+$/, '').length) }
}

export function lineAt(document: Document, at: number): Span {
  const { start, end } = stretchOfLine(document.text, at)
  return spanOf(document, { start, end: Math.min(end, start + longestQuote) })
}

/** Where a pattern stands in a text, as far as it is worth looking. */
export function* placesOf(text: string, pattern: RegExp): Generator<RegExpExecArray> {
  let found = 0
  for (const match of text.matchAll(pattern)) {
    if (found++ >= mostMatches) return
    yield match
  }
}

/** The sentence of a line that a place stands in. */
export function sentenceAt(document: Document, at: number): Span {
  const line = stretchOfLine(document.text, at)
  const text = document.text.slice(line.start, line.end)
  let start = line.start
  let end = line.end
  for (const { 0: gap, index } of text.matchAll(/(?<=[\p{L}\p{N})]{2}[.!?]["”»)]?)\s+(?=["“„«]?\p{Lu})/gu)) {
    const stop = line.start + index
    if (at < stop) {
      end = stop
      break
    }
    start = stop + gap.length
  }
  return spanOf(document, { start, end: Math.min(end, Math.max(start, at) + longestQuote) })
}

export const claim = (
  satisfied: 'yes' | 'no',
  reasoning: string,
  spans: readonly Span[],
  confidence = 0.9,
): Verdict => ({ satisfied, confidence, reasoning, spans })
