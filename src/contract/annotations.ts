import { z } from 'zod'
import { pageOf, pageQuery } from './pagination.ts'

/** The database takes every character but this one. */
const storable = (written: string): boolean => !written.includes('\u0000')
const characters = (most: number) =>
  z.string().trim().min(1).max(most).refine(storable, 'text without the character U+0000')

const Id = characters(300)

/** Nobody looks whether it is there: with another upstream it may not even be known here. */
export const AnnotationSubject = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('webset'), id: Id }),
  z.strictObject({ type: z.literal('item'), websetId: Id, id: Id }),
  z.strictObject({
    type: z.literal('document'),
    url: z
      .url({ protocol: /^https?$/, error: 'an http or https address' })
      .max(2048)
      .refine(storable),
  }),
  z.strictObject({ type: z.literal('task'), id: Id }),
])
export type AnnotationSubject = z.output<typeof AnnotationSubject>

export const AnnotationKind = z
  .string()
  .regex(/^[a-z][a-z0-9_-]{0,39}$/, 'a short word in lower case, such as "note", "finding" or "question"')
export const AnnotationLabel = characters(100)
export const AnnotationText = characters(20_000)
export const AnnotationLabels = z
  .array(AnnotationLabel)
  .max(20)
  .refine((labels) => new Set(labels).size === labels.length, 'labels that differ')
export const AnnotationMetadata = z
  .record(characters(100), z.string().max(1000).refine(storable))
  .refine((metadata) => Object.keys(metadata).length <= 50, 'at most 50 keys')

export const Annotation = z.object({
  id: z.string(),
  object: z.literal('annotation'),
  kind: z.string(),
  subject: AnnotationSubject.nullable().describe('What it is about; null for nothing in particular.'),
  labels: z.array(z.string()),
  text: z.string(),
  metadata: z.record(z.string(), z.string()),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Annotation = z.output<typeof Annotation>

export const CreateAnnotationRequest = z.strictObject({
  kind: AnnotationKind.default('note'),
  subject: AnnotationSubject.optional().describe('What it is about.'),
  labels: AnnotationLabels.default([]),
  text: AnnotationText,
  metadata: AnnotationMetadata.default({}),
  idempotencyKey: characters(200).optional().describe('The same key makes the same annotation once.'),
})
export type CreateAnnotationRequest = z.output<typeof CreateAnnotationRequest>

export const AnnotationReference = z.strictObject({ id: z.string().min(1) })

export const ListAnnotationsRequest = pageQuery({ default: 25, max: 100 }).extend({
  kind: AnnotationKind.optional(),
  label: AnnotationLabel.optional(),
  subject: AnnotationSubject.optional().describe(
    'Only what is about this, `subject[type]=webset&subject[id]=…`.',
  ),
  search: characters(200).optional().describe('Part of the text, whatever the case.'),
})
export type ListAnnotationsRequest = z.output<typeof ListAnnotationsRequest>
export const AnnotationList = pageOf(Annotation)

export const UpdateAnnotationRequest = AnnotationReference.extend({
  kind: AnnotationKind.optional(),
  subject: AnnotationSubject.nullable().optional().describe('Null: about nothing in particular.'),
  labels: AnnotationLabels.optional(),
  text: AnnotationText.optional(),
  metadata: AnnotationMetadata.nullable().optional().describe('Replaces all of it; null clears it.'),
})
export type UpdateAnnotationRequest = z.output<typeof UpdateAnnotationRequest>
