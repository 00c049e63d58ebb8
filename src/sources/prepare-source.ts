import type { Caller } from '../access/index.ts'
import { AppError } from '../contract/errors.ts'
import type { FileSource, IngestSource } from '../contract/ingest.ts'
import type { Discovery } from '../ports/discovery.ts'
import type { SourceFiles } from '../ports/source-files.ts'
import type { CommonCrawl } from './common-crawl/common-crawl.ts'

interface Needs {
  readonly files: SourceFiles
  readonly commonCrawl: CommonCrawl
  readonly discovery: Discovery | undefined
}

const patienceMs = 20_000

/** Says before a job is made what it could only fail of, and fixes what must stay the same while it runs. */
export function createPrepareSource({ files, commonCrawl, discovery }: Needs) {
  return async function prepare(caller: Caller, source: IngestSource): Promise<IngestSource> {
    if (source.kind === 'file') await checkFile(caller, source)
    if (source.kind === 'discovery' && !discovery)
      throw new AppError('not_implemented', 'No search engine to discover pages with is configured.')
    if (source.kind !== 'common_crawl' || source.crawl !== undefined) return source
    // Were it chosen at each start, a crawl published meanwhile would shift what is already done.
    return { ...source, crawl: await commonCrawl.latest(AbortSignal.timeout(patienceMs)) }
  }

  async function checkFile(caller: Caller, { path, upload, visibility }: FileSource): Promise<void> {
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
}
