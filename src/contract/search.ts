import { z } from 'zod'
import { ContentsOptions, IsoDate, optional, Result } from './contents.ts'
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
  context: z.unknown().optional().describe('Deprecated; inside `contents` today.'),
})
export type SearchFilters = z.output<typeof Filters>

export const SearchRequest = Filters.extend({
  query: z.string().min(1).max(10_000),
  type: optional(SearchType),
  additionalQueries: optional(z.array(z.string().min(1)).max(10)),
  systemPrompt: optional(z.string()),
  outputSchema: optional(z.record(z.string(), z.unknown())),
  stream: optional(z.boolean()),
  compliance: optional(z.string()),
})
export type SearchRequest = z.output<typeof SearchRequest>

export const FindSimilarRequest = Filters.extend({
  url: z.string().min(1).max(2048),
  excludeSourceDomain: optional(z.boolean()),
})
export type FindSimilarRequest = z.output<typeof FindSimilarRequest>

export const SearchResponse = z.object({
  requestId: z.string(),
  results: z.array(Result),
  costDollars: CostDollars,
  searchTime: z.number().describe('Milliseconds.'),
  resolvedSearchType: z.string().optional(),
  context: z.string().optional(),
})
export type SearchResponse = z.output<typeof SearchResponse>

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
