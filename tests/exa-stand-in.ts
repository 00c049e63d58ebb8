import { z } from 'zod'
import { Refusal, type Body, type Endpoint } from './exa-stand-in-endpoint.ts'
import { pageEndpoints, searchMonitorEndpoints, type PageOptions } from './exa-stand-in-pages.ts'

/**
 * Stands in for a server that speaks the Exa API, and holds callers to it: a field or parameter that the API does not
 * know is refused, ids must exist, lists have cursors. It records every request, and fails, delays and limits on
 * command. Websets work as long as they are looked at: each look takes them a step on.
 */

export interface Recorded {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string | string[]>>
  readonly body: unknown
  readonly headers: Headers
}

interface Fault {
  readonly path: RegExp
  readonly method?: string
  left: number
  readonly status?: number
  readonly retryAfterSeconds?: number
  /** Refuses the connection: nothing was received. */
  readonly unreachable?: boolean
  /** Hears the request and breaks off before the answer. */
  readonly broken?: boolean
  readonly delayMs?: number
}

export interface StandInOptions extends PageOptions {
  /** How often a webset is looked at before its work is done, or a research run. */
  readonly looks?: number | ((subject: Body) => number)
  /** Whether a webset is paused when it is looked at. */
  isPaused?(webset: Body): boolean
  /** Enrichments that never end. */
  readonly stuckEnrichments?: boolean
  /** What an enrichment finds for an item; by default a text that names both. */
  enrich?(item: Body, enrichment: Body): string[]
  /** What a research run comes to; by default a report, or a verdict where there is a schema. */
  research?(request: Body): Body
  /** What a search finds. */
  items?(websetId: string, search: Body): Body[]
  readonly now?: () => Date
}

const Entity = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('company') }),
  z.strictObject({ type: z.literal('person') }),
  z.strictObject({ type: z.literal('article') }),
  z.strictObject({ type: z.literal('research_paper') }),
  z.strictObject({ type: z.literal('custom'), description: z.string().min(2).max(200) }),
])
const Metadata = z.record(z.string(), z.string().max(1000))
const Source = z.strictObject({ source: z.enum(['import', 'webset']), id: z.string().min(1) })
const Scope = Source.extend({
  relationship: z.strictObject({ definition: z.string(), limit: z.int().min(1).max(10) }).optional(),
})
const Criteria = z.array(z.strictObject({ description: z.string().min(1).max(1000) })).max(5)
const searchFields = {
  query: z.string().min(1).max(5000),
  entity: Entity.optional(),
  criteria: Criteria.min(1).optional(),
  recall: z.boolean().optional(),
  exclude: z.array(Source).optional(),
  scope: z.array(Scope).optional(),
  maxPeoplePerCompany: z.int().min(1).optional(),
}
const Enrichment = z.strictObject({
  description: z.string().min(1).max(5000),
  format: z.enum(['text', 'date', 'number', 'options', 'email', 'phone', 'url']).optional(),
  options: z
    .array(z.strictObject({ label: z.string() }))
    .min(1)
    .max(150)
    .optional(),
  metadata: Metadata.nullable().optional(),
})
const Cadence = z.strictObject({ cron: z.string().regex(/^(\S+ ){4}\S+$/), timezone: z.string().optional() })
const MonitorBehavior = z.strictObject({
  type: z.literal('search'),
  config: z.strictObject({
    query: z.string().min(2).max(10_000).optional(),
    criteria: Criteria.optional(),
    entity: Entity.optional(),
    count: z.int().min(1),
    behavior: z.enum(['override', 'append']).optional(),
  }),
})

const nothing = z.undefined()
const page = ['cursor', 'limit']

export function createExaStandIn(options: StandInOptions = {}) {
  const { now = () => new Date() } = options
  const looksFor = (subject: Body): number =>
    typeof options.looks === 'function' ? options.looks(subject) : (options.looks ?? 1)
  const requests: Recorded[] = []
  const faults: Fault[] = []
  const websets = new Map<string, Body>()
  const items = new Map<string, Body[]>()
  const looksLeft = new Map<string, number>()
  const others = new Map<string, Body>()
  const researches = new Map<string, Body & { looks: number }>()
  const uploads = new Map<string, string>()
  let counter = 0
  const next = (prefix: string) => `${prefix}_${String(++counter).padStart(6, '0')}`
  const dates = () => ({ createdAt: now().toISOString(), updatedAt: now().toISOString() })

  const searchMonitors = searchMonitorEndpoints(options, { next, now, looksFor, paged })

  const endpoints: readonly Endpoint[] = [
    {
      method: 'POST',
      path: /^\/websets\/v0\/websets$/,
      body: z.strictObject({
        title: z.string().min(1).nullable().optional(),
        search: z.strictObject({ ...searchFields, count: z.int().min(1).optional() }).optional(),
        import: z.array(Source).optional(),
        enrichments: z.array(Enrichment).optional(),
        exclude: z.array(Source).optional(),
        externalId: z.string().max(300).optional(),
        metadata: Metadata.optional(),
      }),
      answer({ body }) {
        if (body.externalId && [...websets.values()].some((one) => one.externalId === body.externalId))
          throw new Refusal(409, 'externalId exists')
        const id = next('webset')
        const webset: Body = {
          id,
          object: 'webset',
          status: 'idle',
          externalId: body.externalId ?? null,
          title: body.title ?? null,
          dashboardUrl: `https://stand-in.example/${id}`,
          searches: [],
          imports: [],
          enrichments: [],
          monitors: [],
          metadata: body.metadata ?? {},
          ...dates(),
        }
        websets.set(id, webset)
        items.set(id, [])
        for (const one of (body.enrichments ?? []) as Body[]) addEnrichment(webset, one)
        if (body.search) addSearch(webset, { count: 10, behavior: 'override', ...(body.search as Body) })
        return show(webset)
      },
    },
    {
      method: 'GET',
      path: /^\/websets\/v0\/websets$/,
      query: [...page, 'search'],
      answer: ({ query }) => paged([...websets.values()].map(show), query, 100),
    },
    {
      method: 'POST',
      path: /^\/websets\/v0\/websets\/preview$/,
      query: ['search'],
      body: z.strictObject({
        search: z.strictObject({
          query: z.string().min(1),
          entity: Entity.optional(),
          count: z.int().min(1).max(10).optional(),
        }),
      }),
      answer: ({ body, query }) => ({
        search: {
          entity: (body.search as Body).entity ?? { type: 'company' },
          criteria: [{ description: 'fits' }],
        },
        enrichments: [{ description: 'employees', format: 'number' }],
        items:
          query.search === 'true' ? [{ id: 'preview_1', properties: company('Preview'), ...dates() }] : [],
      }),
    },
    {
      method: 'GET',
      path: /^\/websets\/v0\/websets\/([^/]+)$/,
      query: ['expand'],
      answer({ ids: [id = ''], query }) {
        const webset = websetOf(id)
        step(webset)
        return query.expand === 'items' ? { ...show(webset), items: itemsOf(webset) } : show(webset)
      },
    },
    {
      method: 'POST',
      path: /^\/websets\/v0\/websets\/([^/]+)$/,
      body: z.strictObject({ title: z.string().optional(), metadata: Metadata.nullable().optional() }),
      answer({ ids: [id = ''], body }) {
        const webset = websetOf(id)
        Object.assign(webset, body.title !== undefined && { title: body.title })
        if (body.metadata !== undefined) webset.metadata = body.metadata ?? {}
        return show(webset)
      },
    },
    {
      method: 'DELETE',
      path: /^\/websets\/v0\/websets\/([^/]+)$/,
      answer({ ids: [id = ''] }) {
        const webset = websetOf(id)
        websets.delete(String(webset.id))
        return show(webset)
      },
    },
    {
      method: 'POST',
      path: /^\/websets\/v0\/websets\/([^/]+)\/cancel$/,
      answer({ ids: [id = ''] }) {
        const webset = websetOf(id)
        webset.status = 'idle'
        looksLeft.delete(String(webset.id))
        for (const search of webset.searches as Body[])
          if (search.status === 'running')
            Object.assign(search, { status: 'canceled', canceledReason: 'webset_canceled' })
        return show(webset)
      },
    },
    {
      method: 'POST',
      path: /^\/websets\/v0\/websets\/([^/]+)\/searches$/,
      body: z.strictObject({
        ...searchFields,
        count: z.int().min(1),
        behavior: z.enum(['override', 'append']).optional(),
        metadata: Metadata.optional(),
      }),
      answer: ({ ids: [id = ''], body }) => addSearch(websetOf(id), body),
    },
    {
      method: 'GET',
      path: /^\/websets\/v0\/websets\/([^/]+)\/searches\/([^/]+)$/,
      answer: ({ ids }) => part(ids, 'searches'),
    },
    {
      method: 'POST',
      path: /^\/websets\/v0\/websets\/([^/]+)\/searches\/([^/]+)\/cancel$/,
      answer: ({ ids }) => Object.assign(part(ids, 'searches'), { status: 'canceled' }),
    },
    {
      method: 'GET',
      path: /^\/websets\/v0\/websets\/([^/]+)\/items$/,
      query: [...page, 'sourceId'],
      answer: ({ ids: [id = ''], query }) =>
        paged(
          itemsOf(websetOf(id)).filter((one) => !query.sourceId || one.sourceId === query.sourceId),
          query,
          100,
          20,
        ),
    },
    {
      method: 'GET',
      path: /^\/websets\/v0\/websets\/([^/]+)\/items\/([^/]+)$/,
      answer: ({ ids: [id = '', itemId = ''] }) => itemOf(id, itemId),
    },
    {
      method: 'DELETE',
      path: /^\/websets\/v0\/websets\/([^/]+)\/items\/([^/]+)$/,
      answer({ ids: [id = '', itemId = ''] }) {
        const item = itemOf(id, itemId)
        const key = String(websetOf(id).id)
        items.set(
          key,
          (items.get(key) ?? []).filter((one) => one.id !== itemId),
        )
        return item
      },
    },
    {
      method: 'POST',
      path: /^\/websets\/v0\/websets\/([^/]+)\/enrichments$/,
      body: Enrichment,
      answer: ({ ids: [id = ''], body }) => addEnrichment(websetOf(id), body),
    },
    {
      method: 'GET',
      path: /^\/websets\/v0\/websets\/([^/]+)\/enrichments\/([^/]+)$/,
      answer: ({ ids }) => part(ids, 'enrichments'),
    },
    {
      method: 'PATCH',
      path: /^\/websets\/v0\/websets\/([^/]+)\/enrichments\/([^/]+)$/,
      body: Enrichment.partial(),
      answer({ ids, body }) {
        Object.assign(part(ids, 'enrichments'), body)
        return undefined
      },
    },
    {
      method: 'DELETE',
      path: /^\/websets\/v0\/websets\/([^/]+)\/enrichments\/([^/]+)$/,
      answer({ ids: [id = '', enrichmentId = ''] }) {
        const webset = websetOf(id)
        const gone = part([id, enrichmentId], 'enrichments')
        webset.enrichments = (webset.enrichments as Body[]).filter((one) => one !== gone)
        return gone
      },
    },
    {
      method: 'POST',
      path: /^\/websets\/v0\/websets\/([^/]+)\/enrichments\/([^/]+)\/cancel$/,
      answer: ({ ids }) => Object.assign(part(ids, 'enrichments'), { status: 'canceled' }),
    },
    ...resource('monitors', 'monitor', {
      create: z.strictObject({
        websetId: z.string(),
        cadence: Cadence,
        behavior: MonitorBehavior,
        metadata: Metadata.optional(),
      }),
      update: z.strictObject({
        status: z.enum(['enabled', 'disabled']).optional(),
        cadence: Cadence.optional(),
        behavior: MonitorBehavior.optional(),
        metadata: Metadata.optional(),
      }),
      filters: ['websetId'],
      made: { status: 'enabled', lastRun: null, nextRunAt: null },
    }),
    {
      method: 'GET',
      path: /^\/websets\/v0\/monitors\/([^/]+)\/runs$/,
      query: page,
      answer: ({ query }) => paged([], query, 200),
    },
    {
      method: 'GET',
      path: /^\/websets\/v0\/monitors\/([^/]+)\/runs\/([^/]+)$/,
      answer: ({ ids: [monitorId, id] }) => ({
        id,
        object: 'monitor_run',
        monitorId,
        status: 'completed',
        type: 'search',
        ...dates(),
      }),
    },
    ...resource('webhooks', 'webhook', {
      create: z.strictObject({
        url: z.url(),
        events: z.array(z.string()).min(1).max(19),
        metadata: Metadata.optional(),
      }),
      update: z.strictObject({
        url: z.url().optional(),
        events: z.array(z.string()).min(1).optional(),
        metadata: Metadata.optional(),
      }),
      made: { status: 'active', secret: 'whsec_shown_once' },
      kept: { secret: null },
    }),
    {
      method: 'GET',
      path: /^\/websets\/v0\/webhooks\/([^/]+)\/attempts$/,
      query: [...page, 'eventType', 'successful'],
      answer: ({ query }) =>
        paged(
          [
            {
              id: 'attempt_1',
              object: 'webhook_attempt',
              successful: false,
              responseBody: 'x'.repeat(900),
              attempt: 1,
            },
          ],
          query,
          200,
        ),
    },
    ...resource('imports', 'import', {
      create: z.strictObject({
        format: z.literal('csv'),
        entity: Entity,
        size: z.int().min(1).max(50_000_000),
        count: z.int().min(1),
        title: z.string().optional(),
        csv: z.strictObject({ identifier: z.int().min(0).optional() }).optional(),
        metadata: Metadata.optional(),
      }),
      update: z.strictObject({ title: z.string().optional(), metadata: Metadata.optional() }),
      made: {
        status: 'pending',
        failedReason: null,
        uploadUrl: 'http://stand-in.example/uploads/1',
        uploadValidUntil: now().toISOString(),
      },
      kept: { status: 'completed', uploadUrl: undefined, uploadValidUntil: undefined },
    }),
    {
      method: 'GET',
      path: /^\/websets\/v0\/events$/,
      query: [...page, 'types', 'createdBefore', 'createdAfter'],
      answer: ({ query }) =>
        paged(
          [...websets.values()].map((one) => ({
            id: `event_${String(one.id)}`,
            object: 'event',
            type: 'webset.created',
            data: show(one),
            createdAt: one.createdAt,
          })),
          query,
          200,
        ),
    },
    {
      method: 'GET',
      path: /^\/websets\/v0\/events\/([^/]+)$/,
      answer({ ids: [id = ''] }) {
        const webset = websetOf(id.replace(/^event_/, ''))
        return {
          id,
          object: 'event',
          type: 'webset.created',
          data: show(webset),
          createdAt: webset.createdAt,
        }
      },
    },
    {
      method: 'GET',
      path: /^\/websets\/v0\/teams\/me$/,
      answer: () => ({
        object: 'team',
        id: 'team_1',
        name: 'Stand-in',
        concurrency: { active: 0, queued: 0 },
        limits: { maxConcurrent: 10, maxQueued: 100 },
      }),
    },
    {
      method: 'POST',
      path: /^\/research\/v1$/,
      body: z.strictObject({
        instructions: z.string().min(1),
        model: z.enum(['exa-research-fast', 'exa-research', 'exa-research-pro']).optional(),
        outputSchema: z.record(z.string(), z.unknown()).optional(),
      }),
      answer({ body }) {
        const researchId = next('research')
        const research = {
          researchId,
          status: 'pending',
          model: body.model ?? 'exa-research',
          instructions: body.instructions,
          ...(body.outputSchema !== undefined && { outputSchema: body.outputSchema }),
          createdAt: now().getTime(),
          looks: looksFor(body),
        }
        researches.set(researchId, research)
        return showResearch(research)
      },
    },
    {
      method: 'GET',
      path: /^\/research\/v1$/,
      query: page,
      answer: ({ query }) => paged([...researches.values()].map(showResearch), query, 50, 10),
    },
    {
      method: 'GET',
      path: /^\/research\/v1\/([^/]+)$/,
      query: ['stream', 'events'],
      answer({ ids: [id = ''], query }) {
        const research = researches.get(id)
        if (!research) throw new Refusal(404, 'no such research')
        research.looks--
        if (research.looks < 0 && research.status !== 'failed') finishResearch(research)
        return { ...showResearch(research), ...(query.events === 'true' && { events: [] }) }
      },
    },
    ...pageEndpoints(options),
    ...searchMonitors.endpoints,
  ]

  /** Four endpoints that are alike for three kinds of things. */
  function resource(
    plural: string,
    kind: string,
    shape: {
      create: z.ZodType
      update: z.ZodType
      filters?: string[]
      made: Body
      kept?: Body
    },
  ): Endpoint[] {
    const all = new RegExp(`^/websets/v0/${plural}$`)
    const one = new RegExp(`^/websets/v0/${plural}/([^/]+)$`)
    const find = (id = '') => others.get(id) ?? refuse(404, `no such ${kind}`)
    return [
      {
        method: 'POST',
        path: all,
        body: shape.create,
        answer({ body }) {
          const made = { id: next(kind), object: kind, metadata: {}, ...body, ...shape.made, ...dates() }
          others.set(made.id, { ...made, ...shape.kept })
          return made
        },
      },
      {
        method: 'GET',
        path: all,
        query: [...page, ...(shape.filters ?? [])],
        answer: ({ query }) =>
          paged(
            [...others.values()].filter((other) => other.object === kind),
            query,
            200,
          ),
      },
      { method: 'GET', path: one, answer: ({ ids }) => find(ids[0]) },
      {
        method: 'PATCH',
        path: one,
        body: shape.update,
        answer: ({ ids, body }) => Object.assign(find(ids[0]), body),
      },
      {
        method: 'DELETE',
        path: one,
        answer({ ids }) {
          const gone = find(ids[0])
          others.delete(String(gone.id))
          return gone
        },
      },
    ]
  }

  return {
    requests,
    websets,
    items,
    researches,
    searchMonitors: searchMonitors.monitors,
    searchMonitorRuns: searchMonitors.runs,
    uploads,
    /** The next requests to paths like this one go wrong. */
    fail(path: RegExp, fault: Partial<Omit<Fault, 'path' | 'left'>> & { times?: number }) {
      const { times = 1, ...rest } = fault
      faults.push({ path, left: times, ...rest })
    },
    /** Of those that create something, how often each was asked for. */
    creations: (): string[] =>
      requests.filter((one) => one.method === 'POST' && !one.path.endsWith('/cancel')).map((one) => one.path),
    fetch: async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
      const url = new URL(input instanceof Request ? input.url : input)
      const method = init.method ?? 'GET'
      const fault = faults.find(
        (one) => one.left > 0 && one.path.test(url.pathname) && (one.method ?? method) === method,
      )
      if (fault) fault.left--
      if (fault?.delayMs) await pause(fault.delayMs, init.signal ?? undefined)
      if (fault?.unreachable) throw unreachable()
      if (url.pathname.startsWith('/uploads/')) {
        uploads.set(url.pathname, typeof init.body === 'string' ? init.body : '')
        return new Response(null, { status: 200 })
      }
      const query = readQuery(url)
      const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
      requests.push({ method, path: url.pathname, query, body, headers: new Headers(init.headers) })
      if (fault?.broken) throw Object.assign(new TypeError('terminated'), { code: 'ECONNRESET' })
      if (fault?.status)
        return json(
          fault.status,
          { statusCode: fault.status, error: 'Refused', message: 'as told', requestId: 'req_fault' },
          fault.retryAfterSeconds === undefined ? {} : { 'retry-after': String(fault.retryAfterSeconds) },
        )
      try {
        return json(200, answer(method, url.pathname, query, body))
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return json(error.status, {
          statusCode: error.status,
          error: 'Refused',
          message: error.message,
          path: url.pathname,
        })
      }
    },
  }

  function answer(
    method: string,
    path: string,
    query: Record<string, string | string[]>,
    body: unknown,
  ): unknown {
    const endpoint = endpoints.find((one) => one.method === method && one.path.test(path))
    if (!endpoint) throw new Refusal(404, `nothing at ${method} ${path}`)
    const unknown = Object.keys(query).filter((name) => !(endpoint.query ?? []).includes(name))
    if (unknown.length > 0) throw new Refusal(400, `unknown parameters ${unknown.join(', ')}`)
    const parsed = (endpoint.body ?? nothing).safeParse(body)
    if (!parsed.success) throw new Refusal(400, z.prettifyError(parsed.error))
    const ids = (endpoint.path.exec(path) ?? []).slice(1).map((part) => decodeURIComponent(part))
    return endpoint.answer({ ids, query, body: (body ?? {}) as Body })
  }

  function addSearch(webset: Body, asked: Body): Body {
    const search: Body = {
      id: next('search'),
      object: 'webset_search',
      status: 'running',
      websetId: webset.id,
      entity: { type: 'company' },
      exclude: [],
      scope: [],
      maxPeoplePerCompany: null,
      recall: null,
      metadata: {},
      canceledAt: null,
      canceledReason: null,
      ...asked,
      criteria: ((asked.criteria ?? []) as Body[]).map((one) => ({ ...one, successRate: 0 })),
      progress: { found: 0, analyzed: 0, completion: 0, timeLeft: null },
      ...dates(),
    }
    ;(webset.searches as Body[]).push(search)
    work(webset)
    return search
  }

  function addEnrichment(webset: Body, asked: Body): Body {
    const enrichment: Body = {
      id: next('wenrich'),
      object: 'webset_enrichment',
      status: 'pending',
      websetId: webset.id,
      title: null,
      format: 'text',
      options: null,
      instructions: null,
      metadata: {},
      ...asked,
      ...dates(),
    }
    ;(webset.enrichments as Body[]).push(enrichment)
    work(webset)
    return enrichment
  }

  function work(webset: Body): void {
    webset.status = 'running'
    looksLeft.set(String(webset.id), looksFor(webset))
  }

  /** One look nearer to the end, at which searches have found and enrichments have filled. */
  function step(webset: Body): void {
    const id = String(webset.id)
    const left = looksLeft.get(id)
    if (left !== undefined && options.isPaused?.(webset)) webset.status = 'paused'
    if (left === undefined || webset.status === 'paused') return
    looksLeft.set(id, left - 1)
    if (left > 0) return
    looksLeft.delete(id)
    const found = items.get(id) ?? []
    for (const search of (webset.searches as Body[]).filter((one) => one.status === 'running')) {
      const fresh = (options.items?.(id, search) ?? []).slice(0, Number(search.count) * 3)
      const added = fresh.map((one) => ({
        id: next('witem'),
        object: 'webset_item',
        source: 'search',
        sourceId: search.id,
        websetId: id,
        evaluations: [],
        enrichments: [],
        ...one,
        ...dates(),
      }))
      found.push(...added)
      search.status = 'completed'
      search.progress = { found: added.length, analyzed: added.length * 2, completion: 100, timeLeft: 0 }
    }
    const pending = (webset.enrichments as Body[]).filter((one) => one.status === 'pending')
    if (options.stuckEnrichments && pending.length > 0) return
    for (const enrichment of pending) {
      enrichment.status = 'completed'
      for (const item of found) fill(item, enrichment)
    }
    webset.status = 'idle'
  }

  function fill(item: Body, enrichment: Body): void {
    const known = (item.enrichments ?? []) as Body[]
    if (known.some((one) => one.enrichmentId === enrichment.id)) return
    item.enrichments = [
      ...known,
      {
        object: 'enrichment_result',
        enrichmentId: enrichment.id,
        status: 'completed',
        format: enrichment.format,
        result: options.enrich?.(item, enrichment) ?? [
          `${String(enrichment.description)} of ${String(item.id)}`,
        ],
        reasoning: 'r'.repeat(500),
        references: [{ url: 'https://a.example', title: 'A', snippet: 's'.repeat(200) }],
      },
    ]
  }

  function finishResearch(research: Body): void {
    research.status = 'completed'
    research.finishedAt = now().getTime()
    research.output = {
      content: 'A report.',
      ...(research.outputSchema !== undefined && { parsed: { verdict: 'mixed' } }),
    }
    Object.assign(research, options.research?.(research))
    research.costDollars = { total: 0.1, numSearches: 1, numPages: 1, reasoningTokens: 1 }
  }

  function websetOf(id: string): Body {
    return (
      websets.get(id) ??
      [...websets.values()].find((one) => one.externalId === id) ??
      refuse(404, 'no such webset')
    )
  }

  function itemsOf(webset: Body): Body[] {
    return items.get(String(webset.id)) ?? []
  }

  function itemOf(websetId: string, itemId: string): Body {
    return itemsOf(websetOf(websetId)).find((one) => one.id === itemId) ?? refuse(404, 'no such item')
  }

  function part([websetId = '', id]: string[], kind: 'searches' | 'enrichments'): Body {
    const webset = websetOf(websetId)
    return (webset[kind] as Body[]).find((one) => one.id === id) ?? refuse(404, `none of the ${kind}`)
  }
}

function refuse(status: number, message: string): never {
  throw new Refusal(status, message)
}

const show = (webset: Body): Body => structuredClone(webset)
const showResearch = (research: Body): Body => ({ ...research, looks: undefined })

function paged(all: Body[], query: Record<string, string | string[]>, most: number, usual = 25): Body {
  const limit = Number(query.limit ?? usual)
  if (!Number.isInteger(limit) || limit < 1 || limit > most)
    throw new Refusal(400, `limit must be 1 to ${most}`)
  const start = query.cursor === undefined ? 0 : Number(String(query.cursor).replace(/^at-/, ''))
  const data = all.slice(start, start + limit)
  const hasMore = start + limit < all.length
  return { data, hasMore, nextCursor: hasMore ? `at-${start + limit}` : null }
}

function readQuery(url: URL): Record<string, string | string[]> {
  const names = [...new Set(url.searchParams.keys())]
  return Object.fromEntries(
    names.map((name) => {
      const values = url.searchParams.getAll(name)
      return [name, values.length === 1 ? (values[0] ?? '') : values]
    }),
  )
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(body === undefined ? '' : JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  })

const unreachable = () =>
  Object.assign(new TypeError('fetch failed'), {
    cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
  })

const pause = (ms: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })

/** The properties of an invented company; `content` is as long as asked for. */
export const company = (name: string, contentLength = 0): Body => ({
  type: 'company',
  url: `https://${name.toLowerCase().replaceAll(/\W+/g, '-')}.example/`,
  description: `${name} makes things.`,
  content: contentLength > 0 ? 'c'.repeat(contentLength) : null,
  company: { name, location: null, employees: null, industry: null, about: null, logoUrl: null },
})
