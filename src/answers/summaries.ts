import { leadOf, type Summaries } from '../contents/index.ts'
import { AppError } from '../contract/errors.ts'
import type { Document } from '../documents/index.ts'
import type { Clock } from '../ports/clock.ts'
import { checkSchema, type FillTask, type JsonSchema, type OpenReader } from '../reader/index.ts'
import { readingOf } from '../readings/index.ts'

interface Needs {
  readonly reader: OpenReader
  readonly clock: Clock
}

/** Summaries by the reader. A page that says nothing of the query is summarised by its first sentences. */
export const createSummaries = ({ reader, clock }: Needs): Summaries => ({
  check: (schema) => void checkSchema(schema),

  async summarise(source, { query, schema }, run) {
    const reading = readingOf(clock, run)
    if (schema) {
      try {
        return JSON.stringify((await reader.fill(fillTask(source, schema, query), reading)).content)
      } catch (error) {
        // That one page lacks what the schema requires must not fail the others.
        if (error instanceof AppError && error.code === 'not_implemented') return null
        throw error
      }
    }
    const { statements } = await reader.summarise({ source, query }, reading)
    return statements.map(({ text }) => text).join(' ') || leadOf(source)
  },
})

const fillTask = (source: Document, schema: JsonSchema, query: string | undefined): FillTask => ({
  schema,
  request: query ?? source.title ?? source.url,
  sources: [source],
})
