import { once } from 'node:events'

/**
 * Waits for a promise no longer than the signal allows; rejects with its reason. What cannot be stopped (a system
 * call, work shared with others) runs on, and a later rejection of it is nobody's.
 */
export async function abortable<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise
  promise.catch(() => {})
  signal.throwIfAborted()
  const raced = new AbortController()
  const aborted = once(signal, 'abort', { signal: raced.signal }).then(() => {
    throw signal.reason
  })
  aborted.catch(() => {})
  try {
    return await Promise.race([promise, aborted])
  } finally {
    raced.abort()
  }
}
