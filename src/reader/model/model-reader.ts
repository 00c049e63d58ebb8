import { z } from 'zod'
import type { Document } from '../../documents/index.ts'
import type { LanguageModel } from '../../ports/language-model.ts'
import type { Metrics } from '../../ports/metrics.ts'
import {
  entityTypes,
  fieldFormats,
  type Classification,
  type Decomposition,
  type Plan,
  type Reader,
  type Reading,
} from '../reader.ts'
import { callOf, tempered, type ModelNeeds } from './asking.ts'
import { createExtract } from './extract.ts'
import { createFill } from './fill.ts'
import { createJudge } from './judge.ts'
import { classifyInstructions, classifyPrompt } from './prompts/classify.ts'
import { decomposeInstructions, decomposePrompt, planInstructions, planPrompt } from './prompts/plan.ts'
import { showSources } from './shown-sources.ts'
import { createWriter } from './write.ts'

interface Needs {
  readonly model: LanguageModel
  readonly metrics: Metrics
  /** Tokens of sources that one call may hold. */
  readonly maxSourceTokens?: number | undefined
}

// No lengths and no ranges: strict schemas of several endpoints do not take them.
const Decomposed = z.object({
  entityType: z.enum(entityTypes),
  entityDescription: z.string(),
  criteria: z.array(z.string()),
  enrichments: z.array(
    z.object({
      description: z.string(),
      format: z.enum(fieldFormats),
      options: z.array(z.string()).nullable(),
    }),
  ),
})

const Planned = z.object({
  tasks: z.array(z.object({ question: z.string(), searches: z.array(z.string()) })),
})

const Classified = z.object({ entityType: z.enum(entityTypes), confidence: z.number() })

/** Enough to tell what a page is. */
const classifyTokens = 1_500

/**
 * Reads with a language model, which is believed nothing: it points at words, and only words that stand in the
 * sources, exactly as it gave them, bear its claims. What it points at wrongly is left for the check to drop.
 */
export function createModelReader({ model, metrics, maxSourceTokens = 12_000 }: Needs): Reader {
  const dropped = metrics.counter(
    'reader_values_dropped_total',
    'Single values of a language model that their quotes did not bear out.',
  )
  const needs: ModelNeeds = { model, maxSourceTokens, onValueDropped: () => dropped() }
  return {
    name: model.name,
    judge: createJudge(needs),
    extract: createExtract(needs),
    ...createWriter(needs),
    fill: createFill(needs),

    async decompose(wish: string, reading: Reading): Promise<Decomposition> {
      const request = {
        purpose: 'decompose',
        instructions: decomposeInstructions,
        prompt: decomposePrompt(wish),
        answer: Decomposed,
      }
      const { entityType, entityDescription, criteria, enrichments } = await model.complete(
        request,
        callOf(reading),
      )
      const said = criteria.filter((criterion) => criterion.trim() !== '')
      return {
        entityType,
        entityDescription: entityDescription.trim() || wish,
        criteria: said.length > 0 ? said : [wish],
        enrichments: enrichments.map(({ options, ...enrichment }) =>
          options && enrichment.format === 'options' ? { ...enrichment, options } : enrichment,
        ),
      }
    },

    async plan(goal: string, reading: Reading): Promise<Plan> {
      const request = {
        purpose: 'plan',
        instructions: planInstructions,
        prompt: planPrompt(goal),
        answer: Planned,
      }
      const { tasks } = await model.complete(request, callOf(reading))
      const usable = tasks.filter(({ question, searches }) => question.trim() !== '' && searches.length > 0)
      return { tasks: usable.length > 0 ? usable : [{ question: goal, searches: [goal] }] }
    },

    async classify(source: Document, reading: Reading): Promise<Classification> {
      const request = {
        purpose: 'classify',
        instructions: classifyInstructions,
        prompt: classifyPrompt(showSources([source], '', Math.min(classifyTokens, maxSourceTokens))),
        answer: Classified,
      }
      const { entityType, confidence } = await model.complete(request, callOf(reading))
      return { entityType, confidence: tempered(confidence) }
    },
  }
}
