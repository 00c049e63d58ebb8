import { expect, it } from 'vitest'
import { toDocuments } from './documents.ts'

const hit = (documentId: string, score: number, version = 1) => ({ documentId, score, version })

it('ranks documents by their best passage and keeps the others', () => {
  const hits = [hit('a', 9), hit('b', 8), hit('a', 7), hit('b', 1)]
  expect(toDocuments(hits)).toEqual([
    { documentId: 'a', best: hits[0], score: 9, passages: [hits[0], hits[2]] },
    { documentId: 'b', best: hits[1], score: 8, passages: [hits[1], hits[3]] },
  ])
})

it('leaves out passages of a version that has been replaced', () => {
  expect(toDocuments([hit('a', 9, 1), hit('a', 5, 2)])).toMatchObject([
    { score: 5, passages: [{ version: 2 }] },
  ])
})
