import { z } from 'zod'
import { PartReference } from './webset-shapes.ts'

/** A place in a page, word for word: the snippet stands from `start` to `end` in that version of its text. */
const Place = z.object({
  url: z.string(),
  title: z.string().nullable(),
  snippet: z.string(),
  documentId: z.string(),
  version: z.int(),
  start: z.int(),
  end: z.int(),
})
export type Place = z.output<typeof Place>

const claim = {
  reasoning: z.string(),
  confidence: z.number().min(0).max(1),
  reader: z.string().describe('`extractive`, or the name of the language model.'),
  readAt: z.iso.datetime().describe('When it came to be as it is; as far back as versions are kept.'),
  references: z.array(Place),
}

export const ItemEvidence = z.object({
  object: z.literal('webset_item_evidence'),
  itemId: z.string(),
  name: z.string(),
  url: z.string(),
  description: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  verdicts: z.array(
    z.object({ criterion: z.string(), satisfied: z.enum(['yes', 'no', 'unclear']), ...claim }),
  ),
  values: z
    .array(z.object({ enrichmentId: z.string(), result: z.array(z.string()).nullable(), ...claim }))
    .describe('Of the enrichments that were looked up.'),
})
export type ItemEvidence = z.output<typeof ItemEvidence>

export const EvidenceRequest = PartReference

export const EvidencePageRequest = PartReference.extend({
  documentId: z.string().min(1),
  version: z.coerce.number().pipe(z.int()),
})
export type EvidencePageRequest = z.output<typeof EvidencePageRequest>

/** A page as it was when it was quoted. */
export const EvidencePage = z.object({
  object: z.literal('webset_evidence_page'),
  url: z.string(),
  title: z.string().nullable(),
  text: z.string(),
  fetchedAt: z.iso.datetime(),
  isCurrent: z.boolean().describe('Whether the page still has that version.'),
})
export type EvidencePage = z.output<typeof EvidencePage>
