import { z } from 'zod'
import { pageOf, pageQuery } from './pagination.ts'

export const ListEgressRequest = pageQuery({ default: 50, max: 200 }).extend({
  teamId: z.string().optional().describe('Only what was requested for this team.'),
  subject: z.string().optional().describe('Only what was requested for this run, delivery or request.'),
  approvalId: z.string().optional().describe('Only what this approval allowed.'),
  reason: z.string().optional().describe('`contents`, `crawl`, `webhook`, `discovery`, `language model`, …'),
  outcome: z
    .string()
    .optional()
    .describe('`answered`, or why there is no answer; `egress_denied` for what the switch kept back.'),
})
export type ListEgressRequest = z.output<typeof ListEgressRequest>

export const EgressRecord = z.object({
  id: z.string(),
  object: z.literal('egress_request'),
  at: z.iso.datetime().describe('When it ended.'),
  method: z.string(),
  url: z.string().describe('Without credentials.'),
  reason: z.string(),
  outcome: z.string(),
  status: z.int().nullable(),
  bytes: z.int(),
  durationMs: z.int(),
  teamId: z.string().nullable(),
  purpose: z.string().describe('The operation or the workflow that asked.'),
  subject: z.string().nullable().describe('Which one: the id of the request, the run or the delivery.'),
  approvalId: z.string().nullable(),
})
export type EgressRecord = z.output<typeof EgressRecord>

export const EgressList = pageOf(EgressRecord).extend({
  mode: z.enum(['allow', 'deny']),
  permitted: z.array(z.string()).describe('With `deny`: what is connected to nevertheless, as `host:port`.'),
})
