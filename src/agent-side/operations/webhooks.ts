import { z } from 'zod'
import { EventType } from '../../contract/webset-events.ts'
import { agentOperation, type Call } from '../call.ts'
import { pickPresent } from '../json.ts'
import { deleted, projectAttempt, projectWebhook } from '../project-resource.ts'
import { readRows } from '../rows.ts'
import { Cursor, Id, limit, maxItems, Metadata } from '../shapes.ts'
import { answered, inPath, present, wire } from './wire.ts'

const ById = z.strictObject({ id: Id })
const Url = z.url({ protocol: /^https?$/ })
const Events = z.array(EventType).min(1).max(19)

export const createWebhook = agentOperation({
  name: 'webhooks.create',
  summary: 'Have events posted to an address. The secret that signs them is shown in this answer only.',
  args: z.strictObject({ url: Url, events: Events, metadata: Metadata.optional() }),
  example: { url: 'https://example.com/hook', events: ['webset.idle'] },
  safety: 'change',
  async run(call, args) {
    const webhook = await answered(call.exa.websets.webhooks.create(wire(present(args))))
    return { body: { ...projectWebhook(webhook), ...pickPresent(webhook, 'secret') } }
  },
})

export const getWebhook = agentOperation({
  name: 'webhooks.get',
  summary: 'Look at a webhook.',
  args: ById,
  example: { id: 'webhook_01k…' },
  safety: 'read',
  run: async (call, { id }) => ({
    body: projectWebhook(await answered(call.exa.websets.webhooks.get(inPath(id)))),
  }),
})

export const listWebhooks = agentOperation({
  name: 'webhooks.list',
  summary: 'List webhooks.',
  args: z.strictObject({ cursor: Cursor.optional(), limit: limit(25, 200) }),
  example: {},
  safety: 'read',
  run: async (call, page) => ({
    body: {},
    rows: await readRows({
      ...page,
      fetch: (at) => call.exa.websets.webhooks.list(wire(at)),
      view: projectWebhook,
      maxBytes: call.maxBytes,
    }),
  }),
})

export const updateWebhook = agentOperation({
  name: 'webhooks.update',
  summary: 'Change where a webhook posts, or what.',
  args: ById.extend({ url: Url.optional(), events: Events.optional(), metadata: Metadata.optional() }),
  example: { id: 'webhook_01k…', events: ['webset.idle', 'webset.item.created'] },
  safety: 'change',
  run: async (call, { id, ...changes }) => ({
    body: projectWebhook(
      await answered(call.exa.websets.webhooks.update(inPath(id), wire(present(changes)))),
    ),
  }),
})

export const deleteWebhook = agentOperation({
  name: 'webhooks.delete',
  summary: 'Delete a webhook.',
  args: ById,
  example: { id: 'webhook_01k…' },
  safety: 'destroy',
  run: async (call, { id }) => ({
    body: deleted(await answered(call.exa.websets.webhooks.delete(inPath(id))), projectWebhook),
  }),
})

const Chosen = { eventType: EventType.optional(), successful: z.boolean().optional() }

const fetchAttempts =
  (
    call: Call,
    { id, ...chosen }: { id: string; eventType?: string | undefined; successful?: boolean | undefined },
  ) =>
  (page: object) =>
    call.exa.websets.webhooks.listAttempts(inPath(id), wire({ ...page, ...chosen }))

export const listAttempts = agentOperation({
  name: 'webhooks.list_attempts',
  summary: 'List what became of the deliveries of a webhook, newest first.',
  args: ById.extend({ cursor: Cursor.optional(), limit: limit(25, 200), ...Chosen }),
  example: { id: 'webhook_01k…', successful: false },
  safety: 'read',
  async run(call, { cursor, limit, ...chosen }) {
    const fetch = fetchAttempts(call, chosen)
    return {
      body: {},
      rows: await readRows({ fetch, view: projectAttempt, cursor, limit, maxBytes: call.maxBytes }),
    }
  },
})

export const getAllWebhooks = agentOperation({
  name: 'webhooks.getAll',
  summary: 'Collect webhooks over all pages.',
  args: z.strictObject({ maxItems: maxItems(100), cursor: Cursor.optional() }),
  example: {},
  safety: 'read',
  run: async (call, page) => ({
    body: {},
    rows: await readRows({
      ...page,
      limit: 200,
      fetch: (at) => call.exa.websets.webhooks.list(wire(at)),
      view: projectWebhook,
      maxBytes: call.maxBytes,
    }),
  }),
})

export const getAllAttempts = agentOperation({
  name: 'webhooks.getAllAttempts',
  summary: 'Collect the deliveries of a webhook over all pages.',
  args: ById.extend({ maxItems: maxItems(500), ...Chosen, cursor: Cursor.optional() }),
  example: { id: 'webhook_01k…' },
  safety: 'read',
  async run(call, { cursor, maxItems, ...chosen }) {
    const fetch = fetchAttempts(call, chosen)
    const { maxBytes } = call
    return {
      body: {},
      rows: await readRows({ fetch, view: projectAttempt, cursor, limit: 200, maxItems, maxBytes }),
    }
  },
})
