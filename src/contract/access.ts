import { z } from 'zod'
import { pageOf, pageQuery } from './pagination.ts'

/** What a key may do. An agent's key lacks the last four, so that an agent can neither approve nor widen itself. */
export const Scope = z.enum(['read', 'write', 'ingest', 'metrics', 'approve', 'egress', 'keys', 'teams'])
export type Scope = z.output<typeof Scope>

export const ordinaryScopes: readonly Scope[] = ['read', 'write', 'ingest']

/** What an access token of OAuth may be granted; each is good for a part of what an agent's key may do. */
export const Grant = z.enum(['websets:read', 'websets:write', 'websets:destroy', 'research', 'agent'])
export type Grant = z.output<typeof Grant>

/** Requests of one class share a limit. */
export const LimitClass = z.enum(['search', 'contents', 'websets', 'other'])
export type LimitClass = z.output<typeof LimitClass>

/** Nothing slower than one request in a day: what the clock of the limits can hold. */
const slowest = 1 / 86_400
const Rate = z
  .number()
  .min(0)
  .refine((rate) => rate === 0 || rate >= slowest, 'expected 0, or at least one request in a day')

export const Limits = z
  .partialRecord(LimitClass, Rate)
  .describe('Requests a second by class of endpoint; 0 lifts the limit.')

const Name = z.string().trim().min(1).max(100)
const Budget = z.number().min(0).max(1_000_000).nullable()

export const ApiKey = z.object({
  id: z.string(),
  object: z.literal('api_key'),
  teamId: z.string(),
  name: z.string(),
  hint: z.string().describe('The first characters of the key, to tell keys apart.'),
  scopes: z.array(Scope),
  limits: Limits,
  budgetDollars: Budget.describe('Null: without limit.'),
  spentDollars: z.number(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
})
export type ApiKey = z.output<typeof ApiKey>

export const NewApiKey = ApiKey.extend({
  key: z.string().describe('Shown this once; only its hash is stored.'),
})
export type NewApiKey = z.output<typeof NewApiKey>

export const CreateKeyRequest = z.object({
  name: Name,
  scopes: z
    .array(Scope)
    .min(1)
    .default([...ordinaryScopes]),
  limits: Limits.default({}),
  budgetDollars: Budget.default(null),
  teamId: z.string().optional().describe('Another team; only for keys with the scope `teams`.'),
})
export type CreateKeyRequest = z.output<typeof CreateKeyRequest>

export const KeyReference = z.object({ id: z.string() })
export const UpdateKeyRequest = KeyReference.extend({
  name: Name.optional(),
  limits: Limits.optional(),
  budgetDollars: Budget.optional(),
})
export type UpdateKeyRequest = z.output<typeof UpdateKeyRequest>

export const ListKeysRequest = pageQuery({ default: 25, max: 200 })
export const KeyList = pageOf(ApiKey)

const ZeroRetention = z
  .boolean()
  .describe(
    'Agent runs are kept for ten minutes after their end, without their events, and not to go on from.',
  )

export const Team = z.object({
  id: z.string(),
  object: z.literal('team'),
  name: z.string(),
  isOwner: z.boolean(),
  limits: Limits,
  budgetDollars: Budget,
  spentDollars: z.number(),
  zeroRetention: z.boolean(),
  createdAt: z.iso.datetime(),
})
export type Team = z.output<typeof Team>

export const CreateTeamRequest = z.object({
  name: Name,
  limits: Limits.default({}),
  budgetDollars: Budget.default(null),
  zeroRetention: ZeroRetention.default(false),
})
export type CreateTeamRequest = z.output<typeof CreateTeamRequest>

export const UpdateTeamRequest = z.object({
  id: z.string(),
  name: Name.optional(),
  limits: Limits.optional(),
  budgetDollars: Budget.optional(),
  zeroRetention: ZeroRetention.optional(),
})
export type UpdateTeamRequest = z.output<typeof UpdateTeamRequest>

export const ListTeamsRequest = pageQuery({ default: 25, max: 200 })
export const TeamList = pageOf(Team)

export const Identity = z.object({
  object: z.literal('identity'),
  team: z.object({
    id: z.string(),
    name: z.string(),
    limits: z.record(LimitClass, Rate).describe('Requests a second that hold for it; 0 is no limit.'),
    budgetDollars: Budget.describe('Null: without limit.'),
    spentDollars: z.number(),
  }),
  key: z.object({ id: z.string(), name: z.string(), scopes: z.array(Scope) }),
})
export type Identity = z.output<typeof Identity>
