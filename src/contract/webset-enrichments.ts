import { z } from 'zod'
import { optional } from './contents.ts'
import { Format, Metadata, Option, PartReference, WebsetReference } from './webset-shapes.ts'

const Description = z.string().min(1).max(5000).describe('What to find out about each item.')
const Options = z.array(Option).min(1).max(150)

const shape = {
  description: Description,
  format: optional(Format).describe('Chosen by the description when left out.'),
  options: optional(Options).describe('What to choose from, with the format `options`.'),
  metadata: optional(Metadata),
}

/** Options and the format `options` belong together. */
function checkOptions(
  { format, options }: { format?: Format | undefined; options?: unknown },
  context: z.RefinementCtx,
): void {
  if (format === 'options' && options === undefined)
    context.addIssue({ code: 'custom', path: ['options'], message: 'the format "options" needs them' })
  if (options !== undefined && format !== undefined && format !== 'options')
    context.addIssue({
      code: 'custom',
      path: ['options'],
      message: `only with the format "options", not "${format}"`,
    })
}

/** An enrichment as a webset is created with it. */
export const EnrichmentDefinition = z.object(shape).superRefine(checkOptions)
export type EnrichmentDefinition = z.output<typeof EnrichmentDefinition>

export const CreateEnrichmentRequest = WebsetReference.extend(shape).superRefine(checkOptions)
export type CreateEnrichmentRequest = z.output<typeof CreateEnrichmentRequest>

export const EnrichmentReference = PartReference

export const UpdateEnrichmentRequest = PartReference.extend({
  description: optional(Description),
  format: optional(Format),
  options: optional(Options),
  metadata: Metadata.nullable().optional().describe('Null empties it.'),
})
export type UpdateEnrichmentRequest = z.output<typeof UpdateEnrichmentRequest>

export const WebsetEnrichment = z.object({
  id: z.string(),
  object: z.literal('webset_enrichment'),
  status: z.enum(['pending', 'canceled', 'completed']),
  websetId: z.string(),
  title: z.string().nullable(),
  description: z.string(),
  format: Format.nullable(),
  options: z.array(Option).nullable(),
  instructions: z.string().nullable(),
  metadata: Metadata,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type WebsetEnrichment = z.output<typeof WebsetEnrichment>
