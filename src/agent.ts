import type { Caller, InternalTokens, RateLimits } from './access/index.ts'
import {
  agentOperations,
  createDispatcher,
  createUpstream,
  extraOperations,
  isMode,
  noTasks,
  type AgentCaller,
  type Dispatcher,
  type TaskService,
} from './agent-side/index.ts'
import type { Config } from './config.ts'
import { AppError } from './contract/errors.ts'
import type { Clock } from './ports/clock.ts'
import type { Log } from './ports/log.ts'
import type { McpEndpoint } from './surfaces/http/mcp-endpoint.ts'
import { createMcpHttp } from './surfaces/mcp/http-handler.ts'

export interface AgentNeeds {
  readonly config: Config
  readonly clock: Clock
  readonly log: Log
  readonly version: string
  /** The engine of this process, which is asked like any other server. */
  readonly engine: typeof fetch
  /** The way to Exa's cloud. */
  readonly upstreamFetch: typeof fetch
  readonly tokens: InternalTokens
  readonly rateLimits: RateLimits
  readonly tasks?: TaskService
}

export type Agent = ReturnType<typeof openAgent>

/** The agent side inside the server: MCP over HTTP, on this engine or on Exa's cloud. */
export function openAgent(needs: AgentNeeds): McpEndpoint & { close(): Promise<void> } {
  const { config, clock, log, version, tokens } = needs
  const callers = new WeakMap<AgentCaller, Caller>()
  const dispatcher = openDispatcher({
    ...needs,
    upstream:
      config.upstream === 'exa'
        ? createUpstream({ baseUrl: withoutSlash(config.upstreamUrl), fetch: needs.upstreamFetch })
        : createUpstream({ baseUrl: 'http://localhost', fetch: needs.engine }),
    async admit(agent) {
      const caller = callers.get(agent)
      if (caller) await needs.rateLimits.take(caller, 'other')
    },
  })
  const http = createMcpHttp({
    dispatcher,
    version,
    now: () => clock.now(),
    offered: offeredBy(config),
    onError: (error) => log.debug({ err: error }, 'an MCP exchange went wrong'),
  })

  return {
    fetch(request, { caller, presentedAs, body }) {
      const agent: AgentCaller = {
        teamId: caller.teamId,
        keyId: caller.keyId,
        scopes: caller.scopes,
        presentedAs: config.upstream === 'exa' ? 'EXA_API_KEY of the environment' : presentedAs,
        credential: () => credentialFor(caller),
      }
      callers.set(agent, caller)
      return http.fetch(request, body, agent)
    },
    close: () => http.close(),
  }

  /** The cloud knows one key, which sees everything: only the owner's team may use it. */
  async function credentialFor(caller: Caller): Promise<string> {
    if (config.upstream === 'self') return tokens.mint(caller)
    if (caller.isOwner && config.exaApiKey) return config.exaApiKey
    throw new AppError('forbidden', "This server works on Exa's cloud, which only its owner's team may use.")
  }
}

interface DispatcherParts extends Pick<AgentNeeds, 'config' | 'clock' | 'log'> {
  readonly upstream: ReturnType<typeof createUpstream>
  readonly tasks?: TaskService
  readonly admit?: (caller: AgentCaller) => Promise<void>
}

export function openDispatcher({ config, clock, log, upstream, tasks, admit }: DispatcherParts): Dispatcher {
  const { compatMode } = config.mcp
  if (!isMode(compatMode))
    log.warn({ compatMode }, 'WINNOW_MCP_COMPAT_MODE is neither "safe" nor "strict"; tools are strict')
  return createDispatcher({
    operations: config.mcp.extras ? [...agentOperations, ...extraOperations] : agentOperations,
    upstream,
    upstreamName: config.upstream === 'exa' ? "Exa's cloud" : 'This server',
    tasks: tasks ?? noTasks,
    clock,
    log,
    mode: isMode(compatMode) ? compatMode : 'strict',
    maxBytes: config.mcp.maxResultBytes,
    ...(admit && { admit }),
  })
}

export const offeredBy = ({ mcp }: Config) => ({
  manage: mcp.tools.includes('manage'),
  query: mcp.tools.includes('query'),
})

export const withoutSlash = (url: string): string => url.replace(/\/+$/, '')
