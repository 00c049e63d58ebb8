export { createJobs } from './create-jobs.ts'
export type { JobsOptions } from './create-jobs.ts'
