import { z } from 'zod'

export const ModelsReport = z.object({
  object: z.literal('models'),
  reader: z.object({
    name: z.string().describe('Who is asked first to judge, extract, answer and summarise.'),
    languageModel: z
      .enum(['none', 'unasked', 'answers', 'fails'])
      .describe('Whether there is one, and how it did when this process last asked it.'),
    failure: z.string().nullable().describe('Why it failed; pages were then read without it.'),
  }),
  embedder: z.object({ model: z.string(), dimensions: z.int() }),
})
export type ModelsReport = z.output<typeof ModelsReport>
