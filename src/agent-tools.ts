import type { Caller, RateLimits } from './access/index.ts'
import type { AgentCallers } from './agent-caller.ts'
import {
  createAgentTools,
  createToolCalls,
  createTools,
  createUpstream,
  estimateCost,
  type ToolName,
} from './agent-side/index.ts'
import { descriptorSet } from './agent-side/proto/index.ts'
import type { ApprovalDesk, ApprovalOffice } from './approvals/index.ts'
import type { Config } from './config.ts'
import { onErrand } from './egress/index.ts'
import type { Clock } from './ports/clock.ts'
import type { Log } from './ports/log.ts'
import type { Records } from './ports/records.ts'
import { createConnectHandler } from './surfaces/connect/connect-handler.ts'
import type { ToolHttpCall } from './surfaces/http/tool-endpoint.ts'

export interface ToolNeeds {
  readonly config: Config
  readonly records: Records
  readonly clock: Clock
  readonly log: Log
  /** The engine of this process, which is asked like any other server. */
  readonly engine: typeof fetch
  /** The way to Exa's cloud, where the agent side works on that. */
  readonly upstreamFetch: typeof fetch
  readonly rateLimits: RateLimits
  readonly agentCallers: AgentCallers
  readonly approvals: { readonly desk: ApprovalDesk; readonly office: ApprovalOffice }
}

export type OpenTools = ReturnType<typeof openTools>

/** Against whose limit a call counts. */
const limitClasses = { exa_search: 'search', exa_fetch: 'contents' } as const
/** A hundred ids of two thousand characters, and room to spare. */
const maxMessageBytes = 1_048_576

/** The two tools of this server, and the service that offers them to programs in any language. */
export function openTools({
  config,
  records,
  clock,
  log,
  engine,
  upstreamFetch,
  rateLimits,
  agentCallers,
  approvals,
}: ToolNeeds) {
  const upstream =
    config.upstream === 'exa'
      ? createUpstream({ baseUrl: config.upstreamUrl.replace(/\/+$/, ''), fetch: upstreamFetch })
      : createUpstream({ baseUrl: 'http://localhost', fetch: engine })
  const calls = createToolCalls({ records, clock })
  const tools = createAgentTools({
    tools: createTools({ maxCharacters: config.fetch.maxCharacters }),
    calls,
    desk: approvals.desk,
    upstream,
    log,
    estimate: (tool, args) => estimateCost(config.prices, tool, args),
    underApproval: (approvalId, work) => onErrand({ approvalId }, work),
  })
  const service = createConnectHandler({
    tools,
    ...approvals,
    maxMessageBytes,
    onUnknown: (error) => log.error({ err: error }, 'a call of the tool service failed'),
  })

  return {
    tools,
    descriptorSet,
    connect: (request: Request, { httpVersion, authenticate }: ToolHttpCall) =>
      service.fetch(request, {
        httpVersion,
        async authenticate() {
          const caller = await authenticate()
          return {
            agent: agentCallers.of(caller),
            approver: caller,
            admit: (tool) => admit(caller, tool),
          }
        },
      }),
    admit,
    prune: (before: Date) => calls.prune(before),
    /** Before a server stops to listen: these streams would outlast any patience. */
    endStreams: () => service.close(),
    close: () => tools.close(),
  }

  function admit(caller: Caller, tool: ToolName): Promise<void> {
    return rateLimits.take(caller, limitClasses[tool])
  }
}
