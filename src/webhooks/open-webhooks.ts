import { sql } from 'kysely'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { Jobs } from '../ports/jobs.ts'
import type { Log } from '../ports/log.ts'
import type { Sender } from '../ports/outbound.ts'
import type { Records } from '../ports/records.ts'
import { createAttempts } from './attempts.ts'
import { createOutcomes } from './outcomes.ts'
import { createOwnedWebhooks } from './owned-webhooks.ts'
import { createWaker } from './waker.ts'
import { createWebhookWorkflow, webhookQueue, type EventSource } from './webhook-workflow.ts'
import { createWebhooks } from './webhooks.ts'

export interface WebhookSettings {
  /** Webhooks that one process sends to at once. */
  readonly concurrency: number
  readonly timeoutMs: number
  /** Tries until a message is given up. */
  readonly attempts: number
  readonly firstRetryMs: number
  readonly retryFactor: number
  readonly inactiveAfterHours: number
}

interface Needs {
  readonly records: Records
  readonly clock: Clock
  readonly ids: Ids
  readonly jobs: Jobs
  readonly log: Log
  readonly sender: Sender
  readonly events: EventSource
  readonly settings: WebhookSettings
}

export type WebhookServices = ReturnType<typeof openWebhooks>

/** Webhooks with what delivers to them; their jobs are defined here, so before the jobs are started. */
export function openWebhooks(needs: Needs) {
  const { records, jobs, settings } = needs
  const { attempts, firstRetryMs: firstDelayMs, retryFactor: factor, timeoutMs } = settings
  const record = createOutcomes({
    ...needs,
    policy: { attempts, firstDelayMs, factor },
    inactiveAfterMs: settings.inactiveAfterHours * 3_600_000,
  })
  jobs.defineQueue(webhookQueue(settings.concurrency))
  jobs.defineWorkflow(createWebhookWorkflow({ ...needs, record, timeoutMs }))

  return {
    ...createWebhooks(needs),
    ...createWaker(needs),
    attempts: createAttempts(needs),
    owned: createOwnedWebhooks(needs),

    /** Forgets what is to be told, or was, of events of before the moment, and webhooks that ended with their owners. */
    async prune(before: Date): Promise<void> {
      const everyTeam = records.acrossTeams('retention covers every team')
      await everyTeam.deleteFrom('webhook_deliveries').where('event_created_at', '<', before).execute()
      await everyTeam
        .deleteFrom('webhooks as webhook')
        .where('webhook.owner_id', 'is not', null)
        .where('webhook.updated_at', '<', before)
        .where(sql<number>`cardinality(webhook.events)`, '=', 0)
        .where((columns) =>
          columns.not(
            columns.exists(
              columns
                .selectFrom('webhook_deliveries as delivery')
                .select('delivery.event_id')
                .whereRef('delivery.webhook_id', '=', 'webhook.id'),
            ),
          ),
        )
        .execute()
    },
  }
}
