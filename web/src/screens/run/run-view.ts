import type { AgentEffort, AgentGrounding, AgentRun } from '../../../../src/contract/agent.ts'
import type { Research, ResearchModel } from '../../../../src/contract/research.ts'
import type { RunKind, RunStep } from '../../api/runs.ts'

export const models: Readonly<Record<ResearchModel, { readonly label: string; readonly says: string }>> = {
  'exa-research-fast': { label: 'Fast', says: 'Looks once. For a question with one answer.' },
  'exa-research': { label: 'Standard', says: 'Several questions, and a second look where one stays open.' },
  'exa-research-pro': { label: 'Pro', says: 'Looks furthest and reads the most.' },
}

/** `max` is another name for the furthest, which needs a sign that clients of the API send. */
export const efforts: Readonly<
  Record<Exclude<AgentEffort, 'max'>, { readonly label: string; readonly says: string }>
> = {
  auto: { label: 'Auto', says: 'As far as it is worth, up to a budget.' },
  minimal: { label: 'Minimal', says: 'One question, one search.' },
  low: { label: 'Low', says: 'A short look, up to 10 things.' },
  medium: { label: 'Medium', says: 'Several questions, two rounds, up to 20 things.' },
  high: { label: 'High', says: 'Three rounds, up to 50 things.' },
  xhigh: { label: 'Very high', says: 'Four rounds, up to 100 things.' },
  ultra: { label: 'Ultra', says: 'The furthest, up to a budget; can be stopped with what it has.' },
}

export interface RunView {
  readonly id: string
  readonly kind: RunKind
  readonly title: string
  readonly status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled'
  readonly createdAt: string
  readonly finishedAt: string | null
  /** Model or effort. */
  readonly scale: string
  readonly outputSchema: object | undefined
  readonly report: string | null
  readonly structured: Readonly<Record<string, unknown>> | null
  readonly grounding: readonly AgentGrounding[]
  /** Null while it is only known from its steps. */
  readonly cost: number | null
  readonly budget: number | null
  readonly counts: readonly { readonly label: string; readonly value: string }[]
  readonly error: string | null
  /** Why it holds less than it could. */
  readonly shortfall: string | null
  readonly previousRunId: string | undefined
  readonly canStop: boolean
}

export const isEnded = ({ status }: Pick<RunView, 'status'>): boolean =>
  status !== 'queued' && status !== 'running'

const statuses = {
  pending: 'queued',
  running: 'running',
  completed: 'completed',
  failed: 'failed',
  canceled: 'cancelled',
} as const

const day = (ms: number): string => new Date(ms).toISOString()
const rounded = (number: number): string => number.toLocaleString(undefined, { maximumFractionDigits: 1 })

export function viewOf(run: Research | AgentRun): RunView {
  return 'researchId' in run ? viewOfResearch(run) : viewOfAgentRun(run)
}

function viewOfResearch(run: Research): RunView {
  const completed = run.status === 'completed' ? run : null
  const { parsed, content } = completed?.output ?? {}
  const cost = completed?.costDollars
  return {
    id: run.researchId,
    kind: 'research',
    title: run.instructions,
    status: statuses[run.status],
    createdAt: day(run.createdAt),
    finishedAt: 'finishedAt' in run ? day(run.finishedAt) : null,
    scale: models[run.model].label,
    outputSchema: run.outputSchema,
    // With a schema the text is the object once more.
    report: parsed ? null : (content ?? null),
    structured: parsed ?? null,
    grounding: [],
    cost: cost?.total ?? null,
    budget: null,
    counts: cost
      ? [
          { label: 'Searches', value: rounded(cost.numSearches) },
          { label: 'Pages of 1,000 tokens', value: rounded(cost.numPages) },
        ]
      : [],
    error: run.status === 'failed' ? run.error : null,
    shortfall: null,
    previousRunId: undefined,
    canStop: false,
  }
}

const shortfalls: Readonly<Record<string, string>> = {
  budget_reached: 'The budget was spent before everything was looked at.',
  time_limit_reached: 'The time was up before everything was looked at.',
  stopped: 'It was told to end with what it had.',
}
const metered = new Set<string>(['auto', 'ultra', 'max'])

function viewOfAgentRun(run: AgentRun): RunView {
  const { request, output, usage, costDollars } = run
  const isMetered = metered.has(request.effort)
  return {
    id: run.id,
    kind: 'agent',
    title: request.query,
    status: run.status,
    createdAt: run.createdAt,
    finishedAt: run.completedAt,
    scale: request.effort === 'max' ? 'Max' : efforts[request.effort].label,
    outputSchema: request.outputSchema,
    report: output.text || null,
    structured: output.structured,
    grounding: output.grounding,
    cost: costDollars.total,
    budget: isMetered ? (request.budget?.maxCostDollars ?? (request.effort === 'auto' ? 5 : 20)) : null,
    counts: [
      { label: 'Searches', value: rounded(usage.searches) },
      { label: 'Compute units', value: rounded(usage.agentComputeUnits) },
    ],
    error: run.status === 'failed' ? (run.error?.message ?? 'It failed for no known reason.') : null,
    shortfall: shortfalls[run.stopReason ?? ''] ?? null,
    previousRunId: request.previousRunId,
    canStop: (request.effort === 'ultra' || request.effort === 'max') && !run.completedAt,
  }
}

/** What has been spent so far, where the run does not say it until its end. */
export const costOfSteps = (steps: readonly RunStep[]): number =>
  steps.reduce((sum, { costDollars }) => sum + costDollars, 0)
