import type { Selectable } from 'kysely'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { Log } from '../ports/log.ts'
import type { SendOutcome } from '../ports/outbound.ts'
import type { Records, Tx } from '../ports/records.ts'
import type { Tables } from '../ports/tables.ts'
import { afterFailure, isDown, type RetryPolicy } from './retries.ts'
import { lockWebhook, updateWebhook, type WebhookRow } from './webhook.ts'

export type DeliveryRow = Selectable<Tables['webhook_deliveries']>

interface Needs {
  readonly records: Records
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly policy: RetryPolicy
  /** After so long without a success, giving up a message makes its webhook inactive. */
  readonly inactiveAfterMs: number
}

interface Attempt {
  readonly delivery: DeliveryRow
  readonly url: string
  readonly attemptedAt: Date
  readonly outcome: SendOutcome
}

const longestHeader = 1000

/** Writes what came of a try, and what follows from it, in one transaction. */
export function createOutcomes({ records, clock, ids, log, policy, inactiveAfterMs }: Needs) {
  return async function record(run: number, attempt: Attempt): Promise<void> {
    const { delivery } = attempt
    await records.transaction(async (tx) => {
      const webhook = await lockWebhook(tx, delivery.team_id, delivery.webhook_id)
      // It was deleted meanwhile, or somebody else took over and sends it again.
      if (webhook?.run !== run) return
      const successful = isSuccess(attempt.outcome)
      if (!(await count(tx, attempt, successful))) return
      await (successful ? succeed(tx, webhook) : fail(tx, webhook, delivery, attempt.attemptedAt))
    })
  }

  /** Whether the delivery is still there: whoever forgets a page forgets the events that tell of it. */
  async function count(
    tx: Tx,
    { delivery, url, attemptedAt, outcome }: Attempt,
    successful: boolean,
  ): Promise<boolean> {
    const counted = await tx
      .updateTable('webhook_deliveries')
      .set((columns) => ({
        tries: columns('tries', '+', 1),
        attempts: columns('attempts', '+', 1),
        ...(successful && { state: 'delivered' }),
      }))
      .where('team_id', '=', delivery.team_id)
      .where('webhook_id', '=', delivery.webhook_id)
      .where('event_id', '=', delivery.event_id)
      .returning('attempts')
      .executeTakeFirst()
    if (!counted) return false
    await tx
      .insertInto('webhook_attempts')
      .values({
        id: ids.next('wattempt'),
        team_id: delivery.team_id,
        webhook_id: delivery.webhook_id,
        event_id: delivery.event_id,
        event_type: delivery.event_type,
        url,
        successful,
        ...answerOf(outcome),
        attempt: counted.attempts,
        attempted_at: attemptedAt,
      })
      .execute()
    return true
  }

  async function succeed(tx: Tx, webhook: WebhookRow): Promise<void> {
    const now = clock.now()
    if (isDown(webhook.failures)) {
      await tx
        .updateTable('webhook_deliveries')
        .set({ due_at: now })
        .where('team_id', '=', webhook.team_id)
        .where('webhook_id', '=', webhook.id)
        .where('state', '=', 'waiting')
        .where('due_at', '>', now)
        .where('tries', '<', policy.attempts - 1)
        .execute()
    }
    if (webhook.failures === 0) return
    await updateWebhook(tx, webhook, { failures: 0, failing_since: null, resume_at: now })
  }

  async function fail(tx: Tx, webhook: WebhookRow, delivery: DeliveryRow, attemptedAt: Date): Promise<void> {
    const now = clock.now()
    const failures = webhook.failures + 1
    const { retryInMs, pauseMs } = afterFailure(policy, { tries: delivery.tries + 1, failures })
    await tx
      .updateTable('webhook_deliveries')
      .set(retryInMs === null ? { state: 'failed' } : { due_at: after(now, retryInMs) })
      .where('team_id', '=', delivery.team_id)
      .where('webhook_id', '=', delivery.webhook_id)
      .where('event_id', '=', delivery.event_id)
      .execute()
    const since = webhook.failing_since ?? attemptedAt
    const isHopeless = retryInMs === null && now.getTime() - since.getTime() >= inactiveAfterMs
    await updateWebhook(tx, webhook, {
      failures,
      failing_since: since,
      resume_at: after(now, pauseMs),
      ...(isHopeless && { status: 'inactive', updated_at: now }),
    })
    if (isHopeless) log.warn({ webhook: webhook.id, failures, since }, 'a webhook became inactive')
  }
}

const isSuccess = (outcome: SendOutcome): boolean =>
  outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300

/** What is kept of an answer; the sender has clipped the text already. */
function answerOf(outcome: SendOutcome) {
  if (outcome.kind === 'failed') {
    const error = `${outcome.reason}: ${outcome.detail}`
    return { response_status: 0, response_headers: '{}', response_body: null, error }
  }
  const headers = Object.entries(outcome.headers).map(([name, value]) => [
    name,
    value.slice(0, longestHeader),
  ])
  return {
    response_status: outcome.status,
    response_headers: JSON.stringify(Object.fromEntries(headers)),
    // NUL is the one character that PostgreSQL cannot store.
    response_body: outcome.text.replaceAll('\0', ''),
    error: null,
  }
}

const after = (moment: Date, ms: number): Date => new Date(moment.getTime() + ms)
