import type { AgentGrounding, CreateAgentRunRequest } from '../contract/agent.ts'
import type { Page } from '../inquiry/index.ts'
import type { JsonObject } from '../reader/index.ts'
import type { Claim } from '../readings/index.ts'
import type { Candidate } from '../websets/index.ts'

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

/** What a unit of computing is: so many pages of a thousand tokens, or so many tokens of a language model. */
export const pagesPerUnit = 100
export const tokensPerUnit = 20_000

export const computeUnits = ({ page = 0, token = 0 }: Readonly<Record<string, number>>): number =>
  page / pagesPerUnit + token / tokensPerUnit

/** How long a run of a team is kept of which nothing is. */
export const zeroRetentionMs = 10 * 60_000
