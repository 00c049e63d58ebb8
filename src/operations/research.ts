import { z } from 'zod'
import {
  CreateResearchRequest,
  ForkResearchRequest,
  GetResearchRequest,
  ListResearchRequest,
  Research,
  ResearchEvent,
  ResearchId,
  ResearchList,
  StreamFailure,
} from '../contract/research.ts'
import type { AppError } from '../contract/errors.ts'
import { RunSteps } from '../contract/runs.ts'
import { operation } from './operation.ts'

/** No id: clients of this API read frames of two lines and no others. */
const stream = {
  event: z.union([ResearchEvent, StreamFailure]),
  failure: ({ code, message }: AppError, requestId: string) => ({
    eventType: 'stream-failure' as const,
    error: { code, message },
    requestId,
  }),
  frame: ({ eventType }: { eventType: string }) => ({ name: eventType, id: null }),
}

export const createResearch = operation({
  name: 'research.create',
  summary: 'Begin to find out something: plan, search, read, and write with citations.',
  scope: 'write',
  limitClass: 'other',
  input: CreateResearchRequest,
  output: Research,
  run: ({ services, caller }, input) => services.research.create(caller, input),
})

export const listResearch = operation({
  name: 'research.list',
  summary: "List the team's research, the newest first.",
  scope: 'read',
  limitClass: 'other',
  input: ListResearchRequest,
  output: ResearchList,
  run: ({ services, caller }, input) => services.research.list(caller, input),
})

export const getResearch = operation({
  name: 'research.get',
  summary: 'Read research, or follow it as it happens.',
  scope: 'read',
  limitClass: 'other',
  input: GetResearchRequest,
  output: Research,
  stream,
  run: async ({ services, caller, signal }, input) =>
    input.stream
      ? services.research.follow(caller, input.researchId, signal)
      : services.research.get(caller, input.researchId, input.events ?? false),
})

export const cancelResearch = operation({
  name: 'research.cancel',
  summary: 'End research that is under way.',
  scope: 'write',
  limitClass: 'other',
  input: ResearchId,
  output: Research,
  run: ({ services, caller }, input) => services.research.cancel(caller, input.researchId),
})

export const listResearchSteps = operation({
  name: 'research.steps',
  summary: 'List what was done for research, each with what it used and cost.',
  scope: 'read',
  limitClass: 'other',
  input: ResearchId,
  output: RunSteps,
  run: ({ services, caller }, input) => services.research.steps(caller, input.researchId),
})

export const replayResearch = operation({
  name: 'research.replay',
  summary: 'Work out the events of ended research once more from its recorded steps; they are the same.',
  scope: 'read',
  limitClass: 'other',
  input: ResearchId,
  output: z.never(),
  stream,
  run: async ({ services, caller }, input) => services.research.replay(caller, input.researchId),
})

export const forkResearch = operation({
  name: 'research.fork',
  summary: 'Begin new research from a step of an ended one, with other instructions.',
  scope: 'write',
  limitClass: 'other',
  input: ForkResearchRequest,
  output: Research,
  run: ({ services, caller }, input) => services.research.fork(caller, input),
})
