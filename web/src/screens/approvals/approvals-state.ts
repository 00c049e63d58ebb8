export const approvalTabs = ['inbox', 'decided', 'remembered', 'policy', 'log'] as const
export type ApprovalTab = (typeof approvalTabs)[number]

export interface ApprovalsState {
  readonly tab?: ApprovalTab
}

export function readApprovalsState(given: Record<string, unknown>): ApprovalsState {
  const tab = approvalTabs.find((one) => one === given.tab)
  return tab ? { tab } : {}
}
