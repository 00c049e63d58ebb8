export { extraOperations } from './operations/extra/index.ts'
export { agentOperations } from './operations/index.ts'
export { argsSchema, type AgentCaller, type AgentOperation, type Progress } from './call.ts'
export { isMode } from './compat.ts'
export { createDispatcher, type Dispatcher, type DispatcherNeeds, type ToolAnswer } from './dispatcher.ts'
export { estimateCost } from './estimate-cost.ts'
export { Failure, toFailure } from './failure.ts'
export { passGate, type Asking, type Pending } from './pass-gate.ts'
export { domainsOf } from './question-of.ts'
export { byteLength, isJson, record, records, text, type Json } from './json.ts'
export { noTasks } from './no-tasks.ts'
export { nameOf, passes, tier1, workflowItem } from './project-item.ts'
export { answered, inPath, present, wire } from './operations/wire.ts'
export * as shapes from './shapes.ts'
export { recommend } from './recommend.ts'
export type {
  ArchivedWorkflow,
  TaskPage,
  TaskProgress,
  TaskResult,
  TaskService,
  TaskState,
  TaskStatus,
  WorkflowKind,
} from './task-service.ts'
export {
  createAgentTools,
  type AgentTools,
  type LocalTools,
  type PendingVerdict,
  type ToolOutcome,
  type ToolRequest,
} from './tools/agent-tools.ts'
export { createTools } from './tools/create-tools.ts'
export { ToolCallId, type Tool, type ToolName, type ToolResult } from './tools/tool.ts'
export { createToolCalls, type ToolCalls } from './tools/tool-calls.ts'
export { createUpstream, UpstreamError, wait, type Wait } from './upstream.ts'
export { isAtRest, pollUntil } from './wait-until.ts'
