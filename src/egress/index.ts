export { currentErrand, eventsOnErrand, jobsOnErrand, onErrand } from './errand.ts'
export { createEgressLog, type EgressLog } from './egress-log.ts'
export { createEgressPolicy, requireReachableModels, type EgressPolicy } from './policy.ts'
