import {
  CreateMonitorRequest,
  ListMonitorRunsRequest,
  ListMonitorsRequest,
  Monitor,
  MonitorList,
  MonitorReference,
  MonitorRun,
  MonitorRunList,
  MonitorRunReference,
  UpdateMonitorRequest,
} from '../contract/monitors.ts'
import { operation } from './operation.ts'

export const createMonitor = operation({
  name: 'monitors.create',
  summary: 'Bring a webset up to date by the clock: look for further items, or at its items again.',
  scope: 'write',
  limitClass: 'websets',
  input: CreateMonitorRequest,
  output: Monitor,
  run: ({ services, caller }, input) => services.monitors.create(caller, input),
})

export const listMonitors = operation({
  name: 'monitors.list',
  summary: "List the team's monitors, the newest first.",
  scope: 'read',
  limitClass: 'websets',
  input: ListMonitorsRequest,
  output: MonitorList,
  run: ({ services, caller }, input) => services.monitors.list(caller, input),
})

export const getMonitor = operation({
  name: 'monitors.get',
  summary: 'Read a monitor: its last run, and when the next one is due.',
  scope: 'read',
  limitClass: 'websets',
  input: MonitorReference,
  output: Monitor,
  run: ({ services, caller }, input) => services.monitors.get(caller, input.id),
})

export const updateMonitor = operation({
  name: 'monitors.update',
  summary: 'Enable or disable a monitor, or change when it runs and what it does.',
  scope: 'write',
  limitClass: 'websets',
  input: UpdateMonitorRequest,
  output: Monitor,
  run: ({ services, caller }, input) => services.monitors.update(caller, input),
})

export const deleteMonitor = operation({
  name: 'monitors.delete',
  summary: 'Delete a monitor with its runs. What it has brought stays.',
  scope: 'write',
  limitClass: 'websets',
  input: MonitorReference,
  output: Monitor,
  run: ({ services, caller }, input) => services.monitors.remove(caller, input.id),
})

export const triggerMonitor = operation({
  name: 'monitors.trigger',
  summary: 'Run a monitor now, whatever its cadence.',
  scope: 'write',
  limitClass: 'other',
  input: MonitorReference,
  output: MonitorRun,
  run: ({ services, caller }, input) => services.monitors.trigger(caller, input.id),
})

export const listMonitorRuns = operation({
  name: 'monitors.runs.list',
  summary: 'List the runs of a monitor, the newest first.',
  scope: 'read',
  limitClass: 'websets',
  input: ListMonitorRunsRequest,
  output: MonitorRunList,
  run: ({ services, caller }, input) => services.monitors.runs.list(caller, input),
})

export const getMonitorRun = operation({
  name: 'monitors.runs.get',
  summary: 'See how a run of a monitor is getting on, or how it ended.',
  scope: 'read',
  limitClass: 'websets',
  input: MonitorRunReference,
  output: MonitorRun,
  run: ({ services, caller }, input) => services.monitors.runs.get(caller, input.monitor, input.id),
})
