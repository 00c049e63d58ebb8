import { expect, test } from 'vitest'
import { scanListing, sitemapsInRobots } from './scan-listing.ts'

const at = 'https://a.example/list.xml'

test('a sitemap names pages and when they changed', () => {
  const text = `<?xml version="1.0"?><!-- made --><urlset xmlns="x" xmlns:image="y">
    <url><loc> https://a.example/1?a=1&amp;b=2 </loc><lastmod>2026-01-02</lastmod>
      <image:image><image:loc>https://a.example/i.png</image:loc></image:image></url>
    <url><loc>/2</loc><lastmod>soon</lastmod></url><url><loc>http://[</loc></url></urlset>`
  expect(scanListing(text, at)).toEqual({
    kind: 'sitemap',
    pages: [
      { url: 'https://a.example/1?a=1&b=2', modifiedAt: new Date('2026-01-02') },
      { url: 'https://a.example/2', modifiedAt: null },
    ],
    sitemaps: [],
  })
})

test('a sitemap index names sitemaps', () => {
  const text = '<sitemapindex><sitemap><loc>https://a.example/s.xml.gz</loc></sitemap></sitemapindex>'
  expect(scanListing(text, at)?.sitemaps).toEqual(['https://a.example/s.xml.gz'])
})

test('RSS and Atom entries are pages; the feed itself and its other links are not', () => {
  const rss = `<rss><channel><link>https://a.example/</link><item><title>T</title><link>https://a.example/p</link>
    <pubDate>Tue, 03 Feb 2026 10:00:00 GMT</pubDate></item></channel></rss>`
  expect(scanListing(rss, at)?.pages).toEqual([
    { url: 'https://a.example/p', modifiedAt: new Date('2026-02-03T10:00:00Z') },
  ])
  const atom = `<feed><link href="https://a.example/"/><entry><link rel="edit" href="/edit"/><link href="/e"/>
    <updated>2026-02-03T00:00:00Z</updated></entry></feed>`
  expect(scanListing(atom, at)?.pages).toEqual([
    { url: 'https://a.example/e', modifiedAt: new Date('2026-02-03') },
  ])
})

test.each(['<!DOCTYPE html><html><a href="x">', 'plain', '', '{"a": 1}'])('%s is no listing', (text) => {
  expect(scanListing(text, at)).toBeNull()
})

test('entities of a document type are not expanded', () => {
  const bomb = `<?xml version="1.0"?><!DOCTYPE urlset><urlset><url><loc>/&lol;</loc></url></urlset>`
  expect(scanListing(bomb, at)?.pages[0]?.url).toBe('https://a.example/&lol;')
})

test('robots.txt names sitemaps in any case', () => {
  expect(
    sitemapsInRobots('User-agent: *\nSITEMAP: https://a.example/s.xml\n sitemap:https://a.example/t'),
  ).toEqual(['https://a.example/s.xml', 'https://a.example/t'])
})
