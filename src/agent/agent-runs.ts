import type { Caller } from '../access/index.ts'
import type {
  AgentEvent,
  AgentRun,
  CreateAgentRunRequest,
  ForkAgentRunRequest,
  ListAgentEventsRequest,
} from '../contract/agent.ts'
import { AppError } from '../contract/errors.ts'
import type { PageQuery } from '../contract/pagination.ts'
import type { Clock } from '../ports/clock.ts'
import { checkSchema } from '../reader/index.ts'
import type { Readings } from '../readings/index.ts'
import type { Run, RunService, StoredEvent } from '../runs/index.ts'
import {
  zeroRetentionMs,
  type AgentOutput,
  type AgentPrices,
  type AgentRequest,
  type Earlier,
} from './agent-run.ts'
import { agentScopes } from './efforts.ts'
import { presentRun } from './present-run.ts'

interface Needs {
  readonly runs: RunService<AgentRequest, AgentOutput>
  readonly readings: Pick<Readings, 'remove'>
  readonly clock: Clock
  readonly prices: AgentPrices
  /** Whether a team wants nothing of its runs to be kept. */
  readonly isZeroRetention: (teamId: string) => Promise<boolean>
}

type Stored = Run<AgentRequest, AgentOutput>

export type AgentRuns = ReturnType<typeof createAgentRuns>

const maxEffortBeta = 'agent-max-effort-2026-07-27'
const everyEvent = 100_000

/** Agent runs as the API has them, on the runs of their kind. */
export function createAgentRuns({ runs, readings, clock, prices, isZeroRetention }: Needs) {
  const present = (run: Stored): AgentRun => presentRun(run, prices)

  /** Rejects with `not_found`, also for what has been kept long enough. */
  async function find(teamId: string, id: string): Promise<Stored> {
    const run = await runs.get(teamId, id)
    if (!isKept(run)) throw notFound(id, 'RUN_NOT_FOUND')
    return run
  }

  const isKept = ({ request, finishedAt }: Stored): boolean =>
    !request.zeroRetention || !finishedAt || clock.now().getTime() <= finishedAt.getTime() + zeroRetentionMs

  return {
    /** Rejects with `invalid_request`, `invalid_json_schema`, `not_found` and `rate_limited`. */
    async create(
      caller: Caller,
      { dataSources = [], ...request }: Omit<CreateAgentRunRequest, 'accept'>,
      betas: ReadonlySet<string>,
    ): Promise<AgentRun> {
      const { outputSchema, previousRunId } = request
      checkEffort(request, betas)
      if (outputSchema) checkSchema(outputSchema)
      const zeroRetention = await isZeroRetention(caller.teamId)
      if (zeroRetention && (previousRunId !== undefined || dataSources.length > 0))
        throw refused('A team of which nothing is kept has neither `previousRunId` nor `dataSources`.')
      for (const { provider } of dataSources)
        throw refused(`This server has no data source "${provider}".`, 'INVALID_DATA_SOURCE')
      const earlier = previousRunId === undefined ? undefined : await earlierOf(caller.teamId, previousRunId)
      const stored = {
        ...request,
        ...(earlier && { earlier }),
        ...(zeroRetention && { zeroRetention: true as const }),
      }
      return present(await runs.create(caller, stored))
    },

    get: async ({ teamId }: Caller, id: string): Promise<AgentRun> => present(await find(teamId, id)),

    /**
     * What a language model was told and has said. Where none took part, about as much as one would have been told and
     * would have said: the question with the pages that were read, and the text.
     */
    async tokens({ teamId }: Caller, id: string): Promise<{ input: number; output: number }> {
      const { used, request, output } = await find(teamId, id)
      const { token = 0, outputToken = 0, page = 0 } = used
      if (token > 0) return { input: token - outputToken, output: outputToken }
      const said = output?.structured ? JSON.stringify(output.structured) : (output?.text ?? '')
      const told = tokensIn(request.query) + tokensIn(request.systemPrompt ?? '')
      return { input: told + Math.round(page * tokensPerPage), output: tokensIn(said) }
    },

    async list({ teamId }: Caller, page: PageQuery) {
      const { data, ...rest } = await runs.list(teamId, page)
      return { object: 'list' as const, data: data.filter(isKept).map(present), ...rest }
    },

    async cancel({ teamId }: Caller, id: string): Promise<AgentRun> {
      await find(teamId, id)
      return present(await runs.cancel(teamId, id))
    },

    /** It then ends with what it has. Rejects with `invalid_request` for efforts that know no stopping. */
    async stop({ teamId }: Caller, id: string): Promise<AgentRun> {
      const { request, finishedAt } = await find(teamId, id)
      if (!finishedAt && !agentScopes[request.effort].canStop)
        throw refused(`A run of the effort "${request.effort}" cannot be stopped, only cancelled.`)
      return present(await runs.stop(teamId, id))
    },

    async remove({ teamId }: Caller, id: string) {
      await find(teamId, id)
      await runs.remove(teamId, id)
      await readings.remove(teamId, id)
      return { id, object: 'agent_run.deleted' as const, deleted: true as const }
    },

    /** Stored events, oldest first. */
    async events({ teamId }: Caller, { id, cursor = '0', limit }: ListAgentEventsRequest) {
      await findWithEvents(teamId, id)
      const found = await runs.events(teamId, id, Number(cursor), limit + 1)
      const data = found.slice(0, limit).map(toEvent)
      const hasMore = found.length > limit
      return {
        object: 'list' as const,
        data,
        hasMore,
        nextCursor: hasMore ? (data.at(-1)?.id ?? null) : null,
      }
    },

    /** What is stored after an event; it does not wait for more. */
    async *replay(
      { teamId }: Caller,
      { id, lastEventId = '0' }: ListAgentEventsRequest,
    ): AsyncGenerator<AgentEvent> {
      await findWithEvents(teamId, id)
      yield* (await runs.events(teamId, id, Number(lastEventId), everyEvent)).map(toEvent)
    },

    /** The events once more, worked out from the recorded steps. Rejects with `not_found` and `conflict`. */
    async *rework({ teamId }: Caller, id: string): AsyncGenerator<AgentEvent> {
      await findWithEvents(teamId, id)
      yield* (await runs.replay(teamId, id)).map(toEvent)
    },

    follow,

    /** The same for those who did not begin it. Rejects with `not_found` before the first event. */
    async *join(caller: Caller, id: string, signal: AbortSignal): AsyncGenerator<AgentEvent> {
      await findWithEvents(caller.teamId, id)
      yield* follow(caller, id, signal)
    },

    async steps({ teamId }: Caller, id: string) {
      await findWithEvents(teamId, id)
      return { data: await runs.steps(teamId, id) }
    },

    /**
     * A new run that takes over what an ended one did before a step, and goes on with another wish. Rejects with
     * `invalid_request`, `invalid_json_schema`, `not_found`, `conflict` and `rate_limited`.
     */
    async fork(caller: Caller, request: ForkAgentRunRequest): Promise<AgentRun> {
      const { id, fromStep, query, systemPrompt, outputSchema } = request
      if (outputSchema) checkSchema(outputSchema)
      await findWithEvents(caller.teamId, id)
      const forked = await runs.fork(caller, id, fromStep, (before) => ({
        ...before,
        ...(query !== undefined && { query }),
        ...(systemPrompt !== undefined && { systemPrompt }),
        ...(outputSchema && { outputSchema }),
      }))
      return present(forked)
    },
  }

  /** From the first event to the last, as they come. */
  async function* follow({ teamId }: Caller, id: string, signal: AbortSignal): AsyncGenerator<AgentEvent> {
    for await (const event of runs.follow(teamId, id, 0, signal)) yield toEvent(event)
  }

  async function findWithEvents(teamId: string, id: string): Promise<void> {
    const { request } = await find(teamId, id)
    if (request.zeroRetention)
      throw refused('The events of a team of which nothing is kept cannot be read again.')
  }

  async function earlierOf(teamId: string, id: string): Promise<Earlier> {
    const { output, request } = await find(teamId, id).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'not_found')
        throw notFound(id, 'PREVIOUS_RUN_NOT_FOUND')
      throw error
    })
    if (!output) throw refused(`The run ${id} has not completed.`, 'PREVIOUS_RUN_NOT_COMPLETED')
    const quotes = output.claims.flatMap((claim) => claim.quotes)
    const pages = new Map(quotes.map((quote) => [`${quote.documentId} ${quote.version}`, quote]))
    return {
      query: request.query,
      things: output.things,
      // They were paid for when they were read.
      pages: [...pages.values()].map(({ documentId, version, url, title }) => ({
        documentId,
        version,
        url,
        title,
        tokens: 0,
      })),
    }
  }
}

function checkEffort(
  { effort, budget }: Pick<CreateAgentRunRequest, 'effort' | 'budget'>,
  betas: ReadonlySet<string>,
) {
  if (effort === 'max' && !betas.has(maxEffortBeta))
    throw refused(`The effort "max" needs the header Exa-Beta: ${maxEffortBeta}.`, 'MISSING_BETA_HEADER')
  if (budget?.maxCostDollars !== undefined && agentScopes[effort].defaultBudgetDollars === null)
    throw refused(
      `"budget.maxCostDollars" goes with the efforts auto, ultra and max: "${effort}" has a fixed price.`,
    )
  if (budget?.maxDurationSeconds !== undefined && effort !== 'ultra')
    throw refused(`"budget.maxDurationSeconds" goes with the effort ultra, not with "${effort}".`)
}

const tokensPerPage = 1000
const tokensIn = (text: string): number => Math.ceil(text.length / 4)

const refused = (message: string, reason = 'INVALID_REQUEST'): AppError =>
  new AppError('invalid_request', message, { reason })

const notFound = (id: string, reason: string): AppError =>
  new AppError('not_found', `There is no run "${id}".`, { reason })

const toEvent = ({ sequence, name, data, createdAt }: StoredEvent): AgentEvent => ({
  id: String(sequence),
  event: name,
  data: { ...data },
  createdAt: createdAt.toISOString(),
})
