import type { Caller } from '../access/index.ts'
import { AppError } from '../contract/errors.ts'
import type { PageQuery } from '../contract/pagination.ts'
import type {
  CreateResearchRequest,
  ForkResearchRequest,
  Research,
  ResearchEvent,
} from '../contract/research.ts'
import { checkSchema } from '../reader/index.ts'
import type { Run, RunService, StoredEvent } from '../runs/index.ts'
import { costOf } from './research-events.ts'
import type { ResearchOutput, ResearchRequest } from './research-kind.ts'

type ResearchRun = Run<ResearchRequest, ResearchOutput>

export type ResearchService = ReturnType<typeof createResearch>

const everyEvent = 100_000

/** Research as the API has it, on the runs of its kind. */
export function createResearch(runs: RunService<ResearchRequest, ResearchOutput>) {
  return {
    async create(caller: Caller, request: CreateResearchRequest): Promise<Research> {
      if (request.outputSchema) checkSchema(request.outputSchema)
      return present(await runs.create(caller, request))
    },

    async get(caller: Caller, id: string, withEvents: boolean): Promise<Research> {
      const run = await runs.get(caller.teamId, id).catch(named(id))
      if (!withEvents) return present(run)
      return present(run, (await runs.events(caller.teamId, id, 0, everyEvent)).map(toEvent))
    },

    async list(caller: Caller, page: PageQuery) {
      const { data, ...rest } = await runs.list(caller.teamId, page)
      return { data: data.map((run) => present(run)), ...rest }
    },

    /** From the first event to the last, as they come. Rejects with `not_found` before the first. */
    async *follow(caller: Caller, id: string, signal: AbortSignal): AsyncGenerator<ResearchEvent> {
      try {
        for await (const event of runs.follow(caller.teamId, id, 0, signal)) yield toEvent(event)
      } catch (error) {
        named(id)(error)
      }
    },

    cancel: async (caller: Caller, id: string): Promise<Research> =>
      present(await runs.cancel(caller.teamId, id).catch(named(id))),

    async *replay(caller: Caller, id: string): AsyncGenerator<ResearchEvent> {
      const events = await runs.replay(caller.teamId, id).catch(named(id))
      yield* events.map(toEvent)
    },

    steps: async (caller: Caller, id: string) => ({
      data: await runs.steps(caller.teamId, id).catch(named(id)),
    }),

    async fork(caller: Caller, request: ForkResearchRequest): Promise<Research> {
      const { researchId, fromStep, instructions, outputSchema } = request
      if (outputSchema) checkSchema(outputSchema)
      const forked = await runs
        .fork(caller, researchId, fromStep, (before) => ({
          ...before,
          ...(instructions !== undefined && { instructions }),
          ...(outputSchema && { outputSchema }),
        }))
        .catch(named(researchId))
      return present(forked)
    },
  }
}

/** Written by the events of the kind alone. */
const toEvent = ({ data }: StoredEvent): ResearchEvent => data as unknown as ResearchEvent

const named =
  (id: string) =>
  (error: unknown): never => {
    if (error instanceof AppError && error.code === 'not_found')
      throw new AppError('not_found', `There is no research "${id}".`, { cause: error })
    throw error
  }

function present(run: ResearchRun, events?: ResearchEvent[]): Research {
  const { id, request, output, error } = run
  const { instructions, model, outputSchema } = request
  const createdAt = run.createdAt.getTime()
  const common = { researchId: id, createdAt, model, instructions, ...(outputSchema && { outputSchema }) }
  const told = { ...common, ...(events && { events }) }
  const finishedAt = (run.finishedAt ?? run.createdAt).getTime()
  if (run.status === 'pending') return { ...common, status: 'pending' }
  if (run.status === 'running') return { ...told, status: 'running' }
  if (run.status === 'canceled') return { ...told, status: 'canceled', finishedAt }
  if (!output)
    return {
      ...told,
      status: 'failed',
      error: error?.message ?? 'It failed for no known reason.',
      finishedAt,
    }
  const { content, parsed } = output
  const shown = { content, ...(parsed && { parsed }) }
  return { ...told, status: 'completed', output: shown, costDollars: costOf(run), finishedAt }
}
