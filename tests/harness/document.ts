import type { Document } from '../../src/documents/index.ts'
import type { Page } from '../../src/entities/index.ts'
import { aPage } from './page.ts'

type Parts = Parameters<typeof aPage>[0] & Partial<Omit<Document, keyof Page>>

/** A stored page with nothing in it but what is given. Two with different addresses are different documents. */
export function aDocument(parts: Parts = {}): Document {
  const page = aPage(parts)
  const seen = new Date('2026-06-01T00:00:00Z')
  return {
    id: `doc_${page.url}`,
    teamId: 'team_test',
    host: new URL(page.url).host,
    version: 1,
    category: null,
    contentHash: '',
    html: null,
    fetchedAt: seen,
    checkedAt: seen,
    etag: null,
    lastModified: null,
    ...page,
  }
}
