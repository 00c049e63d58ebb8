export { openSearchMonitors, type SearchMonitorServices } from './open-search-monitors.ts'
