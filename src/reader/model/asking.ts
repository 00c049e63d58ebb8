import type { LanguageModel, ModelCall } from '../../ports/language-model.ts'
import type { Reading } from '../reader.ts'

/** What every reading with a language model needs. */
export interface ModelNeeds {
  readonly model: LanguageModel
  /** Tokens of sources that one call may hold; longer ones are cut to what has to do with the task. */
  readonly maxSourceTokens: number
  /** Told about each value of several that its quote did not bear out; whole claims are counted by the check. */
  readonly onValueDropped: () => void
}

export const callOf = ({ signal, onUse }: Reading): ModelCall => ({ signal, onUse })

export const dayOf = ({ now }: Reading): string => now.toISOString().slice(0, 10)

/** Models are surer than they are right, and never less than not at all. */
export const tempered = (confidence: number): number =>
  Number.isFinite(confidence) ? Math.min(0.95, Math.max(0, confidence)) : 0
