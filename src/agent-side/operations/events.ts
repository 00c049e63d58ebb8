import { z } from 'zod'
import { EventType } from '../../contract/webset-events.ts'
import { agentOperation, type Call } from '../call.ts'
import { projectEvent, projectEventWhole } from '../project-resource.ts'
import { readRows } from '../rows.ts'
import { Cursor, Id, IsoDateTime, limit, maxItems } from '../shapes.ts'
import { answered, inPath } from './wire.ts'

const Chosen = {
  types: z.array(EventType).min(1).optional(),
  createdBefore: IsoDateTime.optional(),
  createdAfter: IsoDateTime.optional(),
}

// The client's own method leaves the dates out.
const fetchEvents = (call: Call, chosen: object) => (page: object) =>
  call.exa.request('/websets/v0/events', 'GET', undefined, { ...page, ...chosen })

export const listEvents = agentOperation({
  name: 'events.list',
  summary: 'List what happened, newest first, in a line each.',
  args: z.strictObject({ cursor: Cursor.optional(), limit: limit(25, 200), ...Chosen }),
  example: { types: ['webset.idle'], limit: 10 },
  safety: 'read',
  async run(call, { cursor, limit, ...chosen }) {
    const fetch = fetchEvents(call, chosen)
    return {
      body: {},
      rows: await readRows({ fetch, view: projectEvent, cursor, limit, maxBytes: call.maxBytes }),
    }
  },
})

export const getEvent = agentOperation({
  name: 'events.get',
  summary: 'Look at one event with what it is about.',
  args: z.strictObject({ id: Id }),
  example: { id: 'event_01k…' },
  safety: 'read',
  run: async (call, { id }) => ({
    body: projectEventWhole(await answered(call.exa.websets.events.get(inPath(id))), call),
  }),
})

export const getAllEvents = agentOperation({
  name: 'events.getAll',
  summary: 'Collect events over all pages.',
  args: z.strictObject({ maxItems: maxItems(1000), ...Chosen, cursor: Cursor.optional() }),
  example: { types: ['webset.item.created'], maxItems: 100 },
  safety: 'read',
  async run(call, { cursor, maxItems, ...chosen }) {
    const fetch = fetchEvents(call, chosen)
    const { maxBytes } = call
    return {
      body: {},
      rows: await readRows({ fetch, view: projectEvent, cursor, limit: 200, maxItems, maxBytes }),
    }
  },
})
