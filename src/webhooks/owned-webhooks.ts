import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { Tx } from '../ports/records.ts'
import { newSecret } from './signature.ts'
import { reviveWebhook, updateWebhook } from './webhook.ts'

interface Needs {
  readonly clock: Clock
  readonly ids: Ids
}

interface Owner {
  readonly teamId: string
  /** The id of what it belongs to. */
  readonly ownerId: string
}

interface Target {
  readonly url: string
  /** Types of events; what is not among them is not sent. */
  readonly events: readonly string[]
}

/** As it is posted. The id tells a receiver what it has seen already. */
interface OwnedEvent {
  readonly id: string
  readonly object: 'event'
  readonly type: string
  readonly data: unknown
  readonly createdAt: string
}

/**
 * Webhooks of something that has one of its own, as monitors have. They are delivered like those of callers, with the same
 * signature, order and retries, but shown by their owner alone. All happens in the owner's transaction.
 */
export function createOwnedWebhooks({ clock, ids }: Needs) {
  return {
    /** Answers the secret, to be shown once. */
    async create(tx: Tx, { teamId, ownerId }: Owner, { url, events }: Target): Promise<string> {
      const now = clock.now()
      const secret = newSecret()
      await tx
        .insertInto('webhooks')
        .values({
          id: ids.next('webhook'),
          team_id: teamId,
          owner_id: ownerId,
          url,
          secret,
          events: [...events],
          metadata: '{}',
          status: 'active',
          failing_since: null,
          resume_at: now,
          created_at: now,
          updated_at: now,
        })
        .execute()
      return secret
    },

    /** Begins anew with the target: what waits goes there. */
    async update(tx: Tx, { teamId, ownerId }: Owner, { url, events }: Target): Promise<void> {
      const now = clock.now()
      const rows = await tx
        .selectFrom('webhooks')
        .selectAll()
        .where('team_id', '=', teamId)
        .where('owner_id', '=', ownerId)
        .forNoKeyUpdate()
        .execute()
      for (const row of rows) {
        await reviveWebhook(tx, row, now)
        await updateWebhook(tx, row, { url, events: [...events], updated_at: now })
      }
    },

    /** With the event as it is to be sent, if its type is among those asked for. An owner without webhook is told nothing. */
    async post(tx: Tx, { teamId, ownerId }: Owner, event: OwnedEvent): Promise<void> {
      const createdAt = new Date(event.createdAt)
      const webhooks = await tx
        .selectFrom('webhooks')
        .select(['id', 'events'])
        .where('team_id', '=', teamId)
        .where('owner_id', '=', ownerId)
        .forKeyShare()
        .execute()
      const deliveries = webhooks
        .filter(({ events }) => events.includes(event.type))
        .map(({ id }) => ({
          webhook_id: id,
          team_id: teamId,
          webset_event_id: null,
          payload: JSON.stringify(event),
          event_type: event.type,
          event_created_at: createdAt,
          due_at: createdAt,
        }))
      if (deliveries.length > 0) await tx.insertInto('webhook_deliveries').values(deliveries).execute()
    },

    /** Nothing more is taken for it. What was posted before, such as the news of its owner's end, is still delivered. */
    async end(tx: Tx, { teamId, ownerId }: Owner): Promise<void> {
      await tx
        .updateTable('webhooks')
        .set({ events: [] })
        .where('team_id', '=', teamId)
        .where('owner_id', '=', ownerId)
        .execute()
    },
  }
}
