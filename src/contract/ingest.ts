import { z } from 'zod'
import { pageOf, pageQuery } from './pagination.ts'

const WebAddress = z.url({ protocol: /^https?$/ }).max(2000)
const Glob = z.string().min(1).max(500)

export const CrawlSource = z.object({
  kind: z.literal('crawl'),
  urls: z
    .array(WebAddress)
    .min(1)
    .max(1000)
    .describe('Where to begin. Feeds and sitemaps are read for the pages they name.'),
  maxDepth: z.int().min(0).max(50).default(5).describe('Links to follow from a first page.'),
  maxPages: z.int().min(1).max(10_000_000).default(1000).describe('Addresses to visit at most.'),
  maxPagesPerHost: z.int().min(1).optional(),
  maxHosts: z.int().min(1).optional(),
  scope: z
    .enum(['host', 'site', 'any'])
    .default('site')
    .describe('Follow links within the same host, the same registered domain, or anywhere.'),
  include: z
    .array(Glob)
    .max(100)
    .default([])
    .describe('Visit only addresses that match one: `*` stands for anything, `/docs/*` for a path.'),
  exclude: z.array(Glob).max(100).default([]),
  sitemaps: z.boolean().default(true).describe('Read the sitemaps that robots.txt names.'),
  feeds: z.boolean().default(true).describe('Read the feeds that pages name.'),
})
export type CrawlSource = z.output<typeof CrawlSource>

export const FileFormat = z.enum([
  'jsonl',
  'csv',
  'warc',
  'feed',
  'sitemap',
  'mediawiki',
  'html',
  'markdown',
  'pdf',
  'text',
])
export type FileFormat = z.output<typeof FileFormat>

export const FileSource = z.object({
  kind: z.literal('file'),
  path: z.string().min(1).max(4000).optional().describe("A file or folder on the server; the owner's alone."),
  upload: z.string().min(1).max(200).optional().describe('The id of an upload.'),
  name: z
    .string()
    .regex(/^[^/\\]{1,255}$/, 'a name without folders')
    .optional()
    .describe('What the file is called where it comes from; a page in it has its address by that.'),
  format: FileFormat.optional().describe('Told by name and content when left out.'),
  baseUrl: WebAddress.optional().describe('Where pages that name no address of their own are put.'),
  columns: z
    .partialRecord(z.enum(['url', 'title', 'text', 'author', 'publishedDate']), z.string())
    .default({})
    .describe('CSV headers, where they differ from these names.'),
  visibility: z
    .enum(['team', 'public'])
    .default('team')
    .describe('Public, for every team to find, is for the owner to say.'),
})
export type FileSource = z.output<typeof FileSource>

export const CommonCrawlSource = z.object({
  kind: z.literal('common_crawl'),
  domains: z
    .array(z.string().regex(/^[a-z\d-]+(\.[a-z\d-]+)+$/i, 'a domain, such as "example.org"'))
    .min(1)
    .max(100)
    .describe('With all their subdomains.'),
  crawl: z
    .string()
    .regex(/^[\w-]+$/)
    .optional()
    .describe('Such as `CC-MAIN-2026-05`; the newest when left out.'),
  maxPages: z.int().min(1).max(10_000_000).default(1000),
})
export type CommonCrawlSource = z.output<typeof CommonCrawlSource>

export const DiscoverySource = z.object({
  kind: z.literal('discovery'),
  queries: z.array(z.string().trim().min(1).max(1000)).min(1).max(100),
  numResults: z.int().min(1).max(100).default(10).describe('Addresses to ask for with each query.'),
})
export type DiscoverySource = z.output<typeof DiscoverySource>

export const IngestSource = z.discriminatedUnion('kind', [
  CrawlSource,
  FileSource,
  CommonCrawlSource,
  DiscoverySource,
])
export type IngestSource = z.output<typeof IngestSource>

export const CreateIngestRequest = z.object({
  source: IngestSource,
  recrawlHours: z
    .number()
    .min(1 / 60)
    .max(8760)
    .nullable()
    .default(null)
    .describe(
      'Look again for new and changed pages this often. Pages that do not change are visited ever more seldom.',
    ),
})
export type CreateIngestRequest = z.output<typeof CreateIngestRequest>

export const IngestStatus = z.enum(['queued', 'running', 'completed', 'failed', 'cancelled'])
export type IngestStatus = z.output<typeof IngestStatus>

export const IngestFailure = z.object({
  cause: z.string().describe('`robots`, `not_found`, `timeout`, `malformed`, …'),
  count: z.int(),
  examples: z.array(z.string()).describe('Some of the addresses or records that failed so.'),
})
export type IngestFailure = z.output<typeof IngestFailure>

export const IngestProgress = z.object({
  done: z.int().describe('Pages visited or records read.'),
  total: z.int().nullable().describe('As far as known: links that are found meanwhile add to it.'),
  stored: z.int().describe('Pages that are in the store because of this run.'),
  unchanged: z.int().describe('Those of them that said what they had said before.'),
  removed: z.int().describe('Pages that are gone from the web and from the store.'),
  failed: z.int(),
  bytes: z.int().describe('Read from the web or the file.'),
  totalBytes: z.int().nullable().describe('Of a file.'),
  perSecond: z.number().nullable(),
  etaSeconds: z.number().nullable(),
})
export type IngestProgress = z.output<typeof IngestProgress>

export const IngestJob = z.object({
  id: z.string(),
  object: z.literal('ingest'),
  status: IngestStatus,
  source: IngestSource,
  recrawlHours: z.number().nullable(),
  run: z.int().describe('1 for the first; each recrawl is one more.'),
  progress: IngestProgress,
  failures: z.array(IngestFailure),
  error: z.string().nullable().describe('Why the whole of it failed.'),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  nextRunAt: z.iso.datetime().nullable(),
})
export type IngestJob = z.output<typeof IngestJob>

export const IngestReference = z.object({ id: z.string() })
/** Each is the whole job as it has come to be; of one that was deleted only the id is left. */
export const IngestEvent = z.object({
  id: z.string().nullable(),
  type: z.enum([
    ...IngestStatus.options.map((status) => `ingest.${status}` as const),
    'ingest.deleted',
    'error',
  ]),
  createdAt: z.iso.datetime(),
  data: z.union([IngestJob, IngestReference, z.record(z.string(), z.unknown())]),
})
export type IngestEvent = z.output<typeof IngestEvent>

export const ListIngestRequest = pageQuery({ default: 25, max: 200 })
export const IngestList = pageOf(IngestJob)

export const UploadRequest = z.object({
  name: z
    .string()
    .max(255)
    .default('')
    .describe('The name of the file; its ending helps to tell the format.'),
  body: z.custom<ReadableStream<Uint8Array>>(
    (value) => value instanceof ReadableStream,
    'expected the file as the body of the request',
  ),
})
export type UploadRequest = z.output<typeof UploadRequest>

export const Upload = z.object({
  id: z.string().describe('For `source.upload` of an ingest job. The file is deleted when that has read it.'),
  object: z.literal('upload'),
  bytes: z.int(),
})
export type Upload = z.output<typeof Upload>
