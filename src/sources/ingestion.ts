import type { Caller } from '../access/index.ts'
import { AppError } from '../contract/errors.ts'
import type { IngestSource } from '../contract/ingest.ts'
import type { Documents, PageReader } from '../documents/index.ts'
import type { Clock } from '../ports/clock.ts'
import type { Fetcher } from '../ports/fetcher.ts'
import type { Ids } from '../ports/ids.ts'
import type { Jobs } from '../ports/jobs.ts'
import type { Log } from '../ports/log.ts'
import type { Records } from '../ports/records.ts'
import { createCrawler } from './crawl/crawl.ts'
import { createSourceWorkflow, sourceQueue } from './source-workflow.ts'
import { createSources, type Sources } from './sources.ts'

interface Needs {
  readonly records: Records
  readonly documents: Documents
  readonly fetcher: Fetcher
  readonly read: PageReader
  readonly clock: Clock
  readonly ids: Ids
  readonly jobs: Jobs
  readonly log: Log
  readonly settings: { readonly concurrency: number }
}

const retryDelayMs = 2000

/** The sources with all that works for them; its jobs are defined here, so before the jobs are started. */
export function createIngestion(needs: Needs): Sources {
  const { jobs, settings, log } = needs
  const crawler = createCrawler({ ...needs, concurrency: settings.concurrency, retryDelayMs })
  const sources = createSources({ ...needs, authorise })
  jobs.defineQueue(sourceQueue)
  jobs.defineWorkflow(createSourceWorkflow({ ...needs, crawler }))
  jobs.defineSchedule({
    name: 'sources.wake',
    cron: '* * * * *',
    async run() {
      const woken = await sources.wake()
      if (woken > 0) log.info({ woken }, 'sources are due again')
    },
  })
  return sources
}

async function authorise(caller: Caller, source: IngestSource): Promise<void> {
  if (source.kind !== 'file') return
  if (source.path !== undefined && !caller.isOwner)
    throw new AppError(
      'forbidden',
      "Files on the server's disk are for the owner alone; upload them instead.",
    )
  if (source.visibility === 'public' && !caller.isOwner)
    throw new AppError('forbidden', 'Only the owner can make files public to every team.')
}
