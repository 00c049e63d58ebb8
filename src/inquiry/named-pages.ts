import type { Pages } from '../contents/index.ts'
import type { RunContext } from '../runs/index.ts'
import type { Happening, Page, Task } from './happening.ts'
import type { RunEvent } from '../runs/index.ts'

interface Needs {
  readonly pages: Pick<Pages, 'get'>
  /** Whether a page that is not stored may be fetched. */
  readonly mayFetch: boolean
}

interface Named {
  readonly instructions: string
  /** Whom the reading of them is counted to. */
  readonly task: Task
  readonly most: number
  readonly tell: (happening: Happening, at: Date) => readonly RunEvent[]
}

/** What came of an address: a page, or why there is none. */
type Outcome = { readonly page: Page } | { readonly problem: string }

const timeoutMs = 15_000
const charactersPerToken = 4
const tokensPerPage = 1000

/** Reads the pages whose addresses stand in the instructions, in their order. What cannot be had is noted. */
export function createNamedPages({ pages, mayFetch }: Needs) {
  return async function readNamed(
    run: RunContext,
    { instructions, task, most, tell }: Named,
  ): Promise<{ pages: Page[]; notes: string[] }> {
    const read: Page[] = []
    const notes: string[] = []
    await run.untilLimit(async () => {
      for (const [at, url] of addressesIn(instructions).slice(0, most).entries()) {
        const step = `named.${at}`
        const outcome = await run.step<Outcome>({
          key: step,
          kind: 'read',
          mayUse: { page: Infinity },
          async perform({ signal, use }) {
            const got = await get(run.teamId, url, signal)
            if ('page' in got) use('page', got.page.tokens / tokensPerPage)
            return got
          },
          events: (got, when) =>
            'page' in got ? tell({ type: 'read', task, step, page: got.page }, when) : [],
          documents: (got) => ('page' in got ? [got.page.documentId] : []),
        })
        if ('page' in outcome) read.push(outcome.page)
        else notes.push(outcome.problem)
      }
    })
    return { pages: read, notes }
  }

  async function get(teamId: string, url: string, signal: AbortSignal): Promise<Outcome> {
    const got = await pages.get({
      teamId,
      url,
      freshness: { maxAgeMs: Infinity, mayFetch, fallBackToStored: true },
      timeoutMs,
      reason: 'named in instructions',
      signal,
    })
    if ('error' in got)
      return { problem: `${url} could not be read (${got.error.message ?? got.error.tag}).` }
    const { id, version, title, text } = got.document
    const tokens = Math.ceil(text.length / charactersPerToken)
    return { page: { documentId: id, version, url: got.document.url, title, tokens } }
  }
}

/** Each once; what follows an address in a sentence is no part of it. */
export const addressesIn = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(/https?:\/\/[^\s<>"'`)\]}]+/gi)].map(([address]) => address.replace(/[.,;:!?]+$/, '')),
  ),
]
