import { z } from 'zod'
import { agentOperation, type Call, type Outcome } from '../call.ts'
import { withRecovery } from '../failure.ts'
import { pick, record, records, text, type Json } from '../json.ts'
import { tier1 } from '../project-item.ts'
import { deleted, projectWebset } from '../project-resource.ts'
import { embeddedRows, readRows } from '../rows.ts'
import {
  Criteria,
  Cursor,
  EnrichmentInput,
  Entity,
  Id,
  limit,
  maxItems,
  Metadata,
  pollInterval,
  Projection,
  ScopeRef,
  SourceRef,
  timeout,
} from '../shapes.ts'
import { describeProgress, isAtRest, pollUntil } from '../wait-until.ts'
import { answered, inPath, present, wire } from './wire.ts'

const ById = z.strictObject({ id: Id.describe('The webset, by its id or externalId.') })

const Search = z.strictObject({
  query: z.string().min(1).max(5000).optional(),
  count: z.int().min(1).optional(),
  entity: Entity.optional(),
  criteria: Criteria.optional(),
  recall: z.boolean().optional(),
  exclude: z.array(SourceRef).optional(),
  scope: z.array(ScopeRef).optional(),
  maxPeoplePerCompany: z.int().min(1).optional(),
})

const Create = z
  .strictObject({
    searchQuery: z.string().min(1).max(5000).optional().describe('What to find, in plain words.'),
    search: Search.optional().describe('The same in one object, with everything a search takes.'),
    searchCount: z.int().min(1).optional().describe('How many to find; 10 if not said.'),
    searchCriteria: Criteria.optional(),
    entity: Entity.optional(),
    searchScope: z.array(ScopeRef).optional(),
    searchExclude: z.array(SourceRef).optional(),
    searchMaxPeoplePerCompany: z.int().min(1).optional(),
    searchRecall: z.boolean().optional(),
    enrichments: z.array(EnrichmentInput).optional().describe('What to find out about each.'),
    import: z.array(SourceRef).optional(),
    exclude: z.array(SourceRef).optional(),
    title: z.string().min(1).optional(),
    externalId: z.string().min(1).max(300).optional(),
    metadata: Metadata.optional(),
  })
  .superRefine((args, context) => {
    const given = searchFrom(args)
    if (given && given.query === undefined)
      context.addIssue({
        code: 'custom',
        path: ['searchQuery'],
        message: 'a search needs a query: give searchQuery or search.query',
      })
  })

/** The flat fields and the nested ones are two ways to say the same; nested ones count where both are given. */
function searchFrom(args: {
  readonly search?: z.output<typeof Search> | undefined
  readonly searchQuery?: string | undefined
  readonly searchCount?: number | undefined
  readonly searchCriteria?: z.output<typeof Criteria> | undefined
  readonly entity?: z.output<typeof Entity> | undefined
  readonly searchScope?: z.output<typeof ScopeRef>[] | undefined
  readonly searchExclude?: z.output<typeof SourceRef>[] | undefined
  readonly searchMaxPeoplePerCompany?: number | undefined
  readonly searchRecall?: boolean | undefined
}): Partial<z.output<typeof Search>> | undefined {
  const said = {
    ...present({
      query: args.searchQuery,
      count: args.searchCount,
      entity: args.entity,
      criteria: args.searchCriteria,
      recall: args.searchRecall,
      exclude: args.searchExclude,
      scope: args.searchScope,
      maxPeoplePerCompany: args.searchMaxPeoplePerCompany,
    }),
    ...present(args.search ?? {}),
  }
  return Object.keys(said).length === 0 ? undefined : { ...said, count: said.count ?? 10 }
}

const linked = (webset: Json): Pick<Outcome, 'links'> => {
  const id = text(webset.id)
  return id === null ? {} : { links: [`webset://${id}`] }
}

const shown = (webset: Json): Outcome => ({ body: projectWebset(webset), ...linked(webset) })

export const createWebset = agentOperation({
  name: 'websets.create',
  summary: 'Make a webset: find entities that meet criteria, verify each, and enrich them.',
  args: Create,
  example: {
    searchQuery: 'inspection robot makers in Germany',
    searchCount: 10,
    entity: { type: 'company' },
    searchCriteria: [{ description: 'builds robots for inspection' }],
    enrichments: [{ description: 'number of employees', format: 'number' }],
  },
  safety: 'spend',
  async run(call, args) {
    const search = searchFrom(args)
    if (!search && !args.import?.length)
      call.warn('Without a search or an import nothing happens in this webset; searches.create adds one.')
    const webset = await answered(
      call.exa.websets.create(
        wire(
          present({
            search,
            enrichments: args.enrichments,
            import: args.import,
            exclude: args.exclude,
            title: args.title,
            externalId: args.externalId,
            metadata: args.metadata,
          }),
        ),
      ),
    )
    return shown(webset)
  },
})

export const getWebset = agentOperation({
  name: 'websets.get',
  summary: 'Look at a webset: status, searches with progress, enrichments, monitors.',
  args: ById.extend({
    expand: z.array(z.enum(['items'])).optional(),
    projection: Projection.optional(),
  }),
  example: { id: 'webset_01k…' },
  safety: 'read',
  async run(call, { id, expand, projection }) {
    const { items, ...webset } = await answered(call.exa.websets.get(inPath(id), expand && wire(expand)))
    const isRaw = projection === 'tier3' || projection === 'raw'
    const body = isRaw
      ? webset
      : projection === 'tier1'
        ? brief(projectWebset(webset))
        : projectWebset(webset)
    if (!expand) return { body, ...linked(webset) }
    const all = records(items)
    const isWhole = isRaw && all.length <= mostWhole
    if (isRaw && !isWhole)
      call.warn(
        `Of more than ${mostWhole} items none is shown whole: these are at tier1. items.get shows one.`,
      )
    const rows = embeddedRows('items', all, (item) => (isWhole ? item : tier1(item, call)))
    if (rows.views.length < all.length)
      call.warn(`The first ${rows.views.length} items are shown; items.list goes on with _page.nextCursor.`)
    return { body, rows, ...linked(webset) }
  },
})

/** No list shows more elements than this as they are. */
const mostWhole = 5

const brief = (view: Json): Json => pick(view, 'id externalId status title entityType counts createdAt')

const fetchWebsets = (call: Call, search: string | undefined) => (page: object) =>
  // The client's own method leaves the filter out.
  call.exa.request('/websets/v0/websets', 'GET', undefined, { ...page, search })

const TitleSearch = z.string().min(2).max(50).optional().describe('Part of an id, externalId or title.')

export const listWebsets = agentOperation({
  name: 'websets.list',
  summary: 'List websets, newest first.',
  args: z.strictObject({ cursor: Cursor.optional(), limit: limit(25, 100), search: TitleSearch }),
  example: { limit: 10 },
  safety: 'read',
  async run(call, { cursor, limit, search }) {
    const fetch = fetchWebsets(call, search)
    return {
      body: {},
      rows: await readRows({ fetch, view: projectWebset, cursor, limit, maxBytes: call.maxBytes }),
    }
  },
})

export const updateWebset = agentOperation({
  name: 'websets.update',
  summary: 'Change the title or the metadata of a webset.',
  args: ById.extend({ title: z.string().min(1).optional(), metadata: Metadata.nullable().optional() }),
  example: { id: 'webset_01k…', title: 'Robot makers' },
  safety: 'change',
  run: async (call, { id, ...changes }) =>
    shown(await answered(call.exa.websets.update(inPath(id), wire(present(changes))))),
})

export const deleteWebset = agentOperation({
  name: 'websets.delete',
  summary: 'Delete a webset with all its items.',
  args: ById,
  example: { id: 'webset_01k…' },
  safety: 'destroy',
  run: async (call, { id }) => ({
    body: deleted(await answered(call.exa.websets.delete(inPath(id))), projectWebset),
  }),
})

export const cancelWebset = agentOperation({
  name: 'websets.cancel',
  summary: 'Stop all work of a webset; what was found stays.',
  args: ById,
  example: { id: 'webset_01k…' },
  safety: 'change',
  run: async (call, { id }) => shown(await answered(call.exa.websets.cancel(inPath(id)))),
})

export const previewWebset = agentOperation({
  name: 'websets.preview',
  summary: 'See how a query would be taken apart, with a few candidates if asked for, before paying for it.',
  args: z.strictObject({
    query: z.string().min(1).max(5000),
    entity: Entity.optional(),
    count: z.int().min(1).max(10).default(10),
    search: z.boolean().optional().describe('Also return candidates.'),
  }),
  example: { query: 'inspection robot makers in Germany', search: true },
  reads: true,
  safety: ({ search }) => (search ? 'spend' : 'read'),
  async run(call, { query, entity, count, search }) {
    const preview = await answered(
      call.exa.websets.preview(wire({ search: present({ query, entity, count }) }), present({ search })),
    )
    const asked = record(preview.search)
    return {
      body: {
        entityType: record(asked.entity).type ?? null,
        criteria: records(asked.criteria).map(({ description }) => description),
        enrichments: records(preview.enrichments).map((one) => pick(one, 'description format options')),
        items: records(preview.items).map((item) => tier1(item, call)),
      },
    }
  },
})

export const waitUntilIdle = agentOperation({
  name: 'websets.waitUntilIdle',
  summary: 'Wait until all work of a webset is done, or time is up.',
  args: ById.extend({ timeout: timeout(300_000), pollInterval: pollInterval(1000) }),
  example: { id: 'webset_01k…', timeout: 60_000 },
  safety: 'read',
  async run(call, args) {
    const { value, timedOut } = await withRecovery({ websetId: args.id }, () =>
      pollUntil({
        ...call,
        timeoutMs: args.timeout,
        pollMs: args.pollInterval,
        async poll() {
          const webset = await answered(call.exa.websets.get(inPath(args.id)))
          call.report({ message: describeProgress(webset) })
          return {
            value: webset,
            done: isAtRest(webset, idsOf(webset.enrichments)) || webset.status === 'paused',
          }
        },
      }),
    )
    if (value.status === 'paused')
      call.warn('The webset is paused, usually because a budget is spent; it goes on when that is raised.')
    const { body, links } = shown(value)
    return { body: { ...body, ...(timedOut && { timedOut }) }, links }
  },
})

const idsOf = (parts: unknown): string[] => records(parts).flatMap(({ id }) => text(id) ?? [])

export const getAllWebsets = agentOperation({
  name: 'websets.getAll',
  summary: 'Collect websets over all pages.',
  args: z.strictObject({ maxItems: maxItems(100), search: TitleSearch, cursor: Cursor.optional() }),
  example: { maxItems: 50 },
  safety: 'read',
  async run(call, { maxItems, search, cursor }) {
    const fetch = fetchWebsets(call, search)
    const { maxBytes } = call
    return {
      body: {},
      rows: await readRows({ fetch, view: projectWebset, cursor, limit: 100, maxItems, maxBytes }),
    }
  },
})
