import type { ApprovalPolicy } from '../../src/contract/approvals.ts'

/** The policy of a server that nobody has set up. */
export const usualPolicy: ApprovalPolicy = {
  search: 'ask',
  fetch: 'ask',
  spend: 'budget',
  budgetUsd: 1,
  dailyBudgetUsd: 10,
  destroy: 'ask',
  remember: 'once',
  timeoutMs: 120_000,
  unavailable: 'deny',
  elicitation: true,
  tools: {},
  domains: {},
  keys: {},
}
