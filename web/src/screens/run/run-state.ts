/** What of a run is shown, as it stands in the address. */
export interface RunState {
  readonly view?: RunTab
  /** A value of the structured result whose evidence is open: `companies[0].name`. */
  readonly cell?: string
  /** The page that is open, and where in it the passage begins that is meant. */
  readonly page?: string
  readonly start?: number
}

export type RunTab = 'report' | 'result' | 'json' | 'timeline'
const tabs: readonly RunTab[] = ['report', 'result', 'json', 'timeline']

export function readRunState(given: Record<string, unknown>): RunState {
  const view = tabs.find((tab) => tab === given.view)
  return {
    ...(view && { view }),
    ...(typeof given.cell === 'string' && { cell: given.cell }),
    ...(typeof given.page === 'string' && { page: given.page }),
    ...(typeof given.start === 'number' && { start: given.start }),
  }
}
