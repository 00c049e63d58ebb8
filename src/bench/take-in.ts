import { setTimeout as sleep } from 'node:timers/promises'
import type { IndexStatus } from '../contract/index-status.ts'
import type { IngestJob } from '../contract/ingest.ts'
import type { Api } from './api-client.ts'

/** As any user would: a file goes in. Answers how many pages were stored; the index follows. */
export async function takeIn(api: Api, path: string): Promise<number> {
  const source = { kind: 'file', path, format: 'jsonl', visibility: 'public' }
  let job = await api<IngestJob>('POST', '/winnow/v1/ingest', { source })
  while (job.status === 'queued' || job.status === 'running') {
    await sleep(500)
    job = await api<IngestJob>('GET', `/winnow/v1/ingest/${job.id}`)
  }
  if (job.status !== 'completed') throw new Error(`${path} was not taken in: ${job.error ?? job.status}`)
  return job.progress.stored
}

/** Waits until so many pages, and all there are, can be found by their words and by their meaning. */
export async function untilIndexed(api: Api, pages: number, progress: (text: string) => void): Promise<void> {
  for (;;) {
    const { documents, embeddedShare, backlog } = await api<IndexStatus>('GET', '/winnow/v1/index')
    if (documents >= pages && backlog.documents === 0 && backlog.passages === 0) return
    progress(`${documents} of ${pages} found by words, ${Math.floor(embeddedShare * 100)} % by meaning`)
    await sleep(2000)
  }
}
