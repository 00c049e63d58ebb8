import { z } from 'zod'
import type { LanguageModel } from '../ports/language-model.ts'
import { failed, ok, warning, type Check } from './check.ts'

/** A model that knows how it was told which object is wanted. */
export interface ProbedModel extends LanguageModel {
  format(): 'json_schema' | 'json_object' | 'words'
}

/** Has the model write a small object: an endpoint may well be there whose model cannot do that. */
export const modelAnswers = (reachable: Check, open: () => ProbedModel): Check => ({
  name: reachable.name,
  async run(signal) {
    const finding = await reachable.run(signal)
    if (finding.state !== 'ok') return finding
    const model = open()
    const startedAt = performance.now()
    try {
      await model.complete(question, { signal })
    } catch (error) {
      const { message } = error as Error
      return failed(message, remedyFor(message))
    } finally {
      await model.close()
    }
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    const detail = `${finding.detail}, answers in ${seconds} s`
    return model.format() === 'words'
      ? warning(
          `${detail}, but has no JSON output.`,
          'Its answers may fail more often; prefer a server that knows response_format.',
        )
      : ok(`${detail}, structured by ${model.format()}`)
  },
})

const question = {
  purpose: 'doctor',
  instructions: 'You answer with a JSON object.',
  prompt: 'Which colour has a clear sky at noon? Say it in one word, as "answer".',
  answer: z.object({ answer: z.string() }),
}

function remedyFor(message: string): string {
  if (/did not answer within/.test(message))
    return 'See whether it is still loading the model; choose a faster one, or raise WINNOW_LLM_TIMEOUT_MS.'
  if (/refused the key/.test(message)) return 'Correct WINNOW_LLM_API_KEY.'
  if (/cannot be reached|broke off/.test(message)) return 'Start it, or correct WINNOW_LLM_BASE_URL.'
  if (/answer/.test(message)) return 'Choose a model that can write JSON, with WINNOW_LLM_MODEL.'
  return 'Correct WINNOW_LLM_BASE_URL and WINNOW_LLM_MODEL.'
}
