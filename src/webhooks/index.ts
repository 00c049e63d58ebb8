/**
 * Events of the Websets log are delivered by themselves. Whatever else has a webhook, as a search monitor does, goes through
 * `owned`: `create` in the transaction that makes the owner, `post` with the event in the transaction in which it happens,
 * `end` with the last one. Signature, order, retries and attempts are the same for both.
 */
export { openWebhooks, type WebhookServices } from './open-webhooks.ts'
