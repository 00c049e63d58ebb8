export type { Finding, Happening, Page, Task } from './happening.ts'
export {
  createInquiry,
  type Answered,
  type Effort,
  type Findings,
  type Goal,
  type Inquiry,
} from './inquiry.ts'
export { readingStep } from './reading-step.ts'
export { writeReport } from './report.ts'
