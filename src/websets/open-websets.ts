import type { Ledger, Prices } from '../billing/index.ts'
import type { Documents } from '../documents/index.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { Jobs } from '../ports/jobs.ts'
import type { Log } from '../ports/log.ts'
import type { Records, Tx } from '../ports/records.ts'
import { nothingAttached, type Attached } from './attached.ts'
import { createCourse } from './course.ts'
import type { WebsetEngine } from './engine.ts'
import type { Imported } from './imported.ts'
import { createEnrichments } from './enrichments.ts'
import { createEventLog } from './event-log.ts'
import { createEvents } from './events.ts'
import { createEvidence } from './evidence.ts'
import { createFeed } from './feed.ts'
import { createItems } from './items.ts'
import { createBarring } from './lifecycle/barred.ts'
import { createEnrichmentWork } from './lifecycle/enrichment-work.ts'
import { createLoadWork } from './lifecycle/load-work.ts'
import { createSearchWork } from './lifecycle/search-work.ts'
import { createSpending } from './lifecycle/spending.ts'
import { createWebsetWorkflow, websetQueue } from './lifecycle/webset-workflow.ts'
import { createNewParts } from './new-parts.ts'
import { createOutstanding } from './outstanding.ts'
import { createPlaces, type PlaceLimits } from './places.ts'
import { createPreview } from './preview.ts'
import { createRenewal } from './renewal.ts'
import { createSearches } from './searches.ts'
import { createSourceResolver } from './sources.ts'
import { createTable } from './table.ts'
import { createUpkeep } from './upkeep.ts'
import { createWebsetView, type DashboardUrl } from './webset-view.ts'
import { createWebsets } from './websets.ts'

export interface WebsetSettings {
  /** Websets that one process works on at once. */
  readonly running: number
  /** Candidates, and besides them enrichments, that a webset works on at once. */
  readonly concurrency: number
  readonly liveFetch: boolean
  readonly limits: PlaceLimits
}

interface Needs {
  readonly records: Records
  readonly documents: Pick<Documents, 'texts' | 'history'>
  readonly engine: WebsetEngine
  readonly imported: Imported
  readonly ledger: Ledger
  readonly prices: Prices
  readonly clock: Clock
  readonly ids: Ids
  readonly jobs: Jobs
  readonly log: Log
  readonly dashboardUrl: DashboardUrl
  /** By default nothing is. */
  readonly attached?: Attached
  readonly settings: WebsetSettings
}

export type WebsetServices = ReturnType<typeof openWebsets>

/** Websets with all that works for them; their jobs are defined here, so before the jobs are started. */
export function openWebsets({ attached = nothingAttached, ...given }: Needs) {
  const needs = { ...given, attached }
  const { jobs, log, settings } = needs
  const { concurrency, liveFetch: mayFetch, limits } = settings
  const view = createWebsetView(needs)
  const events = createEventLog({ ...needs, view })
  const sources = createSourceResolver({ ...needs, log: events })
  const outstanding = createOutstanding(needs)
  const places = createPlaces({ ...needs, limits })
  const course = createCourse({ ...needs, log: events, places, work: outstanding })
  const parts = createNewParts({ ...needs, sources })
  const items = createItems({ ...needs, course })
  const spending = createSpending(needs)
  const upkeep = createUpkeep({ ...needs, course, spending })
  const feeds = new AbortController()
  const excluded = createBarring(needs)
  const work = {
    ...needs,
    events,
    spending,
    course,
    places,
    outstanding,
    excluded,
    concurrency,
    mayFetch,
  }

  jobs.defineQueue(websetQueue(settings.running))
  jobs.defineWorkflow(
    createWebsetWorkflow({
      ...work,
      loadWork: createLoadWork(work),
      searchWork: createSearchWork(work),
      enrichmentWork: createEnrichmentWork(work),
    }),
  )
  jobs.defineSchedule({
    name: 'websets.resume',
    cron: '* * * * *',
    async run() {
      const resumed = await upkeep.resume()
      if (resumed > 0) log.info({ resumed }, 'websets go on whose budget was spent')
    },
  })

  return {
    ...createWebsets({ ...needs, log: events, course, places, parts, items, sources, view }),
    ...upkeep,
    preview: createPreview({ ...needs, mayFetch, concurrency }),
    searches: createSearches({ ...needs, log: events, course, parts }),
    items,
    enrichments: createEnrichments({ ...needs, course, parts }),
    events: createEvents(needs),
    evidence: createEvidence(needs),
    renewal: createRenewal({ ...needs, log: events, course, parts }),
    rows: createTable(needs),
    follow: createFeed({ ...needs, view, closing: feeds.signal }),
    /** For what is made of websets: changes one under its lock. */
    change: course.change.bind(course),
    /** For what belongs to the team, or is made of websets, besides. */
    log: events,
    /** After what ends an import, with the lock of the team. */
    afterImport: (tx: Tx, teamId: string) => course.afterImport(tx, teamId),
    /** Before a server stops to listen. */
    endFeeds: () => feeds.abort(),
  }
}
