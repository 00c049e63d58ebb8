import { z } from 'zod'
import type { Document } from '../../documents/index.ts'
import type { AnswerTask, Reading, Statement, SummaryTask } from '../reader.ts'
import { callOf, dayOf, type ModelNeeds } from './asking.ts'
import { bringsNothing } from './borne-out.ts'
import { answerPrompt, summaryPrompt, writeInstructions } from './prompts/write.ts'
import { locateTelling, nowhere, Quote } from './quotes.ts'
import { showSources } from './shown-sources.ts'

const Sentence = z.object({ quotes: z.array(Quote), text: z.string() })

/** Texts in the model's words, sentence by sentence, each as soon as it is written. */
export function createWriter({ model, maxSourceTokens }: ModelNeeds) {
  return {
    answer(task: AnswerTask, reading: Reading): AsyncIterable<Statement> {
      const shown = showSources(task.sources, task.question, maxSourceTokens)
      return write('answer', answerPrompt(task, shown), task.sources, reading)
    },

    async summarise(task: SummaryTask, reading: Reading): Promise<readonly Statement[]> {
      const sources = [task.source]
      const shown = showSources(sources, task.query ?? '', maxSourceTokens)
      const statements: Statement[] = []
      for await (const statement of write('summarise', summaryPrompt(task, shown), sources, reading))
        statements.push(statement)
      return statements
    },
  }

  async function* write(
    purpose: string,
    prompt: string,
    sources: readonly Document[],
    reading: Reading,
  ): AsyncGenerator<Statement> {
    const request = {
      purpose,
      instructions: writeInstructions,
      prompt,
      today: dayOf(reading),
      answer: Sentence,
    }
    for await (const { text, quotes } of model.stream(request, callOf(reading))) {
      const isHonest =
        text.trim() !== '' &&
        bringsNothing(
          text,
          quotes.map(({ quote }) => quote),
          sources,
        )
      yield {
        text: text.trim(),
        spans: quotes.map((quote) => (isHonest ? locateTelling(quote, sources) : nowhere(quote.quote))),
      }
    }
  }
}
