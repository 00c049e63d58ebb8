import { AsyncLocalStorage } from 'node:async_hooks'
import { isTraceparent } from '../contract/trace.ts'

const current = new AsyncLocalStorage<string>()

/** Does work as part of a trace that the client began: what it asks of others carries the trace on. */
export const inTrace = <T>(traceparent: unknown, work: () => T): T =>
  isTraceparent(traceparent) ? current.run(traceparent, work) : work()

/** Undefined outside of a trace. */
export const currentTrace = (): string | undefined => current.getStore()
