import { z } from 'zod'
import { agentOperation } from '../call.ts'
import { withRecovery } from '../failure.ts'
import { deleted, projectEnrichment } from '../project-resource.ts'
import { EnrichmentInput, Format, Id, Metadata, Options, optionsMatchFormat } from '../shapes.ts'
import { answered, inPath, present, wire } from './wire.ts'

const OneEnrichment = z.strictObject({ websetId: Id, enrichmentId: Id })

export const createEnrichment = agentOperation({
  name: 'enrichments.create',
  summary: 'Find out something about every item of a webset, those that are there and those to come.',
  args: z.strictObject({ websetId: Id, ...EnrichmentInput.shape }).superRefine(optionsMatchFormat),
  example: { websetId: 'webset_01k…', description: 'year of foundation', format: 'number' },
  safety: 'spend',
  async run(call, { websetId, ...enrichment }) {
    const made = await answered(
      call.exa.websets.enrichments.create(inPath(websetId), wire(present(enrichment))),
    )
    call.cache.forget(call, websetId)
    return { body: projectEnrichment(made), links: [`webset://${websetId}`] }
  },
})

export const getEnrichment = agentOperation({
  name: 'enrichments.get',
  summary: 'Look at the definition of an enrichment and its status.',
  args: OneEnrichment,
  example: { websetId: 'webset_01k…', enrichmentId: 'wenrich_01k…' },
  safety: 'read',
  run: async (call, { websetId, enrichmentId }) => ({
    body: projectEnrichment(
      await answered(call.exa.websets.enrichments.get(inPath(websetId), inPath(enrichmentId))),
    ),
  }),
})

export const cancelEnrichment = agentOperation({
  name: 'enrichments.cancel',
  summary: 'Stop an enrichment for good; what it found stays.',
  args: OneEnrichment,
  example: { websetId: 'webset_01k…', enrichmentId: 'wenrich_01k…' },
  safety: 'change',
  run: async (call, { websetId, enrichmentId }) => ({
    body: projectEnrichment(
      await answered(call.exa.websets.enrichments.cancel(inPath(websetId), inPath(enrichmentId))),
    ),
  }),
})

export const updateEnrichment = agentOperation({
  name: 'enrichments.update',
  summary: 'Change the definition of an enrichment.',
  args: OneEnrichment.extend({
    description: z.string().min(1).max(5000).optional(),
    format: Format.optional(),
    options: Options.optional(),
    metadata: Metadata.nullable().optional(),
  }).superRefine(optionsMatchFormat),
  example: { websetId: 'webset_01k…', enrichmentId: 'wenrich_01k…', description: 'year of incorporation' },
  safety: 'change',
  async run(call, { websetId, enrichmentId, ...changes }) {
    const { enrichments } = call.exa.websets
    await enrichments.update(inPath(websetId), inPath(enrichmentId), wire(present(changes)))
    call.cache.forget(call, websetId)
    // The call above is typed to answer nothing, and the cloud does so.
    const now = await withRecovery({ websetId, enrichmentId }, () =>
      answered(enrichments.get(inPath(websetId), inPath(enrichmentId))),
    )
    return { body: projectEnrichment(now) }
  },
})

export const deleteEnrichment = agentOperation({
  name: 'enrichments.delete',
  summary: 'Delete an enrichment with all it found.',
  args: OneEnrichment,
  example: { websetId: 'webset_01k…', enrichmentId: 'wenrich_01k…' },
  safety: 'destroy',
  async run(call, { websetId, enrichmentId }) {
    const last = await answered(call.exa.websets.enrichments.delete(inPath(websetId), inPath(enrichmentId)))
    call.cache.forget(call, websetId)
    return { body: deleted(last, projectEnrichment) }
  },
})
