import { z } from 'zod'
import type { JudgeTask, Reading, Verdict } from '../reader.ts'
import { callOf, dayOf, tempered, type ModelNeeds } from './asking.ts'
import { judgeInstructions, judgePrompt } from './prompts/judge.ts'
import { locateTelling, Quote } from './quotes.ts'
import { showSources } from './shown-sources.ts'

// Reasoning before the verdict: a model thinks by writing.
const Answer = z.object({
  reasoning: z.string(),
  quotes: z.array(Quote),
  satisfied: z.enum(['yes', 'no', 'unclear']),
  confidence: z.number(),
})

export const createJudge =
  ({ model, maxSourceTokens }: ModelNeeds) =>
  async (task: JudgeTask, reading: Reading): Promise<Verdict> => {
    const { criterion, subject, sources } = task
    const query = `${subject.name ?? ''} ${criterion}`
    const { reasoning, quotes, satisfied, confidence } = await model.complete(
      {
        purpose: 'judge',
        instructions: judgeInstructions,
        prompt: judgePrompt(task, showSources(sources, query, maxSourceTokens)),
        today: dayOf(reading),
        answer: Answer,
      },
      callOf(reading),
    )
    return {
      satisfied,
      confidence: tempered(confidence),
      reasoning,
      spans: quotes.map((quote) => locateTelling(quote, sources)),
    }
  }
