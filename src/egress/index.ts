export { currentErrand, eventsOnErrand, jobsOnErrand, onErrand } from './errand.ts'
export { createEgressLog, type EgressLog } from './egress-log.ts'
export { createEgressPolicy, requireReachableEndpoints, type EgressPolicy } from './policy.ts'
