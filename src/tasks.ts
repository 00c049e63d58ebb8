import { ownerTeamId, type Caller, type InternalTokens } from './access/index.ts'
import { createUpstream, wait, type AgentCaller } from './agent-side/index.ts'
import { createChanges } from './concurrency/index.ts'
import type { Config } from './config.ts'
import { Scope } from './contract/access.ts'
import { AppError } from './contract/errors.ts'
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
  readonly tokens: InternalTokens
}

export type OpenTasks = ReturnType<typeof openTasks>

/** Requests that one task makes at once. */
const requestsAtOnce = 3

/** The tasks of this server, and in processes that work, whoever works on them. */
export function openTasks({ config, records, clock, log, engine, upstreamFetch, tokens }: TaskNeeds) {
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
          onEnd: (end) => archive.note(end),
          openExa({ owner, scopes }, signal) {
            const semaphore = createSemaphore(requestsAtOnce)
            const limited: typeof fetch = (...request) => semaphore.run(() => ask(...request))
            return createUpstream({ baseUrl, fetch: limited }).open({
              credential: () => credentialFor({ ...owner, scopes: new Set(scopes) }),
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
    resume: async () => runner?.beat(),
    agentCaller: ({ teamId, keyId, scopes }: Caller): AgentCaller => ({
      teamId,
      keyId,
      scopes,
      presentedAs: 'the key of the request',
      credential: () => credentialFor({ teamId, keyId, scopes }),
    }),
    close: async () => runner?.close(),
  }

  /** The cloud knows one key, which sees everything: only the owner's team may use it. */
  async function credentialFor(holder: {
    teamId: string
    keyId: string
    scopes: ReadonlySet<string>
  }): Promise<string> {
    if (config.upstream === 'self') {
      const scopes = new Set(Scope.options.filter((scope) => holder.scopes.has(scope)))
      return tokens.mint({ teamId: holder.teamId, keyId: holder.keyId, scopes })
    }
    if (holder.teamId === ownerTeamId && config.exaApiKey) return config.exaApiKey
    throw new AppError('forbidden', "This server works on Exa's cloud, which only its owner's team may use.")
  }
}
