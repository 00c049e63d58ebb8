import { z } from 'zod'
import {
  answered,
  present,
  record,
  records,
  shapes,
  text,
  toFailure,
  wire,
  type Json,
} from '../agent-side/index.ts'
import { Stopped, WorkflowError, type Course } from './course.ts'
import { createSemaphore } from './semaphore.ts'

/** How a search is narrowed; the same wherever pages are looked for. */
export const searchFields = {
  type: shapes.SearchType,
  category: z.string().min(1).optional(),
  includeDomains: shapes.Domains,
  excludeDomains: shapes.Domains,
  startPublishedDate: z.string().optional(),
  endPublishedDate: z.string().optional(),
}
export const NumResults = z.int().min(1).max(100).default(10)

/** A page as a search shows it. */
export interface Hit {
  readonly url: string
  readonly title: string | null
  readonly publishedDate: string | null
  readonly author: string | null
  readonly score: number | null
  readonly highlights: readonly string[]
}

export interface Hits {
  readonly hits: readonly Hit[]
  readonly cost: number
}

export const hitsOf = (answer: Json): Hits => ({
  hits: records(answer.results).flatMap((result) => {
    const url = text(result.url)
    return url === null ? [] : [hitOf(url, result)]
  }),
  cost: costOf(answer),
})

const hitOf = (url: string, { title, publishedDate, author, score, highlights }: Json): Hit => ({
  url,
  title: text(title),
  publishedDate: text(publishedDate),
  author: text(author),
  score: typeof score === 'number' ? score : null,
  highlights: Array.isArray(highlights)
    ? highlights.filter((one): one is string => typeof one === 'string')
    : [],
})

export const costOf = (answer: Json): number => {
  const { total } = record(answer.costDollars)
  return typeof total === 'number' ? total : 0
}

/** In dollars, without what adding fractions leaves behind. */
export const costSum = (costs: readonly number[]): { total: number } => ({
  total: Math.round(costs.reduce((sum, one) => sum + one, 0) * 1e9) / 1e9,
})

/** What came of reading a page: what it says, or why it could not be read. */
export type Reading = Read | Unread

export interface Read {
  readonly outcome: 'read'
  readonly title: string | null
  readonly text: string
  readonly summary: string | null
  readonly cost: number
}

export interface Unread {
  readonly outcome: 'failed'
  readonly reason: string
  /** Whether it was the server that refused or failed, and not the page. */
  readonly byServer: boolean
  readonly cost: number
}

/** Reads one page. That it cannot be had is an outcome; whatever is not about the page or the server is thrown. */
export async function readPage(course: Course, url: string, options: Json): Promise<Reading> {
  try {
    const answer = await answered(course.exa.getContents([url], wire(present(options))))
    const cost = costOf(answer)
    const [result] = records(answer.results)
    const [status] = records(answer.statuses)
    const said = text(result?.text)
    if (said !== null)
      return { outcome: 'read', title: text(result?.title), text: said, summary: text(result?.summary), cost }
    const { tag, httpStatusCode, message } = record(status?.error)
    const reason = text(message) ?? text(tag) ?? 'The page has no text.'
    const code = typeof httpStatusCode === 'number' ? ` (${httpStatusCode})` : ''
    return { outcome: 'failed', reason: reason + code, byServer: false, cost }
  } catch (error) {
    return { outcome: 'failed', reason: reasonOf(error), byServer: true, cost: 0 }
  }
}

/** Why the server could not do something, in words. What it has nothing to do with is thrown on. */
export function reasonOf(error: unknown): string {
  if (error instanceof Stopped || !(error instanceof WorkflowError || toFailure(error))) throw error
  return error instanceof Error ? error.message : String(error)
}

const atOnce = 3

interface Many<One, Outcome> {
  readonly since: number
  readonly timeoutMs: number
  /** Under which the outcome of each is remembered; without it, each is done again when the course is taken again. */
  readonly key?: (one: One) => string
  readonly work: (one: One) => Promise<Outcome>
  /** Told after each how many have been done. */
  readonly onDone?: (count: number) => Promise<void>
}

/** Does the same for many, some at once, each begun while there is time; null for those that there was none for. */
export function forEachInTime<One, Outcome>(
  course: Course,
  all: readonly One[],
  { since, timeoutMs, key, work, onDone }: Many<One, Outcome>,
): Promise<(Outcome | null)[]> {
  const semaphore = createSemaphore(atOnce)
  let done = 0
  return Promise.all(
    all.map((one) =>
      semaphore.run(async () => {
        course.signal.throwIfAborted()
        const name = key?.(one)
        const isKnown = name !== undefined && name in course.checkpoint.notes
        if (!isKnown && course.clock.now().getTime() - since >= timeoutMs) return null
        const outcome = await (name === undefined ? work(one) : course.once(name, () => work(one)))
        await onDone?.(++done)
        return outcome
      }),
    ),
  )
}
