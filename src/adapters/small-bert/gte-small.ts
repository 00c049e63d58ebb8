import { AppError } from '../../contract/errors.ts'
import type { Embedder, EmbedKind } from '../../ports/embedder.ts'
import { type Batch, toBatches } from './batches.ts'
import { createModelThread, threadFile, type ModelOptions } from './model-thread.ts'
import { width } from './run-model.ts'

/**
 * Vectors of one name are compared with each other. Named after the first rewrite of the graph: those of a later one are
 * as near to them (cosine .999) as they are to the original's, so that nobody's index has to be made anew.
 */
const vectorsOf = 'b41fbca4720a'

/** One call of `embed`: its batches are taken one by one, so that another call may come in between. */
interface Call {
  readonly batches: Batch[]
  readonly finish: (batch: Batch, vectors: Float32Array) => void
  readonly fail: (reason: unknown) => void
}

/**
 * gte-small, off the event loop, in one thread that is started by the first call. Batches wait here and not in
 * the thread, so that a query overtakes all passages but the batch under way.
 */
export function createGteSmall({ threads = 2, idleMs = 300_000, cacheDir }: ModelOptions = {}): Embedder {
  const waiting: Record<EmbedKind, Set<Call>> = { query: new Set(), passage: new Set() }
  const thread = createModelThread<string[], Float32Array>({
    file: threadFile('embed-thread'),
    data: { threads, cacheDir },
    idleMs,
  })
  let running: Call | undefined
  let closed = false

  async function next(): Promise<void> {
    if (running || closed) return
    const [call] = waiting.query.size > 0 ? waiting.query : waiting.passage
    const batch = call?.batches.shift()
    if (!call || !batch) return
    if (call.batches.length === 0) forget(call)
    running = call
    try {
      call.finish(batch, await thread.ask(batch.texts))
    } catch (error) {
      call.fail(error)
    }
    running = undefined
    void next()
  }

  function forget(call: Call): void {
    waiting.query.delete(call)
    waiting.passage.delete(call)
  }

  return {
    model: `gte-small-${vectorsOf}-${width}`,
    dimensions: width,

    async embed(texts, { kind, signal }) {
      signal?.throwIfAborted()
      if (closed) throw closedError()
      const batches = toBatches(texts)
      if (batches.length === 0) return []
      return new Promise((resolve, reject) => {
        const vectors: Float32Array[] = []
        let unfinished = batches.length
        const abort = (): void => call.fail(signal?.reason)
        const call: Call = {
          batches,
          finish({ places }, flat) {
            for (const [row, place] of places.entries()) {
              vectors[place] = flat.slice(row * width, (row + 1) * width)
            }
            if (--unfinished > 0) return
            signal?.removeEventListener('abort', abort)
            resolve(vectors)
          },
          fail(reason) {
            signal?.removeEventListener('abort', abort)
            forget(call)
            reject(reason)
          },
        }
        signal?.addEventListener('abort', abort, { once: true })
        waiting[kind].add(call)
        void next()
      })
    },

    async close() {
      closed = true
      for (const call of [running, ...waiting.query, ...waiting.passage]) call?.fail(closedError())
      await thread.stop()
    },
  }
}

const closedError = (): AppError => new AppError('unavailable', 'The embedder is closed.')
