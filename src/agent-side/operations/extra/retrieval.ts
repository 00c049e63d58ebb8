import { z } from 'zod'
import { agentOperation, type Outcome } from '../../call.ts'
import { pickPresent, records, type Json } from '../../json.ts'
import { Domains, SearchType } from '../../shapes.ts'
import { clip } from '../../size-guard.ts'
import { answered, present, wire } from '../wire.ts'

const numResults = z.int().min(1).max(100).default(10)
/** What the API gives of a page at most, unless all of it is asked for. */
const Characters = z.int().min(1).max(10_000)

const shown =
  (maxCharacters: number) =>
  ({ text, ...result }: Json): Json => ({
    ...pickPresent(result, 'id url title publishedDate author score highlights summary'),
    ...(typeof text === 'string' && { text: clip(text, maxCharacters) }),
  })

/** Pages have no cursor: who wants other ones asks differently. */
function pages(answer: Json, maxCharacters: number): Outcome {
  const views = records(answer.results).map(shown(maxCharacters))
  return {
    body: pickPresent(answer, 'requestId costDollars statuses'),
    rows: {
      key: 'results',
      views,
      after: (kept) => ({ hasMore: kept < views.length, truncated: kept < views.length }),
    },
  }
}

export const searchWeb = agentOperation({
  name: 'exa.search',
  summary: 'Search pages, with the passages that fit.',
  args: z.strictObject({
    query: z.string().min(1),
    type: SearchType,
    numResults,
    category: z.string().optional(),
    includeDomains: Domains,
    excludeDomains: Domains,
    startPublishedDate: z.string().optional(),
    endPublishedDate: z.string().optional(),
    maxCharacters: Characters.optional().describe('Also return so much of the text of each page.'),
  }),
  example: { query: 'inspection robots for pipelines', numResults: 5 },
  safety: 'spend',
  async run(call, { query, maxCharacters, ...options }) {
    const contents = { highlights: true, ...(maxCharacters && { text: { maxCharacters } }) }
    const answer = await answered(call.exa.search(query, wire({ ...present(options), contents })))
    return pages(answer, maxCharacters ?? 1000)
  },
})

export const findSimilar = agentOperation({
  name: 'exa.findSimilar',
  summary: 'Find pages like a given one.',
  args: z.strictObject({
    url: z.url(),
    numResults,
    includeDomains: Domains,
    excludeDomains: Domains,
    excludeSourceDomain: z.boolean().optional(),
  }),
  example: { url: 'https://example.com/', numResults: 5 },
  safety: 'spend',
  async run(call, { url, ...options }) {
    const contents = { highlights: true }
    const body = { url, ...present(options), contents }
    return pages(await answered(call.exa.request('/findSimilar', 'POST', body)), 1000)
  },
})

export const getContents = agentOperation({
  name: 'exa.getContents',
  summary: 'Read pages whose addresses are known.',
  args: z.strictObject({ urls: z.array(z.url()).min(1).max(100), maxCharacters: Characters.default(1000) }),
  example: { urls: ['https://example.com/'], maxCharacters: 5000 },
  safety: 'spend',
  async run(call, { urls, maxCharacters }) {
    const answer = await answered(call.exa.getContents(urls, wire({ text: { maxCharacters } })))
    return pages(answer, maxCharacters)
  },
})

export const answerQuestion = agentOperation({
  name: 'exa.answer',
  summary: 'Answer a question from pages, with citations.',
  args: z.strictObject({
    query: z.string().min(1),
    systemPrompt: z.string().optional(),
    outputSchema: z.record(z.string(), z.unknown()).optional(),
  }),
  example: { query: 'Who makes robots that inspect pipelines?' },
  safety: 'spend',
  async run(call, { query, ...options }) {
    const answer = await answered(call.exa.answer(query, wire(present(options))))
    const citations = records(answer.citations).map((one) => pickPresent(one, 'id url title publishedDate'))
    return { body: { ...pickPresent(answer, 'answer requestId costDollars'), citations } }
  },
})
