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

export const IndexRebuild = z.object({
  id: z.string(),
  object: z.literal('index_rebuild'),
  status: z.enum(['waiting', 'completed', 'failed']),
  error: z.string().nullable(),
  requestedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
})
export type IndexRebuild = z.output<typeof IndexRebuild>

export const ForgetRequest = z
  .object({
    url: z.string().min(1).max(2048).optional(),
    domain: z
      .string()
      .regex(/^([a-z0-9-]+\.)+[a-z0-9-]+$/i, 'a domain such as site.example')
      .optional()
      .describe('This host and all below it.'),
  })
  .refine(
    ({ url, domain }) => (url === undefined) !== (domain === undefined),
    'give either `url` or `domain`',
  )
export type ForgetRequest = z.output<typeof ForgetRequest>

export const Forgotten = z.object({ object: z.literal('forgotten'), documents: z.int() })
