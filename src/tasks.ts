import type { AgentCallers } from './agent-caller.ts'
import { createUpstream, wait } from './agent-side/index.ts'
import { createChanges } from './concurrency/index.ts'
import type { Config } from './config.ts'
import { onErrand } from './egress/index.ts'
import type { Clock } from './ports/clock.ts'
import type { Log } from './ports/log.ts'
import type { Records } from './ports/records.ts'
import {
  createArchive,
  createRunner,
  createSemaphore,
  createStoredTasks,
  createTaskDesk,
  workflows,
} from './workflows/index.ts'

export interface TaskNeeds {
  readonly config: Config
  readonly records: Records
  readonly clock: Clock
  readonly log: Log
  /** The engine of this process, which is asked like any other server. */
  readonly engine: typeof fetch
  /** The way to Exa's cloud. */
  readonly upstreamFetch: typeof fetch
  readonly agentCallers: AgentCallers
  /** Who works on tasks: this process, and whether another one has surely ended. */
  readonly processes?: { readonly own: string; isGone(name: string): boolean }
}

export type OpenTasks = ReturnType<typeof openTasks>

/** Requests that one task makes at once. */
const requestsAtOnce = 3

/** The tasks of this server, and in processes that work, whoever works on them. */
export function openTasks(needs: TaskNeeds) {
  const { config, records, clock, log, engine, upstreamFetch, agentCallers, processes } = needs
  const { ttlMs, maxQueued, maxConcurrent } = config.task
  const tasks = createStoredTasks({ records, clock, limits: { ttlMs, maxQueued } })
  const changes = createChanges()
  const archive = createArchive({ records, clock })
  const { baseUrl, fetch: ask } =
    config.upstream === 'exa'
      ? { baseUrl: config.upstreamUrl.replace(/\/+$/, ''), fetch: upstreamFetch }
      : { baseUrl: 'http://localhost', fetch: engine }
  const runner =
    config.role === 'api'
      ? undefined
      : createRunner({
          tasks,
          workflows,
          changes,
          clock,
          wait,
          log,
          maxConcurrent,
          ...(processes && { worker: processes.own, isGone: processes.isGone }),
          onEnd: (end) => archive.note(end),
          openExa({ id, owner, scopes }, signal) {
            const semaphore = createSemaphore(requestsAtOnce)
            const limited: typeof fetch = (...request) =>
              onErrand({ teamId: owner.teamId, purpose: 'task', subject: id }, () =>
                semaphore.run(() => ask(...request)),
              )
            return createUpstream({ baseUrl, fetch: limited }).open({
              credential: () => agentCallers.credentialFor({ ...owner, scopes: new Set(scopes) }),
              signal,
            })
          },
        })
  const desk = createTaskDesk({
    tasks,
    runner,
    workflows,
    changes,
    clock,
    archive: (teamId) => archive.list(teamId),
    // Room for what is put around a page.
    maxPageBytes: config.mcp.maxResultBytes - 4000,
  })

  return {
    desk,
    /** Takes up what others have left. */
    resume: async () => runner?.resume(),
    close: async () => runner?.close(),
  }
}
