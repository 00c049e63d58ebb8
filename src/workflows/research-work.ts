import { answered, inPath, present, record, records, text, wire, type Json } from '../agent-side/index.ts'
import type { Course } from './course.ts'
import { waitFor } from './wait-for.ts'

export interface ResearchRequest {
  readonly instructions: string
  readonly model: string
  readonly outputSchema?: Json | undefined
}

export interface ResearchOutcome {
  readonly researchId: string
  readonly status: string
  /** The object with a schema, else text; null where there is none. */
  readonly result: unknown
  readonly cost: unknown
  readonly error: string | null
  readonly timedOut: boolean
}

/** Clocks of two machines differ. */
const skewMs = 60_000
const mostPages = 4
const ended = new Set<unknown>(['completed', 'failed', 'canceled'])

/**
 * Begins a research run. The API has no place for a mark, so one that an earlier attempt began is known by its
 * instructions and its model, and by having begun after that attempt.
 */
export function beginResearch(course: Course, key: string, request: ResearchRequest): Promise<string> {
  return course.create(key, {
    kind: 'research',
    async find(since) {
      let cursor: string | undefined
      for (let page = 0; page < mostPages; page++) {
        const answer = await answered(course.exa.research.list(wire(present({ limit: 50, cursor }))))
        const found = records(answer.data).find(
          ({ instructions, model, createdAt }) =>
            instructions === request.instructions &&
            model === request.model &&
            timeOf(createdAt) >= since - skewMs,
        )
        if (found) return text(found.researchId)
        cursor = text(answer.nextCursor) ?? undefined
        if (cursor === undefined || answer.hasMore !== true) break
      }
      return null
    },
    async make() {
      const made = await answered(course.exa.research.create(wire(present({ ...request }))))
      const id = text(made.researchId)
      if (id === null) throw new Error('The server began a research run and did not say which.')
      return id
    },
  })
}

const timeOf = (createdAt: unknown): number =>
  typeof createdAt === 'number' ? createdAt : typeof createdAt === 'string' ? Date.parse(createdAt) : 0

/** Waits until a research run has ended, or so long after `since`. */
export async function waitForResearch(
  course: Course,
  researchId: string,
  { since, timeoutMs, onLook }: { since: number; timeoutMs: number; onLook?: () => Promise<void> },
): Promise<ResearchOutcome> {
  const { value, timedOut } = await waitFor(course, { since, timeoutMs }, async () => {
    const research = await answered(course.exa.research.get(inPath(researchId)))
    await onLook?.()
    return { value: research, done: ended.has(research.status) }
  })
  course.noteCost(researchId, record(value.costDollars).total)
  const output = record(value.output)
  const status = String(value.status)
  return {
    researchId,
    status,
    result: status === 'completed' ? (output.parsed ?? output.content ?? null) : null,
    cost: value.costDollars ?? null,
    error:
      status === 'completed'
        ? null
        : timedOut
          ? `It had not ended after ${timeoutMs} ms.`
          : (text(value.error) ?? `It ended as ${status}.`),
    timedOut,
  }
}
