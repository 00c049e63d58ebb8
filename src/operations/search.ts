import { FindSimilarRequest, SearchExplanation, SearchRequest, SearchResponse } from '../contract/search.ts'
import { requireBetas } from './betas.ts'
import { operation } from './operation.ts'

export const search = operation({
  name: 'search',
  summary: 'Find pages by keywords, by meaning, or both, with their contents if asked for.',
  scope: 'read',
  limitClass: 'search',
  input: SearchRequest,
  output: SearchResponse,
  async run({ services, caller, requestId, meter, signal, betas }, input) {
    requireBetas(betas, input.contents)
    const found = await services.search.search(caller, input, { meter, signal })
    return { requestId, ...found, costDollars: meter.costDollars() }
  },
})

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
