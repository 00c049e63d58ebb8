import type { Clock } from '../../ports/clock.ts'

interface Limits {
  readonly most: number
  readonly forMs: number
}

/**
 * Remembers what was asked lately, and lets those who ask the same at once share one answer. Failures are not
 * remembered. The least recently used goes first.
 */
export function createRecently<Value>(clock: Clock, { most, forMs }: Limits) {
  const known = new Map<string, { readonly value: Promise<Value>; readonly until: number }>()
  return async function recently(key: string, find: () => Promise<Value>): Promise<Value> {
    const now = clock.now().getTime()
    const remembered = known.get(key)
    known.delete(key)
    const entry = remembered && remembered.until > now ? remembered : { value: find(), until: now + forMs }
    known.set(key, entry)
    for (const oldest of known.keys()) {
      if (known.size <= most) break
      known.delete(oldest)
    }
    try {
      return await entry.value
    } catch (error) {
      if (known.get(key) === entry) known.delete(key)
      throw error
    }
  }
}
