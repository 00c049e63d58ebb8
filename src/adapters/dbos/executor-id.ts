import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'

/** Tells the process behind it, to an operator and to `isGone`; no two are alike. */
export const newExecutorId = (): string => `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`

/**
 * Whether another executor's process has surely ended, which only its own machine can say. Where the number has
 * been given to a new process it seems to live, and its heartbeat decides; but this process's own number cannot
 * be another's, and that is the usual case in a container.
 */
export function isGone(executorId: string): boolean {
  const [, host, digits] = /^(.+)-(\d+)-[^-]+$/.exec(executorId) ?? []
  if (host !== hostname()) return false
  const pid = Number(digits)
  if (pid === process.pid) return true
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}
