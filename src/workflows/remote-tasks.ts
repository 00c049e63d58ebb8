import {
  Failure,
  record,
  text,
  UpstreamError,
  type ArchivedWorkflow,
  type Json,
  type TaskPage,
  type TaskResult,
  type TaskService,
  type TaskState,
} from '../agent-side/index.ts'
import { workflows } from './kinds/index.ts'

interface Needs {
  /** To the server that keeps the tasks, with the credential it wants. */
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>
}

const pauseMs = 1000
const at = (id: string, rest = '') => `/winnow/v1/tasks/${encodeURIComponent(id)}${rest}`

/** The tasks of another process, asked for over HTTP: the server knows whose they are by the credential. */
export function createRemoteTasks({ fetch }: Needs): TaskService {
  async function ask<T>(method: string, path: string, body?: object, signal?: AbortSignal): Promise<T> {
    const response = await fetch(path, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
    const said: unknown = await response.json().catch(() => null)
    if (response.ok) return said as T // checked against the contract by the server that sent it
    const message = text(record(record(said).error).message) ?? `The server answered ${response.status}.`
    if (response.status === 404) throw new Failure('not_found', message)
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
    throw new UpstreamError(message, {
      status: response.status,
      path,
      retryAfterMs: Number.isFinite(seconds) ? seconds * 1000 : undefined,
    })
  }

  return {
    workflows,
    create: (_, { type, args, idempotencyKey }) =>
      ask<TaskState>('POST', '/winnow/v1/tasks', { type, args, ...(idempotencyKey && { idempotencyKey }) }),
    get: (_, id) => ask<TaskState>('GET', at(id)),
    async result(_, id, { waitMs, signal, offset, limit, ...listener }) {
      let left = waitMs
      let told = ''
      for (;;) {
        const wait = Math.min(left, pauseMs)
        const path = at(id, `/result?wait=${wait}&offset=${offset}&limit=${limit}`)
        const result = await ask<TaskResult>('GET', path, undefined, signal)
        left -= pauseMs
        const { status, progress } = result.task
        if (left <= 0 || (status !== 'pending' && status !== 'working')) return result
        const seen = JSON.stringify([status, progress])
        if (seen !== told) listener.onProgress?.(result.task)
        told = seen
      }
    },
    list: async (_, query) => {
      const written = new URLSearchParams()
      for (const [name, value] of Object.entries(query))
        if (value !== undefined) written.set(name, String(value))
      const { data, nextCursor } = await ask<{ data: TaskPage['tasks']; nextCursor: string | null }>(
        'GET',
        `/winnow/v1/tasks?${written.toString()}`,
      )
      return { tasks: data, nextCursor }
    },
    async cancel(_, id) {
      const { changed, ...task } = await ask<TaskState & { changed: boolean }>('POST', at(id, '/cancel'))
      return { task, changed }
    },
    watch(_, id, onChange) {
      let last: string | undefined
      const looking = setInterval(() => {
        ask<Json>('GET', at(id))
          .then((task) => {
            const seen = JSON.stringify(task)
            if (last !== undefined && seen !== last) onChange()
            last = seen
          })
          .catch(() => {
            // What cannot be read now may be readable next time.
          })
      }, pauseMs)
      looking.unref()
      return () => clearInterval(looking)
    },
    archive: async () =>
      (await ask<{ data: readonly ArchivedWorkflow[] }>('GET', '/winnow/v1/workflows')).data,
  }
}
