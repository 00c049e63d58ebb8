import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../contract/errors.ts'
import type { Clock } from '../ports/clock.ts'
import type { Jobs } from '../ports/jobs.ts'
import type { Log } from '../ports/log.ts'
import type { Records } from '../ports/records.ts'
import { lockWebhook, updateWebhook } from './webhook.ts'
import { webhookWorkflowName } from './webhook-workflow.ts'

interface Needs {
  readonly records: Records
  readonly clock: Clock
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly log: Log
}

const wokenAtOnce = 100
const pollMs = 250
const pauseAfterTroubleMs = 2000

/**
 * Begins the runs of webhooks that have something to be told. Events could not do so in their own transactions: two of
 * them would wait for each other at a webhook that both concern. There is nothing to miss, since what is due is read off
 * the records.
 */
export function createWaker({ records, clock, jobs, log }: Needs) {
  /** Of every team; answers how many. */
  async function wake(): Promise<number> {
    const now = clock.now()
    const waiting = await records
      .acrossTeams('the webhooks of every team are looked after')
      .selectFrom('webhooks as webhook')
      .select(['webhook.id', 'webhook.team_id'])
      .where('webhook.status', '=', 'active')
      .where('webhook.active', '=', false)
      .where('webhook.resume_at', '<=', now)
      .where((columns) =>
        columns.exists(
          columns
            .selectFrom('webhook_deliveries as delivery')
            .select('delivery.event_id')
            .whereRef('delivery.webhook_id', '=', 'webhook.id')
            .where('delivery.state', '=', 'waiting')
            .where('delivery.due_at', '<=', now),
        ),
      )
      .limit(wokenAtOnce)
      .execute()
    for (const { id, team_id: teamId } of waiting) {
      await records.transaction(async (tx) => {
        const webhook = await lockWebhook(tx, teamId, id)
        if (!webhook || webhook.active || webhook.status !== 'active') return
        const { run } = await updateWebhook(tx, webhook, { active: true, run: webhook.run + 1 })
        const payload = { teamId, webhookId: id, run }
        await jobs.enqueue(tx, { id: `${id}.${run}`, name: webhookWorkflowName, payload })
      })
    }
    return waiting.length
  }

  /** A database that is away says so elsewhere, and often enough. */
  function afterTrouble(error: unknown): number {
    if (!(error instanceof AppError) || error.code !== 'unavailable')
      log.error({ err: error }, 'webhooks could not be looked after')
    return pauseAfterTroubleMs
  }

  return {
    wake,
    /** Looks several times a second, until closed. While the database is away it waits. */
    start() {
      const closing = new AbortController()
      const watching = (async () => {
        while (!closing.signal.aborted) {
          const pauseMs = await wake().then(() => pollMs, afterTrouble)
          await delay(pauseMs, undefined, { signal: closing.signal }).catch(() => {})
        }
      })()
      return {
        async close(): Promise<void> {
          closing.abort()
          await watching
        },
      }
    },
  }
}
