import type { AgentRun } from '../../../../src/contract/agent.ts'
import type { Research, ResearchModel } from '../../../../src/contract/research.ts'
import { createAgentRun, createResearch, type RunKind } from '../../api/runs.ts'
import { noSchema, schemaOfState, stateOfSchema, type SchemaState } from '../../parts/schema-builder.tsx'
import type { efforts } from '../run/run-view.ts'
import type { RunsState } from './runs-state.ts'

type Effort = keyof typeof efforts

/** A run that is not begun yet, as somebody writes it. */
export interface RunDraft {
  readonly text: string
  readonly model: ResearchModel
  readonly effort: Effort
  /** Empty for what is usual. */
  readonly dollars: string
  readonly minutes: string
  readonly wishes: string
  readonly schema: SchemaState
}

export const isMetered = (effort: Effort): boolean => effort === 'auto' || effort === 'ultra'

export function draftOf({ q = '', after }: RunsState, earlier: Research | AgentRun | undefined): RunDraft {
  const empty: RunDraft = {
    text: q,
    model: 'exa-research',
    effort: 'auto',
    dollars: '',
    minutes: '',
    wishes: '',
    schema: noSchema,
  }
  if (!earlier) return empty
  if ('researchId' in earlier) {
    const { instructions, model, outputSchema } = earlier
    return { ...empty, text: instructions, model, schema: stateOfSchema(outputSchema) }
  }
  const { query, effort, budget, systemPrompt, outputSchema } = earlier.request
  return {
    ...empty,
    // What goes on from a run asks something else of it.
    text: after === undefined ? query : q,
    effort: effort === 'max' ? 'ultra' : effort,
    dollars: budget?.maxCostDollars?.toString() ?? '',
    minutes: budget?.maxDurationSeconds === undefined ? '' : String(budget.maxDurationSeconds / 60),
    wishes: systemPrompt ?? '',
    schema: stateOfSchema(outputSchema),
  }
}

/** Answers the id of the run. */
export async function begin(kind: RunKind, draft: RunDraft, after: string | undefined): Promise<string> {
  const outputSchema = schemaOfState(draft.schema)
  const text = draft.text.trim()
  if (kind === 'research') {
    const made = await createResearch({
      instructions: text,
      model: draft.model,
      ...(outputSchema && { outputSchema }),
    })
    return made.researchId
  }
  const budget = {
    ...(isMetered(draft.effort) && draft.dollars !== '' && { maxCostDollars: Number(draft.dollars) }),
    ...(draft.effort === 'ultra' &&
      draft.minutes !== '' && { maxDurationSeconds: Number(draft.minutes) * 60 }),
  }
  const made = await createAgentRun({
    query: text,
    effort: draft.effort,
    ...(draft.wishes.trim() !== '' && { systemPrompt: draft.wishes.trim() }),
    ...(Object.keys(budget).length > 0 && { budget }),
    ...(outputSchema && { outputSchema }),
    ...(after !== undefined && { previousRunId: after }),
  })
  return made.id
}
