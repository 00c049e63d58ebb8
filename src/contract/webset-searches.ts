import { z } from 'zod'
import { optional } from './contents.ts'
import {
  Criterion,
  Entity,
  Metadata,
  PartReference,
  Priority,
  Scope,
  Source,
  WebsetReference,
} from './webset-shapes.ts'

const Count = z.int().min(1).describe('How many items to look for.')

/** The search with which a webset is created. */
export const FirstSearch = z.object({
  query: z.string().min(1).max(5000).describe('What to look for, in plain words.'),
  count: Count.default(10),
  entity: optional(Entity).describe('What kind of thing; told from the query when left out.'),
  criteria: optional(z.array(Criterion).min(1).max(5)).describe(
    'What each item must meet; taken from the query when left out.',
  ),
  exclude: optional(z.array(Source)).describe('Leave out what is in these.'),
  scope: optional(z.array(Scope)).describe('Consider only what is in these.'),
  recall: optional(z.boolean()).describe('Estimate how many there are in all.'),
  maxPeoplePerCompany: optional(z.int().min(1)).describe('Of people, about so many of one employer.'),
})
export type FirstSearch = z.output<typeof FirstSearch>

export const SearchBehavior = z.enum(['override', 'append'])

export const CreateWebsetSearchRequest = WebsetReference.extend({
  ...FirstSearch.shape,
  count: Count,
  behavior: optional(SearchBehavior).describe(
    '`override` (as when left out) judges the items that are there anew and drops those that do not match; `append` keeps them.',
  ),
  metadata: optional(Metadata),
  priority: Priority,
})
export type CreateWebsetSearchRequest = z.output<typeof CreateWebsetSearchRequest>

export const WebsetSearchReference = PartReference

export const WebsetSearch = z.object({
  id: z.string(),
  object: z.literal('webset_search'),
  status: z.enum(['created', 'pending', 'running', 'completed', 'canceled']),
  websetId: z.string(),
  query: z.string(),
  entity: Entity.nullable(),
  criteria: z.array(
    z.object({
      description: z.string(),
      successRate: z.number().min(0).max(100).describe('Per cent of the candidates that meet it.'),
    }),
  ),
  count: z.number(),
  behavior: SearchBehavior,
  exclude: z.array(Source),
  scope: z.array(Scope),
  maxPeoplePerCompany: z.int().nullable(),
  progress: z.object({
    found: z.int(),
    analyzed: z.int(),
    completion: z.number().min(0).max(100),
    timeLeft: z.number().nullable().describe('Seconds.'),
  }),
  recall: z
    .object({
      expected: z.object({
        total: z.number(),
        confidence: z.enum(['high', 'medium', 'low']),
        bounds: z.object({ min: z.number(), max: z.number() }),
      }),
      reasoning: z.string(),
    })
    .nullable(),
  metadata: Metadata,
  canceledAt: z.iso.datetime().nullable(),
  canceledReason: z.enum(['webset_deleted', 'webset_canceled', 'out_of_credits']).nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type WebsetSearch = z.output<typeof WebsetSearch>
