import { z } from 'zod'

const Entity = z.object({
  type: z.string().optional(),
  name: z.string().optional(),
  url: z.string().optional(),
})

const common = {
  id: z.string().min(1),
  /** The day on which the case holds; unset means today. */
  clock: z.iso.date().optional(),
  urls: z.array(z.url()).optional(),
}

/** Is the criterion met by what stands on the pages? */
export const CriterionCase = z.object({
  ...common,
  criterion: z.string().min(1),
  entity: Entity.optional(),
  truth: z.enum(['yes', 'no', 'unclear']),
})
export type CriterionCase = z.output<typeof CriterionCase>

/** What is the value by what stands on the pages? Null: they do not say. */
export const FieldCase = z.object({
  ...common,
  description: z.string().min(1),
  format: z.enum(['text', 'number', 'date', 'email', 'phone', 'url', 'options']).optional(),
  options: z.array(z.object({ label: z.string() })).optional(),
  entity: Entity.optional(),
  truth: z.array(z.string()).min(1).nullable(),
  /** Other spellings that are as right. */
  accepted: z.array(z.string()).optional(),
})
export type FieldCase = z.output<typeof FieldCase>

/** A right answer contains each of these texts; null: it says that it cannot be known, and cites nothing. */
export const QuestionCase = z.object({
  ...common,
  question: z.string().min(1),
  contains: z.array(z.string()).min(1).nullable(),
})
export type QuestionCase = z.output<typeof QuestionCase>

export const LabelledCase = z.union([CriterionCase, FieldCase, QuestionCase])
export type LabelledCase = z.output<typeof LabelledCase>
