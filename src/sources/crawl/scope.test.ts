import { describe, expect, test } from 'vitest'
import { CrawlSource } from '../../contract/ingest.ts'
import { crawlScope, isTrap, matchesGlob } from './scope.ts'

const scopeOf = (options: object = {}) =>
  crawlScope(CrawlSource.parse({ kind: 'crawl', urls: ['https://www.a.example/docs/'], ...options }))

describe('how far a crawl goes', () => {
  test.each([
    ['site', 'https://blog.a.example/', true],
    ['site', 'https://b.example/', false],
    ['host', 'https://a.example/', true],
    ['host', 'https://blog.a.example/', false],
    ['any', 'https://b.example/', true],
  ])('within the %s, %s: %s', (scope, url, visited) => {
    expect(scopeOf({ scope }).admit(url) !== null).toBe(visited)
  })

  test('addresses are tidied, and what cannot be a page is left out', () => {
    expect(scopeOf().admit('https://a.example/x?utm_source=y#z')).toBe('https://a.example/x')
    for (const url of ['mailto:x@a.example', 'javascript:void 0', 'https://a.example/logo.PNG', 'nonsense'])
      expect(scopeOf().admit(url)).toBeNull()
  })

  test('patterns narrow it down', () => {
    const scope = scopeOf({ include: ['/docs/*'], exclude: ['*/old/*'] })
    expect(scope.admit('https://a.example/docs/x')).not.toBeNull()
    expect(scope.admit('https://a.example/blog/x')).toBeNull()
    expect(scope.admit('https://a.example/docs/old/x')).toBeNull()
    expect(scope.admitListing('https://a.example/sitemap.xml')).not.toBeNull()
  })
})

test.each([
  ['/docs/*', true],
  ['/docs', false],
  ['*/b?x=1', true],
  ['https://a.example/*', true],
  ['*', true],
  ['/*a*a*a*', false],
  ['/docs/a/b?x=1', true],
  ['/docs/a/b?x=1*1', false],
])('%s matches: %s', (glob, matches) => {
  expect(matchesGlob(glob, new URL('https://a.example/docs/a/b?x=1'))).toBe(matches)
})

test.each([
  'https://a.example/x/y/x/y/x/y/x/y',
  `https://a.example/${'a'.repeat(1000)}`,
  `https://a.example/?${Array.from({ length: 12 }, (_, i) => `f${i}=1`).join('&')}`,
  `https://a.example/${Array.from({ length: 30 }, (_, i) => i).join('/')}`,
])('%s is a trap', (url) => {
  expect(isTrap(url)).toBe(true)
})
