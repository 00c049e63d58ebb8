import { toDollars, toNanos } from '../billing/index.ts'
import type { AgentError, AgentRun } from '../contract/agent.ts'
import { errorKinds, type ErrorCode } from '../contract/errors.ts'
import type { Run, RunError } from '../runs/index.ts'
import { computeUnits, type AgentOutput, type AgentPrices, type AgentRequest } from './agent-run.ts'
import { agentScopes } from './efforts.ts'

const statuses = {
  pending: 'queued',
  running: 'running',
  completed: 'completed',
  failed: 'failed',
  canceled: 'cancelled',
} as const

const stopReasons = {
  finished: 'schema_satisfied',
  budget_reached: 'budget_reached',
  time_limit_reached: 'time_limit_reached',
  stopped: 'stopped',
  error: 'error',
  canceled: 'cancelled',
} as const

/** A run as its API shows it. */
export function presentRun(run: Run<AgentRequest, AgentOutput>, prices: AgentPrices): AgentRun {
  const { id, status, stopReason, request, output, error, used, createdAt, finishedAt } = run
  const { earlier: _, zeroRetention: __, ...asked } = request
  return {
    id,
    object: 'agent_run',
    status: statuses[status],
    stopReason: stopReason && stopReasons[stopReason],
    createdAt: createdAt.toISOString(),
    completedAt: finishedAt?.toISOString() ?? null,
    request: asked,
    output: {
      text: output?.text ?? '',
      structured: output?.structured ?? null,
      grounding: [...(output?.grounding ?? [])],
    },
    usage: {
      agentComputeUnits: rounded(computeUnits(used)),
      searches: used['search'] ?? 0,
      emails: used['email'] ?? 0,
      phoneNumbers: used['phone'] ?? 0,
    },
    costDollars: costsOf(run, prices),
    ...(error && { error: presentError(error) }),
  }
}

/** A fixed price is one of computing; else what is not for searches and contacts is. */
function costsOf(
  { request, used, costNanos }: Run<AgentRequest, AgentOutput>,
  prices: AgentPrices,
): AgentRun['costDollars'] {
  const isMetered = agentScopes[request.effort].defaultBudgetDollars !== null
  const nanos = (item: string, dollars: number) => (isMetered ? (used[item] ?? 0) * toNanos(dollars) : 0)
  const search = nanos('search', prices.agentSearch)
  const emails = nanos('email', prices.agentEmail)
  const phoneNumbers = nanos('phone', prices.agentPhoneNumber)
  return {
    total: toDollars(costNanos),
    agentCompute: toDollars(Math.max(0, costNanos - search - emails - phoneNumbers)),
    search: toDollars(search),
    emails: toDollars(emails),
    phoneNumbers: toDollars(phoneNumbers),
  }
}

function presentError({ code, reason, message, details }: RunError): AgentError {
  const { type } = errorKinds[code as ErrorCode] // written by the engine alone
  const isOurs = code === 'deadline_exceeded' || code === 'internal'
  return {
    type: isOurs ? 'SERVER_ERROR' : type,
    code: reason ?? (code === 'internal' ? 'SERVER_ERROR' : code.toUpperCase()),
    message,
    ...details,
  }
}

const rounded = (units: number): number => Math.round(units * 1e6) / 1e6
