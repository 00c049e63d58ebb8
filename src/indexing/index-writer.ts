import { setTimeout as sleep } from 'node:timers/promises'
import type { Projection } from '../documents/index.ts'
import type { Embedder } from '../ports/embedder.ts'
import type { Log } from '../ports/log.ts'
import type { SearchIndex, UnembeddedPassage } from '../ports/search-index.ts'
import { toIndexDocument } from './index-document.ts'
import type { Rebuilds } from './rebuilds.ts'

/** A write costs the index about the same whatever it holds: five hundred take a quarter of what five hundreds take. */
const documentsPerBatch = 500
const passagesPerBatch = 32
/** So many documents at once are a load of which the words come first: vectors would take the processor for hours. */
const manyDocuments = 40
/** Changes of other processes are noticed this often; those of this one at once. */
const lookEveryMs = 400
const leaseEveryMs = 2000
const afterFailureMs = 2000

/** Whoever holds it writes; it ends with the process, however that ends. */
export interface Lease {
  release(): Promise<void>
}

interface Needs {
  readonly projection: Projection
  readonly rebuilds: Rebuilds
  readonly index: SearchIndex
  readonly embedder: Embedder
  readonly log: Log
  /** Null while another process holds it. */
  readonly acquireLease: () => Promise<Lease | null>
}

/**
 * Lets the index follow the records: new words within a second, vectors as fast as the model allows. It keeps no
 * state of its own: what is left to do is read off the records and the index, so a crash loses nothing.
 */
export function startIndexWriter({ projection, rebuilds, index, embedder, log, acquireLease }: Needs) {
  const closing = new AbortController()
  const { signal } = closing
  const sleepers = new Set<() => void>()
  let wordsFirst = false
  /** Finding passages without vectors reads the whole index, so it is done only when there may be some. */
  let mayLackVectors = true

  const running = (async () => {
    while (!signal.aborted) {
      const lease = await attempt(acquireLease)
      if (!lease) {
        await pause(leaseEveryMs)
        continue
      }
      mayLackVectors = true
      await Promise.all([followWords(), followMeaning()])
      await lease.release()
    }
  })()

  return {
    /** Says that there is something new, so that it need not be looked for. */
    notice: wakeAll,
    async close(): Promise<void> {
      closing.abort()
      wakeAll()
      await running
    },
  }

  async function followWords(): Promise<void> {
    await attempt(heal)
    while (!signal.aborted) {
      await attempt(() => rebuilds.take(rebuild))
      const busy = await attempt(projectBatch)
      if (busy === undefined) await pause(afterFailureMs)
      else if (!busy) await pause(lookEveryMs)
    }
  }

  /** Answers whether there may be more. */
  async function projectBatch(): Promise<boolean> {
    const removed = await projection.takeRemovals(documentsPerBatch, (ids) => index.delete(ids))
    const changed = await projection.takeUnindexed(documentsPerBatch, (batch) =>
      index.upsert(batch.map(toIndexDocument)),
    )
    wordsFirst = changed >= manyDocuments
    if (changed > 0) {
      mayLackVectors = true
      wakeAll()
    }
    return removed > 0 || changed > 0
  }

  /** An index that knows fewer documents than it was given was lost or put back: it is made anew. */
  async function heal(): Promise<void> {
    const [{ documents: known }, counts] = await Promise.all([index.statistics(), projection.counts()])
    const given = counts.documents - counts.waiting
    if (known >= given) return
    log.warn({ known, given }, 'the index lacks documents; making it anew from the records')
    await rebuild()
  }

  async function rebuild(): Promise<void> {
    await index.rebuild(everyDocument(), signal)
    mayLackVectors = true
  }

  async function* everyDocument() {
    for await (const document of projection.everyDocument()) yield toIndexDocument(document)
  }

  async function followMeaning(): Promise<void> {
    let after: string | null = null
    while (!signal.aborted) {
      if (wordsFirst || !mayLackVectors) {
        await pause(lookEveryMs)
        continue
      }
      // What is written while this looks is noted again, so nothing is passed over.
      mayLackVectors = false
      const page = await attempt(() => index.unembedded(after, passagesPerBatch))
      const done = page && (await attempt(() => embed(page.passages)))
      const failed = page === undefined || done === undefined
      if (failed) await pause(afterFailureMs)
      after = page?.next ?? null
      mayLackVectors ||= failed || after !== null || page.passages.length > 0
    }
  }

  async function embed(passages: readonly UnembeddedPassage[]): Promise<boolean> {
    if (passages.length === 0) return false
    const vectors = await embedder.embed(
      passages.map(({ text }) => text),
      { kind: 'passage', signal },
    )
    await index.setVectors(
      passages.flatMap(({ documentId, version, ordinal }, position) => {
        const vector = vectors[position]
        return vector ? [{ documentId, version, ordinal, vector }] : []
      }),
    )
    return true
  }

  /** A failure is logged and the work tried again later; it never ends the writer. */
  async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      if (!signal.aborted) log.error({ err: error }, 'the index could not follow the records; trying again')
      return undefined
    }
  }

  async function pause(durationMs: number): Promise<void> {
    if (signal.aborted) return
    const woken = new AbortController()
    const rise = () => woken.abort()
    sleepers.add(rise)
    await sleep(durationMs, undefined, { signal: woken.signal, ref: false }).catch(() => {})
    sleepers.delete(rise)
  }

  function wakeAll(): void {
    for (const rise of sleepers) rise()
  }
}
