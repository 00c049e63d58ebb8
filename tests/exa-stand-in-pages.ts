import { z } from 'zod'
import { Refusal, type Body, type Endpoint } from './exa-stand-in-endpoint.ts'

/** What the pages of a stand-in say, and what it makes of them; without these, everything is about A. */
export interface PageOptions {
  /** What a search finds, or a request for pages like one. */
  search?(request: Body): Body[]
  similar?(request: Body): Body[]
  /** A page that is read; null for one that cannot be had. */
  page?(url: string, request: Body): Body | null
  answer?(request: Body): Body
  /** The output of a run of a search monitor; `count` is how many it had before. */
  monitorRun?(monitor: Body, count: number): Body
}

interface Tools {
  next(prefix: string): string
  now(): Date
  looksFor(subject: Body): number
  paged(all: Body[], query: Record<string, string | string[]>, most: number, usual?: number): Body
}

const usual = { id: 'https://a.example/', url: 'https://a.example/', title: 'A', text: 'x'.repeat(3000) }
const Domains = z.array(z.string()).optional()
const Contents = z.strictObject({
  text: z
    .union([z.boolean(), z.strictObject({ maxCharacters: z.int().min(1).max(10_000).optional() })])
    .optional(),
  highlights: z.union([z.boolean(), z.record(z.string(), z.unknown())]).optional(),
  summary: z
    .strictObject({ query: z.string().optional(), schema: z.record(z.string(), z.unknown()).optional() })
    .optional(),
})
const searched = {
  type: z.string().optional(),
  category: z.string().optional(),
  numResults: z.int().min(1).max(100).optional(),
  includeDomains: Domains,
  excludeDomains: Domains,
  excludeSourceDomain: z.boolean().optional(),
  startPublishedDate: z.string().optional(),
  endPublishedDate: z.string().optional(),
  contents: Contents.optional(),
}
const costDollars = { total: 0.007 }
const found = (results: Body[]): Body => ({ requestId: 'req_1', results, costDollars })

export const pageEndpoints = (options: PageOptions): Endpoint[] => [
  {
    method: 'POST',
    path: /^\/search$/,
    body: z.strictObject({ query: z.string().min(1), ...searched }),
    answer: ({ body }) => found(options.search?.(body) ?? [usual]),
  },
  {
    method: 'POST',
    path: /^\/findSimilar$/,
    body: z.strictObject({ url: z.url(), ...searched }),
    answer: ({ body }) => found(options.similar?.(body) ?? [usual]),
  },
  {
    method: 'POST',
    path: /^\/contents$/,
    body: Contents.extend({ urls: z.array(z.string()).min(1).max(100) }),
    answer({ body }) {
      const pages = (body.urls as string[]).map((url) => ({
        url,
        page: options.page ? options.page(url, body) : usual,
      }))
      return {
        ...found(pages.flatMap(({ url, page }) => (page ? [{ id: url, url, ...page }] : []))),
        statuses: pages.map(({ url, page }) => ({
          id: url,
          status: page ? 'success' : 'error',
          ...(!page && { error: { tag: 'CRAWL_NOT_FOUND', httpStatusCode: 404 } }),
        })),
      }
    },
  },
  {
    method: 'POST',
    path: /^\/answer$/,
    body: z.strictObject({
      query: z.string().min(1),
      stream: z.literal(false),
      text: z.boolean(),
      model: z.string(),
      systemPrompt: z.string().optional(),
      outputSchema: z.record(z.string(), z.unknown()).optional(),
    }),
    answer: ({ body }) => ({
      ...found([]),
      answer: 'It is so.',
      citations: [],
      ...options.answer?.(body),
    }),
  },
]

const MonitorSearch = z.strictObject({
  query: z.string().min(1),
  numResults: z.int().min(1).max(100).optional(),
  includeDomains: Domains,
  excludeDomains: Domains,
  contents: Contents.optional(),
})
const Monitor = z.strictObject({
  name: z.string().nullable().optional(),
  search: MonitorSearch,
  trigger: z
    .strictObject({ type: z.literal('interval'), period: z.string().regex(/^\d+[hd]$/) })
    .nullable()
    .optional(),
  outputSchema: z.record(z.string(), z.unknown()).nullable().optional(),
  metadata: z.record(z.string(), z.string().max(1000)).nullable().optional(),
  webhook: z.strictObject({ url: z.url(), events: z.array(z.string()).optional() }),
})

/** Runs end as they are looked at, as websets do. */
export function searchMonitorEndpoints(options: PageOptions, tools: Tools) {
  const monitors = new Map<string, Body>()
  const runs = new Map<string, (Body & { looks: number })[]>()
  const dates = () => ({ createdAt: tools.now().toISOString(), updatedAt: tools.now().toISOString() })
  const find = (id = ''): Body => monitors.get(id) ?? refuse('MONITOR_NOT_FOUND')
  const runsOf = (id = '') => (find(id), runs.get(id) ?? [])

  function look(run: Body & { looks: number }): Body {
    if (run.status === 'pending' && run.looks-- <= 0) {
      const all = runsOf(String(run.monitorId))
      const before = all.filter(({ status }) => status === 'completed').length
      Object.assign(run, {
        status: 'completed',
        completedAt: tools.now().toISOString(),
        output: {
          results: [usual],
          content: null,
          ...options.monitorRun?.(find(String(run.monitorId)), before),
        },
      })
    }
    return show(run)
  }

  const endpoints: Endpoint[] = [
    {
      method: 'POST',
      path: /^\/monitors$/,
      body: Monitor,
      answer({ body }) {
        const made = { id: tools.next('monitor'), status: 'active', nextRunAt: null, ...body, ...dates() }
        monitors.set(made.id, made)
        return { ...made, webhookSecret: 'whsec_shown_once' }
      },
    },
    {
      method: 'GET',
      path: /^\/monitors$/,
      query: ['cursor', 'limit', 'status'],
      answer: ({ query }) => tools.paged([...monitors.values()], query, 100, 50),
    },
    { method: 'GET', path: /^\/monitors\/([^/]+)$/, answer: ({ ids }) => find(ids[0]) },
    {
      method: 'PATCH',
      path: /^\/monitors\/([^/]+)$/,
      body: Monitor.partial().extend({
        status: z.enum(['active', 'paused']).optional(),
        search: MonitorSearch.partial().optional(),
      }),
      answer: ({ ids, body }) => Object.assign(find(ids[0]), body),
    },
    {
      method: 'DELETE',
      path: /^\/monitors\/([^/]+)$/,
      answer({ ids }) {
        const gone = find(ids[0])
        monitors.delete(String(gone.id))
        return gone
      },
    },
    {
      method: 'POST',
      path: /^\/monitors\/([^/]+)\/trigger$/,
      answer({ ids: [id = ''] }) {
        const all = runsOf(id)
        if (all.some(({ status }) => status === 'pending')) return { triggered: false }
        const run = {
          id: tools.next('run'),
          monitorId: id,
          status: 'pending',
          output: null,
          failReason: null,
          looks: tools.looksFor(find(id)),
          ...dates(),
        }
        runs.set(id, [run, ...all])
        return { triggered: true }
      },
    },
    {
      method: 'GET',
      path: /^\/monitors\/([^/]+)\/runs$/,
      query: ['cursor', 'limit'],
      answer: ({ ids, query }) => tools.paged(runsOf(ids[0]).map(show), query, 100, 50),
    },
    {
      method: 'GET',
      path: /^\/monitors\/([^/]+)\/runs\/([^/]+)$/,
      answer: ({ ids: [id, runId] }) =>
        look(runsOf(id).find((one) => one.id === runId) ?? refuse('RUN_NOT_FOUND')),
    },
  ]
  return { endpoints, monitors, runs }
}

const show = (run: Body): Body => ({ ...run, looks: undefined })

function refuse(message: string): never {
  throw new Refusal(404, message)
}
