import { z } from 'zod'
import { IsoDate } from './contents.ts'
import { pageOf, pageQuery } from './pagination.ts'
import { Reference } from './webset-shapes.ts'
import { Webset } from './websets.ts'

const byWebset = { webset: z.string().min(1).describe('The id or the `externalId` of the webset.') }

export const ExportFormat = z
  .enum(['csv', 'jsonl', 'xlsx', 'markdown', 'bundle'])
  .describe('A table, a line of JSON for each item, a workbook, a report to read, or a signed bundle.')
export type ExportFormat = z.output<typeof ExportFormat>

export const CreateExportRequest = z.object({
  ...byWebset,
  format: ExportFormat.default('csv'),
  evidence: z
    .boolean()
    .default(false)
    .describe('With what each verdict and value rests on: quotes and addresses. A bundle always has them.'),
})
export type CreateExportRequest = z.output<typeof CreateExportRequest>

export const WebsetExport = z.object({
  id: z.string(),
  object: z.literal('webset_export'),
  websetId: z.string(),
  format: ExportFormat,
  evidence: z.boolean(),
  status: z.enum(['pending', 'processing', 'completed', 'failed']),
  error: z.string().nullable().describe('Why it failed.'),
  items: z.int().nullable(),
  bytes: z.int().nullable(),
  sha256: z.string().nullable(),
  downloadUrl: z.string().nullable().describe('Where the file is, for the keys of the team.'),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  completedAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().describe('When the file and this are deleted.'),
})
export type WebsetExport = z.output<typeof WebsetExport>

export const ExportReference = z.object({ ...byWebset, id: z.string().min(1) })
export const ListExportsRequest = z.strictObject({
  ...byWebset,
  ...pageQuery({ default: 25, max: 200 }).shape,
})
export type ListExportsRequest = z.output<typeof ListExportsRequest>
export const ExportList = pageOf(WebsetExport)

/** A file that an operation answers with, as it comes. */
export const Download = z.object({
  name: z.string(),
  mediaType: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  body: z.custom<ReadableStream<Uint8Array>>((value) => value instanceof ReadableStream),
})
export type Download = z.output<typeof Download>

const Subject = z.object({ id: z.string(), name: z.string(), url: z.string() })

export const DifferenceRequest = z
  .strictObject({
    id: z.string().min(1).describe('The id or the `externalId` of the webset.'),
    from: IsoDate.describe('The earlier moment.'),
    to: IsoDate.optional().describe('The later one; now if absent.'),
    ...pageQuery({ default: 50, max: 200 }).shape,
  })
  .refine(({ from, to }) => to === undefined || from <= to, '`from` must not be after `to`')
export type DifferenceRequest = z.output<typeof DifferenceRequest>

const Verdict = z.object({
  satisfied: z.enum(['yes', 'no', 'unclear']),
  reasoning: z.string(),
  references: z.array(Reference),
  reader: z.string(),
})
const Value = z.object({
  result: z.array(z.string()).nullable(),
  reasoning: z.string(),
  references: z.array(Reference),
  reader: z.string(),
})

/** A page that one of two readings rests on, as it was for each of them. */
const PageOfBoth = z.object({
  url: z.string(),
  documentId: z.string(),
  before: z.object({ version: z.int(), hash: z.string() }).nullable(),
  after: z.object({ version: z.int(), hash: z.string() }).nullable(),
})
export type PageOfBoth = z.output<typeof PageOfBoth>

const Why = z.object({
  pageChanged: z.boolean().describe('Whether a page that is quoted said something else the second time.'),
  readerChanged: z.boolean().describe('Whether somebody else read it.'),
  questionChanged: z.boolean().describe('Whether something else was asked.'),
  pages: z.array(PageOfBoth),
})

export const Change = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('added'), item: Subject, at: z.iso.datetime() }),
  z.object({ kind: z.literal('removed'), item: Subject, at: z.iso.datetime() }),
  z.object({
    kind: z.literal('flipped'),
    item: Subject,
    criterion: z.string(),
    before: Verdict,
    after: Verdict,
    why: Why,
  }),
  z.object({
    kind: z.literal('changed'),
    item: Subject,
    enrichmentId: z.string(),
    description: z.string(),
    before: Value.nullable().describe('Null where it had not been looked up.'),
    after: Value.nullable(),
    why: Why,
  }),
])
export type Change = z.output<typeof Change>

export const Difference = z.object({
  object: z.literal('webset_difference'),
  websetId: z.string(),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  historySince: z.iso.datetime().describe('What happened before is not all kept.'),
  data: z.array(Change).describe('The changes of some items, in the order of their discovery.'),
  hasMore: z.boolean(),
  nextCursor: z.string().nullable(),
})
export type Difference = z.output<typeof Difference>

export const RejudgeRequest = z.object({
  ...byWebset,
  reader: z
    .enum(['current', 'extractive', 'model'])
    .default('current')
    .describe('Who reads: the one that websets are read by now, the built-in one, or the language model.'),
})
export type RejudgeRequest = z.output<typeof RejudgeRequest>

export const Rejudgement = z.object({
  id: z.string(),
  object: z.literal('webset_rejudgement'),
  websetId: z.string(),
  reader: RejudgeRequest.shape.reader.unwrap(),
  status: z.enum(['pending', 'processing', 'completed', 'failed']),
  error: z.string().nullable(),
  progress: z.object({ items: z.int(), total: z.int() }),
  claims: z.int().describe('Verdicts and values that were read again.'),
  agreed: z.int(),
  disagreed: z.int(),
  unreadable: z.int().describe('Those of which no page is kept.'),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  completedAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime(),
})
export type Rejudgement = z.output<typeof Rejudgement>

export const RejudgementReference = z.object({ ...byWebset, id: z.string().min(1) })
export const ListDisagreementsRequest = z.strictObject({
  ...RejudgementReference.shape,
  ...pageQuery({ default: 50, max: 200 }).shape,
})
export type ListDisagreementsRequest = z.output<typeof ListDisagreementsRequest>

export const Disagreement = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('verdict'),
    item: Subject,
    criterion: z.string(),
    stored: Verdict,
    second: Verdict,
  }),
  z.object({
    kind: z.literal('value'),
    item: Subject,
    enrichmentId: z.string(),
    description: z.string(),
    stored: Value,
    second: Value,
  }),
])
export type Disagreement = z.output<typeof Disagreement>
export const DisagreementList = pageOf(Disagreement)
export type DisagreementList = z.output<typeof DisagreementList>

export const BundleKey = z.object({
  object: z.literal('bundle_key'),
  algorithm: z.literal('ed25519'),
  publicKey: z.string().describe('The 32 bytes of the key in base64.'),
  fingerprint: z.string().describe('SHA-256 of the key, in hexadecimal.'),
})
export type BundleKey = z.output<typeof BundleKey>

/** A fingerprint or a public key. */
const Signer = z
  .string()
  .regex(/^([0-9a-f]{64}|[A-Za-z\d+/]{43}=)$/, 'the fingerprint or the public key of a server')

export const BundleRequest = z.object({
  signer: Signer.optional().describe('Refuse a bundle that somebody else signed.'),
  body: z.custom<ReadableStream<Uint8Array>>(
    (value) => value instanceof ReadableStream,
    'expected the bundle as the body of the request',
  ),
})
export type BundleRequest = z.output<typeof BundleRequest>

export const VerifiedBundle = z.object({
  object: z.literal('verified_bundle'),
  websetId: z.string().describe('Of the server that made it.'),
  title: z.string().nullable(),
  root: z.string().describe('Of the hash tree over its entries.'),
  signer: BundleKey,
  isOwn: z.boolean().describe('Whether this server made it.'),
  counts: z.object({ items: z.int(), pages: z.int(), events: z.int() }),
  bytes: z.int(),
})
export type VerifiedBundle = z.output<typeof VerifiedBundle>

export const ImportedBundle = z.object({
  object: z.literal('imported_bundle'),
  webset: Webset,
  bundle: VerifiedBundle,
})
export type ImportedBundle = z.output<typeof ImportedBundle>
