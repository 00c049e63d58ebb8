export { openAgentMonitors, type AgentMonitorServices } from './open-agent-monitors.ts'
