import { z } from 'zod'
import { ContentsStatus, IsoDate, optional } from './contents.ts'
import { CostDollars } from './usage.ts'

const PageUrl = z.string().min(1).max(2048)

/** Whom or what a question is about. */
const Subject = z.object({
  type: optional(z.string().trim().min(1).max(100)),
  name: optional(z.string().trim().min(1).max(500)),
  url: optional(PageUrl),
})

const Evidence = z.object({
  entity: optional(Subject),
  urls: optional(z.array(PageUrl).min(1).max(50)).describe(
    'The pages to read; without them those of the entity in the index.',
  ),
  asOf: optional(IsoDate).describe(
    'What “today” and “in the last two years” are measured from; now if absent.',
  ),
})
export type EvidenceRequest = z.output<typeof Evidence>

const saysWhere = ({ entity, urls }: EvidenceRequest) =>
  urls !== undefined || entity?.name !== undefined || entity?.url !== undefined
const whereTo = 'give `urls`, or an `entity` with a `name` or a `url`'

export const JudgeRequest = Evidence.extend({ criterion: z.string().trim().min(1).max(2000) }).refine(
  saysWhere,
  whereTo,
)
export type JudgeRequest = z.output<typeof JudgeRequest>

const Option = z.union([z.string().trim().min(1), z.object({ label: z.string().trim().min(1) })])
const Format = z.enum(['text', 'number', 'date', 'email', 'phone', 'url', 'options'])

export const ExtractRequest = Evidence.extend({
  description: z.string().trim().min(1).max(2000),
  format: optional(Format).describe('Chosen from the description when absent.'),
  options: optional(
    z
      .array(Option.transform((option) => (typeof option === 'string' ? option : option.label)))
      .min(1)
      .max(150),
  ),
})
  .refine(saysWhere, whereTo)
  .refine(
    ({ format, options }) => format !== 'options' || options !== undefined,
    'the format "options" needs `options`',
  )
export type ExtractRequest = z.output<typeof ExtractRequest>

/** A place in a page, word for word: the snippet stands from `start` to `end` in that version of its text. */
export const Reference = z.object({
  url: z.string(),
  title: z.string().nullable(),
  snippet: z.string(),
  start: z.int(),
  end: z.int(),
  version: z.int(),
})
export type Reference = z.output<typeof Reference>

const ReadResult = z.object({
  id: z.string().describe('Under this id it is kept and can be verified.'),
  reasoning: z.string(),
  references: z.array(Reference),
  reader: z.string().describe('`extractive`, or the name of the language model.'),
  notes: z.array(z.string()).describe('What the caller should know about how it was read.'),
  statuses: z.array(ContentsStatus).describe('For each page that was named, whether it could be read.'),
  pagesRead: z.int(),
  costDollars: CostDollars,
})

export const Judgement = ReadResult.extend({
  satisfied: z.enum(['yes', 'no', 'unclear']),
  confidence: z.number().min(0).max(1),
})
export type Judgement = z.output<typeof Judgement>

export const Extracted = ReadResult.extend({
  result: z.array(z.string()).nullable().describe('Null: the pages do not say.'),
  format: Format,
  confidence: z.number().min(0).max(1),
})
export type Extracted = z.output<typeof Extracted>

export const ReadingKind = z.enum(['verdict', 'extraction', 'answer'])
export type ReadingKind = z.output<typeof ReadingKind>

export const ReadingReference = z.object({ id: z.string().min(1).max(100) })

const Claim = z.object({ text: z.string(), references: z.array(Reference) })

/** What was read once, with what it rests on. */
export const StoredReading = z.object({
  id: z.string(),
  object: z.literal('reading'),
  kind: ReadingKind,
  question: z.string(),
  result: z.unknown(),
  reader: z.string(),
  notes: z.array(z.string()),
  claims: z.array(Claim),
  createdAt: z.iso.datetime(),
})
export type StoredReading = z.output<typeof StoredReading>

export const CheckedReference = Reference.extend({
  stands: z.boolean(),
  reason: z.enum(['page_gone', 'text_differs']).nullable().describe('Why it does not stand.'),
  isCurrent: z.boolean().describe('Whether the page still has that version.'),
})

export const Verification = z.object({
  id: z.string(),
  object: z.literal('verification'),
  kind: ReadingKind,
  question: z.string(),
  stands: z.boolean().describe('Whether every quote of every claim stands.'),
  claims: z.array(Claim.extend({ stands: z.boolean(), references: z.array(CheckedReference) })),
  checkedAt: z.iso.datetime(),
})
export type Verification = z.output<typeof Verification>
