import { needsSynthesis, type Synthesised, type SynthesisPart } from '../answers/index.ts'
import {
  FindSimilarRequest,
  SearchEvent,
  SearchExplanation,
  SearchRequest,
  SearchResponse,
} from '../contract/search.ts'
import { requireBetas } from './betas.ts'
import { asEvents, drain } from './events.ts'
import { operation, type OperationContext } from './operation.ts'

export const search = operation({
  name: 'search',
  summary:
    'Find pages by keywords, by meaning, or both, with their contents and what they come to if asked for.',
  scope: 'read',
  limitClass: 'search',
  input: SearchRequest,
  output: SearchResponse,
  stream: {
    event: SearchEvent,
    failure: ({ message }, requestId) => ({ type: 'error' as const, requestId, error: { message } }),
  },
  async run(context, input) {
    const { services, caller, requestId, meter, signal, betas } = context
    requireBetas(betas, input.contents)
    if (!needsSynthesis(input)) {
      const found = await services.search.search(caller, input, { meter, signal })
      return { requestId, ...found, costDollars: meter.costDollars() }
    }
    const searching = services.synthesis.search(caller, requestId, input, { meter, signal })
    if (input.stream) return searchEvents(context, searching)
    return { requestId, ...(await drain(searching)), costDollars: meter.costDollars() }
  },
})

const choice = (content: string, finish_reason: 'stop' | null = null) => [
  { index: 0 as const, delta: { role: 'assistant' as const, content }, finish_reason },
]

async function* searchEvents(
  { requestId, meter }: OperationContext,
  searching: AsyncGenerator<SynthesisPart, Synthesised>,
): AsyncGenerator<SearchEvent> {
  const { output = null, searchTime } = yield* asEvents(searching, (part): SearchEvent =>
    typeof part === 'string'
      ? { type: 'text-delta', requestId, delta: part, choices: choice(part) }
      : { type: 'results', requestId, results: part.results },
  )
  const sources = new Map(
    output?.grounding.flatMap(({ citations }) => citations).map((source) => [source.url, source]),
  )
  yield {
    type: 'grounding',
    requestId,
    grounding: output?.grounding ?? [],
    citations: [...sources.values()].map((source) => ({ ...source, id: source.url })),
  }
  const costDollars = meter.costDollars()
  yield { type: 'done', requestId, output, searchTime, costDollars, choices: choice('', 'stop') }
}

export const findSimilar = operation({
  name: 'search.similar',
  summary: 'Find pages that are about the same as a given one.',
  scope: 'read',
  limitClass: 'search',
  input: FindSimilarRequest,
  output: SearchResponse,
  async run({ services, caller, requestId, meter, signal, betas }, input) {
    requireBetas(betas, input.contents)
    const found = await services.search.findSimilar(caller, input, { meter, signal })
    return { requestId, ...found, costDollars: meter.costDollars() }
  },
})

export const explainSearch = operation({
  name: 'search.explain',
  summary: 'Say why each result of a search stands where it does.',
  scope: 'read',
  limitClass: 'search',
  input: SearchRequest,
  output: SearchExplanation,
  async run({ services, caller, requestId, meter, signal }, input) {
    const explained = await services.search.explain(caller, input, { meter, signal })
    return { requestId, ...explained, costDollars: meter.costDollars() }
  },
})
