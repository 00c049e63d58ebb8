export { check, failed, ok, type Check, type Finding } from './check.ts'
export { modelEndpoint } from './endpoint.ts'
export { modelAnswers } from './model-answers.ts'
export { dataFolder, nodeVersion, port } from './machine.ts'
