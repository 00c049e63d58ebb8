import type { RunKind } from '../../api/runs.ts'

/** What is about to be begun, as it stands in the address. */
export interface RunsState {
  readonly kind?: RunKind
  readonly q?: string
  /** A run that this one goes on from. */
  readonly after?: string
  /** A run whose request this one begins with. */
  readonly like?: string
}

export function readRunsState(given: Record<string, unknown>): RunsState {
  return {
    ...(given.kind === 'agent' && { kind: 'agent' as const }),
    ...((typeof given.q === 'string' || typeof given.q === 'number') && { q: String(given.q) }),
    ...(typeof given.after === 'string' && { after: given.after }),
    ...(typeof given.like === 'string' && { like: given.like }),
  }
}
