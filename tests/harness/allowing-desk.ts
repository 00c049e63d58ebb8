import type { ApprovalDesk } from '../../src/approvals/index.ts'

/** For tests of what happens once a call may run. */
export const allowingDesk: ApprovalDesk = {
  request: async () => ({ state: 'allowed', rule: 'test', approvalId: null }),
  elicited: async () => ({ state: 'allowed', rule: 'test', approvalId: null }),
  wait: () => Promise.reject(new Error('nothing is ever pending here')),
}
