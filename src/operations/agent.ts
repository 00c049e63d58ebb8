import { z } from 'zod'
import {
  AgentEvent,
  AgentEventList,
  AgentRun,
  AgentRunList,
  AgentRunReference,
  CreateAgentRunRequest,
  DeletedAgentRun,
  ForkAgentRunRequest,
  ListAgentEventsRequest,
  ListAgentRunsRequest,
} from '../contract/agent.ts'
import type { AppError } from '../contract/errors.ts'
import { RunSteps } from '../contract/runs.ts'
import { operation } from './operation.ts'

const wantsEvents = (accept = ''): boolean => accept.includes('text/event-stream')

/** Frames carry the number and the name of an event beside its data. */
const stream = {
  event: AgentEvent,
  failure: ({ code, message }: AppError, requestId: string) => ({
    id: '',
    event: 'stream.failed',
    data: { error: { code, message }, requestId },
    createdAt: new Date().toISOString(),
  }),
  frame: ({ id, event, data }: AgentEvent) => ({ name: event, id: id || null, data }),
}

export const createAgentRun = operation({
  name: 'agent.runs.create',
  summary: 'Begin a run that finds out something, or finds things, and writes it down with citations.',
  scope: 'write',
  limitClass: 'other',
  input: CreateAgentRunRequest,
  output: AgentRun,
  stream,
  async run({ services, caller, betas, signal }, { accept, ...request }) {
    const run = await services.agentRuns.create(caller, request, betas)
    return wantsEvents(accept) ? services.agentRuns.follow(caller, run.id, signal) : run
  },
})

export const listAgentRuns = operation({
  name: 'agent.runs.list',
  summary: "List the team's agent runs, the newest first.",
  scope: 'read',
  limitClass: 'other',
  input: ListAgentRunsRequest,
  output: AgentRunList,
  run: ({ services, caller }, input) => services.agentRuns.list(caller, input),
})

export const getAgentRun = operation({
  name: 'agent.runs.get',
  summary: 'Read an agent run.',
  scope: 'read',
  limitClass: 'other',
  input: AgentRunReference,
  output: AgentRun,
  run: ({ services, caller }, input) => services.agentRuns.get(caller, input.id),
})

export const deleteAgentRun = operation({
  name: 'agent.runs.delete',
  summary: 'Delete an agent run with its events; one under way is ended.',
  scope: 'write',
  limitClass: 'other',
  input: AgentRunReference,
  output: DeletedAgentRun,
  run: ({ services, caller }, input) => services.agentRuns.remove(caller, input.id),
})

export const cancelAgentRun = operation({
  name: 'agent.runs.cancel',
  summary: 'End an agent run that is under way.',
  scope: 'write',
  limitClass: 'other',
  input: AgentRunReference,
  output: AgentRun,
  run: ({ services, caller }, input) => services.agentRuns.cancel(caller, input.id),
})

export const stopAgentRun = operation({
  name: 'agent.runs.stop',
  summary: 'Let an agent run end with what it has.',
  scope: 'write',
  limitClass: 'other',
  input: AgentRunReference,
  output: AgentRun,
  run: ({ services, caller }, input) => services.agentRuns.stop(caller, input.id),
})

export const listAgentEvents = operation({
  name: 'agent.runs.events',
  summary: 'List the events of an agent run so far, or replay them as a stream.',
  scope: 'read',
  limitClass: 'other',
  input: ListAgentEventsRequest,
  output: AgentEventList,
  stream,
  run: async ({ services, caller }, input) =>
    wantsEvents(input.accept)
      ? services.agentRuns.replay(caller, input)
      : services.agentRuns.events(caller, input),
})

export const followAgentRun = operation({
  name: 'agent.runs.follow',
  summary: 'Follow an agent run as it happens, from its first event to its last.',
  scope: 'read',
  limitClass: 'other',
  input: AgentRunReference,
  output: z.never(),
  stream,
  run: async ({ services, caller, signal }, input) => services.agentRuns.join(caller, input.id, signal),
})

export const replayAgentRun = operation({
  name: 'agent.runs.replay',
  summary: 'Work out the events of an ended agent run once more from its recorded steps; they are the same.',
  scope: 'read',
  limitClass: 'other',
  input: AgentRunReference,
  output: z.never(),
  stream,
  run: async ({ services, caller }, input) => services.agentRuns.rework(caller, input.id),
})

export const listAgentRunSteps = operation({
  name: 'agent.runs.steps',
  summary: 'List what was done for an agent run, each with what it used and cost.',
  scope: 'read',
  limitClass: 'other',
  input: AgentRunReference,
  output: RunSteps,
  run: ({ services, caller }, input) => services.agentRuns.steps(caller, input.id),
})

export const forkAgentRun = operation({
  name: 'agent.runs.fork',
  summary: 'Begin a new agent run from a step of an ended one, with another wish.',
  scope: 'write',
  limitClass: 'other',
  input: ForkAgentRunRequest,
  output: AgentRun,
  run: ({ services, caller }, input) => services.agentRuns.fork(caller, input),
})
