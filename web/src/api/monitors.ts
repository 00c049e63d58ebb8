import type { Monitor, MonitorRun } from '../../../src/contract/monitors.ts'
import { ask, post } from './client.ts'

const base = '/websets/v0/monitors'

export const listMonitors = (websetId: string, signal?: AbortSignal): Promise<{ data: readonly Monitor[] }> =>
  ask(`${base}?limit=100&websetId=${encodeURIComponent(websetId)}`, { signal })
export const listMonitorRuns = (id: string, signal?: AbortSignal): Promise<{ data: readonly MonitorRun[] }> =>
  ask(`${base}/${id}/runs?limit=50`, { signal })
export const createMonitor = (request: object): Promise<Monitor> => post(base, request)
export const setMonitorStatus = (id: string, status: Monitor['status']): Promise<Monitor> =>
  ask(`${base}/${id}`, { method: 'PATCH', body: { status } })
export const deleteMonitor = (id: string): Promise<unknown> => ask(`${base}/${id}`, { method: 'DELETE' })
export const runMonitor = (id: string): Promise<MonitorRun> =>
  post(`/winnow/v1/monitors/${id}/trigger`, undefined)
