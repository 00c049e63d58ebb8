import type { ResearchModel } from '../contract/research.ts'
import type { Effort } from '../inquiry/index.ts'

/** What a model takes upon itself. */
export interface ModelScope {
  readonly effort: Effort
  /** Pages that the whole is written from. */
  readonly pagesWritten: number
  readonly durationMs: number
}

const minutes = 60_000

export const researchModels: Readonly<Record<ResearchModel, ModelScope>> = {
  'exa-research-fast': {
    effort: { tasks: 4, searches: 1, pages: 5, rounds: 1 },
    pagesWritten: 10,
    durationMs: 3 * minutes,
  },
  'exa-research': {
    effort: { tasks: 6, searches: 2, pages: 8, rounds: 2 },
    pagesWritten: 16,
    durationMs: 10 * minutes,
  },
  'exa-research-pro': {
    effort: { tasks: 8, searches: 3, pages: 12, rounds: 3 },
    pagesWritten: 24,
    durationMs: 30 * minutes,
  },
}
