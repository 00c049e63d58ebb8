export { openWebhooks, type WebhookServices } from './open-webhooks.ts'
