export { LabelledCase } from './cases.ts'
export { evaluate, type Examinee, type Outcome } from './evaluate.ts'
export type { Report } from './report.ts'
