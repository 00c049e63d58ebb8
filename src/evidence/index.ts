export { createEvidence } from './evidence.ts'
export { createExaminer, type Examiner } from './examiner.ts'
