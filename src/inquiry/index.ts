export type { Finding, Happening, Page } from './happening.ts'
export { createInquiry, type Answered, type Effort, type Inquiry } from './inquiry.ts'
export { readingStep } from './reading-step.ts'
export { writeReport } from './report.ts'
