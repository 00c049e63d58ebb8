import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { AppError } from '../../contract/errors.ts'
import type { Answered, BunzipMessage } from './bunzip-thread.ts'

// Threads run compiled code, also where this file is run from its source, in tests.
const threadFile = new URL(
  import.meta.url.endsWith('.ts') ? '../../../dist/sources/files/bunzip-thread.js' : './bunzip-thread.js',
  import.meta.url,
)

/** The plain bytes of bzip2, in a thread: each block would hold up all else. Rejects with `unprocessable`. */
export async function* bunzip(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = chunks[Symbol.asyncIterator]()
  const answered: Answered = new Int32Array(new SharedArrayBuffer(4))
  const thread = new Worker(threadFile, { workerData: answered })
  const answer = (bytes: Uint8Array | null): void => {
    thread.postMessage(bytes)
    Atomics.store(answered, 0, 1)
    Atomics.notify(answered, 0)
  }
  try {
    for await (const [message] of on(thread, 'message') as AsyncIterable<[BunzipMessage]>) {
      if (message === 'end') return
      if (message === 'more') {
        const next = await source.next()
        answer(next.done ? null : next.value)
      } else if ('plain' in message) {
        yield message.plain
        answer(null)
      } else throw new AppError('unprocessable', `The file is not whole bzip2: ${message.broken}.`)
    }
  } finally {
    await thread.terminate()
    await source.return?.()
  }
}
