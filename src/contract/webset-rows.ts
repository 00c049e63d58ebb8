import { z } from 'zod'
import { pageOf, pageQuery } from './pagination.ts'
import { EventType } from './webset-events.ts'
import { EnrichmentResult } from './webset-items.ts'
import { Format } from './webset-shapes.ts'

export const RowFilter = z.enum(['any', 'all', 'none'])

export const ListRowsRequest = z.strictObject({
  id: z.string().min(1).describe('The id or the `externalId` of the webset.'),
  ...pageQuery({ default: 50, max: 200 }).shape,
  tier: z.coerce
    .number()
    .pipe(z.union([z.literal(1), z.literal(2)]))
    .default(2)
    .describe('2 with the results of enrichments, 1 without.'),
  filter: RowFilter.default('any').describe(
    'Items that meet `any` criterion or `all`; with `none` there is no such condition. What was never judged always passes.',
  ),
  query: z.string().trim().min(1).max(200).optional().describe('A part of name, address or description.'),
  sourceId: z.string().min(1).optional().describe('Of this search or import.'),
  enrichmentId: z.string().min(1).optional().describe('With `contains`: the column to look in.'),
  contains: z.string().trim().min(1).max(200).optional(),
  sort: z
    .string()
    .min(1)
    .default('discovered')
    .describe('`discovered`, `name`, `updated`, or the id of an enrichment.'),
  order: z.enum(['asc', 'desc']).default('asc'),
})
export type ListRowsRequest = z.output<typeof ListRowsRequest>

export const WebsetRow = z.object({
  id: z.string(),
  url: z.string(),
  name: z.string(),
  entityType: z.string(),
  description: z.string(),
  evaluations: z.array(z.object({ criterion: z.string(), satisfied: z.enum(['yes', 'no', 'unclear']) })),
  enrichments: z
    .array(
      z.object({
        enrichmentId: z.string(),
        description: z.string(),
        format: Format,
        status: EnrichmentResult.shape.status,
        result: z.array(z.string()).nullable(),
      }),
    )
    .optional(),
})
export type WebsetRow = z.output<typeof WebsetRow>

export const RowList = pageOf(WebsetRow).extend({
  total: z.int().describe('Items of the webset.'),
  included: z.int().describe('Those that the conditions let through.'),
  excluded: z.int(),
  warnings: z.array(z.string()),
})
export type RowList = z.output<typeof RowList>

export const FollowWebsetRequest = z.object({
  id: z.string().min(1).describe('The id or the `externalId` of the webset.'),
  lastEventId: z
    .string()
    .min(1)
    .optional()
    .describe('The last event that was seen; the feed goes on after it.'),
})
export type FollowWebsetRequest = z.output<typeof FollowWebsetRequest>

/** Items come as rows, without the text of their pages. */
export const FeedEvent = z.object({
  id: z.string().nullable(),
  type: z.enum([...EventType.options, 'webset.snapshot', 'error']),
  createdAt: z.iso.datetime(),
  data: z.record(z.string(), z.unknown()),
})
export type FeedEvent = z.output<typeof FeedEvent>
