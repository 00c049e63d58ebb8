export { answerSchema } from './answer-shapes.ts'
export { createAnnotationStore, type AnnotationStore } from './annotation-store.ts'
export { extraOperations } from './operations/extra/index.ts'
export { agentOperations } from './operations/index.ts'
export { argsSchema, type AgentCaller, type AgentOperation, type Progress } from './call.ts'
export { serverModeOf } from './compat.ts'
export { createDispatcher, type Dispatcher, type DispatcherNeeds, type ToolAnswer } from './dispatcher.ts'
export { estimateCost } from './estimate-cost.ts'
export { Failure, toFailure } from './failure.ts'
export { lackingGrants, requireGrants } from './grants.ts'
export type { Asking, Pending } from './pass-gate.ts'
export { byteLength, isJson, record, records, text, type Json } from './json.ts'
export { noTasks } from './no-tasks.ts'
export { nameOf, passes, tier1, workflowItem } from './project-item.ts'
export { answered, inPath, present, wire } from './operations/wire.ts'
export * as shapes from './shapes.ts'
export { withSixWorkflows } from './six-workflows.ts'
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
  type ToolOutcome,
  type ToolRequest,
} from './tools/agent-tools.ts'
export { createToolAnswers, toolInputSchema, type ToolAnswers } from './tools/answer-call.ts'
export { createRemoteTools } from './tools/remote-tools.ts'
export { createTools } from './tools/create-tools.ts'
export type { ToolName } from './tools/tool.ts'
export { createToolCalls, type ToolCalls } from './tools/tool-calls.ts'
export { createUpstream, UpstreamError, wait, type Wait } from './upstream.ts'
export { isAtRest, pollUntil } from './wait-until.ts'
export { inTrace } from './trace.ts'
