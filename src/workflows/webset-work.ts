import {
  answered,
  inPath,
  isAtRest,
  passes,
  present,
  record,
  records,
  text,
  toFailure,
  wire,
  workflowItem,
  type Json,
  type TaskProgress,
} from '../agent-side/index.ts'
import { WorkflowError, type Course } from './course.ts'
import { waitFor } from './wait-for.ts'

/** In the metadata of whatever a task creates. */
const mark = 'winnowTask'

/** Null for what is not there. */
export async function orNull<T>(looking: Promise<T>): Promise<T | null> {
  try {
    return await looking
  } catch (error) {
    if (toFailure(error)?.category === 'not_found') return null
    throw error
  }
}

export const externalIdOf = (taskId: string, key: string): string => `${taskId}:${key}`

/** Creates a webset that this task can find again by its name. */
export function createWebset(course: Course, key: string, webset: Json): Promise<string> {
  const externalId = externalIdOf(course.taskId, key)
  return course.create(key, {
    kind: 'webset',
    async find() {
      const found = await orNull(answered(course.exa.websets.get(inPath(externalId))))
      return text(found?.id)
    },
    async make() {
      const metadata = { ...record(webset.metadata), [mark]: course.taskId }
      const body = present({ ...webset, externalId, metadata })
      return idOf(await answered(course.exa.websets.create(wire(body))))
    },
  })
}

/** Adds enrichments, each with a mark by which it can be found again; answers their ids in order. */
export async function addEnrichments(
  course: Course,
  websetId: string,
  key: string,
  enrichments: readonly Json[],
): Promise<string[]> {
  const ids: string[] = []
  for (const [at, enrichment] of enrichments.entries()) {
    const name = `${key}/${at}`
    const mine = externalIdOf(course.taskId, name)
    const id = await course.create(name, {
      kind: 'enrichment',
      async find() {
        const webset = await answered(course.exa.websets.get(inPath(websetId)))
        return text(records(webset.enrichments).find(({ metadata }) => record(metadata)[mark] === mine)?.id)
      },
      async make() {
        const body = { ...enrichment, metadata: { ...record(enrichment.metadata), [mark]: mine } }
        return idOf(await answered(course.exa.websets.enrichments.create(inPath(websetId), wire(body))))
      },
    })
    ids.push(id)
  }
  return ids
}

function idOf(made: Json): string {
  const id = text(made.id)
  if (id === null) throw new Error('The server made something and did not say what.')
  return id
}

export interface SearchProgress {
  readonly found: number
  readonly analyzed: number
}

export function searchProgress(webset: Json): SearchProgress {
  const all = records(webset.searches).map(({ progress }) => record(progress))
  const sum = (name: string) => all.reduce((total, one) => total + (Number(one[name]) || 0), 0)
  return { found: sum('found'), analyzed: sum('analyzed') }
}

const hasSearched = (webset: Json): boolean =>
  records(webset.searches).every(({ status }) => status === 'completed' || status === 'canceled')

interface Rest {
  /** Under which the outcome is remembered. */
  readonly key: string
  readonly step: string
  readonly websetId: string
  readonly since: number
  readonly timeoutMs: number
  /** Those that must have ended as well. */
  readonly enrichmentIds?: readonly string[]
  /** Whether it is enough that the searches have ended. */
  readonly searchesOnly?: boolean
  onLook?(webset: Json): Promise<void>
}

/** Waits until a webset rests, or time is up, which is no failure; that it is paused is one. */
export const waitForRest = (
  course: Course,
  { key, step, websetId, since, timeoutMs, enrichmentIds = [], searchesOnly = false, ...looker }: Rest,
): Promise<SearchProgress & { timedOut: boolean }> =>
  course.once(key, async () => {
    const { value, timedOut } = await waitFor(course, { since, timeoutMs }, async () => {
      const webset = await answered(course.exa.websets.get(inPath(websetId)))
      await looker.onLook?.(webset)
      if (webset.status === 'paused')
        throw new WorkflowError(
          step,
          `The webset ${websetId} is paused, usually because a budget is spent.`,
          { recoverable: true },
        )
      return {
        value: webset,
        done: searchesOnly ? hasSearched(webset) : isAtRest(webset, enrichmentIds),
      }
    })
    return { ...searchProgress(value), timedOut }
  })

export interface Collected {
  readonly webset: Json
  readonly definitions: readonly Json[]
  /** As the API has them, each with a place for every enrichment. */
  readonly items: readonly Json[]
  readonly excluded: number
}

/** Reads the items of a webset, at most so many of those that pass. */
export async function collect(
  course: Pick<Course, 'exa'>,
  websetId: string,
  { most, filter }: { most: number; filter: 'any' | 'none' },
): Promise<Collected> {
  const webset = await answered(course.exa.websets.get(inPath(websetId)))
  const definitions = records(webset.enrichments)
  const items: Json[] = []
  let excluded = 0
  for (let cursor: string | undefined; items.length < most;) {
    const page = await answered(
      course.exa.websets.items.list(inPath(websetId), wire(present({ limit: 100, cursor }))),
    )
    for (const item of records(page.data)) {
      if (!passes(item, filter)) excluded++
      else if (items.length < most) items.push(withEvery(item, definitions))
    }
    cursor = page.hasMore === true ? (text(page.nextCursor) ?? undefined) : undefined
    if (cursor === undefined) break
  }
  return { webset, definitions, items, excluded }
}

/** An enrichment that is still to come has its place, and nothing in it. */
function withEvery(item: Json, definitions: readonly Json[]): Json {
  const known = records(item.enrichments)
  const missing = definitions
    .filter(({ id }) => !known.some(({ enrichmentId }) => enrichmentId === id))
    .map(({ id, format }) => ({ enrichmentId: id, format, status: 'pending', result: null }))
  return { ...item, enrichments: [...known, ...missing] }
}

export const shownItem = (
  course: Pick<Course, 'warn'>,
  item: Json,
  { definitions }: Pick<Collected, 'definitions'>,
): Json => workflowItem(item, { definitions, warn: course.warn })

export const shownItems = (course: Pick<Course, 'warn'>, collected: Collected): Json[] =>
  collected.items.map((item) => shownItem(course, item, collected))

/** How many of the items have all that was asked for; of a long list, the first page tells. */
export async function enrichedOf(course: Course, websetId: string, ids: readonly string[]): Promise<string> {
  const page = await answered(course.exa.websets.items.list(inPath(websetId), wire({ limit: 100 })))
  const items = records(page.data)
  const enriched = items.filter((item) =>
    ids.every((id) =>
      records(item.enrichments).some(
        ({ enrichmentId, status }) => enrichmentId === id && status !== 'pending',
      ),
    ),
  )
  const scope = page.hasMore === true ? ' of the first 100' : ''
  return `${enriched.length}/${items.length}${scope} items enriched`
}

/** Tells how far a search is at each look. */
export const tellSearch =
  (course: Course, progress: TaskProgress) =>
  (webset: Json): Promise<void> =>
    course.report({ ...progress, ...searchProgress(webset) })
