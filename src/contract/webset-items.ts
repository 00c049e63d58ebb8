import { z } from 'zod'
import { pageOf, pageQuery } from './pagination.ts'
import { Format, PartReference, Reference, WebsetReference } from './webset-shapes.ts'

const content = z.string().nullable().describe('The text of the page.')
const common = { url: z.string(), description: z.string() }
const Written = z.object({
  title: z.string().nullable(),
  author: z.string().nullable(),
  publishedAt: z.string().nullable(),
})

/** What an item is. Every key is there; what is not known is null. */
export const ItemProperties = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('company'),
    ...common,
    content,
    company: z.object({
      name: z.string(),
      location: z.string().nullable(),
      employees: z.number().nullable(),
      industry: z.string().nullable(),
      about: z.string().nullable(),
      logoUrl: z.string().nullable(),
    }),
  }),
  z.object({
    type: z.literal('person'),
    ...common,
    person: z.object({
      name: z.string(),
      location: z.string().nullable(),
      position: z.string().nullable(),
      company: z.object({ name: z.string(), location: z.string().nullable() }).nullable(),
      pictureUrl: z.string().nullable(),
    }),
  }),
  z.object({ type: z.literal('article'), ...common, content, article: Written }),
  z.object({ type: z.literal('research_paper'), ...common, content, researchPaper: Written }),
  z.object({ type: z.literal('custom'), ...common, content, custom: Written }),
])
export type ItemProperties = z.output<typeof ItemProperties>

export const ItemEvaluation = z.object({
  criterion: z.string(),
  reasoning: z.string(),
  satisfied: z.enum(['yes', 'no', 'unclear']),
  references: z.array(Reference),
})
export type ItemEvaluation = z.output<typeof ItemEvaluation>

export const EnrichmentResult = z.object({
  object: z.literal('enrichment_result'),
  enrichmentId: z.string(),
  status: z.enum(['pending', 'completed', 'canceled']),
  format: Format,
  result: z.array(z.string()).nullable().describe('Null while pending, and when nothing was found.'),
  reasoning: z.string().nullable(),
  references: z.array(Reference),
})
export type EnrichmentResult = z.output<typeof EnrichmentResult>

export const WebsetItem = z.object({
  id: z.string(),
  object: z.literal('webset_item'),
  source: z.enum(['search', 'import']),
  sourceId: z.string(),
  websetId: z.string(),
  properties: ItemProperties,
  evaluations: z.array(ItemEvaluation),
  enrichments: z.array(EnrichmentResult).nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type WebsetItem = z.output<typeof WebsetItem>

export const ItemReference = PartReference
export const ListItemsRequest = z.strictObject({
  ...WebsetReference.shape,
  ...pageQuery({ default: 20, max: 100, of: 'witem_' }).shape,
  sourceId: z.string().min(1).optional().describe('Of this search or import.'),
})
export type ListItemsRequest = z.output<typeof ListItemsRequest>
export const ItemList = pageOf(WebsetItem)

export const DeleteItemsRequest = WebsetReference.extend({
  ids: z.array(z.string().min(1)).min(1).max(1000).describe('What is not there any more is passed over.'),
})
export type DeleteItemsRequest = z.output<typeof DeleteItemsRequest>
export const DeletedItems = z.object({ object: z.literal('deleted_items'), deleted: z.int() })
export type DeletedItems = z.output<typeof DeletedItems>
