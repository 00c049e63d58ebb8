import { z } from 'zod'
import { Approval, ElicitedAnswer } from './approvals.ts'

const ToolCall = z.strictObject({
  toolCallId: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .describe('Chosen by the caller. A call that is repeated with its id is never made twice.'),
  conversation: z
    .string()
    .min(1)
    .max(200)
    .nullable()
    .default(null)
    .describe('What the calls of one conversation have in common.'),
  unattended: z.boolean().default(false).describe('Nobody can be asked over the connection of the call.'),
  elicited: z
    .strictObject({ requestState: z.string().min(1).max(4000), answer: ElicitedAnswer })
    .optional()
    .describe('The answer that the form brought, with the state that came with the question.'),
})

/** The arguments are those of `agent.v1`, which their tools check and complete. */
export const ExaSearchCall = ToolCall.extend({
  args: z.record(z.string(), z.unknown()).describe('query, type, numResults'),
})
export const ExaFetchCall = ToolCall.extend({
  args: z.record(z.string(), z.unknown()).describe('ids, maxCharacters'),
})

const args = z.record(z.string(), z.unknown()).describe('The arguments as they are used.')

export const ToolOutcome = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('done'),
    args,
    result: z
      .union([
        z.object({ success: z.record(z.string(), z.unknown()) }),
        z.object({ error: z.object({ error: z.string() }) }),
        z.object({ rejected: z.object({ reason: z.string() }) }),
      ])
      .describe('In the JSON of `agent.v1`.'),
  }),
  z.object({
    state: z.literal('pending').describe('Somebody has to decide first; call again when that has happened.'),
    args,
    verdict: z.object({
      state: z.literal('pending'),
      approval: Approval,
      requestState: z.string(),
      mayElicit: z.boolean(),
    }),
  }),
])
export type ToolOutcome = z.output<typeof ToolOutcome>
