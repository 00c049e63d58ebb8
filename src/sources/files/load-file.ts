import { AppError } from '../../contract/errors.ts'
import type { FileSource } from '../../contract/ingest.ts'
import { canonicalUrl, publicTeamId, type Documents, type PageReader } from '../../documents/index.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Records } from '../../ports/records.ts'
import type { SourceFiles } from '../../ports/source-files.ts'
import { orderedMap } from '../ordered-map.ts'
import type { Outcome } from '../outcome.ts'
import { recordProgress, type Source } from '../source.ts'
import { createTally, type Tally } from '../tally.ts'
import { malformed, type FileRecord, type MalformedRecord, type PageRecord } from './file-record.ts'
import { openFile, type OpenFile } from './open-file.ts'

interface Needs {
  readonly records: Records
  readonly documents: Documents
  readonly read: PageReader
  readonly files: SourceFiles
  readonly clock: Clock
}

const batchRecords = 50
const batchBytes = 32 * 1024 * 1024
/** Reading is work for the processor, of which the extractor has few threads. */
const concurrency = 4

interface Open {
  readonly file: OpenFile
  readonly run: number
  position: number
}

export type FileLoader = ReturnType<typeof createFileLoader>

/**
 * Loads files in batches. Pages are stored one by one; then how many records were read is recorded with the counts, in
 * one transaction. After a restart that many records are passed over, and the rest is as if nothing had happened.
 */
export function createFileLoader({ records, documents, read, files, clock }: Needs) {
  /** Files being read, kept open from batch to batch of the same process. */
  const open = new Map<string, Open>()

  return {
    async batch(source: Source, spec: FileSource, signal: AbortSignal): Promise<Outcome> {
      const { position, bytes } = checkpointOf(source)
      const reading = await resume(source, spec, position, signal)
      try {
        const batch = await nextBatch(reading)
        const tally = createTally()
        if (reading.file.totalBytes !== null) tally.fileHas(reading.file.totalBytes)
        for await (const [record, outcome] of orderedMap(batch, concurrency, (one) =>
          readRecord(one, signal),
        ))
          await keep(source, spec, record, outcome, tally)
        signal.throwIfAborted()
        if (batch.length === 0) {
          await close(source.id)
          if (reading.position === 0) throw new AppError('unprocessable', 'There are no records in the file.')
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
  async function resume(
    source: Source,
    spec: FileSource,
    position: number,
    signal: AbortSignal,
  ): Promise<Open> {
    const known = open.get(source.id)
    if (known && known.position === position && known.run === source.run) return known
    await close(source.id)
    const path = spec.path ?? (await files.uploadPath(source.teamId, spec.upload ?? ''))
    if (path === null) throw new AppError('unprocessable', 'The upload is not there any more.')
    const reading: Open = { file: await openFile(files, path, spec, signal), run: source.run, position: 0 }
    open.set(source.id, reading)
    while (reading.position < position && !(await reading.file.records.next()).done) reading.position++
    return reading
  }

  /** What a record comes to: a page to save, or why there is none. */
  async function readRecord(record: FileRecord, signal: AbortSignal) {
    if (record.kind === 'malformed') return record
    try {
      const page = await read(
        {
          finalUrl: record.url,
          body: record.body,
          contentType: record.contentType?.split(';')[0]?.trim().toLowerCase() ?? null,
          headers: { ...record.headers, ...(record.contentType && { 'content-type': record.contentType }) },
        },
        signal,
      )
      return page.text.trim() === '' ? malformed('empty', record.url) : { kind: 'read' as const, page }
    } catch (error) {
      signal.throwIfAborted()
      // Too much at once is for another try of the whole batch; all else is this page's own fault.
      if (!(error instanceof AppError) || error.code === 'unavailable') throw error
      return malformed(error.code, record.url)
    }
  }

  async function keep(
    source: Source,
    spec: FileSource,
    record: FileRecord,
    outcome: Awaited<ReturnType<typeof readRecord>>,
    tally: Tally,
  ): Promise<void> {
    tally.counts.done++
    if (outcome.kind === 'malformed' || record.kind === 'malformed') {
      const { cause, example } = outcome as MalformedRecord // a malformed record is its own outcome
      return tally.fail(cause, example)
    }
    const { changed } = await save(source, spec, record, outcome.page)
    tally.counts.stored++
    if (!changed) tally.counts.unchanged++
  }

  async function save(
    source: Source,
    spec: FileSource,
    record: PageRecord,
    { canonicalUrl: claimed, ...page }: Awaited<ReturnType<PageReader>>,
  ): Promise<{ changed: boolean }> {
    const teamId = spec.visibility === 'public' ? publicTeamId : source.teamId
    if (record.fetchedAt) {
      // An archive must not undo what was seen since.
      const known = await documents.find(teamId, record.url)
      if (known && known.teamId === teamId && known.checkedAt > record.fetchedAt) return { changed: false }
    }
    return documents.save({
      ...page,
      ...record.given,
      teamId,
      url: canonicalUrl(record.url, claimed),
      aliases: [record.url],
      source: 'file',
      fetchedAt: record.fetchedAt ?? clock.now(),
    })
  }
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
