import { Failure } from './failure.ts'
import type { TaskService } from './task-service.ts'

const refuse = (): Promise<never> =>
  Promise.reject(
    new Failure('unsupported', 'This server keeps no tasks.', {
      hints: ['Use websets.create and websets.waitUntilIdle, or research.create, instead.'],
    }),
  )

/** Where nothing keeps tasks: they are refused, and everything else works. */
export const noTasks: TaskService = {
  workflows: new Map(),
  create: refuse,
  get: refuse,
  result: refuse,
  list: refuse,
  cancel: refuse,
  watch: () => () => {},
  archive: async () => [],
}
