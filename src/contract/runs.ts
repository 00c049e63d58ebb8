import { z } from 'zod'

/** What was done for a run, in the order in which it was recorded. */
export const RunSteps = z.object({
  data: z.array(
    z.object({
      key: z.string().describe('What a fork is given to begin from.'),
      kind: z.string(),
      used: z.record(z.string(), z.number()),
      costDollars: z.number(),
      finishedAt: z.int().describe('Milliseconds since 1970.'),
    }),
  ),
})

export const FromStep = z
  .string()
  .min(1)
  .describe('The first step that is done anew; those before it are taken over.')
