import type { ResearchModel } from '../../../../src/contract/research.ts'
import { noSchema, schemaOfState, stateOfSchema, type SchemaState } from '../../parts/schema-builder.tsx'
import { enrichmentOf, entityOf, filled, type DraftColumn, type EntityType } from '../websets/draft.ts'

export const workflowTypes = [
  'lifecycle.harvest',
  'convergent.search',
  'adversarial.verify',
  'research.verifiedCollection',
  'qd.winnow',
  'research.deep',
] as const
export type WorkflowType = (typeof workflowTypes)[number]
export const isWorkflowType = (value: unknown): value is WorkflowType =>
  workflowTypes.some((type) => type === value)

export type Strategy = 'diverse' | 'all-criteria' | 'any-criteria'

/** The arguments of any workflow, as somebody writes them. Each shows those that it has. */
export interface WorkflowDraft {
  readonly query: string
  readonly queries: readonly string[]
  readonly thesis: string
  readonly thesisQuery: string
  readonly antithesisQuery: string
  readonly instructions: string
  readonly researchPrompt: string
  readonly entityType: EntityType
  readonly entityDescription: string
  readonly criteria: readonly string[]
  readonly columns: readonly DraftColumn[]
  readonly count: number
  readonly model: ResearchModel
  readonly researchLimit: number
  readonly schema: SchemaState
  readonly maxRounds: number
  readonly strategy: Strategy
  /** Change of the elite in percent below which no further round is taken. */
  readonly threshold: number
  readonly seedWebsetId: string
  readonly synthesize: boolean
  readonly critique: boolean
  readonly cleanup: boolean
  readonly enrichDuringSearch: boolean
  readonly minutes: number
}

export const emptyDraft: WorkflowDraft = {
  query: '',
  queries: ['', ''],
  thesis: '',
  thesisQuery: '',
  antithesisQuery: '',
  instructions: '',
  researchPrompt: '',
  entityType: 'company',
  entityDescription: '',
  criteria: [],
  columns: [],
  count: 10,
  model: 'exa-research-fast',
  researchLimit: 5,
  schema: noSchema,
  maxRounds: 1,
  strategy: 'diverse',
  threshold: 10,
  seedWebsetId: '',
  synthesize: false,
  critique: true,
  cleanup: false,
  enrichDuringSearch: false,
  minutes: 5,
}

type Args = Readonly<Record<string, unknown>>

/** What is sent. Throws, in words for whoever wrote it, where something cannot be read. */
export function argsOf(type: WorkflowType, draft: WorkflowDraft): Args {
  const timeout = draft.minutes * 60_000
  const { count } = draft
  const criteria = filled(draft.criteria).map((description) => ({ description }))
  const enrichments = draft.columns.filter(({ description }) => description.trim() !== '').map(enrichmentOf)
  const entity = entityOf({ ...draft, query: draft.query || draft.thesis || draft.queries[0] || 'thing' })
  const verified = { ...(criteria.length > 0 && { criteria }) }
  switch (type) {
    case 'lifecycle.harvest':
      return {
        query: draft.query.trim(),
        entity,
        ...verified,
        count,
        enrichments,
        enrichDuringSearch: draft.enrichDuringSearch,
        cleanup: draft.cleanup,
        timeout,
      }
    case 'convergent.search':
      return { queries: filled(draft.queries), entity, ...verified, count, timeout }
    case 'adversarial.verify':
      return {
        thesis: draft.thesis.trim(),
        thesisQuery: draft.thesisQuery.trim(),
        antithesisQuery: draft.antithesisQuery.trim(),
        entity,
        count,
        enrichments,
        synthesize: draft.synthesize,
        synthesisModel: draft.model,
        timeout,
      }
    case 'research.verifiedCollection': {
      const researchSchema = schemaOfState(draft.schema)
      return {
        query: draft.query.trim(),
        entity,
        ...verified,
        count,
        enrichments,
        researchPrompt: draft.researchPrompt.trim(),
        researchLimit: draft.researchLimit,
        researchModel: draft.model,
        ...(researchSchema && { researchSchema }),
        timeout,
      }
    }
    case 'qd.winnow':
      return {
        ...(draft.query.trim() !== '' && { query: draft.query.trim() }),
        ...(draft.seedWebsetId.trim() !== '' && { seedWebsetId: draft.seedWebsetId.trim() }),
        entity,
        criteria,
        enrichments,
        count,
        maxRounds: draft.maxRounds,
        selectionStrategy: draft.strategy,
        convergenceThreshold: draft.threshold / 100,
        critique: draft.critique,
        timeout,
      }
    case 'research.deep':
    default: {
      const outputSchema = schemaOfState(draft.schema)
      return {
        instructions: draft.instructions.trim(),
        model: draft.model,
        ...(outputSchema && { outputSchema }),
        timeout,
      }
    }
  }
}

const texts = [
  'query',
  'thesis',
  'thesisQuery',
  'antithesisQuery',
  'instructions',
  'researchPrompt',
  'seedWebsetId',
] as const
const switches = ['synthesize', 'critique', 'cleanup', 'enrichDuringSearch'] as const
const numbers = ['count', 'researchLimit', 'maxRounds'] as const

/** The arguments of a task that is there, to be changed. */
export function draftOf(args: Args): WorkflowDraft {
  const draft: Record<string, unknown> = { ...emptyDraft }
  for (const name of texts) if (typeof args[name] === 'string') draft[name] = args[name]
  for (const name of switches) if (typeof args[name] === 'boolean') draft[name] = args[name]
  for (const name of numbers) if (typeof args[name] === 'number') draft[name] = args[name]
  const { entity, queries, criteria, enrichments, timeout } = args as {
    entity?: { type: EntityType; description?: string }
    queries?: string[]
    criteria?: { description: string }[]
    enrichments?: { description: string; format?: DraftColumn['format']; options?: { label: string }[] }[]
    timeout?: number
  }
  return {
    ...(draft as unknown as WorkflowDraft), // only fields of it were set, each to a value of its type
    ...(entity && { entityType: entity.type, entityDescription: entity.description ?? '' }),
    ...(queries && { queries }),
    criteria: criteria?.map(({ description }) => description) ?? [],
    columns:
      enrichments?.map(({ description, format = 'text', options = [] }) => ({
        description,
        format,
        options: options.map(({ label }) => label).join(', '),
      })) ?? [],
    model: (args.model ?? args.researchModel ?? args.synthesisModel ?? emptyDraft.model) as ResearchModel,
    schema: stateOfSchema(args.outputSchema ?? args.researchSchema),
    strategy: (args.selectionStrategy ?? emptyDraft.strategy) as Strategy,
    threshold:
      typeof args.convergenceThreshold === 'number' ? args.convergenceThreshold * 100 : emptyDraft.threshold,
    ...(timeout !== undefined && { minutes: Math.max(1, Math.round(timeout / 60_000)) }),
  }
}

/** What a task is about, in one line. */
export function subjectOf(args: Args): string {
  const [first, ...others] = (args.queries ?? []) as readonly string[]
  const wordings =
    first && `${first} (and ${others.length === 1 ? 'another wording' : `${others.length} other wordings`})`
  const subject = args.thesis ?? args.query ?? wordings ?? args.instructions ?? args.seedWebsetId
  return typeof subject === 'string' ? subject : 'Untitled'
}
