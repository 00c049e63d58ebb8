import { z } from 'zod'
import { answered, present, wire, type Json } from '../../agent-side/index.ts'
import { WorkflowError, type Course } from '../course.ts'
import { canonicalAddress } from '../matching.ts'
import {
  costSum,
  forEachInTime,
  hitsOf,
  NumResults,
  reasonOf,
  searchFields,
  type Hit,
  type Hits,
} from '../page-work.ts'
import { Query, Timeout, workflow } from '../workflow.ts'

const areDifferent = (all: readonly string[]): boolean =>
  new Set(all.map((one) => one.toLowerCase())).size === all.length

const Args = z
  .strictObject({
    queries: z.array(Query).max(10).refine(areDifferent, 'queries that differ').default([]),
    seeds: z
      .array(z.url({ protocol: /^https?$/ }).max(2048))
      .max(10)
      .refine(areDifferent, 'addresses that differ')
      .default([])
      .describe('Addresses of pages; what is like them is looked for.'),
    ...searchFields,
    numResults: NumResults.describe('How many pages each of them may bring.'),
    timeout: Timeout,
  })
  .refine(({ queries, seeds }) => queries.length + seeds.length > 0, {
    path: ['queries'],
    error: 'at least one query or one seed',
  })

/** What pages are looked for with: one of the two. */
type Source = { readonly query: string } | { readonly seed: string }
type Outcome = Hits | { readonly reason: string }

export const expandAndCollect = workflow({
  type: 'retrieval.expandAndCollect',
  summary: 'Search with several queries and around pages that are known, and collect each page once.',
  additive: true,
  args: Args,
  example: {
    queries: ['robots that inspect pipelines', 'crawlers for pipes'],
    seeds: ['https://example.com/'],
    numResults: 10,
  },
  lists: ['pages'],
  async run(course, args) {
    const { queries, seeds, timeout } = args
    const sources: Source[] = [...queries.map((query) => ({ query })), ...seeds.map((seed) => ({ seed }))]
    const total = sources.length + 3
    const outcomes = await course.step('searching', async (step) => {
      await course.report({ step: 'searching', completed: 1, total, message: `0/${sources.length}` })
      const all = await forEachInTime<Source, Outcome>(course, sources, {
        since: step.since,
        timeoutMs: timeout,
        key: (source) => `found ${JSON.stringify(source)}`,
        work: (source) => look(course, source, args).catch((error) => ({ reason: reasonOf(error) })),
        onDone: (count) =>
          course.report({
            step: 'searching',
            completed: count + 1,
            total,
            message: `${count}/${sources.length}`,
          }),
      })
      if (all.includes(null)) step.ends('timed_out')
      const usable = all.filter((one) => one !== null && 'hits' in one)
      await course.keep({ queries, seeds, pages: merge(sources, all, seeds) })
      const reason = all.map((one) => one && 'reason' in one && one.reason).find(Boolean)
      if (usable.length === 0)
        throw new WorkflowError('searching', `Nothing could be searched: ${reason || 'time ran out'}`, {
          recoverable: true,
        })
      return all
    })
    const timedOut = outcomes.includes(null)
    const pages = await course.step('collecting', async () => {
      await course.report({ step: 'collecting', completed: total - 1, total })
      return merge(sources, outcomes, seeds)
    })
    const failedSources = sources.flatMap((source, at) => {
      const outcome = outcomes[at] ?? { reason: `It had not been begun after ${timeout} ms.` }
      return 'reason' in outcome ? [{ ...source, reason: outcome.reason }] : []
    })
    const found = outcomes.map((one) => (one && 'hits' in one ? one : { hits: [], cost: 0 }))
    await course.report({ step: 'done', completed: total, total })
    const result = {
      queries,
      seeds,
      pages,
      sources: sources.map((source, at) => ({
        ...source,
        found: found[at]?.hits.length ?? 0,
        alone: pages.filter(({ foundBy }) => foundBy.length === 1 && isOf(source, foundBy[0])).length,
      })),
      totalFound: found.reduce((sum, { hits }) => sum + hits.length, 0),
      totalUnique: pages.length,
      cost: costSum(found.map(({ cost }) => cost)),
      ...(failedSources.length > 0 && { failedSources }),
      ...(timedOut && { timedOut }),
    }
    return course.finish(
      result,
      `${result.totalUnique} pages of ${result.totalFound} that ${sources.length - failedSources.length} of ${sources.length} searches found.`,
    )
  },
})

const isOf = (source: Source, found: Json | undefined): boolean =>
  'query' in source ? found?.query === source.query : found?.seed === source.seed

async function look(course: Course, source: Source, args: z.output<typeof Args>): Promise<Hits> {
  const { type, category, includeDomains, excludeDomains, startPublishedDate, endPublishedDate } = args
  const options = {
    ...present({ category, includeDomains, excludeDomains, startPublishedDate, endPublishedDate }),
    numResults: args.numResults,
    contents: { highlights: true },
  }
  return hitsOf(
    'query' in source
      ? await answered(course.exa.search(source.query, wire({ type, ...options })))
      : await answered(course.exa.request('/findSimilar', 'POST', { url: source.seed, ...options })),
  )
}

interface Collected extends Omit<Hit, 'score'> {
  /** Each query or seed that found it, and at which place. */
  readonly foundBy: readonly Json[]
}

/** As in the fusion of ranked lists: the first places count, and none of them for everything. */
const damping = 60

/**
 * Each page once, the best first: those that several found near the top. Addresses that lead to the same place are one
 * page, which is shown as where it ranked best; seeds are known already and left out.
 */
function merge(
  sources: readonly Source[],
  outcomes: readonly (Outcome | null)[],
  seeds: readonly string[],
): Collected[] {
  const known = new Set(seeds.map((seed) => canonicalAddress(seed, null)))
  const found = new Map<string, { rank: number; hit: Hit; source: Source }[]>()
  for (const [place, source] of sources.entries()) {
    const outcome = outcomes[place]
    const hits = outcome && 'hits' in outcome ? outcome.hits : []
    for (const [at, hit] of hits.entries()) {
      const address = canonicalAddress(hit.url, null) ?? hit.url
      if (known.has(address)) continue
      found.set(address, [...(found.get(address) ?? []), { rank: at + 1, hit, source }])
    }
  }
  return [...found.values()]
    .map((all) => {
      const [best] = all.toSorted((a, b) => a.rank - b.rank || compare(a.hit.url, b.hit.url))
      const { score: _, ...hit } = best!.hit // an address has been found by somebody
      const firsts = all.filter(({ source }, at) => all.findIndex((one) => one.source === source) === at)
      return {
        page: { ...hit, foundBy: firsts.map(({ source, rank }) => ({ ...source, rank })) },
        weight: firsts.reduce((sum, { rank }) => sum + 1 / (damping + rank), 0),
      }
    })
    .toSorted((a, b) => b.weight - a.weight || compare(a.page.url, b.page.url))
    .map(({ page }) => page)
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
