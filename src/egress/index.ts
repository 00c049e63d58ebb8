export { currentErrand, eventsOnErrand, jobsOnErrand, onErrand, type Errand } from './errand.ts'
export { createEgressLog, type EgressLog } from './egress-log.ts'
export { createEgressPolicy, requireReachableModels, type EgressPolicy } from './policy.ts'
