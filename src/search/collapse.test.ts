import { expect, it } from 'vitest'
import { collapse } from './collapse.ts'

const page = (name: string, canonicalUrl: string, contentHash: string) => ({
  name,
  canonicalUrl,
  contentHash,
})
const names = (pages: ReturnType<typeof page>[]): string[][] =>
  collapse(pages).map(({ item, duplicates }) => [item.name, ...duplicates.map(({ name }) => name)])

it('keeps the best of the same address and of the same text', () => {
  const pages = [page('a', 'u1', 'h1'), page('b', 'u2', 'h2'), page('c', 'u3', 'h1'), page('d', 'u2', 'h9')]
  expect(names(pages)).toEqual([
    ['a', 'c'],
    ['b', 'd'],
  ])
})

it('knows a copy of a copy', () => {
  expect(names([page('a', 'u1', 'h1'), page('b', 'u1', 'h2'), page('c', 'u3', 'h2')])).toEqual([
    ['a', 'b', 'c'],
  ])
})

it('takes what has no mark for unlike all others', () => {
  expect(names([page('a', '', ''), page('b', '', '')])).toEqual([['a'], ['b']])
})
