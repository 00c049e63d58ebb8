import { Worker } from 'node:worker_threads'
import { AppError } from '../../contract/errors.ts'

export type ThreadAnswer<Answer> = { readonly answer: Answer } | { readonly error: string }

/** What both built-in models can be told. */
export interface ModelOptions {
  /** Threads of the model's arithmetic. */
  readonly threads?: number
  /** The model leaves memory when nothing was asked for so long; loading it again takes a second. */
  readonly idleMs?: number
  /** Where the rewritten model is kept; unset rewrites it at each start, which takes half a second. */
  readonly cacheDir?: string
}

/** What a thread is started with. */
export interface ThreadData {
  readonly threads: number
  readonly cacheDir: string | undefined
}

export interface ModelThreadOptions {
  /** The compiled file that the thread runs; it answers each message with one `ThreadAnswer`. */
  readonly file: URL
  readonly data: ThreadData
  readonly idleMs: number
}

export interface ModelThread<Question, Answer> {
  ask(question: Question): Promise<Answer>
  /** Fails the question under way, and lets go of thread and memory; the next question starts anew. */
  stop(): Promise<void>
}

/** Threads run compiled code: under the tests, which run the sources, that is the output of the build. */
export const threadFile = (name: string): URL =>
  new URL(
    import.meta.url.endsWith('.ts') ? `../../../dist/adapters/small-bert/${name}.js` : `./${name}.js`,
    import.meta.url,
  )

/**
 * A model off the event loop, in one thread that is started by the first question, replaced after it was lost, and let
 * go when nobody asks. It takes one question at a time: whoever asks waits for the answer before the next.
 */
export function createModelThread<Question, Answer>({
  file,
  data,
  idleMs,
}: ModelThreadOptions): ModelThread<Question, Answer> {
  let worker: Worker | undefined
  let waiting: { resolve(answer: Answer): void; reject(reason: unknown): void } | undefined
  let idle: NodeJS.Timeout | undefined

  function start(): Worker {
    // The library would otherwise report to its makers. It looks at the environment of the process, not of the thread.
    process.env.ORT_DISABLE_TELEMETRY = '1'
    const started = new Worker(file, { workerData: data })
    started.on('message', (message: ThreadAnswer<Answer>) => {
      if (worker !== started) return // it was stopped, and nobody waits for this any more
      started.unref() // an idle model keeps no process alive
      idle = setTimeout(() => void stop(), idleMs).unref()
      const asker = settle()
      if ('answer' in message) asker?.resolve(message.answer)
      else asker?.reject(new AppError('internal', `The model failed: ${message.error}`))
    })
    started.on('error', (cause) => lose(started, cause))
    started.on('exit', (code) => lose(started, new Error(`its thread ended with ${code}`)))
    return started
  }

  /** The thread is gone: the question it worked on fails, the next one gets a new thread. */
  function lose(lost: Worker, cause: unknown): void {
    if (worker !== lost) return
    worker = undefined
    settle()?.reject(new AppError('unavailable', 'The model could not be run.', { cause }))
  }

  function settle(): typeof waiting {
    const asker = waiting
    waiting = undefined
    return asker
  }

  async function stop(): Promise<void> {
    clearTimeout(idle)
    const stopping = worker
    worker = undefined
    settle()?.reject(new AppError('unavailable', 'The model was closed.'))
    await stopping?.terminate()
  }

  return {
    async ask(question) {
      if (waiting) throw new Error('the thread has a question already')
      clearTimeout(idle)
      worker ??= start()
      worker.ref()
      const asked = worker
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        asked.postMessage(question)
      })
    },
    stop,
  }
}
