import { createLog } from './adapters/pino/log.ts'
import { systemClock } from './adapters/system/clock-and-ids.ts'
import { agentCredentialOf } from './access/index.ts'
import {
  createAnnotationStore,
  createRemoteTools,
  createToolAnswers,
  createTools,
  createUpstream,
  serverModeOf,
  type AgentCaller,
} from './agent-side/index.ts'
import { offeredBy, openDispatcher, upstreamNameOf, withoutSlash } from './agent.ts'
import { createEndpoints } from './adapters/undici/index.ts'
import { createRemoteDesk } from './approvals/index.ts'
import { attachServer } from './attach-server.ts'
import type { LoadedConfig } from './config.ts'
import { createEgressPolicy } from './egress/index.ts'
import { serveMcpOverStdio } from './surfaces/mcp/stdio.ts'
import { createRemoteTasks } from './workflows/index.ts'

/** `winnow mcp`: the agent side by itself, on the server of the data folder or on Exa's cloud. Ends with its host. */
export async function serveMcp(loaded: LoadedConfig, version: string): Promise<void> {
  const { config } = loaded
  const log = createLog(config.logLevel)
  serverModeOf(config.mcp.compatMode, log)
  const server = attachServer(loaded)
  const endpoints = createEndpoints({
    denialOf: createEgressPolicy(config).denialOf,
    onRequest: (request) => log.debug({ ...request }, 'outbound request'),
    ...(config.proxy && { proxy: config.proxy }),
  })
  // Without a key of its own it still is an agent, which may not approve what it asks for.
  const key = config.mcp.apiKey ?? agentCredentialOf
  const isCloud = config.upstream === 'exa'
  if (!isCloud) server.prepare()
  const upstream = isCloud
    ? createUpstream({ baseUrl: withoutSlash(config.upstreamUrl), fetch: endpoints.fetchFor('upstream') })
    : createUpstream({
        baseUrl: 'http://localhost',
        fetch: (input, init) => server.fetch(input, init ?? {}, key),
      })
  const caller: AgentCaller = {
    teamId: 'local',
    keyId: 'local',
    scopes: new Set(),
    presentedAs: isCloud
      ? 'EXA_API_KEY of the environment'
      : config.mcp.apiKey === undefined
        ? 'the credential in the data folder'
        : 'WINNOW_MCP_API_KEY of the environment',
    credential: () => (isCloud ? (config.exaApiKey ?? '') : 'put in on the way'),
  }
  // Tasks outlive their host, so they are kept and worked on by the server, also where the upstream is another.
  const ask = (path: string, init: RequestInit) => server.fetch(new URL(path, 'http://localhost'), init, key)
  const tasks = createRemoteTasks({ fetch: ask })
  // Each of these carries the id of a call, under which it happens once.
  const askOnce = (path: string, init: RequestInit) =>
    server.fetch(new URL(path, 'http://localhost'), init, key, true)
  const approvals = createRemoteDesk({ fetch: askOnce })
  const answers = createToolAnswers({
    tools: createRemoteTools({ tools: createTools(config.fetch), fetch: askOnce }),
    desk: approvals,
    upstreamName: upstreamNameOf(config),
    log,
  })
  try {
    await serveMcpOverStdio({
      dispatcher: openDispatcher({
        config,
        clock: systemClock,
        log,
        upstream,
        tasks,
        annotations: createAnnotationStore({ fetch: (_, path, init) => ask(path, init) }),
        approvals,
      }),
      answers,
      caller,
      version,
      now: () => systemClock.now(),
      offered: offeredBy(config),
      onError: (error) => log.debug({ err: error }, 'an MCP exchange went wrong'),
    })
  } finally {
    server.close()
    await endpoints.close()
  }
}
