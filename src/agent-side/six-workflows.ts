import type { TaskService } from './task-service.ts'

/** The same tasks for those who did not ask for more: they are shown the six workflows and no other. */
export function withSixWorkflows(tasks: TaskService): TaskService {
  const workflows = new Map([...tasks.workflows].filter(([, { additive }]) => additive !== true))
  return {
    ...tasks,
    workflows,
    archive: async (caller) => (await tasks.archive(caller)).filter(({ type }) => workflows.has(type)),
  }
}
