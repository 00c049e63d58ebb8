import { z } from 'zod'
import { inPath, shapes, toFailure, type Json } from '../../agent-side/index.ts'
import type { Course } from '../course.ts'
import {
  addEnrichments,
  collect,
  createWebset,
  enrichedOf,
  shownItems,
  tellSearch,
  waitForRest,
} from '../webset-work.ts'
import { Count, Enrichments, Query, Timeout, workflow } from '../workflow.ts'

const Args = z.strictObject({
  query: Query,
  entity: shapes.Entity,
  criteria: shapes.Criteria.optional(),
  count: Count(25),
  enrichments: Enrichments.default([]),
  timeout: Timeout,
  cleanup: z.boolean().default(false).describe('Delete the webset when all went well.'),
  enrichDuringSearch: z.boolean().default(false).describe('Enrich items as they are found.'),
})

const total = 5

export const harvest = workflow({
  type: 'lifecycle.harvest',
  summary: 'Search, verify, enrich and collect entities in one go.',
  args: Args,
  example: {
    query: 'makers of inspection robots',
    entity: { type: 'company' },
    criteria: [{ description: 'builds robots that inspect industrial plants' }],
    count: 10,
    enrichments: [{ description: 'Number of employees', format: 'number' }],
  },
  lists: ['items'],
  async run(course, args) {
    const { query, entity, criteria, count, enrichments, enrichDuringSearch, timeout } = args
    const websetId = await course.step('creating', async () => {
      await course.report({ step: 'creating', completed: 1, total })
      return createWebset(course, 'webset', {
        search: { query, entity, count, ...(criteria && { criteria }) },
        ...(enrichDuringSearch && enrichments.length > 0 && { enrichments }),
      })
    })
    await course.keep({ websetId })
    const searched = await course.step('searching', async (step) => {
      const rest = await waitForRest(course, {
        key: 'searched',
        step: 'searching',
        websetId,
        since: step.since,
        timeoutMs: timeout,
        searchesOnly: enrichDuringSearch,
        onLook: tellSearch(course, { step: 'searching', completed: 2, total }),
      })
      if (rest.timedOut) step.ends('timed_out')
      return rest
    })
    const isEnriched = enrichments.length > 0 && !searched.timedOut
    const enriched = isEnriched ? await enrich(course, websetId, args) : { timedOut: false }
    if (!isEnriched) course.skip('enriching')
    const timedOut = searched.timedOut || enriched.timedOut
    const gather = () =>
      course.step('collecting', async () => {
        await course.report({ step: 'collecting', completed: 4, total })
        const collected = await collect(course, websetId, { most: count, filter: 'any' })
        const items = shownItems(course, collected)
        await course.keep({ websetId, items })
        return {
          websetId,
          items,
          itemCount: items.length,
          searchProgress: { found: searched.found, analyzed: searched.analyzed },
          enrichmentCount: isEnriched ? enrichments.length : 0,
          itemsExcluded: collected.excluded,
          ...(timedOut && { timedOut }),
        }
      })
    const result = args.cleanup && !timedOut ? await cleanUp(course, websetId, gather) : await gather()
    await course.report({ step: 'done', completed: 5, total })
    return course.finish(
      result,
      `${result.itemCount} of ${searched.found} found in ${searched.analyzed} analysed${
        timedOut ? '; time ran out before all was done' : ''
      }.`,
    )
  },
})

async function enrich(
  course: Course,
  websetId: string,
  { enrichments, enrichDuringSearch, timeout }: z.output<typeof Args>,
): Promise<{ timedOut: boolean }> {
  return course.step('enriching', async (step) => {
    const progress = { step: 'enriching', completed: 3, total }
    await course.report(progress)
    const ids = enrichDuringSearch
      ? await course.once('enrichments', async () =>
          (await collect(course, websetId, { most: 0, filter: 'none' })).definitions.map(({ id }) =>
            String(id),
          ),
        )
      : await addEnrichments(course, websetId, 'enrichment', enrichments)
    const rest = await waitForRest(course, {
      key: 'enriched',
      step: 'enriching',
      websetId,
      since: step.since,
      timeoutMs: timeout,
      enrichmentIds: ids,
      onLook: async () => course.report({ ...progress, message: await enrichedOf(course, websetId, ids) }),
    })
    if (rest.timedOut) step.ends('timed_out')
    return rest
  })
}

/** What is deleted cannot be collected again, so what was collected is kept first. */
async function cleanUp<Result extends Json>(
  course: Course,
  websetId: string,
  gather: () => Promise<Result>,
): Promise<Result & { cleanedUp: boolean }> {
  const result = await course.once('collected', gather)
  try {
    await course.exa.websets.delete(inPath(websetId))
  } catch (error) {
    course.signal.throwIfAborted()
    const failure = toFailure(error)
    if (failure?.category !== 'not_found') {
      course.warn(`The webset ${websetId} could not be deleted: ${failure?.message ?? String(error)}`)
      return { ...result, cleanedUp: false }
    }
  }
  return { ...result, cleanedUp: true }
}
