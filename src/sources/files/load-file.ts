import { AppError } from '../../contract/errors.ts'
import type { CommonCrawlSource, FileSource } from '../../contract/ingest.ts'
import {
  canonicalUrl,
  publicTeamId,
  type Documents,
  type PageReader,
  type PageToSave,
  type ReadPage,
} from '../../documents/index.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Records } from '../../ports/records.ts'
import type { Fetcher } from '../../ports/fetcher.ts'
import type { SourceFiles } from '../../ports/source-files.ts'
import { orderedMap } from '../../concurrency/index.ts'
import type { Outcome } from '../outcome.ts'
import { recordProgress, type Source } from '../source.ts'
import { createTally } from '../tally.ts'
import type { CommonCrawl } from '../common-crawl/common-crawl.ts'
import { malformed, type FileRecord, type MalformedRecord, type PageRecord } from './file-record.ts'
import { openFile, type OpenFile } from './open-file.ts'

interface Needs {
  readonly records: Records
  readonly documents: Documents
  readonly read: PageReader
  readonly files: SourceFiles
  readonly fetcher: Fetcher
  readonly commonCrawl: CommonCrawl
  readonly clock: Clock
}

const batchRecords = 50
const batchBytes = 32 * 1024 * 1024
/** What is read record by record, from a file or out of the archives of others. */
type Spec = FileSource | CommonCrawlSource

/** Reading is work for the processor, of which the extractor has few threads. */
const concurrency = 4

interface Open {
  readonly file: OpenFile
  readonly run: number
  /** Under which it was opened; what was opened under one that has fired cannot be read on. */
  readonly signal: AbortSignal
  position: number
}

export type FileLoader = ReturnType<typeof createFileLoader>

/**
 * Loads files in batches. The pages of one are stored; then how many records were read is recorded with the counts, in
 * one transaction. After a restart that many records are passed over, and the rest is as if nothing had happened.
 */
export function createFileLoader({ records, documents, read, files, fetcher, commonCrawl, clock }: Needs) {
  /** Files being read, kept open from batch to batch of the same process. */
  const open = new Map<string, Open>()

  return {
    async batch(source: Source, spec: Spec, signal: AbortSignal): Promise<Outcome> {
      const { position, bytes } = checkpointOf(source)
      const reading = await resume(source, spec, position, signal)
      try {
        const batch = await nextBatch(reading)
        const tally = createTally()
        if (reading.file.totalBytes !== null) tally.fileHas(reading.file.totalBytes)
        const found: ReadRecord[] = []
        for await (const [, outcome] of orderedMap(batch, concurrency, (one) => readRecord(one, signal))) {
          tally.counts.done++
          if (outcome.kind === 'malformed') tally.fail(outcome.cause, outcome.example)
          else found.push(outcome)
        }
        const saved = await documents.saveAll(found.map((one) => toSave(source, spec, one)))
        tally.counts.stored += saved.length
        tally.counts.unchanged += saved.filter(({ changed }) => !changed).length
        signal.throwIfAborted()
        if (batch.length === 0) {
          await close(source.id)
          if (reading.position === 0) throw new AppError('unprocessable', 'There are no pages in it.')
          return { state: 'over' }
        }
        const bytesRead = reading.file.bytesRead()
        tally.counts.bytes = Math.max(0, bytesRead - bytes)
        const checkpoint = { run: source.run, position: reading.position, bytes: Math.max(bytes, bytesRead) }
        const recorded = await records.transaction((tx) =>
          recordProgress(tx, clock, source, tally, checkpoint),
        )
        if (recorded) return { state: 'more' }
        await close(source.id)
        return { state: 'cancelled' }
      } catch (error) {
        await close(source.id)
        throw error
      }
    },

    async close(): Promise<void> {
      for (const id of open.keys()) await close(id)
    },
  }

  async function close(id: string): Promise<void> {
    const reading = open.get(id)
    open.delete(id)
    await reading?.file.records.return(undefined)
  }

  /** The file at the record after the last recorded one, opened anew unless it is at just that place. */
  async function resume(source: Source, spec: Spec, position: number, signal: AbortSignal): Promise<Open> {
    const known = open.get(source.id)
    const isAtPlace = known?.position === position && known.run === source.run
    if (known && isAtPlace && !known.signal.aborted) return known
    await close(source.id)
    const file = await openSpec(source, spec, signal)
    const reading: Open = { file, run: source.run, signal, position: 0 }
    open.set(source.id, reading)
    while (reading.position < position && !(await reading.file.records.next()).done) reading.position++
    return reading
  }

  async function openSpec(source: Source, spec: Spec, signal: AbortSignal): Promise<OpenFile> {
    if (spec.kind === 'common_crawl') return commonCrawl.open(spec, signal)
    const path = spec.path ?? (await files.uploadPath(source.teamId, spec.upload ?? ''))
    if (path === null) throw new AppError('unprocessable', 'The upload is not there any more.')
    return openFile({ files, fetcher }, path, spec, signal)
  }

  /** What a record comes to: a page to save, or why there is none. */
  async function readRecord(given: FileRecord, signal: AbortSignal): Promise<ReadRecord | MalformedRecord> {
    const record = given.kind === 'remote' ? await given.load(signal) : given
    if (record.kind === 'malformed') return record
    const { url, body, contentType } = record
    try {
      const page = await read(
        {
          finalUrl: url,
          body,
          contentType: contentType?.split(';')[0]?.trim().toLowerCase() ?? null,
          headers: { ...record.headers, ...(contentType && { 'content-type': contentType }) },
        },
        signal,
      )
      return page.text.trim() === '' ? malformed('empty', url) : { kind: 'read', record, page }
    } catch (error) {
      signal.throwIfAborted()
      // Too much at once is for another try of the whole batch; all else is this page's own fault.
      if (!(error instanceof AppError) || error.code === 'unavailable') throw error
      return malformed(error.code, url)
    }
  }

  function toSave(source: Source, spec: Spec, { record, page }: ReadRecord): PageToSave {
    // What was fetched is as public as it was found to be; what a file holds is for its owner to say.
    const visibility = record.visibility ?? (spec.kind === 'file' ? spec.visibility : 'team')
    const { canonicalUrl: claimed, ...content } = page
    return {
      ...content,
      ...record.given,
      teamId: visibility === 'public' ? publicTeamId : source.teamId,
      url: canonicalUrl(record.url, claimed),
      aliases: [record.url],
      source: spec.kind,
      fetchedAt: record.fetchedAt ?? clock.now(),
      archived: record.fetchedAt !== undefined,
    }
  }
}

interface ReadRecord {
  readonly kind: 'read'
  readonly record: PageRecord
  readonly page: ReadPage
}

async function nextBatch(reading: Open): Promise<FileRecord[]> {
  const batch: FileRecord[] = []
  let bytes = 0
  while (batch.length < batchRecords && bytes < batchBytes) {
    const { done, value } = await reading.file.records.next()
    if (done) break
    reading.position++
    batch.push(value)
    if (value.kind === 'page') bytes += value.body.byteLength
  }
  return batch
}

/** Of this run: a file that is read again is read from the beginning. */
function checkpointOf({ checkpoint, run }: Source): { position: number; bytes: number } {
  return checkpoint.run === run
    ? { position: Number(checkpoint.position), bytes: Number(checkpoint.bytes) }
    : { position: 0, bytes: 0 }
}
