import { z } from 'zod'

export const IndexStatus = z.object({
  object: z.literal('index'),
  documents: z.int(),
  passages: z.int(),
  embeddedShare: z.number().min(0).max(1).describe('Of the passages, those that can be found by meaning.'),
  backlog: z.object({
    documents: z.int().describe('Not yet found by words.'),
    passages: z.int().describe('Not yet found by meaning.'),
  }),
  sizeBytes: z.int(),
  model: z.string(),
})
export type IndexStatus = z.output<typeof IndexStatus>
