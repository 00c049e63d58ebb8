import { createHash } from 'node:crypto'
import { publicTeamId, type Document } from '../../src/documents/index.ts'

/** A stored page with nothing on it but what is given. */
export function aDocument(parts: Partial<Document> = {}): Document {
  const url = parts.url ?? 'https://site.example/page'
  const at = new Date('2026-06-01T00:00:00Z')
  return {
    id: `doc_${createHash('sha256').update(url).digest('hex').slice(0, 12)}`,
    teamId: publicTeamId,
    url,
    host: new URL(url).host,
    version: 1,
    title: null,
    author: null,
    publishedAt: null,
    language: 'en',
    kind: 'article',
    category: null,
    text: '',
    html: null,
    details: { links: [], imageLinks: [], codeBlocks: [], structured: {} },
    contentHash: '',
    fetchedAt: at,
    checkedAt: at,
    etag: null,
    lastModified: null,
    ...parts,
  }
}
