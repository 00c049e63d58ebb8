export { createAgentKind } from './agent-kind.ts'
export { computeUnits } from './agent-run.ts'
export { createAgentRuns, type AgentRuns } from './agent-runs.ts'
