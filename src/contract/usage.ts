import { z } from 'zod'

/** What an answer cost, in the shape that Exa's clients read. Parts that cost nothing are left out. */
export const CostDollars = z.object({
  total: z.number(),
  search: z.object({ neural: z.number().optional(), keyword: z.number().optional() }).optional(),
  contents: z
    .object({
      text: z.number().optional(),
      highlights: z.number().optional(),
      summary: z.number().optional(),
    })
    .optional(),
})
export type CostDollars = z.output<typeof CostDollars>

export const UsageDimension = z.enum(['day', 'key', 'operation'])
export type UsageDimension = z.output<typeof UsageDimension>

export const UsageRequest = z.object({
  from: z.iso
    .datetime({ offset: true })
    .or(z.iso.date())
    .optional()
    .describe('Inclusive; thirty days ago if absent.'),
  to: z.iso.datetime({ offset: true }).or(z.iso.date()).optional().describe('Exclusive; now if absent.'),
  groupBy: z
    .union([z.array(UsageDimension), UsageDimension.transform((one) => [one])])
    .default(['day', 'operation'])
    .describe('Repeat the parameter for several dimensions.'),
})
export type UsageRequest = z.output<typeof UsageRequest>

export const UsageTotals = z.object({
  requests: z.number().int(),
  searches: z.number().int(),
  pages: z.number().int(),
  tokens: z.number().int(),
  seconds: z.number(),
  costDollars: z.number(),
})
export type UsageTotals = z.output<typeof UsageTotals>

export const UsageReport = z.object({
  object: z.literal('usage'),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  data: z.array(
    UsageTotals.extend({
      day: z.iso.date().optional(),
      keyId: z.string().optional(),
      operation: z.string().optional(),
    }),
  ),
  total: UsageTotals,
})
export type UsageReport = z.output<typeof UsageReport>
