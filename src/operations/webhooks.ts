import {
  AttemptList,
  CreateWebhookRequest,
  ListAttemptsRequest,
  ListWebhooksRequest,
  RedeliverRequest,
  Redelivery,
  UpdateWebhookRequest,
  Webhook,
  WebhookList,
  WebhookReference,
} from '../contract/webhooks.ts'
import { operation } from './operation.ts'

export const createWebhook = operation({
  name: 'webhooks.create',
  summary: 'Have events posted to an address. The secret that signs them is in this answer only.',
  scope: 'write',
  limitClass: 'websets',
  input: CreateWebhookRequest,
  output: Webhook,
  run: ({ services, caller }, input) => services.webhooks.create(caller, input),
})

export const listWebhooks = operation({
  name: 'webhooks.list',
  summary: "List the team's webhooks, the newest first.",
  scope: 'read',
  limitClass: 'websets',
  input: ListWebhooksRequest,
  output: WebhookList,
  run: ({ services, caller }, input) => services.webhooks.list(caller, input),
})

export const getWebhook = operation({
  name: 'webhooks.get',
  summary: 'Read a webhook.',
  scope: 'read',
  limitClass: 'websets',
  input: WebhookReference,
  output: Webhook,
  run: ({ services, caller }, input) => services.webhooks.get(caller, input.id),
})

export const updateWebhook = operation({
  name: 'webhooks.update',
  summary: 'Change a webhook. One that had become inactive is active again, and is sent what it missed.',
  scope: 'write',
  limitClass: 'websets',
  input: UpdateWebhookRequest,
  output: Webhook,
  run: ({ services, caller }, input) => services.webhooks.update(caller, input),
})

export const deleteWebhook = operation({
  name: 'webhooks.delete',
  summary: 'Delete a webhook with what was still to be sent to it.',
  scope: 'write',
  limitClass: 'websets',
  input: WebhookReference,
  output: Webhook,
  run: ({ services, caller }, input) => services.webhooks.remove(caller, input.id),
})

export const listWebhookAttempts = operation({
  name: 'webhooks.attempts',
  summary: 'List the tries to deliver something to a webhook, the newest first.',
  scope: 'read',
  limitClass: 'websets',
  input: ListAttemptsRequest,
  output: AttemptList,
  run: ({ services, caller }, input) => services.webhooks.attempts.list(caller, input),
})

export const redeliverToWebhook = operation({
  name: 'webhooks.redeliver',
  summary: 'Send once more what was given up, or the events that are named.',
  scope: 'write',
  limitClass: 'other',
  input: RedeliverRequest,
  output: Redelivery,
  run: ({ services, caller }, input) => services.webhooks.redeliver(caller, input),
})
