import { toNanos } from '../billing/index.ts'
import type { AgentEffort, AgentGrounding, CreateAgentRunRequest } from '../contract/agent.ts'
import type { Documents } from '../documents/index.ts'
import type { Inquiry, Page } from '../inquiry/index.ts'
import type { JsonObject, OpenReader } from '../reader/index.ts'
import type { Claim, Readings } from '../readings/index.ts'
import type { RunKind, RunOwner, Used } from '../runs/index.ts'
import type { Search } from '../search/index.ts'
import type { Candidate, WebsetEngine } from '../websets/index.ts'
import { createAgentScript } from './agent-script.ts'
import { agentScopes, deadlineOf } from './efforts.ts'
import { presentRun } from './present-run.ts'

/** As it is stored. */
export interface AgentRequest extends Omit<CreateAgentRunRequest, 'accept' | 'dataSources'> {
  /** What the run that it continues has found. */
  readonly earlier?: Earlier
  /** Nothing is kept of it for long. */
  readonly zeroRetention?: true
}

export interface Earlier {
  readonly query: string
  /** What it quotes. */
  readonly pages: readonly Page[]
  readonly things: readonly Candidate[]
}

export interface AgentOutput {
  readonly text: string
  readonly structured: JsonObject | null
  readonly grounding: readonly AgentGrounding[]
  /** What it says, to be verified, and to go on from. */
  readonly claims: readonly Claim[]
  readonly things: readonly Candidate[]
  readonly reader: string
  readonly notes: readonly string[]
}

/** Dollars, as they stand in the configuration. */
export interface AgentPrices {
  readonly agentMinimal: number
  readonly agentLow: number
  readonly agentMedium: number
  readonly agentHigh: number
  readonly agentXhigh: number
  readonly agentComputeUnit: number
  readonly agentSearch: number
  readonly agentEmail: number
  readonly agentPhoneNumber: number
}

interface Needs {
  readonly inquiry: Inquiry
  readonly documents: Pick<Documents, 'versions' | 'load'>
  readonly reader: OpenReader
  readonly readings: Readings
  readonly engine: WebsetEngine
  readonly search: Search
  readonly prices: AgentPrices
  readonly mayFetch: boolean
  readonly maxConcurrent: (caller: RunOwner) => number | null
}

/** What a unit of computing is: so many pages of a thousand tokens, or so many tokens of a language model. */
const pagesPerUnit = 100
const tokensPerUnit = 20_000

export const computeUnits = ({ page = 0, token = 0 }: Readonly<Record<string, number>>): number =>
  page / pagesPerUnit + token / tokensPerUnit

export const zeroRetentionMs = 10 * 60_000

export function createAgentKind(needs: Needs): RunKind<AgentRequest, AgentOutput> {
  const { prices } = needs
  const priceOf: Partial<Record<AgentEffort, number>> = {
    minimal: prices.agentMinimal,
    low: prices.agentLow,
    medium: prices.agentMedium,
    high: prices.agentHigh,
    xhigh: prices.agentXhigh,
  }

  return {
    name: 'agent_run',
    maxConcurrent: needs.maxConcurrent,
    limits({ effort, budget }) {
      const dollars = budget?.maxCostDollars ?? agentScopes[effort].defaultBudgetDollars
      const seconds = budget?.maxDurationSeconds
      return {
        deadlineMs: deadlineOf(effort),
        ...(dollars !== null && { costNanos: toNanos(dollars) }),
        ...(seconds !== undefined && { durationMs: seconds * 1000 }),
      }
    },
    prices({ effort }): Used {
      const whole = priceOf[effort]
      if (whole !== undefined) return { run: toNanos(whole) }
      const unit = toNanos(prices.agentComputeUnit)
      return {
        search: toNanos(prices.agentSearch),
        page: unit / pagesPerUnit,
        token: unit / tokensPerUnit,
        email: toNanos(prices.agentEmail),
        phone: toNanos(prices.agentPhoneNumber),
      }
    },
    keptMs: ({ zeroRetention }) => (zeroRetention ? zeroRetentionMs : null),
    created: ({ id, createdAt }) => [
      { name: 'agent_run.created', data: { id, status: 'queued', createdAt: createdAt.toISOString() } },
    ],
    started: ({ id }) => [{ name: 'agent_run.started', data: { id, status: 'running' } }],
    ended(run) {
      const shown = presentRun(run, prices)
      return [{ name: `agent_run.${shown.status}`, data: shown }]
    },
    script: createAgentScript(needs),
    /** What it says can be looked up again like any answer. */
    async settle(tx, { id, teamId, request, output }) {
      if (!output || request.zeroRetention) return
      const { text, structured, claims, reader, notes } = output
      await needs.readings.save(
        teamId,
        { id, kind: 'answer', question: request.query, result: structured ?? text, reader, notes, claims },
        tx,
      )
    },
  }
}
