import type { Caller, RateLimits } from './access/index.ts'
import type { AgentCallers } from './agent-caller.ts'
import {
  agentOperations,
  createAnnotationStore,
  createDispatcher,
  createToolAnswers,
  createUpstream,
  extraOperations,
  lackingGrants,
  noTasks,
  requireGrants,
  serverModeOf,
  withSixWorkflows,
  type AgentCaller,
  type AnnotationStore,
  type Dispatcher,
  type TaskService,
} from './agent-side/index.ts'
import type { OpenTools } from './agent-tools.ts'
import type { ApprovalDesk } from './approvals/index.ts'
import type { Config } from './config.ts'
import { onErrand } from './egress/index.ts'
import type { Clock } from './ports/clock.ts'
import type { Log } from './ports/log.ts'
import type { McpEndpoint } from './surfaces/http/mcp-endpoint.ts'
import { createMcpHttp } from './surfaces/mcp/http-handler.ts'
import { exaGrants, grantsWanted } from './surfaces/mcp/wanted-grants.ts'

export interface AgentNeeds {
  readonly config: Config
  readonly clock: Clock
  readonly log: Log
  readonly version: string
  /** The engine of this process, which is asked like any other server. */
  readonly engine: typeof fetch
  /** The way to Exa's cloud. */
  readonly upstreamFetch: typeof fetch
  readonly agentCallers: AgentCallers
  readonly rateLimits: RateLimits
  readonly approvals: ApprovalDesk
  readonly tasks?: TaskService
  readonly tools: Pick<OpenTools, 'tools' | 'admit'>
}

export type Agent = ReturnType<typeof openAgent>

/** The agent side inside the server: MCP over HTTP, on this engine or on Exa's cloud. */
export function openAgent(needs: AgentNeeds): McpEndpoint & { close(): Promise<void> } {
  const { config, clock, log, version, agentCallers } = needs
  const callers = new WeakMap<AgentCaller, Caller>()
  const dispatcher = openDispatcher({
    ...needs,
    upstream:
      config.upstream === 'exa'
        ? createUpstream({ baseUrl: withoutSlash(config.upstreamUrl), fetch: needs.upstreamFetch })
        : createUpstream({ baseUrl: 'http://localhost', fetch: needs.engine }),
    annotations: createAnnotationStore({
      fetch: async (caller, path, init) =>
        needs.engine(new URL(path, 'http://localhost'), {
          ...init,
          headers: {
            'content-type': 'application/json',
            'x-api-key': await agentCallers.ownCredentialFor(caller),
          },
        }),
    }),
    async admit(agent) {
      const caller = callers.get(agent)
      if (caller) await needs.rateLimits.take(caller, 'other')
    },
  })
  const answers = createToolAnswers({
    tools: needs.tools.tools,
    desk: needs.approvals,
    upstreamName: upstreamNameOf(config),
    log,
    async admit(agent, tool) {
      requireGrants(agent, exaGrants)
      const caller = callers.get(agent)
      if (caller) await needs.tools.admit(caller, tool)
    },
  })
  const http = createMcpHttp({
    dispatcher,
    answers,
    version,
    now: () => clock.now(),
    offered: offeredBy(config),
    onError: (error) => log.debug({ err: error }, 'an MCP exchange went wrong'),
  })

  return {
    lackingGrants: (caller, body) => lackingGrants(caller, grantsWanted(dispatcher, body)),
    fetch(request, { caller, presentedAs, body }) {
      const agent = agentCallers.of(caller, presentedAs)
      callers.set(agent, caller)
      return onErrand({ teamId: caller.teamId, purpose: 'mcp' }, () => http.fetch(request, body, agent))
    },
    close: () => http.close(),
  }
}

interface DispatcherParts extends Pick<AgentNeeds, 'config' | 'clock' | 'log' | 'approvals'> {
  readonly upstream: ReturnType<typeof createUpstream>
  readonly tasks?: TaskService
  readonly annotations: AnnotationStore
  readonly admit?: (caller: AgentCaller) => Promise<void>
}

export function openDispatcher(parts: DispatcherParts): Dispatcher {
  const { config, clock, log, upstream, tasks = noTasks, annotations, approvals, admit } = parts
  return createDispatcher({
    operations: config.mcp.extras ? [...agentOperations, ...extraOperations] : agentOperations,
    upstream,
    upstreamName: upstreamNameOf(config),
    tasks: config.mcp.extras ? tasks : withSixWorkflows(tasks),
    annotations,
    approvals,
    prices: config.prices,
    clock,
    log,
    mode: serverModeOf(config.mcp.compatMode),
    maxBytes: config.mcp.maxResultBytes,
    underApproval: (approvalId, work) => onErrand({ approvalId }, work),
    ...(admit && { admit }),
  })
}

export const upstreamNameOf = ({ upstream }: Config): string =>
  upstream === 'exa' ? "Exa's cloud" : 'This server'

export const offeredBy = ({ mcp }: Config) => ({
  manage: mcp.tools.includes('manage'),
  query: mcp.tools.includes('query'),
  exa: mcp.tools.includes('exa'),
})

export const withoutSlash = (url: string): string => url.replace(/\/+$/, '')
