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
import type { SourceFiles } from '../ports/source-files.ts'
import { createCrawler } from './crawl/crawl.ts'
import { createFileLoader } from './files/load-file.ts'
import { createSourceWorkflow, sourceQueue } from './source-workflow.ts'
import { createSources, type Sources } from './sources.ts'

interface Needs {
  readonly records: Records
  readonly documents: Documents
  readonly fetcher: Fetcher
  readonly read: PageReader
  readonly files: SourceFiles
  readonly clock: Clock
  readonly ids: Ids
  readonly jobs: Jobs
  readonly log: Log
  readonly settings: { readonly concurrency: number; readonly maxUploadBytes: number }
}

const retryDelayMs = 2000

/** The sources with all that works for them; its jobs are defined here, so before the jobs are started. */
export function createIngestion(needs: Needs): Sources {
  const { jobs, settings, log } = needs
  const crawler = createCrawler({ ...needs, concurrency: settings.concurrency, retryDelayMs })
  const loader = createFileLoader(needs)
  const sources = createSources({
    ...needs,
    maxUploadBytes: settings.maxUploadBytes,
    authorise: (...asked) => authorise(needs.files, ...asked),
  })
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
  return sources
}

async function authorise(files: SourceFiles, caller: Caller, source: IngestSource): Promise<void> {
  if (source.kind !== 'file') return
  const { path, upload, visibility } = source
  if ((path === undefined) === (upload === undefined))
    throw new AppError(
      'invalid_request',
      'Give either the `path` of a file on the server or the id of an `upload`.',
    )
  if (path !== undefined && !caller.isOwner)
    throw new AppError(
      'forbidden',
      "Files on the server's disk are for the owner alone; upload them instead.",
    )
  if (visibility === 'public' && !caller.isOwner)
    throw new AppError('forbidden', 'Only the owner can make files public to every team.')
  if (upload !== undefined && (await files.uploadPath(caller.teamId, upload)) === null)
    throw new AppError('not_found', `There is no upload "${upload}".`, { reason: 'UPLOAD_NOT_FOUND' })
}
