import type { Documents, PageReader } from '../documents/index.ts'
import type { Clock } from '../ports/clock.ts'
import type { Discovery } from '../ports/discovery.ts'
import type { Fetcher } from '../ports/fetcher.ts'
import type { Ids } from '../ports/ids.ts'
import type { Jobs } from '../ports/jobs.ts'
import type { Log } from '../ports/log.ts'
import type { Records } from '../ports/records.ts'
import type { SourceFiles } from '../ports/source-files.ts'
import { createCommonCrawl } from './common-crawl/common-crawl.ts'
import { createCrawler } from './crawl/crawl.ts'
import { createFileLoader } from './files/load-file.ts'
import { createSourceFeed } from './feed.ts'
import { createPrepareSource } from './prepare-source.ts'
import { createSourceWorkflow, sourceQueue } from './source-workflow.ts'
import { createSources } from './sources.ts'

interface IngestSettings {
  readonly concurrency: number
  readonly maxUploadBytes: number
  /** How long an upload that no job reads is kept. */
  readonly uploadDays: number
  readonly commonCrawlIndexUrl: string
  readonly commonCrawlDataUrl: string
}

interface Needs {
  readonly records: Records
  readonly documents: Documents
  readonly fetcher: Fetcher
  readonly read: PageReader
  readonly files: SourceFiles
  /** Undefined when no search engine is configured. */
  readonly discovery: Discovery | undefined
  readonly clock: Clock
  readonly ids: Ids
  readonly jobs: Jobs
  readonly log: Log
  readonly settings: IngestSettings
}

const retryDelayMs = 2000
const dayMs = 24 * 60 * 60 * 1000

export type Ingestion = ReturnType<typeof createIngestion>

/** The sources with all that works for them; its jobs are defined here, so before the jobs are started. */
export function createIngestion(needs: Needs) {
  const { jobs, settings, log } = needs
  const crawler = createCrawler({ ...needs, concurrency: settings.concurrency, retryDelayMs })
  const commonCrawl = createCommonCrawl({
    fetcher: needs.fetcher,
    indexUrl: settings.commonCrawlIndexUrl,
    dataUrl: settings.commonCrawlDataUrl,
  })
  const loader = createFileLoader({ ...needs, commonCrawl })
  const sources = createSources({
    ...needs,
    maxUploadBytes: settings.maxUploadBytes,
    prepare: createPrepareSource({ files: needs.files, commonCrawl, discovery: needs.discovery }),
  })
  const feeds = new AbortController()
  jobs.defineQueue(sourceQueue)
  jobs.defineWorkflow(createSourceWorkflow({ ...needs, crawler, loader }))
  jobs.defineSchedule({
    name: 'sources.wake',
    cron: '* * * * *',
    async run() {
      const woken = await sources.wake()
      if (woken > 0) log.info({ woken }, 'sources are due again')
    },
  })
  jobs.defineSchedule({
    name: 'sources.uploads',
    cron: '41 3 * * *',
    async run() {
      const removed = await sources.pruneUploads(
        new Date(needs.clock.now().getTime() - settings.uploadDays * dayMs),
      )
      if (removed > 0) log.info({ removed }, 'uploads that no job reads were deleted')
    },
  })
  return {
    ...sources,
    follow: createSourceFeed({ ...needs, closing: feeds.signal }),
    /** Before a server stops to listen. */
    endFeeds: () => feeds.abort(),
  }
}
