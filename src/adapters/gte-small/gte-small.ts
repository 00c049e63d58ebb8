import { Worker } from 'node:worker_threads'
import { AppError } from '../../contract/errors.ts'
import type { Embedder, EmbedKind } from '../../ports/embedder.ts'
import { type Batch, toBatches } from './batches.ts'
import type { ThreadAnswer, ThreadData } from './embed-thread.ts'
import { int8Fingerprint } from './model-files.ts'

export interface GteSmallOptions {
  /** Threads of the model's arithmetic. */
  readonly threads?: number
  /** The model leaves memory when nothing was asked for so long; loading it again takes a second. */
  readonly idleMs?: number
  /** Where the rewritten model is kept; unset rewrites it at each start, which takes half a second. */
  readonly cacheDir?: string
}

const dimensions = 384

/** Threads run compiled code: under the tests, which run the sources, that is the output of the build. */
const threadFile = new URL(
  import.meta.url.endsWith('.ts') ? '../../../dist/adapters/gte-small/embed-thread.js' : './embed-thread.js',
  import.meta.url,
)

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
export function createGteSmall({ threads = 2, idleMs = 300_000, cacheDir }: GteSmallOptions = {}): Embedder {
  const waiting: Record<EmbedKind, Set<Call>> = { query: new Set(), passage: new Set() }
  let worker: Worker | undefined
  let running: { readonly call: Call; readonly batch: Batch } | undefined
  let idle: NodeJS.Timeout | undefined
  let closed = false

  function next(): void {
    if (running || closed) return
    clearTimeout(idle)
    const [call] = waiting.query.size > 0 ? waiting.query : waiting.passage
    const batch = call?.batches.shift()
    if (!call || !batch) {
      idle = setTimeout(() => void stop(), idleMs).unref()
      return
    }
    if (call.batches.length === 0) forget(call)
    running = { call, batch }
    worker ??= start()
    worker.ref()
    worker.postMessage(batch.texts)
  }

  function start(): Worker {
    // The library would otherwise report to its makers. It looks at the environment of the process, not of the thread.
    process.env.ORT_DISABLE_TELEMETRY = '1'
    const started = new Worker(threadFile, { workerData: { threads, cacheDir } satisfies ThreadData })
    started.on('message', (answer: ThreadAnswer) => {
      started.unref() // an idle model keeps no process alive
      const done = running
      running = undefined
      if ('vectors' in answer) done?.call.finish(done.batch, answer.vectors)
      else done?.call.fail(new AppError('internal', `The embedding model failed: ${answer.error}`))
      next()
    })
    started.on('error', (cause) => lose(started, cause))
    started.on('exit', (code) => lose(started, new Error(`its thread ended with ${code}`)))
    return started
  }

  /** The thread is gone: the call it worked for fails, the next one gets a new thread. */
  function lose(lost: Worker, cause: unknown): void {
    if (worker !== lost) return
    worker = undefined
    const failed = running
    running = undefined
    failed?.call.fail(new AppError('unavailable', 'The embedding model could not be run.', { cause }))
    next()
  }

  async function stop(): Promise<void> {
    const stopping = worker
    worker = undefined
    await stopping?.terminate()
  }

  function forget(call: Call): void {
    waiting.query.delete(call)
    waiting.passage.delete(call)
  }

  return {
    model: `gte-small-${int8Fingerprint.slice(0, 12)}-${dimensions}`,
    dimensions,

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
              vectors[place] = flat.slice(row * dimensions, (row + 1) * dimensions)
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
        next()
      })
    },

    async close() {
      closed = true
      clearTimeout(idle)
      for (const call of [running?.call, ...waiting.query, ...waiting.passage]) call?.fail(closedError())
      running = undefined
      await stop()
    },
  }
}

const closedError = (): AppError => new AppError('unavailable', 'The embedder is closed.')
