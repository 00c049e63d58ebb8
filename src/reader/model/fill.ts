import { z } from 'zod'
import { AppError } from '../../contract/errors.ts'
import type { Document } from '../../documents/index.ts'
import { validate } from '../json-schema.ts'
import type { Filled, FillTask, Reading } from '../reader.ts'
import { callOf, dayOf, tempered, type ModelNeeds } from './asking.ts'
import { buildObject, type Single, type Values } from './build-object.ts'
import { bringsNothing, isBorneOut } from './borne-out.ts'
import { fillInstructions, fillPrompt } from './prompts/fill.ts'
import { locate, Quote } from './quotes.ts'
import { showSources } from './shown-sources.ts'

const Answer = z.object({
  values: z.array(
    Quote.extend({
      path: z.string(),
      value: z.union([z.string(), z.number(), z.boolean()]),
      confidence: z.number(),
    }),
  ),
})

/**
 * The object is put together here, from values that each bring their quote: so a model cannot slip in what rests on
 * nothing, and it cannot break the schema's form. What the sources do not give is null, empty or left out, as the
 * schema allows; a model that leaves out what the schema must have is `unavailable`.
 */
export const createFill =
  ({ model, maxSourceTokens, onValueDropped }: ModelNeeds) =>
  async (task: FillTask, reading: Reading): Promise<Filled> => {
    const { schema, request, sources } = task
    const answer = await model.complete(
      {
        purpose: 'fill',
        instructions: fillInstructions,
        prompt: fillPrompt(task, showSources(sources, `${request} ${wordsOf(schema)}`, maxSourceTokens)),
        today: dayOf(reading),
        answer: Answer,
      },
      callOf(reading),
    )
    const values: Values = new Map()
    for (const { path: written, value, confidence, ...quote } of answer.values) {
      const path = written.trim().replace(/^\$\.?/, '')
      const span = locate(quote, sources)
      if (span.documentId === '' || values.has(path)) onValueDropped()
      else values.set(path, { value, span, confidence: tempered(confidence) })
    }
    const { content, grounding, count } = buildObject(schema, values, (value, quote) =>
      isSaidBy(value, quote, sources),
    )
    for (let dropped = count; dropped < values.size; dropped += 1) onValueDropped()
    const problem = content === null ? 'it lacks what the schema requires' : validate(schema, content)[0]
    if (content === null || problem !== undefined)
      throw new AppError('unavailable', `The language model did not fill the schema: ${problem}.`)
    return { content, grounding }
  }

/** A few words are a name or a term, which the quote must have; more of them are a sentence of the model's own. */
function isSaidBy(value: Single, quote: string, sources: readonly Document[]): boolean {
  if (typeof value === 'boolean') return true
  if (typeof value === 'number') return isBorneOut(String(value), 'number', quote)
  if (/^\d{4}-\d{2}(-\d{2})?/.test(value)) return isBorneOut(value, 'date', quote)
  if (/^\+?[\d\s().-]{6,}$/.test(value)) return isBorneOut(value, 'phone', quote)
  if (/^\S+@\S+$/.test(value)) return isBorneOut(value, 'email', quote)
  if (/^https?:\/\/\S+$/.test(value)) return isBorneOut(value, 'url', quote)
  return value.split(/\s+/).length <= 4
    ? isBorneOut(value, 'text', quote)
    : bringsNothing(value, [quote], sources)
}

/** The names and descriptions in a schema say what to look for. */
const wordsOf = (schema: object): string =>
  [...JSON.stringify(schema).matchAll(/"(?:description|title)":("(?:[^"\\]|\\.)*")|"([\w ]+)":\{/g)]
    .map(([, said, name]) => said ?? name)
    .join(' ')
