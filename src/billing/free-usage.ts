import type { Log } from '../ports/log.ts'
import type { Account, Ledger, UsageEntry } from './ledger.ts'

const flushEveryMs = 250

/**
 * Gathers the usage of operations that cost nothing and writes it a few times a second, so that a read does not
 * wait for a write. A crash may lose the last quarter of a second of these counts, never a charge.
 */
export function createFreeUsage({ ledger, log }: { ledger: Ledger; log: Log }) {
  let pending = new Map<string, { account: Account; entries: UsageEntry[] }>()
  let writing = Promise.resolve()
  const timer = setInterval(() => void flush(), flushEveryMs)
  timer.unref()

  function flush(): Promise<void> {
    const batch = pending
    pending = new Map()
    writing = writing.then(async () => {
      for (const { account, entries } of batch.values()) {
        try {
          await ledger.record(account, entries)
        } catch (error) {
          log.warn({ error: String(error), entries: entries.length }, 'usage counts could not be written')
        }
      }
    })
    return writing
  }

  return {
    add(account: Account, entry: UsageEntry): void {
      const owner = `${account.teamId} ${account.keyId}`
      const of = pending.get(owner) ?? { account, entries: [] }
      of.entries.push(entry)
      pending.set(owner, of)
    },
    flush,
    async close(): Promise<void> {
      clearInterval(timer)
      await flush()
    },
  }
}

export type FreeUsage = ReturnType<typeof createFreeUsage>
