import { z } from 'zod'

/** Shapes that several resources of the Websets API share. */

export const Metadata = z
  .record(z.string(), z.string().max(1000))
  .describe('Your own keys and values; a value has at most 1,000 characters.')
export type Metadata = z.output<typeof Metadata>

export const Source = z.object({
  source: z.enum(['import', 'webset']),
  id: z.string().min(1),
})
export type Source = z.output<typeof Source>

export const Scope = Source.extend({
  relationship: z
    .object({
      definition: z.string().min(1).describe('Such as “investors of” or “current employer”.'),
      limit: z.int().min(1).max(10).describe('Related entities for each entity of the source.'),
    })
    .optional()
    .describe('Look for entities that stand in this relation to those of the source.'),
})
export type Scope = z.output<typeof Scope>

export const Entity = z.discriminatedUnion('type', [
  z.object({ type: z.literal('company') }),
  z.object({ type: z.literal('person') }),
  z.object({ type: z.literal('article') }),
  z.object({ type: z.literal('research_paper') }),
  z.object({ type: z.literal('custom'), description: z.string().min(2).max(200) }),
])
export type Entity = z.output<typeof Entity>

export const Format = z.enum(['text', 'date', 'number', 'options', 'email', 'phone', 'url'])
export type Format = z.output<typeof Format>

export const Option = z.object({ label: z.string().min(1) })
export type Option = z.output<typeof Option>

export const Criterion = z.object({ description: z.string().min(1).max(1000) })
export type Criterion = z.output<typeof Criterion>

export const Reference = z.object({
  url: z.string(),
  title: z.string().nullable(),
  snippet: z.string().nullable().describe('What stands there, word for word.'),
})
export type Reference = z.output<typeof Reference>

export const Priority = z
  .enum(['low', 'medium', 'high'])
  .default('medium')
  .describe('Which of the waiting websets of a team begins first.')
export type Priority = z.output<typeof Priority>

/** `{webset}` of a path: its id or its `externalId`. */
export const WebsetReference = z.object({ webset: z.string().min(1) })

/** A thing of a webset, by its own id. */
export const PartReference = WebsetReference.extend({ id: z.string().min(1) })

/** A list that comes as one value or several: query strings repeat the name. */
export const oneOrMore = <Item extends z.ZodType>(item: Item) =>
  z.preprocess((value) => (value === undefined || Array.isArray(value) ? value : [value]), z.array(item))
