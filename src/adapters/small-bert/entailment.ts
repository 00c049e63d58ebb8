import { createHash } from 'node:crypto'
import { AppError } from '../../contract/errors.ts'
import type { Bearing, Entailment, EntailmentTask, Passage, Shares } from '../../ports/entailment.ts'
import { createModelThread, threadFile, type ModelOptions } from './model-thread.ts'

/** What the thread is asked: a page for what comes nearest to a claim, read or not, or passages as they are. */
export type Question =
  | { readonly page: EntailmentTask }
  | { readonly unread: Pick<EntailmentTask, 'claim' | 'sentences'> }
  | { readonly passages: readonly Passage[] }
/** In the order of the parts, of nearness or of the passages; passages have no places. */
export type Answer = readonly Bearing[] | readonly number[] | readonly Shares[]

/** Rounds of a workflow, runs that are done again and monitors ask the same of pages that have not changed. */
const mostKept = 10_000

/** The model of entailment, off the event loop; questions are taken in the order in which they come. */
export function createEntailment({ threads = 1, idleMs = 300_000, cacheDir }: ModelOptions = {}): Entailment {
  const thread = createModelThread<Question, Answer>({
    file: threadFile('entailment-thread'),
    data: { threads, cacheDir },
    idleMs,
  })
  const kept = new Map<string, Answer>()
  let last: Promise<unknown> = Promise.resolve()
  let isClosed = false

  return {
    async weigh(page, signal) {
      signal.throwIfAborted()
      if (page.sentences.length === 0) return []
      return (await ask({ page }, signal)) as readonly Bearing[] // a page is answered with places
    },

    async nearest(unread, signal) {
      signal.throwIfAborted()
      if (unread.sentences.length === 0) return []
      return (await ask({ unread }, signal)) as readonly number[] // what is not read is answered with places
    },

    async weighEach(passages, signal) {
      signal.throwIfAborted()
      if (passages.length === 0) return []
      return (await ask({ passages }, signal)) as readonly Shares[] // passages are answered with shares
    },

    async close() {
      isClosed = true
      await thread.stop()
    },
  }

  function ask(question: Question, signal: AbortSignal): Promise<Answer> {
    const key = createHash('sha1').update(JSON.stringify(question)).digest('base64')
    const turn = last.then(async () => {
      if (isClosed) throw new AppError('unavailable', 'The model is closed.')
      if (signal.aborted) return []
      const known = kept.get(key)
      if (known) return known
      const answer = await thread.ask(question)
      if (kept.size >= mostKept) kept.clear()
      kept.set(key, answer)
      return answer
    })
    last = turn.catch(() => undefined) // whoever asked is told
    return new Promise((resolve, reject) => {
      const abort = (): void => reject(signal.reason) // what has begun ends unheard
      signal.addEventListener('abort', abort, { once: true })
      void turn.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
    })
  }
}
