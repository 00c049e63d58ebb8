import { z } from 'zod'
import type { Document } from '../../documents/index.ts'
import type { Filled, FillTask, Grounding, Reading } from '../reader.ts'
import { callOf, dayOf, tempered, type ModelNeeds } from './asking.ts'
import { bringsNothing, isBorneOut } from './borne-out.ts'
import { fillInstructions, fillPrompt } from './prompts/fill.ts'
import { locate, nowhere, Quote } from './quotes.ts'
import { fitTo, parsePath, pathOf, placeIn, schemaAt, type Single } from './schema-places.ts'
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
 * nothing, and it cannot break the schema's form.
 */
export const createFill =
  ({ model, maxSourceTokens, onValueDropped }: ModelNeeds) =>
  async (task: FillTask, reading: Reading): Promise<Filled> => {
    const { schema, request, sources } = task
    const { values } = await model.complete(
      {
        purpose: 'fill',
        instructions: fillInstructions,
        prompt: fillPrompt(task, showSources(sources, `${request} ${wordsOf(schema)}`, maxSourceTokens)),
        today: dayOf(reading),
        answer: Answer,
      },
      callOf(reading),
    )
    const content: Record<string, unknown> = {}
    const grounding: Grounding[] = []
    for (const { path: written, value, confidence, ...quote } of values) {
      const path = parsePath(written)
      const place = path && schemaAt(schema, path)
      const fitted = place ? fitTo(place, value) : undefined
      if (!path || !place || fitted === undefined || !placeIn(content, path, fitted)) {
        onValueDropped()
        continue
      }
      const isSaid = isChosen(place) || isSaidBy(fitted, quote.quote, sources)
      const spans = [isSaid ? locate(quote, sources) : nowhere(quote.quote)]
      grounding.push({ field: pathOf(path), spans, confidence: tempered(confidence) })
    }
    return { content, grounding }
  }

/** Chosen by meaning from what the schema allows, so the quote need not have the word. */
const isChosen = ({ enum: options, const: only, type }: Record<string, unknown>): boolean =>
  options !== undefined || only !== undefined || type === 'boolean'

/** A few words are a name or a term, which the quote must have; more of them are a sentence of the model's own. */
function isSaidBy(value: Single, quote: string, sources: readonly Document[]): boolean {
  if (typeof value === 'boolean') return true
  if (typeof value === 'number') return isBorneOut(String(value), 'number', quote)
  if (/^\d{4}-\d{2}(-\d{2})?/.test(value)) return isBorneOut(value, 'date', quote)
  if (/^\+?[\d\s().-]{6,}$/.test(value)) return isBorneOut(value, 'phone', quote)
  if (/^(?:https?:\/\/|\S+@)\S+$/.test(value)) return isBorneOut(value, 'url', quote)
  return value.split(/\s+/).length <= 4
    ? isBorneOut(value, 'text', quote)
    : bringsNothing(value, [quote], sources)
}

/** The names and descriptions in a schema say what to look for. */
const wordsOf = (schema: object): string =>
  [...JSON.stringify(schema).matchAll(/"(?:description|title)":("(?:[^"\\]|\\.)*")|"([\w ]+)":\{/g)]
    .map(([, said, name]) => said ?? name)
    .join(' ')
