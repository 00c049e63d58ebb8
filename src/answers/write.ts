import type { Grounding } from '../contract/search.ts'
import type { Document } from '../documents/index.ts'
import type { FillTask, AnswerTask, JsonObject, OpenReader, ReadBy, Reading, Span } from '../reader/index.ts'
import { quotesOf, type Claim } from '../readings/index.ts'

/** Something that was written from sources, with what it rests on. */
export interface Written<Content = string | JsonObject> extends ReadBy {
  readonly content: Content
  /** The sources that are used, in the order of their first use. */
  readonly cited: readonly Document[]
  readonly claims: readonly Claim[]
  readonly grounding: readonly Grounding[]
}

const noAnswer = 'The indexed pages do not answer this question.'

/**
 * Yields the text piece by piece. Each statement is followed by the numbers of the sources it rests on; they count in
 * the order of first use. Where the sources say nothing, the text says so and rests on nothing.
 */
export async function* writeText(
  reader: OpenReader,
  task: AnswerTask,
  reading: Reading,
): AsyncGenerator<string, Written<string>> {
  const cited: Document[] = []
  const claims: Claim[] = []
  let content = ''
  const statements = reader.answer(task, reading)
  try {
    let next = await statements.next()
    for (; !next.done; next = await statements.next()) {
      const { text, spans } = next.value
      const numbers = cite(cited, spans, task.sources)
      const piece = `${content && ' '}${text.trim()} ${numbers.map((number) => `[${number}]`).join('')}`
      claims.push({ text: text.trim(), quotes: quotesOf(spans, task.sources) })
      content += piece
      yield piece
    }
    if (content === '') yield (content = noAnswer)
    const citations = cited.map(toSource)
    const grounding: Grounding[] =
      citations.length === 0
        ? []
        : [{ field: 'content', citations, confidence: citations.length > 1 ? 'high' : 'medium' }]
    return { ...next.value, content, cited, claims, grounding }
  } finally {
    // Whoever stops listening stops the reader.
    await statements.return({ reader: reader.name, notes: [] })
  }
}

/** Yields the object as JSON text, once it is known as a whole. */
export async function* writeObject(
  reader: Pick<OpenReader, 'fill'>,
  task: FillTask,
  reading: Reading,
): AsyncGenerator<string, Written<JsonObject>> {
  const { content, grounding, reader: name, notes } = await reader.fill(task, reading)
  const cited: Document[] = []
  for (const { spans } of grounding) cite(cited, spans, task.sources)
  yield JSON.stringify(content)
  return {
    content,
    cited,
    claims: grounding.map(({ field, spans }) => ({ text: field, quotes: quotesOf(spans, task.sources) })),
    grounding: grounding.map(({ field, spans, confidence }) => {
      const sources: Document[] = []
      cite(sources, spans, task.sources)
      return { field, citations: sources.map(toSource), confidence: levelOf(confidence) }
    }),
    reader: name,
    notes,
  }
}

/** Adds the sources of the spans to those cited already; answers the numbers of these, counted from 1. */
function cite(cited: Document[], spans: readonly Span[], sources: readonly Document[]): number[] {
  const numbers = new Set<number>()
  for (const { documentId } of spans) {
    let at = cited.findIndex(({ id }) => id === documentId)
    if (at === -1) {
      const source = sources.find(({ id }) => id === documentId)
      if (!source) continue // the checker lets no such span through
      at = cited.push(source) - 1
    }
    numbers.add(at + 1)
  }
  return [...numbers]
}

const toSource = ({ url, title }: Document) => ({ url, title: title ?? url })

const levelOf = (confidence: number): Grounding['confidence'] =>
  confidence >= 0.8 ? 'high' : confidence >= 0.5 ? 'medium' : 'low'
