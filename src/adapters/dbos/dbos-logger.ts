import type { Log } from '../../ports/log.ts'
import type { DLogger } from './dbos.ts'

/** What DBOS tells about itself is detail to us, except its warnings and errors. */
export function dbosLogger(log: Log): DLogger {
  return {
    debug: (entry) => log.debug({}, text(entry)),
    info: (entry) => log.debug({}, text(entry)),
    warn: (entry) => log.warn({}, text(entry)),
    error: (entry, metadata) => log.error({ err: metadata?.error ?? entry }, text(entry)),
  }
}

const text = (entry: unknown): string => {
  if (entry instanceof Error) return entry.message
  return typeof entry === 'string' ? entry : JSON.stringify(entry)
}
