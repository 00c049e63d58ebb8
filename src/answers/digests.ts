import type { Grounding } from '../contract/search.ts'
import { AppError } from '../contract/errors.ts'
import type { Document } from '../documents/index.ts'
import type { Clock } from '../ports/clock.ts'
import type { JsonObject, JsonSchema, OpenReader, ReadBy, Reading } from '../reader/index.ts'
import { quotesOf, readingOf, type Claim, type Run } from '../readings/index.ts'
import { writeObject, writeText, type Written } from './write.ts'

interface Needs {
  readonly reader: OpenReader
  readonly clock: Clock
}

interface DigestTask {
  readonly query: string
  /** Null and `{type: "text"}` ask for text. */
  readonly schema: JsonSchema | null
  /** What it is a digest of; at least one. */
  readonly sources: readonly Document[]
}

export interface Digest extends ReadBy {
  /** Null where the schema requires what no page says. */
  readonly content: string | JsonObject | null
  readonly grounding: readonly Grounding[] | null
  /** What it says, to be verified. */
  readonly claims: readonly Claim[]
}

/** What each page has to say of the query. */
const statementsPerPage = 2

export type Digests = ReturnType<typeof createDigests>

/** Says what given pages come to, in words of theirs: as an answer where they give one, else page by page. */
export function createDigests({ reader, clock }: Needs) {
  return async function digest({ query, schema, sources }: DigestTask, run: Run): Promise<Digest> {
    const reading = readingOf(clock, run)
    if (schema === null || schema.type === 'text') {
      const { description } = schema ?? {}
      return asText(query, sources, reading, typeof description === 'string' ? description : undefined)
    }
    if (schema.properties === undefined) return inferred(query, sources, reading)
    try {
      return await drain(writeObject(reader, { schema, request: query, sources }, reading))
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_implemented')
        return { ...silence(reader.name), notes: [error.message] }
      throw error
    }
  }

  async function asText(
    question: string,
    sources: readonly Document[],
    reading: Reading,
    instructions?: string,
  ): Promise<Digest> {
    const written = await drain(writeText(reader, { question, instructions, sources }, reading))
    return written.grounding.length > 0 ? written : pageByPage(question, sources, reading)
  }

  async function pageByPage(query: string, sources: readonly Document[], reading: Reading): Promise<Digest> {
    const said = await Promise.all(
      sources.map(async (source) => {
        const { statements, reader: name, notes } = await reader.summarise({ source, query }, reading)
        const claims = statements.slice(0, statementsPerPage).map(({ text, spans }) => ({
          text: text.trim(),
          quotes: quotesOf(spans, sources),
        }))
        return { source, text: claims.map((one) => one.text).join(' '), claims, name, notes }
      }),
    )
    const telling = said.filter(({ text }) => text !== '')
    const [first] = telling
    if (!first) return silence(reader.name)
    return {
      content: telling.map(({ text }, at) => `${text} [${at + 1}]`).join('\n\n'),
      grounding: [
        grounded(
          'content',
          telling.map(({ source }) => source),
        ),
      ],
      claims: telling.flatMap(({ claims }) => claims),
      reader: first.name,
      notes: telling.flatMap(({ notes }) => notes),
    }
  }

  /** An object without a shape of its own: what they come to, and which pages they are. */
  async function inferred(query: string, sources: readonly Document[], reading: Reading): Promise<Digest> {
    const { content: summary, grounding, ...by } = await asText(query, sources, reading)
    const findings = sources.map(({ title, url, publishedAt }) => ({
      title,
      url,
      publishedDate: publishedAt?.toISOString() ?? null,
    }))
    return {
      ...by,
      content: { summary, findings },
      grounding: [
        ...(grounding ?? []).map((one) => ({ ...one, field: 'summary' })),
        ...sources.map((source, at) => grounded(`findings[${at}]`, [source])),
      ],
    }
  }
}

const silence = (reader: string): Digest => ({
  content: null,
  grounding: null,
  claims: [],
  reader,
  notes: [],
})

const grounded = (field: string, sources: readonly Document[]): Grounding => ({
  field,
  citations: sources.map(({ url, title }) => ({ url, title: title ?? url })),
  confidence: 'medium',
})

async function drain<Content>(
  writing: AsyncGenerator<string, Written<Content>>,
): Promise<Omit<Written<Content>, 'cited'>> {
  for (;;) {
    const next = await writing.next()
    if (!next.done) continue
    const { cited: _, ...written } = next.value
    return written
  }
}
