import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiKey, NewApiKey } from '../../src/contract/access.ts'
import type { Client, Outcome } from './client.ts'
import { nameOf, type Promises } from './promises.ts'
import type { Random } from './random.ts'

export interface Writers {
  readonly counts: { asked: number; acknowledged: number; created: number }
  /** No more requests are begun; resolves when those under way have ended, and rejects if one went wrong. */
  stop(): Promise<void>
}

const writerCount = 4

/** Several at once make, change and revoke keys until they are stopped, each only its own. */
export function startWriters(round: number, client: Client, promises: Promises, random: Random): Writers {
  const counts = { asked: 0, acknowledged: 0, created: 0 }
  const stopping = new AbortController()
  const running = Promise.all(
    Array.from({ length: writerCount }, (_, writer) => write(writer, random.split())),
  )
  // Reported by `stop`, however long after it happens.
  running.catch(() => {})

  async function write(writer: number, random: Random): Promise<void> {
    const own: { origin: string; id: string; version: number }[] = []
    for (let n = 0; !stopping.signal.aborted; n++) {
      const outcome = await act(`r${round}-w${writer}-${n}`, own, random)
      counts.asked++
      if (outcome.kind === 'none') await sleep(50)
      else counts.acknowledged++
      await sleep(random.between(0, 8))
    }
  }

  async function act(
    origin: string,
    own: { origin: string; id: string; version: number }[],
    random: Random,
  ): Promise<Outcome<ApiKey>> {
    const mine = random.one(own)
    const action = mine ? random.whole(10) : 0
    if (!mine || action < 6) {
      const content = { name: nameOf(origin, 1), budgetDollars: null, limits: {} }
      promises.asked(origin, { ...content, revokedAt: null })
      counts.created++
      const outcome = await client.send<NewApiKey>('POST', '/winnow/v1/keys', { name: content.name })
      if (outcome.kind === 'cut off') promises.acknowledged(origin)
      if (outcome.kind !== 'answer') return outcome
      promises.acknowledged(origin, outcome.body)
      own.push({ origin, id: outcome.body.id, version: 1 })
      return outcome
    }
    const path = `/winnow/v1/keys/${mine.id}`
    if (action < 9) {
      mine.version++
      const change = {
        name: nameOf(mine.origin, mine.version),
        budgetDollars: mine.version,
        limits: { search: mine.version },
      }
      promises.askedToChange(mine.origin, change)
      return settled(mine.origin, await client.send<ApiKey>('PATCH', path, change))
    }
    promises.askedToRevoke(mine.origin)
    own.splice(own.indexOf(mine), 1)
    return settled(mine.origin, await client.send<ApiKey>('DELETE', path))
  }

  function settled(origin: string, outcome: Outcome<ApiKey>): Outcome<ApiKey> {
    if (outcome.kind === 'answer') promises.acknowledged(origin, outcome.body)
    if (outcome.kind === 'cut off') promises.acknowledged(origin)
    return outcome
  }

  return {
    counts,
    async stop() {
      stopping.abort()
      await running
    },
  }
}
