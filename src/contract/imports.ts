import { z } from 'zod'
import { optional } from './contents.ts'
import { pageOf, pageQuery } from './pagination.ts'
import { Entity, Metadata } from './webset-shapes.ts'

export const largestImportBytes = 50_000_000

const Title = z.string().min(1).max(1000)

export const CreateImportRequest = z.object({
  format: z.literal('csv'),
  entity: Entity.describe('What the rows are.'),
  size: z.int().min(1).max(largestImportBytes).describe('Bytes of the file.'),
  count: z.int().min(0).describe('Rows without the header.'),
  title: optional(Title),
  csv: optional(
    z.object({
      identifier: optional(z.int().min(0)).describe(
        'The column that tells rows apart, counted from 0; a column of addresses is looked for when left out.',
      ),
    }),
  ),
  metadata: optional(Metadata),
})
export type CreateImportRequest = z.output<typeof CreateImportRequest>

export const ImportFailure = z.enum(['invalid_format', 'invalid_file_content', 'missing_identifier'])
export type ImportFailure = z.output<typeof ImportFailure>

export const Import = z.object({
  id: z.string(),
  object: z.literal('import'),
  status: z.enum(['pending', 'processing', 'completed', 'failed', 'canceled']),
  format: z.enum(['csv', 'webset']),
  entity: Entity.nullable(),
  title: z.string(),
  count: z.int().describe('As declared, and once it is completed, as many as there are.'),
  metadata: Metadata,
  failedReason: ImportFailure.nullable(),
  failedAt: z.iso.datetime().nullable(),
  failedMessage: z.string().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Import = z.output<typeof Import>

export const NewImport = Import.extend({
  uploadUrl: z.url().describe('Where to PUT the file, once; needs no key.'),
  uploadValidUntil: z.iso.datetime(),
})
export type NewImport = z.output<typeof NewImport>

export const ImportReference = z.object({ id: z.string().min(1) })

export const ListImportsRequest = z.strictObject(pageQuery({ default: 25, max: 200 }).shape)
export const ImportList = pageOf(Import)

export const UpdateImportRequest = ImportReference.extend({
  title: optional(Title),
  metadata: Metadata.nullable().optional().describe('Null empties it.'),
})
export type UpdateImportRequest = z.output<typeof UpdateImportRequest>

/** What the address of an upload carries in place of a key. */
export const UploadSignature = z.object({
  id: z.string().min(1),
  expires: z.string(),
  signature: z.string(),
})
export type UploadSignature = z.output<typeof UploadSignature>

export const UploadImportRequest = ImportReference.extend({
  expires: z.string().describe('Part of the signed address.'),
  signature: z.string().describe('Part of the signed address.'),
  body: z.custom<ReadableStream<Uint8Array>>(
    (value) => value instanceof ReadableStream,
    'expected the file as the body of the request',
  ),
})
export type UploadImportRequest = z.output<typeof UploadImportRequest>

/** How a file was understood. */
export const ImportTable = z.object({
  encoding: z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252']),
  delimiter: z.string(),
  identifier: z.object({ index: z.int(), header: z.string() }),
  name: z
    .object({ indexes: z.array(z.int()), header: z.string() })
    .nullable()
    .describe('The column that says what a row is called.'),
})
export type ImportTable = z.output<typeof ImportTable>

export const ImportStatus = Import.extend({
  progress: z.object({
    rows: z.int().describe('Read so far.'),
    skipped: z.int().describe('Those of them that have nothing to tell them by.'),
    bytes: z.int(),
    totalBytes: z.int().nullable().describe('Null until there is a file.'),
    perSecond: z.number().nullable(),
    etaSeconds: z.number().nullable(),
  }),
  table: ImportTable.nullable(),
})
export type ImportStatus = z.output<typeof ImportStatus>
