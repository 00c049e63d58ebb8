import { expect, it } from 'vitest'
import type { IndexHit } from '../ports/search-index.ts'
import { rankDocuments } from './rank.ts'

const hit = (documentId: string, ordinal: number, score: number, contentHash = documentId): IndexHit => ({
  passageId: `${documentId}#${ordinal}`,
  documentId,
  version: 1,
  ordinal,
  start: 0,
  end: 1,
  url: `https://example.org/${documentId}`,
  canonicalUrl: `https://example.org/${documentId}`,
  title: null,
  language: null,
  country: null,
  kind: null,
  publishedAt: null,
  contentHash,
  score,
})

it('ranks documents by all lists, without copies, and can say why', () => {
  const ranked = rankDocuments({
    keyword: [hit('a', 0, 9), hit('a', 1, 8), hit('copy', 0, 7, 'same'), hit('b', 0, 6, 'same')],
    vector: [hit('b', 2, 0.9, 'same'), hit('a', 1, 0.8)],
  })
  expect(ranked.map(({ document }) => document.documentId)).toEqual(['a', 'b'])
  expect(ranked[0]).toMatchObject({
    document: { best: { ordinal: 0 }, passages: [{ ordinal: 0 }, { ordinal: 1 }] },
    from: { keyword: { rank: 1, score: 9 }, vector: { rank: 2, score: 0.8 } },
    duplicates: [],
  })
})

it('joins copies under the one that ranks best', () => {
  const [only] = rankDocuments({ keyword: [hit('a', 0, 2, 'same'), hit('b', 0, 1, 'same')] })
  expect(only).toMatchObject({ document: { documentId: 'a' }, duplicates: ['b'] })
})

it('ranks one list as it is, and nothing as nothing', () => {
  expect(
    rankDocuments({ vector: [hit('a', 0, 2), hit('b', 0, 1)] }).map(({ document }) => document.documentId),
  ).toEqual(['a', 'b'])
  expect(rankDocuments({ keyword: [] })).toEqual([])
})
