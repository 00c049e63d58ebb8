export { check, failed, ok, skipped, warning, type Check, type Finding } from './check.ts'
export { modelEndpoint } from './endpoint.ts'
export { dataFolder, nodeVersion, port } from './machine.ts'
