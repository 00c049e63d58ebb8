import type { Clock } from '../ports/clock.ts'
import type { Tx } from '../ports/records.ts'
import { presentRun, tell, updateRun, type RunRow } from './run-row.ts'
import type { RunError, RunKind, RunStatus, StopReason } from './run-kind.ts'

export interface Ending {
  readonly status: Exclude<RunStatus, 'pending' | 'running'>
  readonly stopReason: StopReason
  readonly output?: unknown
  readonly error?: RunError
}

/** Ends a run, once, under its lock: state, the last events, and what the kind does besides. */
export async function endRun(
  tx: Tx,
  { kind, clock }: { kind: RunKind; clock: Clock },
  run: RunRow,
  { status, stopReason, output, error }: Ending,
): Promise<RunRow> {
  const at = clock.now()
  const keptMs = kind.keptMs?.(presentRun(run).request) ?? null
  const ended = await updateRun(tx, run, {
    status,
    stop_reason: stopReason,
    finished_at: at,
    ...(keptMs !== null && { expires_at: new Date(at.getTime() + keptMs) }),
    ...(output !== undefined && { output: JSON.stringify(output) }),
    ...(error && { error: JSON.stringify(error) }),
  })
  const told = await tell(tx, ended, kind.ended(presentRun(ended)), at)
  await kind.settle?.(tx, presentRun(told))
  return told
}
