export { verifyLines } from './audit.ts'
export type { ApprovalDesk, ApprovalOffice, Approver, Circumstances, Viewer } from './desk.ts'
export { hashOf, type Asker, type Question } from './question.ts'
export { createApprovals, type ApprovalNeeds } from './stored-desk.ts'
