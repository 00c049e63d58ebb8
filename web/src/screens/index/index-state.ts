/** What the index screen shows, as it stands in the address. */
export interface IndexState {
  readonly tab?: 'documents'
  readonly search?: string
  readonly domain?: string
  readonly visibility?: 'team' | 'public'
}

export function readIndexState(given: Record<string, unknown>): IndexState {
  const state: Record<string, string> = {}
  for (const name of ['search', 'domain'] as const) {
    const value = given[name]
    // The router reads a text of digits as a number.
    if (typeof value === 'number' || (typeof value === 'string' && value !== '')) state[name] = String(value)
  }
  if (given.tab === 'documents') state.tab = 'documents'
  if (given.visibility === 'team' || given.visibility === 'public') state.visibility = given.visibility
  return state
}
