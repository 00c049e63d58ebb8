import { z } from 'zod'
import { EventType } from './webset-events.ts'
import { ItemProperties } from './webset-items.ts'
import { Entity, Format, Metadata, Option } from './webset-shapes.ts'

/**
 * What is in a bundle, which is a tar archive of `webset.json`, numbered files of lines of JSON below `pages/`, `items/`
 * and `events/`, `manifest.json` and `signature.json`, in this order. Ids are those of the server that made it.
 */

const Moment = z.iso.datetime().transform((text) => new Date(text))
const Id = z.string().min(1).max(200)
const Text = z.string().max(100_000)

const BundledSearch = z.strictObject({
  id: Id,
  status: z.enum(['created', 'pending', 'running', 'completed', 'canceled']),
  query: z.string().min(1).max(5000),
  count: z.int().min(1),
  behavior: z.enum(['override', 'append']),
  entity: Entity.nullable(),
  criteria: z.array(z.string().min(1).max(1000)).max(5),
  wantsRecall: z.boolean(),
  recall: z.record(z.string(), z.unknown()).nullable(),
  maxPeoplePerCompany: z.int().min(1).nullable(),
  metadata: Metadata,
  analyzed: z.int().min(0),
  found: z.int().min(0),
  partial: z.int().min(0),
  passes: z.array(z.int().min(0)).max(5),
  startedAt: Moment.nullable(),
  canceledAt: Moment.nullable(),
  createdAt: Moment,
  updatedAt: Moment,
})

const BundledEnrichment = z.strictObject({
  id: Id,
  status: z.enum(['pending', 'canceled', 'completed']),
  title: Text.nullable(),
  description: z.string().min(1).max(5000),
  format: Format,
  options: z.array(Option).max(150).nullable(),
  metadata: Metadata,
  revision: z.int().min(0),
  canceledAt: Moment.nullable(),
  createdAt: Moment,
  updatedAt: Moment,
})

export const BundledWebset = z.strictObject({
  id: Id,
  title: z.string().max(1000).nullable(),
  metadata: Metadata,
  searches: z.array(BundledSearch).max(10_000),
  enrichments: z.array(BundledEnrichment).max(1000),
  createdAt: Moment,
  updatedAt: Moment,
})
export type BundledWebset = z.output<typeof BundledWebset>

const Link = z.object({ url: z.string(), text: z.string() })
const PageReference = z.strictObject({ documentId: Id, version: z.int() })

export const BundledPage = z.strictObject({
  ...PageReference.shape,
  url: z.url({ protocol: /^https?$/ }),
  fetchedAt: Moment,
  title: z.string().nullable(),
  author: z.string().nullable(),
  publishedAt: Moment.nullable(),
  language: z.string().max(100).nullable(),
  kind: z.string().max(100),
  category: z.string().max(100).nullable(),
  text: z.string(),
  details: z.looseObject({
    links: z.array(Link),
    imageLinks: z.array(Link),
    codeBlocks: z.array(z.string()),
    unsafe: z.array(z.string()).optional(),
    structured: z.record(z.string(), z.unknown()),
  }),
})
export type BundledPage = z.output<typeof BundledPage>

const BundledCitation = z.object({
  span: z.object({
    ...PageReference.shape,
    start: z.int().min(0),
    end: z.int().min(0),
    quote: z.string().min(1),
  }),
  url: z.string(),
  title: z.string().nullable(),
})

const Claim = {
  reasoning: Text,
  citations: z.array(BundledCitation).max(1000),
  reader: z.string().max(200),
}

const BundledVersion = z.strictObject({
  version: z.int().min(1),
  name: Text,
  properties: ItemProperties,
  content: PageReference.nullable(),
  evaluations: z
    .array(
      z.object({
        criterion: z.string().min(1).max(1000),
        satisfied: z.enum(['yes', 'no', 'unclear']),
        confidence: z.number(),
        ...Claim,
      }),
    )
    .max(100),
  results: z.record(
    Id,
    z.object({
      format: Format,
      result: z.array(z.string()).nullable(),
      // Of what was looked up before it was kept, nobody knows.
      confidence: z.number().default(0),
      revision: z.int().min(0),
      ...Claim,
    }),
  ),
  sourceId: Id,
  createdAt: Moment,
})
export type BundledVersion = z.output<typeof BundledVersion>

export const BundledItem = z.strictObject({
  id: Id,
  source: z.enum(['search', 'import']),
  sourceId: Id,
  entityKey: z.string().min(1).max(5000),
  isMatch: z.boolean(),
  createdAt: Moment,
  updatedAt: Moment,
  versions: z
    .array(BundledVersion)
    .min(1)
    .max(100_000)
    .describe('In their order; the last is what it is now.'),
})
export type BundledItem = z.output<typeof BundledItem>

export const BundledEvent = z.strictObject({
  id: Id,
  type: EventType,
  createdAt: Moment,
  data: z.record(z.string(), z.unknown()).nullable(),
  itemId: Id.nullable(),
  itemVersion: z.int().nullable(),
})
export type BundledEvent = z.output<typeof BundledEvent>

const Hash = z.string().regex(/^[0-9a-f]{64}$/)

export const BundleManifest = z.strictObject({
  format: z.literal('winnow-webset-bundle'),
  version: z.literal(1),
  websetId: Id,
  title: z.string().nullable(),
  counts: z.strictObject({ items: z.int().min(0), pages: z.int().min(0), events: z.int().min(0) }),
  entries: z.array(z.strictObject({ name: z.string(), size: z.int().min(0), sha256: Hash })),
  root: Hash,
})
export type BundleManifest = z.output<typeof BundleManifest>

export const BundleSignature = z.strictObject({
  algorithm: z.literal('ed25519'),
  publicKey: z.string().length(44),
  signature: z.string().length(88),
})
export type BundleSignature = z.output<typeof BundleSignature>
