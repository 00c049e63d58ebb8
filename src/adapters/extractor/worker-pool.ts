import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { AppError, errorKinds, type ErrorCode } from '../../contract/errors.ts'
import type { Extractor, Page, PageInput } from '../../ports/extractor.ts'
import type { WorkerReply, WorkerSettings } from './worker.ts'

export interface WorkerPoolOptions {
  /** The module whose `extractPage` the workers run, as a file URL. */
  readonly module: URL
  /** Started when needed. Default: one less than the machine has cores, at least one, at most four. */
  readonly workers?: number
  /** A page that takes longer is given up, and its worker replaced. */
  readonly timeoutMs?: number
  readonly memoryMb?: number
  /** Larger bodies are refused before they are copied to a worker. */
  readonly maxBytes?: number
  /** A worker with nothing to read is ended after this, and its memory given back. */
  readonly idleMs?: number
  /** Pages that may wait for a worker. */
  readonly maxWaiting?: number
  /** The compiled worker; tests run from sources and name it. */
  readonly worker?: URL
}

interface Job {
  readonly input: PageInput
  readonly resolve: (page: Page) => void
  readonly reject: (error: unknown) => void
}

interface Slot {
  readonly worker: Worker
  ready: boolean
  job: Job | null
  timer: NodeJS.Timeout | null
}

/** Loading the code is not the page's time. */
const startupMs = 30_000

/**
 * Runs extraction in threads that are capped in memory and time. A worker that hangs, runs out of memory or
 * crashes takes its own page with it and nothing else; the next page gets a new one.
 */
export function createExtractor(options: WorkerPoolOptions): Extractor {
  const {
    module,
    workers = Math.max(1, Math.min(4, availableParallelism() - 1)),
    timeoutMs = 20_000,
    memoryMb = 384,
    maxBytes = 64 * 1024 * 1024,
    idleMs = 10_000,
    maxWaiting = 1000,
    worker: workerUrl = new URL('./worker.js', import.meta.url),
  } = options
  const slots = new Set<Slot>()
  const waiting: Job[] = []
  let closed = false

  const start = (): Slot => {
    const settings: WorkerSettings = { module: module.href }
    const worker = new Worker(workerUrl, {
      workerData: settings,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 48, stackSizeMb: 4 },
    })
    const slot: Slot = { worker, ready: false, job: null, timer: null }
    slots.add(slot)
    worker.on('message', (reply: WorkerReply | 'ready') => {
      if (reply === 'ready') {
        slot.ready = true
        watch(slot)
      } else finish(slot, reply)
    })
    worker.on('error', (error: Error & { code?: string }) => {
      const exhausted = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      drop(
        slot,
        exhausted
          ? new AppError('unprocessable', `The page needs more than ${memoryMb} MB to be read.`, {
              cause: error,
              reason: 'MEMORY_LIMIT',
            })
          : new AppError('internal', 'The extraction worker failed.', { cause: error }),
      )
    })
    worker.on('exit', () => drop(slot, new AppError('internal', 'The extraction worker stopped.')))
    worker.unref()
    return slot
  }

  /** Takes a worker out of service; whatever it was doing fails with the error. */
  const drop = (slot: Slot, error: AppError): void => {
    if (!slots.delete(slot)) return
    const { job } = slot
    settle(slot)
    job?.reject(error)
    void slot.worker.terminate()
    next()
  }

  const finish = (slot: Slot, reply: WorkerReply): void => {
    const { job } = slot
    settle(slot)
    if ('page' in reply) job?.resolve(reply.page)
    else job?.reject(errorOf(reply.error))
    slot.timer = setTimeout(() => drop(slot, closing()), idleMs).unref()
    next()
  }

  const settle = (slot: Slot): void => {
    if (slot.timer) clearTimeout(slot.timer)
    slot.timer = null
    slot.job = null
    slot.worker.unref()
  }

  const next = (): void => {
    while (waiting.length > 0) {
      const idle = [...slots].find(({ job }) => job === null) ?? (slots.size < workers ? start() : null)
      const job = idle ? waiting.shift() : undefined
      if (!idle || !job) return
      assign(idle, job)
    }
  }

  const assign = (slot: Slot, job: Job): void => {
    slot.job = job
    slot.worker.ref()
    watch(slot)
    const { url, body, contentType, headers } = job.input
    // A view is sent with all that lies behind it, so it is cut out first.
    const own =
      typeof body === 'string' || body.length === body.buffer.byteLength ? body : new Uint8Array(body)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    slot.worker.postMessage({ url, body: own, contentType, headers } satisfies PageInput)
  }

  const watch = (slot: Slot): void => {
    if (slot.timer) clearTimeout(slot.timer)
    if (!slot.job) return
    const { url } = slot.job.input
    const limitMs = slot.ready ? timeoutMs : startupMs
    const details = { url, timeoutMs: limitMs }
    slot.timer = setTimeout(() => {
      drop(
        slot,
        new AppError('deadline_exceeded', `The page was not read within ${limitMs} ms.`, { details }),
      )
    }, limitMs)
  }

  return {
    extract(input, signal) {
      return new Promise<Page>((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason as Error)
        if (closed) return reject(closing())
        if (input.body.length > maxBytes) {
          const details = { bytes: input.body.length, limit: maxBytes }
          return reject(new AppError('too_large', `The page is larger than ${maxBytes} bytes.`, { details }))
        }
        if (waiting.length >= maxWaiting) {
          return reject(
            new AppError('unavailable', 'Too many pages wait to be read.', { retryAfterSeconds: 1 }),
          )
        }
        const abort = (): void => {
          const at = waiting.indexOf(job)
          if (at >= 0) waiting.splice(at, 1)
          // A page under way is read to its end, within the limits, and thrown away.
          reject(signal?.reason as Error)
        }
        const job: Job = {
          input,
          resolve: (page) => {
            signal?.removeEventListener('abort', abort)
            resolve(page)
          },
          reject: (error) => {
            signal?.removeEventListener('abort', abort)
            reject(error)
          },
        }
        signal?.addEventListener('abort', abort, { once: true })
        waiting.push(job)
        next()
      })
    },
    async close() {
      closed = true
      const running = [...slots]
      slots.clear()
      for (const job of waiting.splice(0)) job.reject(closing())
      await Promise.all(
        running.map(async (slot) => {
          const { job } = slot
          settle(slot)
          job?.reject(closing())
          await slot.worker.terminate()
        }),
      )
    },
  }
}

const closing = (): AppError => new AppError('unavailable', 'The extractor is closing.')

function errorOf({
  code,
  message,
  details,
  reason,
}: Extract<WorkerReply, { error: unknown }>['error']): AppError {
  const known = code in errorKinds
  return new AppError(
    known ? (code as ErrorCode) : 'internal',
    known ? message : 'The page could not be read.',
    {
      cause: known ? undefined : new Error(message),
      details: details as Readonly<Record<string, unknown>> | undefined,
      reason,
    },
  )
}
