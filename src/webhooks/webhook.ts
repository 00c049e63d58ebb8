import type { Selectable } from 'kysely'
import { AppError } from '../contract/errors.ts'
import type { Webhook } from '../contract/webhooks.ts'
import type { Db, Tx } from '../ports/records.ts'
import type { Tables } from '../ports/tables.ts'

export type WebhookRow = Selectable<Tables['webhooks']>

/** One that a caller made. Rejects with `not_found`. */
export async function findWebhook(db: Db, teamId: string, id: string): Promise<WebhookRow> {
  const row = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('owner_id', 'is', null)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? missingWebhook(id)
}

/**
 * Undefined when it is gone. Until the transaction ends nobody else changes it; whoever writes events does not wait for
 * that, because a lock that is not for the key lets references to the row be made.
 */
export async function lockWebhook(tx: Tx, teamId: string, id: string): Promise<WebhookRow | undefined> {
  return tx
    .selectFrom('webhooks')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function updateWebhook(
  tx: Tx,
  { team_id: teamId, id }: Pick<WebhookRow, 'team_id' | 'id'>,
  changes: Partial<Omit<WebhookRow, 'metadata'>> & { metadata?: string },
): Promise<WebhookRow> {
  return tx
    .updateTable('webhooks')
    .set(changes)
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Lets everything that waits be sent at once, also where nothing was sent any more. */
export async function reviveWebhook(tx: Tx, webhook: WebhookRow, now: Date): Promise<WebhookRow> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ due_at: now })
    .where('team_id', '=', webhook.team_id)
    .where('webhook_id', '=', webhook.id)
    .where('state', '=', 'waiting')
    .where('due_at', '>', now)
    .execute()
  return updateWebhook(tx, webhook, { status: 'active', failures: 0, failing_since: null, resume_at: now })
}

export const presentWebhook = (row: WebhookRow, secret: string | null = null): Webhook => ({
  id: row.id,
  object: 'webhook',
  status: row.status as Webhook['status'], // written by deliveries alone
  events: row.events as Webhook['events'], // checked when they came in
  url: row.url,
  secret,
  metadata: row.metadata,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

export function missingWebhook(id: string): never {
  throw new AppError('not_found', `There is no webhook "${id}".`, { reason: 'WEBHOOK_NOT_FOUND' })
}
