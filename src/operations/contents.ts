import { ContentsRequest, ContentsResponse } from '../contract/contents.ts'
import { requireBetas } from './betas.ts'
import { operation } from './operation.ts'

export const getContents = operation({
  name: 'contents.get',
  summary: 'Bring pages by their addresses: text, highlights, summaries, links, subpages.',
  scope: 'read',
  limitClass: 'contents',
  input: ContentsRequest,
  output: ContentsResponse,
  async run({ services, caller, requestId, meter, signal, betas }, input) {
    requireBetas(betas, input)
    const { results, statuses, context } = await services.contents.get(caller, input, { meter, signal })
    return {
      requestId,
      results,
      ...(context !== undefined && { context }),
      statuses,
      costDollars: meter.costDollars(),
    }
  },
})
