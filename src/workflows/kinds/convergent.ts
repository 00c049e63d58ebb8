import { z } from 'zod'
import { shapes, tier1, toFailure, type Json } from '../../agent-side/index.ts'
import { Stopped, WorkflowError, type Course } from '../course.ts'
import { clusterFound, overlapOf, type Cluster } from '../matching.ts'
import {
  collect,
  createWebset,
  searchProgress,
  shownItem,
  waitForRest,
  type Collected,
} from '../webset-work.ts'
import { Count, Query, Timeout, workflow } from '../workflow.ts'

const Args = z.strictObject({
  queries: z
    .array(Query)
    .min(2)
    .max(5)
    .refine(
      (queries) => new Set(queries.map((one) => one.toLowerCase())).size === queries.length,
      'queries that differ',
    ),
  entity: shapes.Entity,
  criteria: shapes.Criteria.optional(),
  count: Count(25),
  timeout: Timeout,
})

interface Attempt {
  readonly query: string
  readonly websetId?: string
  readonly collected?: Collected
  readonly reason?: string
  readonly timedOut?: true
}

export const convergent = workflow({
  type: 'convergent.search',
  summary: 'Ask the same in several ways, and trust what more than one of them finds.',
  args: Args,
  example: {
    queries: ['makers of inspection robots', 'companies that build crawlers for pipes'],
    entity: { type: 'company' },
    count: 10,
  },
  lists: ['intersection', 'unique.*.items'],
  async run(course, args) {
    const { queries, timeout } = args
    const total = 2 * queries.length + 3
    const created: Attempt[] = []
    for (const [at, query] of queries.entries())
      created.push(
        await attempt({ query }, () =>
          course.step(`creating ${at + 1}/${queries.length}`, async () => {
            await course.report({
              step: 'creating',
              completed: at + 1,
              total,
              message: `${at + 1}/${queries.length}`,
            })
            return { query, websetId: await createWebset(course, `webset-${at}`, websetFor(query, args)) }
          }),
        ),
      )
    const websetIds = created.flatMap(({ websetId }) => websetId ?? [])
    await course.keep({ websetIds })
    let searchedCount = 0
    const searched = await Promise.all(created.map((one, at) => attempt(one, () => search(one, at))))
    const attempts = await course.step('collecting', async () => {
      await course.report({ step: 'collecting', completed: total - 2, total })
      const all: Attempt[] = []
      for (const one of searched)
        all.push(one.reason === undefined ? await attempt(one, () => gather(course, one, args.count)) : one)
      return all
    })
    const usable = attempts.filter(({ collected }) => collected !== undefined)
    if (usable.length < 2)
      throw new WorkflowError(
        'collecting',
        `Only ${usable.length} of ${queries.length} queries could be used: ${failed(attempts)
          .map(({ query, reason }) => `"${query}": ${reason}`)
          .join('; ')}`,
        { recoverable: true },
      )
    const result = await course.step('deduplicating', async () => {
      await course.report({ step: 'deduplicating', completed: total - 1, total })
      return compare(course, attempts, usable.length)
    })
    await course.report({ step: 'done', completed: total, total })
    const { intersection, totalUniqueEntities } = result
    const summary = `${intersection.length} of ${totalUniqueEntities} entities were found by more than one of ${usable.length} queries.`
    const timedOut = attempts.some((one) => one.timedOut)
    return course.finish(
      { websetIds, queries, ...result, ...failures(attempts), ...(timedOut && { timedOut }) },
      summary,
    )

    async function search(one: Attempt, at: number): Promise<Attempt> {
      const { websetId } = one
      if (websetId === undefined) return one
      const name = `searching ${at + 1}/${queries.length}`
      return course.step(name, async (step) => {
        const rest = await waitForRest(course, {
          key: `searched-${at}`,
          step: name,
          websetId,
          since: step.since,
          timeoutMs: timeout,
          onLook: (webset) =>
            course.report({
              step: 'searching',
              completed: queries.length + searchedCount,
              total,
              message: name,
              ...searchProgress(webset),
            }),
        })
        searchedCount++
        await course.report({
          step: 'searching',
          completed: queries.length + searchedCount,
          total,
          message: name,
        })
        if (!rest.timedOut) return one
        step.ends('timed_out')
        return { ...one, timedOut: true, reason: `The search had not ended after ${timeout} ms.` }
      })
    }
  },
})

const websetFor = (query: string, { entity, criteria, count }: z.output<typeof Args>): Json => ({
  search: { query, entity, count, ...(criteria && { criteria }) },
})

/** One query that fails does not fail the others. */
async function attempt(known: Attempt, work: () => Promise<Attempt>): Promise<Attempt> {
  if (known.reason !== undefined) return known
  try {
    return await work()
  } catch (error) {
    if (error instanceof Stopped || !(error instanceof WorkflowError || toFailure(error))) throw error
    return { ...known, reason: error instanceof Error ? error.message : String(error) }
  }
}

const gather = async (course: Course, one: Attempt, most: number): Promise<Attempt> =>
  one.websetId === undefined
    ? one
    : { ...one, collected: await collect(course, one.websetId, { most, filter: 'any' }) }

function compare(course: Course, attempts: readonly Attempt[], usable: number) {
  const clusters = clusterFound(
    attempts.flatMap(({ collected }, query) => (collected?.items ?? []).map((item) => ({ query, item }))),
  )
  const shown = ({ item }: Cluster): Json => {
    const from = attempts.find(({ collected }) => collected?.items.includes(item))?.collected
    return shownItem(course, item, from ?? { definitions: [] })
  }
  return {
    intersection: clusters
      .filter(({ queries }) => queries.length > 1)
      .map((cluster) => ({
        entity: entityOf(course, cluster.item),
        item: shown(cluster),
        foundInQueries: cluster.queries.map((at) => attempts[at]?.query ?? ''),
        confidence: cluster.queries.length / usable,
        matchedBy: cluster.matchedBy,
      })),
    unique: attempts.map(({ query }, at) => ({
      query,
      items: clusters.filter(({ queries }) => queries.length === 1 && queries[0] === at).map(shown),
    })),
    overlapMatrix: overlapOf(clusters, attempts.length),
    totalUniqueEntities: clusters.length,
  }
}

/** As long as in a list: the whole of it is for `items.get`. */
const entityOf = (course: Course, item: Json): Json => {
  const { name, url, description, entityType } = tier1(item, course)
  return { name, url, description, entityType }
}

const failed = (attempts: readonly Attempt[]) => attempts.filter(({ collected }) => collected === undefined)

const failures = (attempts: readonly Attempt[]): Json => {
  const failedQueries = failed(attempts).map(({ query, websetId, reason = 'unknown' }) => ({
    query,
    ...(websetId !== undefined && { websetId }),
    reason,
  }))
  return failedQueries.length > 0 ? { failedQueries } : {}
}
