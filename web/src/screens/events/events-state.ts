import { typesOf } from './event-types.ts'

export interface EventsState {
  readonly tab?: 'webhooks'
  /** A type of event, or a group of them. */
  readonly type?: string
  readonly from?: string
  readonly to?: string
  /** The webhook whose deliveries are shown. */
  readonly webhook?: string
}

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)

export function readEventsState(given: Record<string, unknown>): EventsState {
  const { tab, type, from, to, webhook } = given
  return {
    ...(tab === 'webhooks' && { tab }),
    ...(typeof type === 'string' && typesOf(type).length > 0 && { type }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
    ...(typeof webhook === 'string' && { webhook }),
  }
}
