import { AppError } from '../contract/errors.ts'
import { onErrand } from '../egress/index.ts'
import type { Clock } from '../ports/clock.ts'
import type { WorkflowDefinition } from '../ports/jobs.ts'
import type { Log } from '../ports/log.ts'
import type { Sender } from '../ports/outbound.ts'
import type { Db, Records } from '../ports/records.ts'
import type { createOutcomes, DeliveryRow } from './outcomes.ts'
import { signatureOf } from './signature.ts'
import { lockWebhook, updateWebhook, type WebhookRow } from './webhook.ts'

/** Where events are read as they were; rejects with `not_found` for one that was forgotten. */
export interface EventSource {
  get(team: { readonly teamId: string }, id: string): Promise<object>
}

interface Needs {
  readonly records: Records
  readonly clock: Clock
  readonly log: Log
  readonly sender: Sender
  readonly events: EventSource
  readonly record: ReturnType<typeof createOutcomes>
  readonly timeoutMs: number
}

export type Payload = Readonly<{ teamId: string; webhookId: string; run: number }>

export const webhookWorkflowName = 'webhook.v1'
export const webhookQueue = (concurrency: number) => ({ name: 'webhooks', concurrency })

const sliceMs = 4000
const firstRetryMs = 1000
const longestRetryMs = 60_000

/**
 * One run of a webhook: sends what is due, one message after the other, until nothing is. What is left for later is
 * nobody's until then, so that a receiver which is down takes up no worker. Every outcome is committed by itself: who
 * is killed sends again the message that had none, with a new signature.
 */
export function createWebhookWorkflow(needs: Needs): WorkflowDefinition<Payload> {
  const { records, clock, log, sender, events, record, timeoutMs } = needs

  return {
    name: webhookWorkflowName,
    queue: webhookQueue(0).name,
    async run(context, payload) {
      for (let failures = 0; ;) {
        const { state } = await context.step('slice', (signal) => slice(payload, signal))
        if (state === 'done') return
        failures = state === 'failed' ? failures + 1 : 0
        if (failures > 0) await context.sleep(Math.min(longestRetryMs, firstRetryMs * 2 ** (failures - 1)))
      }
    },
  }

  async function slice(
    payload: Payload,
    signal: AbortSignal,
  ): Promise<{ state: 'more' | 'done' | 'failed' }> {
    const end = performance.now() + sliceMs
    try {
      while (performance.now() < end) {
        const next = await due(records.db, payload)
        if (next) await deliver(payload, next, signal)
        else if (await rest(payload)) return { state: 'done' }
      }
      return { state: 'more' }
    } catch (error) {
      if (signal.aborted) throw error
      log.error({ webhook: payload.webhookId, err: error }, 'deliveries failed and are tried again')
      return { state: 'failed' }
    }
  }

  interface Due {
    readonly webhook: WebhookRow
    readonly delivery: DeliveryRow
  }

  /** The oldest message that may be sent now. */
  async function due(db: Db, { teamId, webhookId, run }: Payload): Promise<Due | undefined> {
    const now = clock.now()
    const webhook = await db
      .selectFrom('webhooks')
      .selectAll()
      .where('team_id', '=', teamId)
      .where('id', '=', webhookId)
      .where('run', '=', run)
      .where('active', '=', true)
      .where('status', '=', 'active')
      .where('resume_at', '<=', now)
      .executeTakeFirst()
    if (!webhook) return undefined
    const delivery = await db
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('team_id', '=', teamId)
      .where('webhook_id', '=', webhookId)
      .where('state', '=', 'waiting')
      .where('due_at', '<=', now)
      .orderBy('position')
      .limit(1)
      .executeTakeFirst()
    return delivery && { webhook, delivery }
  }

  async function deliver({ run }: Payload, { webhook, delivery }: Due, signal: AbortSignal): Promise<void> {
    const event = await eventOf(delivery)
    if (!event) return
    const body = Buffer.from(JSON.stringify(event))
    const { url, secret } = webhook
    const attemptedAt = clock.now()
    const outcome = await onErrand({ subject: `${webhook.id} ${delivery.event_id}` }, () =>
      sender.post(url, {
        reason: 'webhook',
        headers: {
          'Content-Type': 'application/json',
          'Exa-Signature': signatureOf(secret, body, attemptedAt),
        },
        body,
        timeoutMs,
        signal,
      }),
    )
    // A server that stops says nothing about the receiver.
    signal.throwIfAborted()
    await record(run, { delivery, url, attemptedAt, outcome })
  }

  async function eventOf(delivery: DeliveryRow): Promise<object | undefined> {
    const { team_id: teamId, webset_event_id: eventId, payload } = delivery
    if (eventId === null) return payload ?? undefined
    try {
      return await events.get({ teamId }, eventId)
    } catch (error) {
      // It went between two looks, and its delivery with it.
      if (error instanceof AppError && error.code === 'not_found') return undefined
      throw error
    }
  }

  /** Ends the run unless something has become due; answers whether it has ended. */
  async function rest(payload: Payload): Promise<boolean> {
    return records.transaction(async (tx) => {
      const webhook = await lockWebhook(tx, payload.teamId, payload.webhookId)
      if (webhook?.run !== payload.run || !webhook.active) return true
      if (await due(tx, payload)) return false
      await updateWebhook(tx, webhook, { active: false })
      return true
    })
  }
}
