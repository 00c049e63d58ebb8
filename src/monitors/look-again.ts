import { orderedMap } from '../concurrency/index.ts'
import type { Pages } from '../contents/index.ts'
import type { Documents } from '../documents/index.ts'
import type { Clock } from '../ports/clock.ts'
import type { WorkflowContext } from '../ports/jobs.ts'
import type { Log } from '../ports/log.ts'
import type { Ingestion } from '../sources/index.ts'
import type { WebsetServices } from '../websets/index.ts'

interface Needs {
  readonly clock: Clock
  readonly log: Log
  readonly pages: Pages
  readonly documents: Pick<Documents, 'isIndexBehind'>
  readonly sources: Pick<Ingestion, 'revisit' | 'areUnderWay'>
  readonly renewal: Pick<WebsetServices['renewal'], 'pagesOf'>
}

interface Subject {
  readonly teamId: string
  readonly websetId: string
  /** When the run began: what was looked at since is new enough. */
  readonly since: Date
}

/** Items' pages that a run visits, and addresses by which it finds the crawls to repeat. */
const most = { own: 200, seen: 1000 }
const pagesPerStep = 20
const pagesAtOnce = 8
const pageTimeoutMs = 15_000
/** After that the run goes on with what there is. */
const patienceMs = { crawls: 15 * 60_000, index: 60_000 }
const pauseMs = { first: 250, longest: 5000 }

/**
 * Visits the pages that a webset rests on and repeats the crawls that brought them, so that what was published since
 * they were last seen can be found. A page or a site that cannot be had now is left as it is known: nothing of this
 * fails a run.
 */
export function createLookAgain({ clock, log, pages, documents, sources, renewal }: Needs) {
  return async function lookAgain(context: WorkflowContext, subject: Subject): Promise<void> {
    const { teamId, websetId, since } = subject
    const plan = await context.step('look again', async () => {
      const { own, seen } = await renewal.pagesOf(teamId, websetId, most)
      const revisit = await sources.revisit(teamId, [...own, ...seen], since)
      // What an existing crawl visits is left to its manners.
      return { crawls: revisit.sources, pages: own.filter((url) => revisit.unknown.includes(url)) }
    })
    for (let start = 0; start < plan.pages.length; start += pagesPerStep) {
      const some = plan.pages.slice(start, start + pagesPerStep)
      await context.step('pages', (signal) => visit(subject, some, signal))
    }
    await until(context, 'crawls', async () => !(await sources.areUnderWay(teamId, plan.crawls)))
    await until(context, 'index', async () => !(await documents.isIndexBehind(teamId, since)))
  }

  async function visit({ teamId, since }: Subject, urls: readonly string[], signal: AbortSignal) {
    const visits = orderedMap(urls, pagesAtOnce, async (url) => {
      try {
        await pages.get({
          teamId,
          url,
          // Done again after a kill, it visits only what it had not.
          freshness: {
            maxAgeMs: clock.now().getTime() - since.getTime(),
            mayFetch: true,
            fallBackToStored: true,
          },
          timeoutMs: pageTimeoutMs,
          robots: 'obey',
          reason: 'monitor',
          signal,
        })
      } catch (error) {
        if (!signal.aborted) log.warn({ url, err: error }, 'a page could not be looked at again')
      }
    })
    for await (const _ of visits) signal.throwIfAborted()
    return null
  }
}

/** Asks ever less often, and gives up when its patience ends. */
async function until(
  context: WorkflowContext,
  what: keyof typeof patienceMs,
  isDone: () => Promise<boolean>,
): Promise<void> {
  let pause = pauseMs.first
  for (let waited = 0; waited < patienceMs[what]; waited += pause) {
    if (await context.step(what, isDone)) return
    await context.sleep(pause)
    pause = Math.min(pauseMs.longest, 2 * pause)
  }
}
