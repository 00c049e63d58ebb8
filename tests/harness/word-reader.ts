import { openReader, spanOf, type Reader, type Statement } from '../../src/reader/index.ts'
import type { Document } from '../../src/documents/index.ts'
import { createMetrics } from '../../src/adapters/prometheus/metrics.ts'
import { silentLog } from './log.ts'

/**
 * A reader for tests of what stands around a reader: it knows words and nothing of what they mean. A sentence that has
 * most of the words of a question is an answer to it.
 */
export const wordReader: Reader = {
  name: 'words',
  async judge({ criterion, sources }) {
    const [found] = matching(criterion, sources)
    return found
      ? { satisfied: 'yes', confidence: 0.9, reasoning: `It says: ${found.text}`, spans: found.spans }
      : { satisfied: 'unclear', confidence: 0.1, reasoning: 'No page speaks of it.', spans: [] }
  },
  async extract({ description, format = 'text', sources }) {
    const [found] = matching(description, sources)
    const value = found && (format === 'number' ? /\d+/.exec(found.text)?.[0] : found.text)
    return value
      ? { format, values: [value], confidence: 0.9, reasoning: `It says: ${found.text}`, spans: found.spans }
      : { format, values: null, confidence: 0, reasoning: 'No page says it.', spans: [] }
  },
  async *answer({ question, sources }, { signal }) {
    for (const statement of matching(question, sources).slice(0, 3)) {
      signal.throwIfAborted()
      yield statement
    }
  },
  async summarise({ source, query }) {
    const found = query === undefined ? [] : matching(query, [source])
    return (found.length > 0 ? found : sentencesOf(source)).slice(0, 2)
  },
  async fill({ schema, sources }) {
    const found = Object.keys(schema.properties ?? {}).flatMap((field) => {
      const [statement] = matching(field, sources)
      return statement ? [{ field, ...statement }] : []
    })
    return {
      content: Object.fromEntries(found.map(({ field, text }) => [field, text])),
      grounding: found.map(({ field, spans }) => ({ field, spans, confidence: 0.9 })),
    }
  },
  decompose: async (wish) => ({
    entityType: 'custom',
    entityDescription: wish,
    criteria: [wish],
    enrichments: [],
  }),
  plan: async (goal) => ({
    tasks: goal.split(' and ').map((question) => ({ question, searches: [question] })),
  }),
  classify: async () => ({ entityType: 'custom', confidence: 1 }),
}

/** Put in the place of the reader that everything uses, with some abilities replaced. */
export const testReader = (replaced: Partial<Reader> = {}) =>
  openReader({ extractive: { ...wordReader, ...replaced }, log: silentLog, metrics: createMetrics() })

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []

const sentencesOf = (source: Document): Statement[] =>
  [...source.text.matchAll(/[^.!?\n]+[.!?]?/g)]
    .filter(([sentence]) => sentence.trim().length > 10)
    .map(({ 0: sentence, index }) => {
      const start = index + sentence.length - sentence.trimStart().length
      return {
        text: sentence.trim(),
        spans: [spanOf(source, { start, end: start + sentence.trim().length })],
      }
    })

function matching(query: string, sources: readonly Document[]): Statement[] {
  const wanted = [...new Set(wordsOf(query))]
  return sources
    .flatMap(sentencesOf)
    .map((statement) => {
      const words = new Set(wordsOf(statement.text))
      return { statement, score: wanted.filter((word) => words.has(word)).length / (wanted.length || 1) }
    })
    .filter(({ score }) => score >= 0.6)
    .toSorted((a, b) => b.score - a.score)
    .map(({ statement }) => statement)
}
