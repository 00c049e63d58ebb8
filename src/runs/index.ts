/**
 * Long work that survives whatever happens to its process.
 *
 * An API sits on it so: it writes a `RunKind` (its limits and prices by request, the events of creation, start and end,
 * and a script), and gives it to `openRuns(…).define(kind)` before the jobs are started. What comes back, a
 * `RunService`, is all that its operations need: create, get, list, cancel, stop, remove, events, follow, steps, replay
 * and fork. Requests and outputs are JSON, stored as they are; the API presents a `Run` in its own shape.
 *
 * A script is a plain async function that goes from its beginning to its end, and may be begun anew at any moment:
 * whatever costs, waits, or could come out otherwise is a step (`run.step`), whose outcome is recorded together with
 * its events and its price and is answered from the record ever after. Between steps a script only computes. Steps side
 * by side go through `run.all`. What a limit cuts short goes into `run.untilLimit`, after which free steps make a result
 * of what is there; a completed run says by its `stopReason` whether that happened. To be the same in a replay, keys of
 * steps are fixed by the script, and ids in events are made of them.
 *
 * The same scripts run while a caller waits, with nothing kept, on `openImmediateRun`.
 */
export { openImmediateRun } from './immediate-run.ts'
export { LimitReached, type LimitReason } from './interruptions.ts'
export { openRuns, type Runs } from './open-runs.ts'
export type {
  Run,
  RunContext,
  RunError,
  RunEvent,
  RunKind,
  RunLimits,
  RunOwner,
  Step,
  StepWork,
  StoredEvent,
} from './run-kind.ts'
export type { RunService } from './run-service.ts'
export type { Used } from './used.ts'
