import type { Log } from '../../src/ports/log.ts'

const ignore = () => {}

export const silentLog: Log = {
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
  child: () => silentLog,
}
