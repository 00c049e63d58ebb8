import { z } from 'zod'
import { optional } from './contents.ts'
import { Import } from './imports.ts'
import { Monitor } from './monitors.ts'
import { pageOf, pageQuery } from './pagination.ts'
import { EnrichmentDefinition, WebsetEnrichment } from './webset-enrichments.ts'
import { ItemProperties, WebsetItem } from './webset-items.ts'
import { FirstSearch, WebsetSearch } from './webset-searches.ts'
import { Entity, Format, Metadata, oneOrMore, Option, Priority, Source } from './webset-shapes.ts'

const Title = z.string().min(1).max(1000)

export const CreateWebsetRequest = z
  .object({
    title: Title.nullable().optional().describe('Made from the query when left out.'),
    search: optional(FirstSearch),
    import: optional(z.array(Source)).describe('Load items from these.'),
    enrichments: optional(z.array(EnrichmentDefinition)),
    exclude: optional(z.array(Source)).describe('What is in these is left out of everything.'),
    externalId: optional(z.string().min(1).max(300)).describe('A name of your own, used once in a team.'),
    metadata: optional(Metadata),
    priority: Priority,
  })
  .superRefine(({ import: imports = [], search }, context) => {
    for (const [index, { source, id }] of (search?.scope ?? []).entries()) {
      if (source === 'import' && imports.some((one) => one.source === 'import' && one.id === id))
        context.addIssue({
          code: 'custom',
          path: ['search', 'scope', index],
          message: `the import "${id}" is loaded by "import" and cannot be searched within as well`,
        })
    }
  })
export type CreateWebsetRequest = z.output<typeof CreateWebsetRequest>

export const WebsetStatus = z.enum(['idle', 'pending', 'running', 'paused'])
export type WebsetStatus = z.output<typeof WebsetStatus>

export const Webset = z.object({
  id: z.string(),
  object: z.literal('webset'),
  status: WebsetStatus,
  externalId: z.string().nullable(),
  title: z.string().nullable(),
  dashboardUrl: z.string(),
  searches: z.array(WebsetSearch),
  imports: z.array(Import),
  enrichments: z.array(WebsetEnrichment),
  monitors: z.array(Monitor),
  excludes: z.array(Source),
  metadata: Metadata,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Webset = z.output<typeof Webset>

export const WebsetWithItems = Webset.extend({ items: z.array(WebsetItem).optional() })
export type WebsetWithItems = z.output<typeof WebsetWithItems>

const byId = { id: z.string().min(1).describe('The id or the `externalId`.') }
export const WebsetId = z.object(byId)

export const GetWebsetRequest = z.object({
  ...byId,
  expand: oneOrMore(z.enum(['items'])).default([]),
})

export const ListWebsetsRequest = z.strictObject({
  ...pageQuery({ default: 25, max: 100, of: 'webset_' }).shape,
  search: z.string().min(2).max(50).optional().describe('A part of the id, the `externalId` or the title.'),
})
export type ListWebsetsRequest = z.output<typeof ListWebsetsRequest>
export const WebsetList = pageOf(Webset)

export const UpdateWebsetRequest = z.object({
  ...byId,
  title: optional(Title),
  metadata: Metadata.nullable().optional().describe('Null empties it.'),
})
export type UpdateWebsetRequest = z.output<typeof UpdateWebsetRequest>

const PreviewSearch = z.object({
  query: z.string().min(1).max(5000),
  entity: optional(Entity),
  count: z.int().min(1).max(10).default(10),
})

/** Some clients send the search as the body itself. */
export const PreviewWebsetRequest = z
  .object({
    search: optional(PreviewSearch),
    ...PreviewSearch.partial({ query: true }).shape,
    withItems: z
      .union([z.boolean(), z.stringbool({ truthy: ['true'], falsy: ['false'] })])
      .default(false)
      .describe('Whether to look for some items already.'),
  })
  .transform(({ search, query, entity, count, withItems }, context) => {
    const wanted = search ?? (query === undefined ? undefined : { query, entity, count })
    if (wanted) return { search: wanted, withItems }
    context.addIssue({ code: 'invalid_type', expected: 'object', path: ['search'], input: undefined })
    return z.NEVER
  })
export type PreviewWebsetRequest = z.output<typeof PreviewWebsetRequest>

export const WebsetPreview = z.object({
  search: z.object({ entity: Entity, criteria: z.array(z.object({ description: z.string() })) }),
  enrichments: z.array(
    z.object({ description: z.string(), format: Format, options: z.array(Option).optional() }),
  ),
  items: z.array(z.object({ id: z.string(), properties: ItemProperties, createdAt: z.iso.datetime() })),
})
export type WebsetPreview = z.output<typeof WebsetPreview>

export const WebsetsTeam = z.object({
  object: z.literal('team'),
  id: z.string(),
  name: z.string(),
  concurrency: z.object({ active: z.int(), queued: z.int() }),
  limits: z.object({ maxConcurrent: z.int().nullable(), maxQueued: z.int().nullable() }),
})
export type WebsetsTeam = z.output<typeof WebsetsTeam>
