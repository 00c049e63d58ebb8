import { expect, test } from 'vitest'
import type { IndexHit } from '../ports/search-index.ts'
import { preferLocation } from './prefer-location.ts'

const hit = (
  documentId: string,
  score: number,
  country: string | null = null,
  language = 'en',
): IndexHit => ({
  passageId: `${documentId}#0`,
  documentId,
  version: 1,
  ordinal: 0,
  start: 0,
  end: 1,
  url: `https://example.org/${documentId}`,
  canonicalUrl: `https://example.org/${documentId}`,
  title: null,
  language,
  country,
  kind: null,
  publishedAt: null,
  contentHash: '',
  score,
})
const order = (hits: IndexHit[], country?: string) =>
  preferLocation(hits, country).map(({ documentId }) => documentId)

test('near-equals are ordered by country, then by language; what is better stays before them', () => {
  const hits = [
    hit('best', 10),
    hit('english', 6),
    hit('german', 5.9, null, 'de'),
    hit('austrian', 5.8, 'AT', 'de'),
    hit('last', 0),
  ]
  expect(order(hits, 'AT')).toEqual(['best', 'austrian', 'german', 'english', 'last'])
  expect(order(hits, 'at')).toEqual(['best', 'austrian', 'german', 'english', 'last'])
  expect(order(hits, 'JP')).toEqual(order(hits))
  expect(order(hits)).toEqual(['best', 'english', 'german', 'austrian', 'last'])
})

test('scores of any scale work alike, cosines close together as well as equal ones', () => {
  const cosines = [hit('a', 0.84), hit('b', 0.839, 'FR', 'fr'), hit('c', 0.82, 'FR', 'fr'), hit('d', 0.78)]
  expect(order(cosines, 'FR')).toEqual(['b', 'a', 'c', 'd'])
  expect(order([hit('a', 0), hit('b', 0, 'FR')], 'FR')).toEqual(['b', 'a'])
  expect(order([], 'FR')).toEqual([])
})
