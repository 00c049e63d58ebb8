export { extraOperations } from './operations/extra/index.ts'
export { agentOperations } from './operations/index.ts'
export { argsSchema, type AgentCaller, type AgentOperation, type Progress } from './call.ts'
export { isMode, type Mode } from './compat.ts'
export { createDispatcher, type Dispatcher, type DispatcherNeeds, type ToolAnswer } from './dispatcher.ts'
export { Failure, toFailure } from './failure.ts'
export { record, records, text, type Json } from './json.ts'
export { noTasks } from './no-tasks.ts'
export { nameOf, workflowItem } from './project-item.ts'
export * as shapes from './shapes.ts'
export type {
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
export { createUpstream, UpstreamError, type Upstream, type Wait } from './upstream.ts'
export { describeProgress, isAtRest, pollUntil } from './wait-until.ts'
