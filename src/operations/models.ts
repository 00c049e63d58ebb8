import { z } from 'zod'
import { ModelsReport } from '../contract/models.ts'
import { operation } from './operation.ts'

/** What reads and what compares, as this process knows it. */
export interface ModelReport {
  languageModel(): {
    readonly name: string
    readonly state: 'none' | 'unasked' | 'answers' | 'fails'
    readonly failure: string | null
  }
  readonly embedder: { readonly model: string; readonly dimensions: number }
}

export const reportModels = operation({
  name: 'models.report',
  summary: 'Say which reader and which embedder are at work, and whether the language model answers.',
  scope: 'read',
  limitClass: 'other',
  input: z.object({}),
  output: ModelsReport,
  async run({ services }) {
    const { name, state, failure } = services.models.languageModel()
    const { model, dimensions } = services.models.embedder
    return {
      object: 'models' as const,
      reader: { name, languageModel: state, failure },
      embedder: { model, dimensions },
    }
  },
})
