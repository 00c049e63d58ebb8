import { createLog } from './adapters/pino/log.ts'
import { systemClock } from './adapters/system/clock-and-ids.ts'
import { createUpstream, type AgentCaller } from './agent-side/index.ts'
import { offeredBy, openDispatcher, withoutSlash } from './agent.ts'
import { createEndpoints } from './adapters/undici/index.ts'
import { attachServer } from './attach-server.ts'
import type { LoadedConfig } from './config.ts'
import { createEgressPolicy } from './egress/index.ts'
import { serveMcpOverStdio } from './surfaces/mcp/stdio.ts'
import { createRemoteTasks } from './workflows/index.ts'

/** `winnow mcp`: the agent side by itself, on the server of the data folder or on Exa's cloud. Ends with its host. */
export async function serveMcp(loaded: LoadedConfig, version: string): Promise<void> {
  const { config } = loaded
  const log = createLog(config.logLevel)
  const server = attachServer(loaded)
  const key = config.mcp.apiKey
  const endpoints = createEndpoints({
    denialOf: createEgressPolicy(config).denialOf,
    onRequest: (request) => log.debug({ ...request }, 'outbound request'),
    ...(config.proxy && { proxy: config.proxy }),
  })
  const isCloud = config.upstream === 'exa'
  if (!isCloud) server.prepare()
  const upstream = isCloud
    ? createUpstream({ baseUrl: withoutSlash(config.upstreamUrl), fetch: endpoints.fetchFor('upstream') })
    : createUpstream({
        baseUrl: 'http://localhost',
        fetch: (input, init) => server.fetch(input, init, key),
      })
  const caller: AgentCaller = {
    teamId: 'local',
    keyId: 'local',
    scopes: new Set(),
    presentedAs: isCloud
      ? 'EXA_API_KEY of the environment'
      : key === undefined
        ? 'the credential in the data folder'
        : 'WINNOW_MCP_API_KEY of the environment',
    credential: () => (isCloud ? (config.exaApiKey ?? '') : 'put in on the way'),
  }
  // Tasks outlive their host, so they are kept and worked on by the server, also where the upstream is another.
  const tasks = createRemoteTasks({
    fetch: (path, init) => server.fetch(new URL(path, 'http://localhost'), init, key),
  })
  try {
    await serveMcpOverStdio({
      dispatcher: openDispatcher({ config, clock: systemClock, log, upstream, tasks }),
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
