import type { Selectable } from 'kysely'
import type { Caller } from '../access/index.ts'
import { pageFrom } from '../contract/pagination.ts'
import type { ListAttemptsRequest, WebhookAttempt } from '../contract/webhooks.ts'
import type { Records } from '../ports/records.ts'
import type { Tables } from '../ports/tables.ts'
import { findWebhook } from './webhook.ts'

/** Every try to deliver something to a webhook, the newest first. */
export function createAttempts({ records: { db } }: { readonly records: Records }) {
  return {
    async list(
      { teamId }: Caller,
      { id: webhookId, cursor, limit, eventType, successful }: ListAttemptsRequest,
    ) {
      await findWebhook(db, teamId, webhookId)
      const rows = await db
        .selectFrom('webhook_attempts')
        .selectAll()
        .where('team_id', '=', teamId)
        .where('webhook_id', '=', webhookId)
        .$if(eventType !== undefined, (query) => query.where('event_type', '=', eventType ?? ''))
        .$if(successful !== undefined, (query) => query.where('successful', '=', successful ?? false))
        .$if(cursor !== undefined, (query) =>
          query.where('position', '<', (inner) =>
            inner
              .selectFrom('webhook_attempts')
              .select('position')
              .where('team_id', '=', teamId)
              .where('id', '=', cursor ?? ''),
          ),
        )
        .orderBy('position', 'desc')
        .limit(limit + 1)
        .execute()
      return pageFrom(rows, limit, presentAttempt)
    },
  }
}

const presentAttempt = (row: Selectable<Tables['webhook_attempts']>): WebhookAttempt => ({
  id: row.id,
  object: 'webhook_attempt',
  eventId: row.event_id,
  eventType: row.event_type as WebhookAttempt['eventType'], // that of an event that was written
  webhookId: row.webhook_id,
  url: row.url,
  successful: row.successful,
  responseHeaders: row.response_headers,
  responseBody: row.response_body,
  responseStatusCode: row.response_status,
  error: row.error,
  attempt: row.attempt,
  attemptedAt: row.attempted_at.toISOString(),
})
