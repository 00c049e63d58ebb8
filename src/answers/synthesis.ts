import type { Caller } from '../access/index.ts'
import { withContext } from '../contents/index.ts'
import type { Result } from '../contract/contents.ts'
import type { SearchOutput, SearchRequest } from '../contract/search.ts'
import type { Clock } from '../ports/clock.ts'
import type { OpenReader } from '../reader/index.ts'
import { readingOf, type Run, type Readings } from '../readings/index.ts'
import { chargeSearch, reserveSearch, type Search } from '../search/index.ts'
import { isDeep, type DeepFound, type DeepSearch } from './deep-search.ts'
import { checkOutputSchema } from './output-schema.ts'
import { writeObject, writeText } from './write.ts'

interface Needs {
  readonly search: Search
  readonly deepSearch: DeepSearch
  readonly reader: OpenReader
  readonly readings: Readings
  readonly clock: Clock
}

/** What comes as it is known: the results at once, then the text that is written from them, in pieces. */
export type SynthesisPart = { readonly results: Result[] } | string

export interface Synthesised {
  readonly results: Result[]
  readonly output?: SearchOutput
  readonly resolvedSearchType: string
  readonly searchTime: number
  readonly context?: string
}

/** Pages that an output of an ordinary search is written from. */
const pagesRead = 10

/** Whether a search takes more than finding. */
export const needsSynthesis = ({ type, outputSchema, stream }: SearchRequest): boolean =>
  isDeep(type) || outputSchema !== undefined || stream === true

export type Synthesis = ReturnType<typeof createSynthesis>

/** Searches that are followed by reading: deep ones, and those that write something from what they found. */
export function createSynthesis(needs: Needs) {
  const { search, deepSearch, reader, readings, clock } = needs
  return {
    /** What is written is kept under the id. */
    async *search(
      caller: Caller,
      id: string,
      request: SearchRequest,
      run: Run,
    ): AsyncGenerator<SynthesisPart, Synthesised> {
      const startedAt = performance.now()
      const { query, outputSchema, type } = request
      const wanted = search.check(caller, request)
      if (outputSchema) checkOutputSchema(outputSchema)
      const item = !isDeep(type) ? 'search' : type === 'deep-reasoning' ? 'deepReasoningSearch' : 'deepSearch'
      await reserveSearch(run.meter, wanted, request, item)
      const found = await find(caller, request, run)
      const present = await search.present(caller, found.documents, request, query, run)
      const { results, ...context } = withContext(present, request)
      const part = isDeep(type) ? 'other' : found.way === 'keyword' ? 'search.keyword' : 'search.neural'
      chargeSearch(run.meter, part, results, request, item)
      yield { results }
      const output =
        outputSchema || request.stream ? yield* write(caller, id, request, found, run) : undefined
      return {
        results,
        ...context,
        ...(output && { output }),
        resolvedSearchType: type ?? 'auto',
        searchTime: performance.now() - startedAt,
      }
    },
  }

  async function find(caller: Caller, request: SearchRequest, run: Run): Promise<DeepFound> {
    if (isDeep(request.type)) return deepSearch(caller, { ...request, type: request.type }, run)
    run.meter.count({ searches: 1 })
    const found = await search.find(caller, request, { queries: [request.query] }, run.signal)
    return { ...found, pagesRead }
  }

  async function* write(
    caller: Caller,
    id: string,
    { query, outputSchema: schema, systemPrompt }: SearchRequest,
    found: DeepFound,
    run: Run,
  ): AsyncGenerator<string, SearchOutput> {
    const sources = await search.load(caller, found, found.pagesRead)
    const reading = readingOf(clock, run)
    const wishes = [systemPrompt, schema?.type === 'text' ? schema.description : undefined]
    const instructions = wishes.filter((wish) => typeof wish === 'string').join('\n') || undefined
    const {
      content,
      grounding,
      claims,
      reader: name,
      notes,
    } = schema && schema.type !== 'text'
      ? yield* writeObject(reader, { schema, request: query, instructions, sources }, reading)
      : yield* writeText(reader, { question: query, instructions, sources }, reading)
    const kept = {
      id,
      kind: 'answer',
      question: query,
      result: content,
      reader: name,
      notes,
      claims,
    } as const
    await readings.save(caller.teamId, kept)
    return { content, grounding: [...grounding] }
  }
}
