import type { Caller } from '../access/index.ts'
import { AppError } from '../contract/errors.ts'
import { pageFrom } from '../contract/pagination.ts'
import type {
  CreateWebhookRequest,
  ListWebhooksRequest,
  RedeliverRequest,
  Redelivery,
  UpdateWebhookRequest,
  Webhook,
} from '../contract/webhooks.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { Sender } from '../ports/outbound.ts'
import type { Records, Tx } from '../ports/records.ts'
import { newSecret } from './signature.ts'
import {
  findWebhook,
  lockWebhook,
  missingWebhook,
  presentWebhook,
  reviveWebhook,
  updateWebhook,
  type WebhookRow,
} from './webhook.ts'

interface Needs {
  readonly records: Records
  readonly clock: Clock
  readonly ids: Ids
  readonly sender: Pick<Sender, 'refusal'>
}

/** The webhooks of a team: each is told of what it asked for, whatever of the team it happens to. */
export function createWebhooks({ records, clock, ids, sender }: Needs) {
  function requireReachable(url: string): void {
    const refusal = sender.refusal(url)
    if (refusal === null) return
    throw new AppError('invalid_request', `Invalid request body | "url": ${refusal}`, {
      details: { problems: [{ path: 'url', message: refusal }] },
    })
  }

  /** Changes one while nobody else does. Rejects with `not_found`. */
  async function change<T>(teamId: string, id: string, body: (tx: Tx, row: WebhookRow) => Promise<T>) {
    return records.transaction(async (tx) => {
      await findWebhook(tx, teamId, id)
      return body(tx, (await lockWebhook(tx, teamId, id)) ?? missingWebhook(id))
    })
  }

  return {
    /** The only answer with the secret. Rejects an address that nothing may be sent to. */
    async create({ teamId }: Caller, { url, events, metadata = {} }: CreateWebhookRequest): Promise<Webhook> {
      requireReachable(url)
      const now = clock.now()
      const row = await records.db
        .insertInto('webhooks')
        .values({
          id: ids.next('webhook'),
          team_id: teamId,
          owner_id: null,
          url,
          secret: newSecret(),
          events: [...new Set(events)],
          metadata: JSON.stringify(metadata),
          status: 'active',
          failing_since: null,
          resume_at: now,
          created_at: now,
          updated_at: now,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      return presentWebhook(row, row.secret)
    },

    get: async ({ teamId }: Caller, id: string): Promise<Webhook> =>
      presentWebhook(await findWebhook(records.db, teamId, id)),

    /** The newest first. */
    async list({ teamId }: Caller, { cursor, limit }: ListWebhooksRequest) {
      const rows = await records.db
        .selectFrom('webhooks')
        .selectAll()
        .where('team_id', '=', teamId)
        .where('owner_id', 'is', null)
        .$if(cursor !== undefined, (query) => query.where('id', '<', cursor ?? ''))
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute()
      return pageFrom(rows, limit, (row) => presentWebhook(row))
    },

    /** What waits is sent to the new address. One that had become inactive is active again, and is sent what it missed. */
    async update({ teamId }: Caller, { id, url, events, metadata }: UpdateWebhookRequest): Promise<Webhook> {
      if (url !== undefined) requireReachable(url)
      return change(teamId, id, async (tx, before) => {
        const now = clock.now()
        const isNewTarget = before.status === 'inactive' || (url !== undefined && url !== before.url)
        const row = isNewTarget ? await reviveWebhook(tx, before, now) : before
        const changed = await updateWebhook(tx, row, {
          ...(url !== undefined && { url }),
          ...(events !== undefined && { events: [...new Set(events)] }),
          ...(metadata !== undefined && { metadata: JSON.stringify(metadata ?? {}) }),
          updated_at: now,
        })
        return presentWebhook(changed)
      })
    },

    /** Takes it away with what was still to be sent; a message under way may yet arrive. */
    async remove({ teamId }: Caller, id: string): Promise<Webhook> {
      return change(teamId, id, async (tx, row) => {
        await tx.deleteFrom('webhooks').where('team_id', '=', teamId).where('id', '=', id).execute()
        return presentWebhook(row)
      })
    },

    /** Sends once more what was given up, or what the request names. An inactive webhook becomes active. */
    async redeliver(
      { teamId }: Caller,
      { id, eventIds, createdAfter }: RedeliverRequest,
    ): Promise<Redelivery> {
      return change(teamId, id, async (tx, before) => {
        const now = clock.now()
        if (eventIds) await requireDeliveries(tx, before, eventIds)
        const { numUpdatedRows } = await tx
          .updateTable('webhook_deliveries')
          .set({ state: 'waiting', tries: 0, due_at: now })
          .where('team_id', '=', teamId)
          .where('webhook_id', '=', id)
          .$if(eventIds !== undefined, (query) => query.where('event_id', 'in', eventIds ?? []))
          .$if(createdAfter !== undefined, (query) =>
            query.where('event_created_at', '>=', createdAfter ?? now),
          )
          .$if(!eventIds && !createdAfter, (query) => query.where('state', '=', 'failed'))
          .executeTakeFirst()
        const webhook = presentWebhook(await reviveWebhook(tx, before, now))
        return { webhook, deliveries: Number(numUpdatedRows) }
      })
    },
  }

  /** An event that was never for this webhook, because it did not ask for it then, becomes one of its own. */
  async function requireDeliveries(tx: Tx, webhook: WebhookRow, eventIds: string[]): Promise<void> {
    const { team_id: teamId, id: webhookId } = webhook
    const known = await tx
      .selectFrom('webhook_deliveries')
      .select('event_id')
      .where('team_id', '=', teamId)
      .where('webhook_id', '=', webhookId)
      .where('event_id', 'in', eventIds)
      .execute()
    const others = eventIds.filter((eventId) => !known.some(({ event_id }) => event_id === eventId))
    if (others.length === 0) return
    const events = await tx
      .selectFrom('webset_events')
      .select(['id', 'type', 'created_at'])
      .where('team_id', '=', teamId)
      .where('id', 'in', others)
      .orderBy('position')
      .execute()
    const unknown = others.find((eventId) => !events.some((event) => event.id === eventId))
    if (unknown !== undefined)
      throw new AppError('not_found', `There is no event "${unknown}".`, { reason: 'EVENT_NOT_FOUND' })
    await tx
      .insertInto('webhook_deliveries')
      .values(
        events.map((event) => ({
          webhook_id: webhookId,
          team_id: teamId,
          webset_event_id: event.id,
          payload: null,
          event_type: event.type,
          event_created_at: event.created_at,
          due_at: clock.now(),
        })),
      )
      .execute()
  }
}
