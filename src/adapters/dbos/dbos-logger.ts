import type { Log } from '../../ports/log.ts'
import type { DLogger } from './dbos.ts'

/** What DBOS tells about itself is detail to us, except its warnings and errors that have not been told before. */
export function dbosLogger(log: Log, told = new WeakSet<object>()): DLogger {
  return {
    debug: (entry) => log.debug({}, text(entry)),
    info: (entry) => log.debug({}, text(entry)),
    warn: (entry) => log.warn({}, text(entry)),
    error(entry, { error } = {}) {
      if (error instanceof Error && told.has(error)) return
      log.error({ err: error ?? entry }, text(entry))
    },
  }
}

const text = (entry: unknown): string => {
  if (entry instanceof Error) return entry.message
  return typeof entry === 'string' ? entry : JSON.stringify(entry)
}
