import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { sampleFolder } from './sample-manifest.ts'

const Entity = z.object({
  type: z.enum(['company', 'person', 'article', 'research_paper', 'custom']),
  name: z.string().min(1),
  url: z.url(),
})
const Quote = z.object({ url: z.url(), quote: z.string().min(1) })
const Listed = z.object({ name: z.string(), urls: z.array(z.url()).min(1) })

/** What is known about an entity, and where it is said; an attribute occurs twice where sources disagree. */
const KnownEntity = Entity.extend({
  id: z.string(),
  alternates: z.array(z.url()).optional(),
  attributes: z.array(z.object({ attribute: z.string(), value: z.string(), urls: z.array(z.url()).min(1) })),
})

/** Is the criterion met, as of `clock`, by what stands on `urls`? */
const CriterionCase = z.object({
  id: z.string(),
  clock: z.iso.date(),
  criterion: z.string().min(1),
  entity: Entity,
  urls: z.array(z.url()).min(1),
  truth: z.enum(['yes', 'no', 'unclear']),
  why: z.string().min(1),
  quotes: z.array(Quote),
})

/** What is the value, as of `clock`, by what stands on `urls`? `null`: not stated there. */
const FieldCase = z.object({
  id: z.string(),
  clock: z.iso.date(),
  description: z.string().min(1),
  format: z.enum(['text', 'date', 'number', 'options', 'email', 'phone', 'url']),
  options: z.array(z.object({ label: z.string() })).optional(),
  entity: Entity,
  urls: z.array(z.url()).min(1),
  truth: z.array(z.string()).min(1).nullable(),
  /** Other spellings that are as right as `truth`. */
  accepted: z.array(z.string()).optional(),
  quotes: z.array(Quote).optional(),
})

/** A search with the complete list of what it should find; `arguable` entities are neither right nor wrong. */
const WebsetCase = z.object({
  id: z.string(),
  clock: z.iso.date(),
  query: z.string().min(1),
  entity: z.object({ type: Entity.shape.type }),
  criteria: z
    .array(z.object({ description: z.string() }))
    .min(3)
    .max(5),
  truth: z.array(Listed).min(1),
  arguable: z.array(Listed),
})

/** A research question; a right answer contains every string of `contains`, or says that it cannot be known. */
const QuestionCase = z.object({
  id: z.string(),
  clock: z.iso.date(),
  kind: z.enum(['fact', 'comparison', 'list', 'timeline', 'unanswerable']),
  question: z.string().min(1),
  urls: z.array(z.url()).min(1),
  contains: z.array(z.string()).nullable(),
  quotes: z.array(Quote),
})

const QueryCase = z.object({
  id: z.string(),
  query: z.string().min(1),
  relevant: z.array(z.object({ url: z.url(), grade: z.number().int().min(1).max(3) })).min(1),
})

const read = <T>(name: string, schema: z.ZodType<T>): T[] =>
  z.array(schema).parse(JSON.parse(readFileSync(join(sampleFolder, 'truth', `${name}.json`), 'utf8')))

/** Everything that is true in the sample web. */
export const readSampleTruth = () => ({
  entities: read('entities', KnownEntity),
  criteria: read('criteria', CriterionCase),
  fields: read('fields', FieldCase),
  websets: read('websets', WebsetCase),
  questions: read('questions', QuestionCase),
  research: read('research', QuestionCase),
  queries: read('queries', QueryCase),
})
