import { z } from 'zod'
import { pageOf, pageQuery } from './pagination.ts'

/** A page in the store, without what it says. */
export const StoredDocument = z.object({
  id: z.string(),
  object: z.literal('document'),
  url: z.string(),
  title: z.string().nullable(),
  kind: z.string().describe('How the page is built: article, listing, forum…'),
  category: z.string().nullable().describe('What it is about: company, person, research paper…'),
  language: z.string().nullable(),
  visibility: z.enum(['team', 'public']),
  source: z.string().describe('What brought it: `crawl`, `contents`, `ingest`, `sample`…'),
  version: z.int().describe('The newest; each change of the page is one more.'),
  characters: z.int().describe('Of its text.'),
  isIndexed: z.boolean().describe('Whether searches find it as it is now.'),
  firstSeenAt: z.iso.datetime(),
  checkedAt: z.iso.datetime().describe('When it was last seen to be so.'),
})
export type StoredDocument = z.output<typeof StoredDocument>

export const ListDocumentsRequest = z.strictObject({
  ...pageQuery({ default: 50, max: 200 }).shape,
  search: z.string().trim().min(1).max(200).optional().describe('A part of the address or the title.'),
  domain: z.string().trim().min(1).max(255).optional().describe('This host and all below it.'),
  visibility: StoredDocument.shape.visibility.optional(),
})
export type ListDocumentsRequest = z.output<typeof ListDocumentsRequest>
export const DocumentList = pageOf(StoredDocument)
export type DocumentList = z.output<typeof DocumentList>

export const DocumentReference = z.object({ id: z.string().min(1) })

export const DocumentHistory = StoredDocument.extend({
  versions: z
    .array(z.object({ version: z.int(), fetchedAt: z.iso.datetime(), characters: z.int() }))
    .describe('The newest first.'),
})
export type DocumentHistory = z.output<typeof DocumentHistory>

const Link = z.object({ url: z.string(), text: z.string() })

export const VersionReference = z.object({ id: z.string().min(1), version: z.coerce.number().int().min(1) })
export const DocumentVersion = z.object({
  object: z.literal('document_version'),
  documentId: z.string(),
  version: z.int(),
  url: z.string(),
  fetchedAt: z.iso.datetime(),
  text: z.string().describe('Never changes: quotes point into it by position.'),
  extracted: z
    .object({
      title: z.string().nullable(),
      author: z.string().nullable(),
      publishedDate: z.iso.datetime().nullable(),
      language: z.string().nullable(),
      kind: z.string(),
      category: z.string().nullable(),
      description: z.string().nullable(),
      siteName: z.string().nullable(),
      unsafe: z.array(z.string()).describe('Why it is not for everybody; empty for nearly all pages.'),
      structured: z
        .record(z.string(), z.unknown())
        .describe('JSON-LD, OpenGraph, metas, tables and definition lists, as the page gave them.'),
      links: z.array(Link),
      imageLinks: z.array(Link),
      codeBlocks: z.array(z.string()),
    })
    .describe('What was read off the page besides its text.'),
})
export type DocumentVersion = z.output<typeof DocumentVersion>
