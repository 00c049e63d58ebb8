import { z } from 'zod'
import { agentOperation, type Call } from '../call.ts'
import { records, type Json } from '../json.ts'
import { passes, tier1, tier2, tier3 } from '../project-item.ts'
import { deleted } from '../project-resource.ts'
import { readRows, type Rows } from '../rows.ts'
import { Cursor, Filter, Id, limit, maxItems } from '../shapes.ts'
import { answered, inPath, wire } from './wire.ts'

const OneItem = z.strictObject({ websetId: Id, itemId: Id })
const ListProjection = z.enum(['tier1', 'tier2']).optional().describe('tier2 has the results of enrichments.')
const Chosen = {
  sourceId: Id.optional().describe('Only those of one search or import.'),
  filter: Filter.default('any'),
  projection: ListProjection,
  cursor: Cursor.optional(),
}

interface Reading {
  readonly websetId: string
  readonly sourceId?: string | undefined
  readonly filter: 'any' | 'all' | 'none'
  readonly cursor?: string | undefined
  readonly limit: number
  readonly maxItems?: number
}

/** Definitions are fetched once, and only where an item has something that refers to one. */
async function readItems(call: Call, reading: Reading, tier: 'tier1' | 'tier2'): Promise<Rows> {
  let definitions: readonly Json[] = []
  return readRows({
    ...reading,
    maxBytes: call.maxBytes,
    counts: true,
    fetch: (page) =>
      call.exa.websets.items.list(inPath(reading.websetId), wire({ ...page, sourceId: reading.sourceId })),
    async prepare(items) {
      if (tier === 'tier1') return
      const needed = items.flatMap((item) => records(item.enrichments)).map((one) => String(one.enrichmentId))
      if (needed.length > 0)
        definitions = await call.cache.definitions(call, reading.websetId, new Set(needed))
    },
    view(item) {
      if (!passes(item, reading.filter)) return null
      return tier === 'tier1' ? tier1(item, call) : tier2(item, { definitions, warn: call.warn })
    },
  })
}

export const listItems = agentOperation({
  name: 'items.list',
  summary: 'List the items of a webset with their verdicts and enrichments, page by page.',
  args: z.strictObject({ websetId: Id, limit: limit(20, 100), ...Chosen }),
  example: { websetId: 'webset_01k…', limit: 20 },
  safety: 'read',
  async run(call, { projection, ...reading }) {
    const tier = projection ?? (reading.limit <= 50 ? 'tier2' : 'tier1')
    return { body: {}, rows: await readItems(call, reading, tier) }
  },
})

export const getItem = agentOperation({
  name: 'items.get',
  summary: 'Look at one item whole: content, reasoning and quotes of every verdict and enrichment.',
  args: OneItem.extend({ maxContentCharacters: z.int().min(0).max(200_000).default(20_000) }),
  example: { websetId: 'webset_01k…', itemId: 'witem_01k…' },
  safety: 'read',
  run: async (call, { websetId, itemId, maxContentCharacters }) => ({
    body: tier3(
      await answered(call.exa.websets.items.get(inPath(websetId), inPath(itemId))),
      maxContentCharacters,
    ),
    links: [`item://${websetId}/${itemId}`],
  }),
})

export const deleteItem = agentOperation({
  name: 'items.delete',
  summary: 'Delete an item.',
  args: OneItem,
  example: { websetId: 'webset_01k…', itemId: 'witem_01k…' },
  safety: 'destroy',
  run: async (call, { websetId, itemId }) => ({
    body: deleted(await answered(call.exa.websets.items.delete(inPath(websetId), inPath(itemId))), (item) =>
      tier1(item, call),
    ),
  }),
})

export const getAllItems = agentOperation({
  name: 'items.getAll',
  summary: 'Collect the items of a webset over all pages.',
  args: z.strictObject({ websetId: Id, maxItems: maxItems(1000), ...Chosen }),
  example: { websetId: 'webset_01k…', maxItems: 200, filter: 'all' },
  safety: 'read',
  run: async (call, { projection = 'tier1', ...reading }) => ({
    body: {},
    rows: await readItems(call, { ...reading, limit: 100 }, projection),
  }),
})
