export { openMonitors, type MonitorServices } from './open-monitors.ts'
export { createMonitorRuns } from './runs.ts'
