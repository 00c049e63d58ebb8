import { z } from 'zod'
import { records, text, type Json } from '../json.ts'
import { answered, wire } from '../operations/wire.ts'
import { ExaSearchSuccessSchema } from '../proto/index.ts'
import { cut, parse, tool } from './tool.ts'

const referenceCharacters = 1000
const [usualResults, mostResults] = [10, 100]

/** Names of today and of before, and what the API calls them. */
const types: Readonly<Record<string, string>> = {
  '': 'auto',
  auto: 'auto',
  hybrid: 'auto',
  semantic: 'neural',
  neural: 'neural',
  keyword: 'keyword',
  fast: 'fast',
  instant: 'instant',
  'deep-lite': 'deep-lite',
  deep: 'deep',
  'deep-reasoning': 'deep-reasoning',
}

const input = z.object({
  query: z
    .string()
    .max(10_000)
    .refine((query) => query.trim() !== '', 'must not be blank')
    .describe('What to search for, in plain words.'),
  type: z
    .string()
    .max(100)
    .default('')
    .describe('auto, neural, keyword, fast, instant, deep-lite, deep or deep-reasoning.'),
  numResults: z.int().default(0).describe('1 to 100; 10 if absent.'),
})

type SearchArgs = Readonly<{ query: string; type: string; numResults: number }>

export const searchTool = tool<SearchArgs>({
  name: 'exa_search',
  title: 'Search the web',
  description:
    'Search pages. Gives references: title, URL, id and what of each page speaks to the query. exa_fetch brings their whole text.',
  class: 'search',
  input,
  success: ExaSearchSuccessSchema,
  normalise(given, log) {
    const { query, type, numResults } = parse(input, given)
    const known = types[type.trim().toLowerCase()]
    if (known === undefined) log.warn({ type }, 'exa_search was asked for an unknown type of search')
    const wanted = numResults === 0 ? usualResults : numResults
    return { query, type: known ?? 'auto', numResults: Math.min(Math.max(wanted, 1), mostResults) }
  },
  facts: async ({ numResults }) => ({ domains: [], results: numResults }),
  async run({ query, type, numResults }, { exa }) {
    const contents = { highlights: true, text: { maxCharacters: referenceCharacters } }
    const { results } = await answered(exa.search(query, wire({ type, numResults, contents })))
    return { references: records(results).map(referenceOf) }
  },
})

const referenceOf = (result: Json): Json => ({
  title: text(result.title) ?? '',
  url: text(result.url) ?? '',
  text: cut(bestOf(result), referenceCharacters),
  publishedDate: text(result.publishedDate) ?? '',
  id: text(result.id) ?? text(result.url) ?? '',
})

function bestOf({ highlights, text: whole }: Json): string {
  const passages = Array.isArray(highlights) ? highlights.map(text).filter((one) => one !== null) : []
  return passages.length > 0 ? passages.join(' … ') : (text(whole) ?? '')
}
