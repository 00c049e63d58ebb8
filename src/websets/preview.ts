import type { Caller } from '../access/index.ts'
import type { Meter } from '../billing/index.ts'
import { orderedMap } from '../concurrency/index.ts'
import { AppError } from '../contract/errors.ts'
import type { PreviewWebsetRequest, WebsetPreview } from '../contract/websets.ts'
import type { Entity } from '../contract/webset-shapes.ts'
import { versionKey, type Documents } from '../documents/index.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import { readingOf } from '../readings/index.ts'
import type { Position, Presented, Run, SearchSpec, WebsetEngine } from './engine.ts'
import { withContent } from './item.ts'
import { contractEntity } from './lifecycle/begin-search.ts'

interface Needs {
  readonly engine: WebsetEngine
  readonly documents: Pick<Documents, 'texts'>
  readonly clock: Clock
  readonly ids: Ids
  readonly mayFetch: boolean
  readonly concurrency: number
}

/** A preview is waited for, so it looks at no more candidates than that. */
const mostAnalyzed = 40

/** What a webset would be, without making one. */
export function createPreview({ engine, documents, clock, ids, mayFetch, concurrency }: Needs) {
  /** Rejects with `unprocessable` when nothing can be made of the query. */
  return async function preview(
    { teamId }: Caller,
    { search: { query, entity, count }, withItems }: PreviewWebsetRequest,
    asked: { readonly meter: Meter; readonly signal: AbortSignal },
  ): Promise<WebsetPreview> {
    const run: Run = { ...readingOf(clock, asked), mayFetch }
    const understood = await engine.understand({ query, entity }, run)
    if (!understood || understood.criteria.length === 0)
      throw new AppError('unprocessable', 'No entity and no criteria can be derived from this query.')
    const spec: SearchSpec = { teamId, query, entity: understood.entity, criteria: understood.criteria }
    const found = withItems ? await find(spec, count, run) : []
    const texts = await documents.texts(
      teamId,
      found.map(({ content }) => content).filter((page) => page !== null),
    )
    return {
      search: {
        entity: entity ?? (contractEntity(understood.entity, query) as Entity), // with the description it needs
        criteria: understood.criteria.slice(0, 5).map((description) => ({ description })),
      },
      enrichments: understood.enrichments.map(({ description, format, options }) => ({
        description,
        format,
        ...(options && { options: options.map((label) => ({ label })) }),
      })),
      items: found.map(({ properties, content }) => ({
        id: ids.next('witem'),
        properties: withContent(properties, content && (texts.get(versionKey(content)) ?? null)),
        createdAt: run.now.toISOString(),
      })),
    }
  }

  async function find(spec: SearchSpec, count: number, run: Run): Promise<Presented[]> {
    const found = new Map<string, Presented>()
    let analyzed = 0
    const isEnough = () => found.size >= count || analyzed >= mostAnalyzed
    for (let position: Position | null = {}; position !== null && !isEnough();) {
      const { candidates, next } = await engine.draw(spec, position, run)
      const outcomes = orderedMap(
        candidates,
        concurrency,
        (candidate) => engine.verify(spec, candidate, run),
        () => !isEnough(),
      )
      for await (const [, verified] of outcomes) {
        analyzed += 1
        if (verified?.evaluations.every(({ satisfied }) => satisfied === 'yes'))
          found.set(verified.presented.entityKey, verified.presented)
      }
      position = next
    }
    return [...found.values()].slice(0, count)
  }
}
