import {
  agentOperations,
  createDispatcher,
  createUpstream,
  noTasks,
  type AgentCaller,
  type DispatcherNeeds,
  type Json,
  type Progress,
} from '../src/agent-side/index.ts'
import { loadConfig } from '../src/config.ts'
import { allowingDesk } from './harness/allowing-desk.ts'
import { createExaStandIn, type StandInOptions } from './exa-stand-in.ts'

const silent = { debug() {}, info() {}, warn() {}, error() {}, child: () => silent }

export const agentCaller: AgentCaller = {
  teamId: 'team_1',
  keyId: 'key_1',
  scopes: new Set(['read', 'write']),
  presentedAs: 'the key of the x-api-key header',
  credential: () => 'key',
}

/** The agent side in front of a stand-in. Time passes only where it is waited for. */
export function openAgentSide(options: StandInOptions & Partial<DispatcherNeeds> = {}) {
  let elapsedMs = 0
  const startedAt = Date.parse('2026-01-01T00:00:00Z')
  const now = () => new Date(startedAt + elapsedMs)
  const standIn = createExaStandIn({ now, ...options })
  const pauses: number[] = []
  const wait = async (ms: number, signal: AbortSignal) => {
    signal.throwIfAborted()
    pauses.push(ms)
    elapsedMs += ms
  }
  const upstream = createUpstream({ baseUrl: 'http://stand-in.example', fetch: standIn.fetch, wait })
  const dispatcher = createDispatcher({
    operations: agentOperations,
    upstream,
    upstreamName: 'This server',
    tasks: noTasks,
    approvals: allowingDesk,
    prices: loadConfig({ environment: {} }).config.prices,
    clock: { now },
    log: silent,
    mode: 'safe',
    maxBytes: 60_000,
    wait,
    ...options,
  })
  const progress: Progress[] = []

  return {
    standIn,
    dispatcher,
    upstream,
    pauses,
    progress,
    clock: { now },
    wait,
    /** Calls an operation; the answer is what a model would read. */
    call: async (
      operation: string,
      args: Json = {},
      more: { signal?: AbortSignal; readOnly?: boolean } = {},
    ) => {
      const answer = await dispatcher.call({
        caller: agentCaller,
        input: { operation, args },
        signal: AbortSignal.timeout(60_000),
        onProgress: (one) => void progress.push(one),
        ...more,
      })
      return { ...answer, body: answer.body as Record<string, any> } // oxlint-disable-line no-explicit-any -- tests look into it as they please
    },
  }
}
