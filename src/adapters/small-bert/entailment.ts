import { AppError } from '../../contract/errors.ts'
import type { Bearing, Entailment, EntailmentTask } from '../../ports/entailment.ts'
import { createModelThread, threadFile, type ModelOptions } from './model-thread.ts'

/** The model of entailment, off the event loop; claims are taken in the order in which they come. */
export function createEntailment({ threads = 1, idleMs = 300_000, cacheDir }: ModelOptions = {}): Entailment {
  const thread = createModelThread<EntailmentTask, Bearing[]>({
    file: threadFile('entailment-thread'),
    data: { threads, cacheDir },
    idleMs,
  })
  let last: Promise<unknown> = Promise.resolve()
  let isClosed = false

  return {
    async weigh(task, signal) {
      signal.throwIfAborted()
      if (task.sentences.length === 0) return []
      const turn = last.then(async () => {
        if (isClosed) throw new AppError('unavailable', 'The model is closed.')
        return signal.aborted ? [] : thread.ask(task)
      })
      last = turn.catch(() => undefined) // whoever asked is told
      return new Promise((resolve, reject) => {
        const abort = (): void => reject(signal.reason) // what has begun ends unheard
        signal.addEventListener('abort', abort, { once: true })
        void turn.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
      })
    },

    async close() {
      isClosed = true
      await thread.stop()
    },
  }
}
