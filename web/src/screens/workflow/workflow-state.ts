/** What of a task is shown, as it stands in the address. */
export interface WorkflowState {
  /** Of a winnow: which round, counted from 1, and which niche is open. */
  readonly round?: number
  readonly niche?: string
  /** The page that is open, and where in it the passage begins that is meant. */
  readonly page?: string
  readonly start?: number
}

export function readWorkflowState(given: Record<string, unknown>): WorkflowState {
  return {
    ...(typeof given.round === 'number' && { round: given.round }),
    // The router reads a niche of one criterion as a number.
    ...((typeof given.niche === 'string' || typeof given.niche === 'number') && {
      niche: String(given.niche),
    }),
    ...(typeof given.page === 'string' && { page: given.page }),
    ...(typeof given.start === 'number' && { start: given.start }),
  }
}
