import { parentPort, workerData } from 'node:worker_threads'
import type { AppError } from '../../contract/errors.ts'
import type { Page, PageInput } from '../../ports/extractor.ts'

/** What the pool gives a new worker, and what the two say to each other. One page at a time. */
export interface WorkerSettings {
  /** A module that exports `extractPage`; only the application knows which. */
  readonly module: string
}

export type WorkerReply =
  | { readonly page: Page }
  | {
      readonly error: {
        readonly code: string
        readonly message: string
        readonly details?: unknown
        readonly reason?: string
      }
    }

interface ExtractionModule {
  extractPage(input: PageInput): Promise<Page>
}

const { module } = workerData as WorkerSettings // given by the pool, and by nobody else
const port = parentPort
if (!port) throw new Error('This module runs in a worker thread.')

const extraction = (await import(module)) as ExtractionModule
port.on('message', (input: PageInput) => {
  extraction.extractPage(input).then(
    (page) => port.postMessage({ page } satisfies WorkerReply),
    (error: unknown) => port.postMessage({ error: plain(error) } satisfies WorkerReply),
  )
})
port.postMessage('ready')

/** Classes do not survive the way between threads; the pool makes an AppError of this again. */
function plain(error: unknown): Extract<WorkerReply, { error: unknown }>['error'] {
  const { name, code, message, details, reason } = error as Partial<AppError>
  if (name === 'AppError' && code && message) return { code, message, details, reason }
  return { code: 'unforeseen', message: String(error) }
}
