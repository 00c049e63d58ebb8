import { leadOf, type Summaries } from '../contents/index.ts'
import type { Document } from '../documents/index.ts'
import type { Clock } from '../ports/clock.ts'
import { checkSchema, type FillTask, type JsonSchema, type OpenReader } from '../reader/index.ts'
import { readingOf } from '../readings/index.ts'
import { fillOrNothing } from './fill-or-nothing.ts'

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
      const { content } = await fillOrNothing(reader)(fillTask(source, schema, query), reading)
      return JSON.stringify(content)
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
