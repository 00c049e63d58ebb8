import type { Caller } from '../access/index.ts'
import { renderResult } from '../contents/index.ts'
import type { AnswerRequest, Citation } from '../contract/answers.ts'
import type { Document } from '../documents/index.ts'
import type { Clock } from '../ports/clock.ts'
import { checkSchema, type JsonObject, type OpenReader } from '../reader/index.ts'
import { readingOf, type Run, type Readings } from '../readings/index.ts'
import type { Search } from '../search/index.ts'
import { writeObject, writeText } from './write.ts'

interface Needs {
  readonly search: Search
  readonly reader: OpenReader
  readonly readings: Readings
  readonly clock: Clock
}

export interface Answered {
  readonly answer: string | JsonObject
  readonly citations: Citation[]
  /** Of a language model; 0 without one. */
  readonly inputTokens: number
  readonly outputTokens: number
}

/** Enough for a fact that several pages tell, and few enough to be read at once. */
const pagesRead = 10

export type Answers = ReturnType<typeof createAnswers>

/** Answers questions from the pages that the caller may see. */
export function createAnswers({ search, reader, readings, clock }: Needs) {
  return {
    /** Yields the answer as text, piece by piece; what it returns is kept under the id. */
    async *answer(
      caller: Caller,
      id: string,
      request: AnswerRequest,
      run: Run,
    ): AsyncGenerator<string, Answered> {
      const { query, outputSchema: schema, systemPrompt: instructions, userLocation } = request
      if (schema) checkSchema(schema)
      await run.meter.reserve('answer')
      run.meter.count({ searches: 1 })
      const filters = { numResults: pagesRead, userLocation }
      const found = await search.find(caller, filters, { queries: [query] }, run.signal)
      const sources = await search.load(caller, found, pagesRead)
      run.meter.count({ pages: sources.length })
      let [inputTokens, outputTokens] = [0, 0]
      const reading = readingOf(clock, run, (use) => {
        inputTokens += use.inputTokens
        outputTokens += use.outputTokens
      })
      const written = schema
        ? yield* writeObject(reader, { schema, request: query, instructions, sources }, reading)
        : yield* writeText(reader, { question: query, instructions, sources }, reading)
      const { content, cited, claims, reader: name, notes } = written
      run.meter.charge('other', 'answer')
      await readings.save(caller.teamId, {
        id,
        kind: 'answer',
        question: query,
        result: content,
        reader: name,
        notes,
        claims,
      })
      const citations = cited.map((page) => toCitation(page, request.text ?? false))
      return { answer: content, citations, inputTokens, outputTokens }
    },
  }
}

function toCitation(document: Document, withText: boolean): Citation {
  const { title, url, ...rest } = renderResult(document, {
    contents: withText ? { text: wholeText } : undefined,
  })
  return { ...rest, url, title: title ?? url }
}

const wholeText = {
  maxCharacters: undefined,
  includeHtmlTags: undefined,
  verbosity: undefined,
  includeSections: undefined,
  excludeSections: undefined,
}
