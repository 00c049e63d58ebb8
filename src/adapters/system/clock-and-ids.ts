import { monotonicFactory } from 'ulid'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'

export const systemClock: Clock = { now: () => new Date() }

export function createIds(): Ids {
  const ulid = monotonicFactory()
  return { next: (prefix) => `${prefix && `${prefix}_`}${ulid().toLowerCase()}` }
}
