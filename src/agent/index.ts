export { createAgentKind } from './agent-kind.ts'
export { createAgentRuns, type AgentRuns } from './agent-runs.ts'
