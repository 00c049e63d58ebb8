export { computeUnits, createAgentKind, type AgentOutput, type AgentRequest } from './agent-kind.ts'
export { createAgentRuns, type AgentRuns } from './agent-runs.ts'
