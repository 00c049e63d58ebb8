import { z } from 'zod'
import { fieldFormats, type Extraction, type ExtractTask, type Reading } from '../reader.ts'
import { callOf, dayOf, tempered, type ModelNeeds } from './asking.ts'
import { isBorneOut } from './borne-out.ts'
import { extractInstructions, extractPrompt } from './prompts/extract.ts'
import { locate, nowhere, Quote } from './quotes.ts'
import { showSources } from './shown-sources.ts'

const Answer = z.object({
  reasoning: z.string(),
  format: z.enum(fieldFormats),
  values: z.array(Quote.extend({ value: z.string() })),
  confidence: z.number(),
})

export const createExtract =
  ({ model, maxSourceTokens, onValueDropped }: ModelNeeds) =>
  async (task: ExtractTask, reading: Reading): Promise<Extraction> => {
    const { description, options, subject, sources } = task
    const query = [subject.name ?? '', description, ...(options ?? [])].join(' ')
    const answer = await model.complete(
      {
        purpose: 'extract',
        instructions: extractInstructions,
        prompt: extractPrompt(task, showSources(sources, query, maxSourceTokens)),
        today: dayOf(reading),
        answer: Answer,
      },
      callOf(reading),
    )
    const format = task.format ?? (options ? 'options' : answer.format)
    const found = answer.values.map(({ value, ...quote }) => ({
      value: value.trim(),
      span:
        isAllowed(value.trim()) && isBorneOut(value.trim(), format, quote.quote)
          ? locate(quote, sources)
          : nowhere(quote.quote),
    }))
    const good = found.filter(({ span }) => span.documentId !== '')
    // With none left the claim falls as a whole, which the check sees to.
    const kept = good.length > 0 ? good : found
    for (let dropped = kept.length; dropped < found.length; dropped += 1) onValueDropped()
    return {
      format,
      values: kept.length > 0 ? [...new Set(kept.map(({ value }) => value))] : null,
      confidence: tempered(answer.confidence),
      reasoning: answer.reasoning,
      spans: kept.map(({ span }) => span),
    }

    function isAllowed(value: string): boolean {
      return value !== '' && (format !== 'options' || (options?.includes(value) ?? false))
    }
  }
