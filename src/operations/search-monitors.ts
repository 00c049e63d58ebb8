import {
  BatchSearchMonitorsRequest,
  CreateSearchMonitorRequest,
  ListSearchMonitorRunsRequest,
  ListSearchMonitorsRequest,
  NewSearchMonitor,
  SearchMonitor,
  SearchMonitorBatch,
  SearchMonitorList,
  SearchMonitorReference,
  SearchMonitorRun,
  SearchMonitorRunList,
  SearchMonitorRunReference,
  Triggered,
  UpdateSearchMonitorRequest,
} from '../contract/search-monitors.ts'
import { operation } from './operation.ts'

export const createSearchMonitor = operation({
  name: 'search-monitors.create',
  summary: 'Repeat a search by the clock, and be told by webhook of what is new.',
  scope: 'write',
  limitClass: 'other',
  input: CreateSearchMonitorRequest,
  output: NewSearchMonitor,
  run: ({ services, caller }, input) => services.searchMonitors.create(caller, input),
})

export const listSearchMonitors = operation({
  name: 'search-monitors.list',
  summary: "List the team's search monitors, the newest first.",
  scope: 'read',
  limitClass: 'other',
  input: ListSearchMonitorsRequest,
  output: SearchMonitorList,
  run: ({ services, caller }, input) => services.searchMonitors.list(caller, input),
})

export const batchSearchMonitors = operation({
  name: 'search-monitors.batch',
  summary: 'Pause, unpause or delete the search monitors that match.',
  scope: 'write',
  limitClass: 'other',
  input: BatchSearchMonitorsRequest,
  output: SearchMonitorBatch,
  run: ({ services, caller }, input) => services.searchMonitors.batch(caller, input),
})

export const getSearchMonitor = operation({
  name: 'search-monitors.get',
  summary: 'Read a search monitor.',
  scope: 'read',
  limitClass: 'other',
  input: SearchMonitorReference,
  output: SearchMonitor,
  run: ({ services, caller }, input) => services.searchMonitors.get(caller, input.id),
})

export const updateSearchMonitor = operation({
  name: 'search-monitors.update',
  summary: 'Pause or resume a search monitor, or change what it looks for, when, and whom it tells.',
  scope: 'write',
  limitClass: 'other',
  input: UpdateSearchMonitorRequest,
  output: SearchMonitor,
  run: ({ services, caller }, input) => services.searchMonitors.update(caller, input),
})

export const deleteSearchMonitor = operation({
  name: 'search-monitors.delete',
  summary: 'Delete a search monitor with its runs.',
  scope: 'write',
  limitClass: 'other',
  input: SearchMonitorReference,
  output: SearchMonitor,
  run: ({ services, caller }, input) => services.searchMonitors.remove(caller, input.id),
})

export const triggerSearchMonitor = operation({
  name: 'search-monitors.trigger',
  summary: 'Run a search monitor now.',
  scope: 'write',
  limitClass: 'other',
  input: SearchMonitorReference,
  output: Triggered,
  run: ({ services, caller }, input) => services.searchMonitors.trigger(caller, input.id),
})

export const listSearchMonitorRuns = operation({
  name: 'search-monitors.runs.list',
  summary: 'List the runs of a search monitor, the newest first.',
  scope: 'read',
  limitClass: 'other',
  input: ListSearchMonitorRunsRequest,
  output: SearchMonitorRunList,
  run: ({ services, caller }, input) => services.searchMonitors.runs.list(caller, input),
})

export const getSearchMonitorRun = operation({
  name: 'search-monitors.runs.get',
  summary: 'Read a run of a search monitor, with what it found.',
  scope: 'read',
  limitClass: 'other',
  input: SearchMonitorRunReference,
  output: SearchMonitorRun,
  run: ({ services, caller }, input) => services.searchMonitors.runs.get(caller, input.monitor, input.id),
})
