import {
  AddEntitiesRequest,
  AgentMonitor,
  AgentMonitorList,
  AgentMonitorReference,
  Backtest,
  CreateAgentMonitorRequest,
  CreateBacktestRequest,
  DeletedAgentMonitor,
  ListAgentMonitorsRequest,
  ListMonitorChangesRequest,
  ListMonitorEntitiesRequest,
  MonitorChangeList,
  MonitorEntityList,
} from '../contract/agent-monitors.ts'
import { AppError } from '../contract/errors.ts'
import { operation, type OperationContext } from './operation.ts'

const beta = 'agent-monitors-2026-08-04'

/** The monitors, for clients that know what they ask for. */
function monitorsOf({ services, betas }: OperationContext) {
  if (betas.has(beta)) return services.agentMonitors
  throw new AppError('invalid_request', `Agent monitors need the header Exa-Beta: ${beta}.`, {
    reason: 'MISSING_BETA_HEADER',
  })
}

export const createAgentMonitor = operation({
  name: 'agent.monitors.create',
  summary: 'Keep a table of entities and fields fresh.',
  scope: 'write',
  limitClass: 'other',
  input: CreateAgentMonitorRequest,
  output: AgentMonitor,
  run: async (context, input) => monitorsOf(context).create(context.caller, input),
})

export const listAgentMonitors = operation({
  name: 'agent.monitors.list',
  summary: "List the team's agent monitors, the newest first.",
  scope: 'read',
  limitClass: 'other',
  input: ListAgentMonitorsRequest,
  output: AgentMonitorList,
  run: async (context, input) => monitorsOf(context).list(context.caller, input),
})

export const getAgentMonitor = operation({
  name: 'agent.monitors.get',
  summary: 'Read an agent monitor.',
  scope: 'read',
  limitClass: 'other',
  input: AgentMonitorReference,
  output: AgentMonitor,
  run: async (context, input) => monitorsOf(context).get(context.caller, input.id),
})

export const deleteAgentMonitor = operation({
  name: 'agent.monitors.delete',
  summary: 'Delete an agent monitor with all that it knows.',
  scope: 'write',
  limitClass: 'other',
  input: AgentMonitorReference,
  output: DeletedAgentMonitor,
  run: async (context, input) => monitorsOf(context).remove(context.caller, input.id),
})

export const addMonitorEntities = operation({
  name: 'agent.monitors.entities.add',
  summary: 'Add entities to an agent monitor.',
  scope: 'write',
  limitClass: 'other',
  input: AddEntitiesRequest,
  output: AgentMonitor,
  run: async (context, { id, entities }) => monitorsOf(context).add(context.caller, id, entities),
})

export const listMonitorEntities = operation({
  name: 'agent.monitors.entities.list',
  summary: 'List the entities of an agent monitor with what is known of them.',
  scope: 'read',
  limitClass: 'other',
  input: ListMonitorEntitiesRequest,
  output: MonitorEntityList,
  run: async (context, input) => monitorsOf(context).entities(context.caller, input),
})

export const listMonitorChanges = operation({
  name: 'agent.monitors.changes.list',
  summary: 'List what has become known to an agent monitor, the oldest first.',
  scope: 'read',
  limitClass: 'other',
  input: ListMonitorChangesRequest,
  output: MonitorChangeList,
  run: async (context, input) => monitorsOf(context).changes(context.caller, input),
})

export const createBacktest = operation({
  name: 'agent.monitors.backtests.create',
  summary: 'Find out what an agent monitor would have known at an earlier time.',
  scope: 'write',
  limitClass: 'other',
  input: CreateBacktestRequest,
  output: Backtest,
  run: async (context, input) => monitorsOf(context).backtests.create(context.caller, input),
})

export const getBacktest = operation({
  name: 'agent.monitors.backtests.get',
  summary: 'Read a backtest of an agent monitor.',
  scope: 'read',
  limitClass: 'other',
  input: AgentMonitorReference,
  output: Backtest,
  run: async (context, input) => monitorsOf(context).backtests.get(context.caller, input.id),
})
