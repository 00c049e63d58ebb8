import type { z } from 'zod'
import type { ArchivedWorkflow as Archived, Task, TaskResult } from '../../../src/contract/tasks.ts'
import { ask, post } from './client.ts'

export type ArchivedWorkflow = z.output<typeof Archived>

const base = '/winnow/v1/tasks'

export interface TaskPage {
  readonly data: readonly Task[]
  readonly hasMore: boolean
  readonly nextCursor: string | null
}

export const listWorkflows = (signal?: AbortSignal): Promise<{ data: readonly ArchivedWorkflow[] }> =>
  ask('/winnow/v1/workflows', { signal })

export const listTasks = (signal?: AbortSignal): Promise<TaskPage> => ask(`${base}?limit=50`, { signal })
export const getTask = (id: string, signal?: AbortSignal): Promise<Task> => ask(`${base}/${id}`, { signal })
export const createTask = (type: string, args: object): Promise<Task> => post(base, { type, args })
export const cancelTask = (id: string): Promise<Task> => post(`${base}/${id}/cancel`, undefined)
export const taskFeed = (id: string): string => `${base}/${id}/events`

export const getResult = (id: string, offset: number, signal?: AbortSignal): Promise<TaskResult> =>
  ask(`${base}/${id}/result?limit=200&offset=${offset}`, { signal })
