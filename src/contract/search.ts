import { z } from 'zod'
import { ContentsOptions, ContextOptions, IsoDate, optional, Result } from './contents.ts'
import { CostDollars } from './usage.ts'

export const SearchType = z.enum([
  'instant',
  'fast',
  'auto',
  'keyword',
  'neural',
  'hybrid',
  'deep-lite',
  'deep',
  'deep-reasoning',
])
export type SearchType = z.output<typeof SearchType>

const Domains = z.array(z.string().min(1).max(500)).max(1200)
const FilterText = z
  .array(
    z
      .string()
      .trim()
      .min(1)
      .refine((text) => text.split(/\s+/).length <= 5, 'at most five words'),
  )
  .max(1, 'one text at most')

const Filters = z.object({
  // Beyond 100 has an error of its own, which the operation gives.
  numResults: optional(z.int().min(1)),
  category: optional(z.string().trim().min(1).max(100)),
  includeDomains: optional(Domains),
  excludeDomains: optional(Domains),
  startPublishedDate: optional(IsoDate),
  endPublishedDate: optional(IsoDate),
  startCrawlDate: optional(IsoDate),
  endCrawlDate: optional(IsoDate),
  includeText: optional(FilterText),
  excludeText: optional(FilterText),
  userLocation: optional(z.string().regex(/^[A-Za-z]{2}$/, 'a two-letter country code')).describe(
    'Pages from there, or in its language, come before others that are about as good.',
  ),
  moderation: optional(z.boolean()),
  contents: optional(ContentsOptions),
  context: ContextOptions.describe('Deprecated; inside `contents` today.'),
})
export type SearchFilters = Partial<z.output<typeof Filters>>

export const SearchRequest = Filters.extend({
  query: z.string().min(1).max(10_000),
  type: optional(SearchType),
  additionalQueries: optional(z.array(z.string().min(1)).max(10)),
  systemPrompt: optional(z.string()),
  outputSchema: optional(z.record(z.string(), z.unknown())),
  stream: optional(z.boolean()),
  compliance: optional(z.string()),
})
export type SearchRequest = Partial<z.output<typeof SearchRequest>> & { query: string }

export const FindSimilarRequest = Filters.extend({
  url: z.string().min(1).max(2048),
  excludeSourceDomain: optional(z.boolean()),
})
export type FindSimilarRequest = z.output<typeof FindSimilarRequest>

const Source = z.object({ url: z.string(), title: z.string() })

/** What a part of the output rests on. */
export const Grounding = z.object({
  field: z.string().describe('`content`, or the way to a value such as `companies[0].funding`.'),
  citations: z.array(Source),
  confidence: z.enum(['low', 'medium', 'high']),
})
export type Grounding = z.output<typeof Grounding>

/** What was written from the results, by `outputSchema`. */
export const SearchOutput = z.object({
  content: z.union([z.string(), z.record(z.string(), z.unknown())]),
  grounding: z.array(Grounding),
})
export type SearchOutput = z.output<typeof SearchOutput>

export const SearchResponse = z.object({
  requestId: z.string(),
  results: z.array(Result),
  output: SearchOutput.optional(),
  costDollars: CostDollars,
  searchTime: z.number().describe('Milliseconds.'),
  resolvedSearchType: z.string().optional(),
  context: z.string().optional(),
})
export type SearchResponse = z.output<typeof SearchResponse>

const ChunkSource = Source.extend({ id: z.string() })
const Choices = z.array(
  z.object({
    index: z.literal(0),
    delta: z.object({
      role: z.literal('assistant').optional(),
      content: z.string().optional(),
      citations: z.array(ChunkSource).optional(),
    }),
    finish_reason: z.literal('stop').nullable(),
  }),
)
const chunk = <Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.object({ type: z.literal(type), requestId: z.string(), ...shape })

/** What a stream of /search is made of. Clients of the SDK see `choices` and the `citations` at the top alone. */
export const SearchEvent = z.union([
  chunk('results', { results: z.array(Result) }),
  chunk('text-delta', { delta: z.string(), choices: Choices }),
  chunk('grounding', { grounding: z.array(Grounding), citations: z.array(ChunkSource) }),
  chunk('done', {
    output: SearchOutput.nullable(),
    searchTime: z.number(),
    costDollars: CostDollars,
    choices: Choices,
  }),
  chunk('error', { error: z.object({ message: z.string() }) }),
])
export type SearchEvent = z.output<typeof SearchEvent>

/** Why each result stands where it does: its place and score in every list, and the passage that brought it. */
export const SearchExplanation = z.object({
  requestId: z.string(),
  resolvedSearchType: z.string(),
  filter: z.record(z.string(), z.unknown()).describe('What was pushed down into the index.'),
  results: z.array(
    z.object({
      position: z.int(),
      url: z.string(),
      title: z.string().nullable(),
      score: z.number(),
      lists: z.record(z.string(), z.object({ rank: z.int(), score: z.number(), contribution: z.number() })),
      passage: z.object({ start: z.int(), end: z.int(), text: z.string() }),
      location: z
        .enum(['country', 'language'])
        .optional()
        .describe(
          'What it shares with `userLocation`; its scores have a twentieth or a fortieth of the range for it.',
        ),
      passagesFound: z.int(),
      duplicates: z.array(z.string()).describe('Documents that say the same and are not shown.'),
    }),
  ),
  searchTime: z.number(),
  costDollars: CostDollars,
})
export type SearchExplanation = z.output<typeof SearchExplanation>
