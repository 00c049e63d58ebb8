import type { AgentRun } from '../../../src/contract/agent.ts'
import type { StoredReading } from '../../../src/contract/readings.ts'
import type { Research } from '../../../src/contract/research.ts'
import { ApiError, ask, post } from './client.ts'

/** Two APIs do much the same; the app shows either as a run, told apart by its id. */
export type RunKind = 'research' | 'agent'
export const kindOf = (id: string): RunKind => (id.startsWith('agent_run') ? 'agent' : 'research')

const addresses = {
  research: { of: (id: string) => `/research/v1/${id}`, own: (id: string) => `/winnow/v1/research/${id}` },
  agent: { of: (id: string) => `/agent/runs/${id}`, own: (id: string) => `/winnow/v1/agent/runs/${id}` },
}
const at = (id: string) => addresses[kindOf(id)]

interface Page<Element> {
  readonly data: readonly Element[]
  readonly hasMore: boolean
  readonly nextCursor: string | null
}

export interface RunStep {
  readonly key: string
  readonly kind: string
  readonly costDollars: number
}

const most = 50

export const listResearch = (signal?: AbortSignal): Promise<Page<Research>> =>
  ask(`/research/v1?limit=${most}`, { signal })
export const listAgentRuns = (signal?: AbortSignal): Promise<Page<AgentRun>> =>
  ask(`/agent/runs?limit=${most}`, { signal })

export const getRun = (id: string, signal?: AbortSignal): Promise<Research | AgentRun> =>
  ask(at(id).of(id), { signal })

export const createResearch = (request: object): Promise<Research> => post('/research/v1', request)
export const createAgentRun = (request: object): Promise<AgentRun> => post('/agent/runs', request)

export const cancelRun = (id: string): Promise<unknown> =>
  post(`${kindOf(id) === 'agent' ? at(id).of(id) : at(id).own(id)}/cancel`, undefined)
/** Of agent runs with an effort that allows it. */
export const stopRun = (id: string): Promise<unknown> => post(`${at(id).of(id)}/stop`, undefined)
export const deleteAgentRun = (id: string): Promise<unknown> => ask(at(id).of(id), { method: 'DELETE' })

export const feedOf = (id: string): string =>
  kindOf(id) === 'agent' ? `${at(id).own(id)}/feed` : `${at(id).of(id)}?stream=true`

export const listSteps = (id: string, signal?: AbortSignal): Promise<{ data: readonly RunStep[] }> =>
  ask(`${at(id).own(id)}/steps`, { signal })

export async function forkRun(id: string, fromStep: string, instructions: string): Promise<string> {
  const wish = kindOf(id) === 'agent' ? { query: instructions } : { instructions }
  const made = await post<{ id?: string; researchId?: string }>(`${at(id).own(id)}/fork`, {
    fromStep,
    ...wish,
  })
  return made.id ?? made.researchId ?? id
}

/** What a run says and where that stands, word for word; null where nothing is kept, or nothing was found. */
export async function readingOf(id: string, signal?: AbortSignal): Promise<StoredReading | null> {
  try {
    return await ask<StoredReading>(`/winnow/v1/readings/${id}`, { signal })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}
