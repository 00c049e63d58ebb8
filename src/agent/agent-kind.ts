import { toNanos } from '../billing/index.ts'
import type { AgentEffort } from '../contract/agent.ts'
import type { Documents } from '../documents/index.ts'
import type { Inquiry } from '../inquiry/index.ts'
import type { OpenReader } from '../reader/index.ts'
import type { Readings } from '../readings/index.ts'
import type { RunKind, RunOwner, Used } from '../runs/index.ts'
import type { Search } from '../search/index.ts'
import type { WebsetEngine } from '../websets/index.ts'
import {
  pagesPerUnit,
  tokensPerUnit,
  zeroRetentionMs,
  type AgentOutput,
  type AgentPrices,
  type AgentRequest,
} from './agent-run.ts'
import { createAgentScript } from './agent-script.ts'
import { agentScopes, deadlineOf } from './efforts.ts'
import { presentRun } from './present-run.ts'

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
    doneAnew: ['begin'],
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
