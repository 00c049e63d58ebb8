export { agentOperations } from './operations/index.ts'
export { recommendWorkflow } from './operations/workflows.ts'
export type { AgentCaller, AgentOperation, Progress } from './call.ts'
export { isMode, type Mode } from './compat.ts'
export {
  argsSchema,
  createDispatcher,
  type Dispatcher,
  type DispatcherNeeds,
  type ToolAnswer,
} from './dispatcher.ts'
export { Failure, toFailure } from './failure.ts'
export { byteLength, isJson, pick, record, records, text, type Json } from './json.ts'
export { noTasks } from './no-tasks.ts'
export { nameOf, passes, tier1, workflowItem } from './project-item.ts'
export { answered, inPath, present, wire } from './operations/wire.ts'
export * as shapes from './shapes.ts'
export { recommend, type Recommendation } from './recommend.ts'
export type {
  ArchivedWorkflow,
  NewTask,
  TaskPage,
  TaskProgress,
  TaskQuery,
  TaskResult,
  TaskService,
  TaskState,
  TaskStatus,
  TaskWait,
  WorkflowKind,
} from './task-service.ts'
export {
  createUpstream,
  UpstreamError,
  wait,
  type Upstream,
  type UpstreamSettings,
  type Wait,
} from './upstream.ts'
export { describeProgress, isAtRest, pollUntil } from './wait-until.ts'
