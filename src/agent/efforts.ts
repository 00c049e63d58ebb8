import type { AgentEffort } from '../contract/agent.ts'
import type { Effort } from '../inquiry/index.ts'

/** How far a run goes. */
export interface AgentScope {
  readonly effort: Effort
  /** Pages that the whole is written from. */
  readonly pagesWritten: number
  /** Of a list of things: how often further candidates are drawn, and how many are looked at. */
  readonly waves: number
  readonly candidates: number
  /** Things in a list whose schema sets no bound. */
  readonly items: number
  /** Whether pages are fetched that the index lacks, where the server allows it. */
  readonly mayFetch: boolean
  /** Metered ones are paid for by what they use, up to a budget; the others by the run. */
  readonly defaultBudgetDollars: number | null
  /** Whether it can be told to stop with what it has. */
  readonly canStop: boolean
}

const minute = 60_000
const longestMs = 60 * minute
const longestUltraMs = 180 * minute

const fixed = { defaultBudgetDollars: null, canStop: false }
const furthest: AgentScope = {
  effort: { tasks: 10, searches: 4, pages: 16, rounds: 4 },
  pagesWritten: 40,
  waves: 40,
  candidates: 1000,
  items: 200,
  mayFetch: true,
  defaultBudgetDollars: 20,
  canStop: true,
}

export const agentScopes: Readonly<Record<AgentEffort, AgentScope>> = {
  minimal: {
    ...fixed,
    effort: { tasks: 1, searches: 1, pages: 4, rounds: 1 },
    pagesWritten: 4,
    waves: 2,
    candidates: 12,
    items: 5,
    mayFetch: false,
  },
  low: {
    ...fixed,
    effort: { tasks: 2, searches: 1, pages: 6, rounds: 1 },
    pagesWritten: 8,
    waves: 3,
    candidates: 30,
    items: 10,
    mayFetch: false,
  },
  medium: {
    ...fixed,
    effort: { tasks: 4, searches: 2, pages: 8, rounds: 2 },
    pagesWritten: 16,
    waves: 5,
    candidates: 80,
    items: 20,
    mayFetch: true,
  },
  high: {
    ...fixed,
    effort: { tasks: 6, searches: 2, pages: 10, rounds: 3 },
    pagesWritten: 24,
    waves: 8,
    candidates: 200,
    items: 50,
    mayFetch: true,
  },
  xhigh: {
    ...fixed,
    effort: { tasks: 8, searches: 3, pages: 12, rounds: 4 },
    pagesWritten: 32,
    waves: 16,
    candidates: 400,
    items: 100,
    mayFetch: true,
  },
  auto: {
    effort: { tasks: 6, searches: 2, pages: 8, rounds: 3 },
    pagesWritten: 20,
    waves: 10,
    candidates: 250,
    items: 50,
    mayFetch: true,
    defaultBudgetDollars: 5,
    canStop: false,
  },
  ultra: furthest,
  max: furthest,
}

/** After which a run fails. */
export const deadlineOf = (effort: AgentEffort): number => (effort === 'ultra' ? longestUltraMs : longestMs)
