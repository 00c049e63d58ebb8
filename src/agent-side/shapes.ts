import { z } from 'zod'

/** Shapes that operations share. They are strict: a key that nobody knows is somebody's mistake. */

/** Goes into a path. The client does not escape it, so the operations do; dots alone would leave the path. */
export const Id = z
  .string()
  .trim()
  .min(1)
  .max(300)
  .refine((id) => id !== '.' && id !== '..', 'an id, not a path')

export const Entity = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('company') }),
    z.strictObject({ type: z.literal('person') }),
    z.strictObject({ type: z.literal('article') }),
    z.strictObject({ type: z.literal('research_paper') }),
    z.strictObject({ type: z.literal('custom'), description: z.string().min(2).max(200) }),
  ])
  .describe('What is looked for.')

export const Criterion = z.strictObject({ description: z.string().min(1).max(1000) })
export const Criteria = z
  .array(Criterion)
  .min(1)
  .max(5)
  .describe('What every entity must meet; at most five.')

export const Metadata = z.record(z.string(), z.string().max(1000)).describe('Your own keys and values.')

export const Format = z.enum(['text', 'date', 'number', 'options', 'email', 'phone', 'url'])
export const Options = z
  .array(z.strictObject({ label: z.string().min(1) }))
  .min(1)
  .max(150)

/** Options belong to the format of that name, and it cannot do without them. */
export const optionsMatchFormat = (
  { format, options }: { format?: string | undefined; options?: unknown },
  context: z.core.$RefinementCtx,
): void => {
  if (format === 'options' && options === undefined)
    context.addIssue({ code: 'custom', path: ['options'], message: 'needed with format "options"' })
  if (format !== undefined && format !== 'options' && options !== undefined)
    context.addIssue({ code: 'custom', path: ['options'], message: `not allowed with format "${format}"` })
}

export const EnrichmentInput = z
  .strictObject({
    description: z.string().min(1).max(5000),
    format: Format.optional(),
    options: Options.optional(),
    metadata: Metadata.optional(),
  })
  .superRefine(optionsMatchFormat)
export type EnrichmentInput = z.output<typeof EnrichmentInput>

export const SourceRef = z.strictObject({ source: z.enum(['import', 'webset']), id: Id })
export const ScopeRef = SourceRef.extend({
  relationship: z.strictObject({ definition: z.string().min(1), limit: z.int().min(1).max(10) }).optional(),
})

export const Behavior = z.enum(['override', 'append'])
export const Filter = z
  .enum(['any', 'all', 'none'])
  .describe('Which items are shown: with any criterion met (default), with all met, or every one.')
export const Projection = z
  .enum(['tier1', 'tier2', 'tier3', 'raw'])
  .describe('How much of each is shown: tier1 is least, raw is all.')

export const Cursor = z.string().min(1).max(4000).describe('`_page.nextCursor` of the answer before.')
export const limit = (usual: number, most: number) => z.int().min(1).max(most).default(usual)
export const maxItems = (usual: number) => z.int().min(1).max(10_000).default(usual)
export const timeout = (usual: number) => z.int().min(0).max(3_600_000).default(usual)
export const pollInterval = (usual: number) => z.int().min(50).max(60_000).default(usual)

export const Cron = z
  .string()
  .trim()
  .refine((cron) => cron.split(/\s+/).length === 5, 'five fields: minute hour day month weekday')

export const IsoDateTime = z.iso.datetime({ offset: true })
export const ResearchModel = z.enum(['exa-research-fast', 'exa-research', 'exa-research-pro'])

/** How pages are searched for. */
export const SearchType = z
  .enum(['auto', 'neural', 'keyword', 'hybrid', 'fast', 'instant', 'deep-lite', 'deep', 'deep-reasoning'])
  .default('auto')
export const Domains = z.array(z.string().min(1)).max(1000).optional()
