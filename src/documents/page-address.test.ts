import { describe, expect, test } from 'vitest'
import { addressKey, canonicalUrl, registrableDomain, tidyUrl } from './page-address.ts'

test.each([
  ['https://a.example/x?utm_source=n&b=2&a=1#top', 'https://a.example/x?b=2&a=1'],
  ['HTTPS://A.Example:443/x', 'https://a.example/x'],
  ['https://user:pass@a.example/', 'https://a.example/'],
  ['ftp://a.example/', null],
  ['not a url', null],
  ['javascript:alert(1)', null],
])('%s is shown as %s', (address, expected) => {
  expect(tidyUrl(address)).toBe(expected)
})

describe('the same page', () => {
  test.each([
    ['https://www.a.example/x/', 'http://a.example/x'],
    ['https://a.example/?b=2&a=1', 'https://a.example?a=1&b=2'],
    ['https://a.example/index.html', 'https://a.example'],
  ])('%s and %s', (one, other) => {
    expect(addressKey(one)).toBe(addressKey(other))
  })

  test.each([
    ['https://a.example/x', 'https://b.a.example/x'],
    ['https://a.example/x?id=1', 'https://a.example/x?id=2'],
    ['https://a.example/X', 'https://a.example/x'],
    ['https://a.example:8443/', 'https://a.example/'],
  ])('not %s and %s', (one, other) => {
    expect(addressKey(one)).not.toBe(addressKey(other))
  })
})

describe('a canonical address', () => {
  test('is taken within the site, relative ones too', () => {
    expect(canonicalUrl('https://www.a.example/x?print=1', '/x')).toBe('https://www.a.example/x')
    expect(canonicalUrl('https://www.a.example/x', 'https://blog.a.example/x')).toBe(
      'https://blog.a.example/x',
    )
  })
  test("never makes a page pass for another site's", () => {
    expect(canonicalUrl('https://evil.example/x', 'https://bank.example/')).toBe('https://evil.example/x')
    expect(canonicalUrl('https://evil.co.uk/x', 'https://bank.co.uk/')).toBe('https://evil.co.uk/x')
    expect(canonicalUrl('https://a.github.io/x', 'https://b.github.io/')).toBe('https://a.github.io/x')
  })
  test('that is nonsense is ignored', () => {
    for (const claimed of ['', 'http://[', 'mailto:x@y.example', null]) {
      expect(canonicalUrl('https://a.example/x', claimed)).toBe('https://a.example/x')
    }
  })
})

test('registrable domains follow the public suffix list', () => {
  expect(registrableDomain('www.shop.example.co.uk')).toBe('example.co.uk')
  expect(registrableDomain('127.0.0.1')).toBe('127.0.0.1')
})
