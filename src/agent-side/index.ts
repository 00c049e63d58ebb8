export { agentOperations } from './operations/index.ts'
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
export type { Json } from './json.ts'
export { noTasks } from './no-tasks.ts'
export { workflowItem } from './project-item.ts'
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
