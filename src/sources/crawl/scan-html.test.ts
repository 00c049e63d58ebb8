import { expect, test } from 'vitest'
import { scanHtml } from './scan-html.ts'

const page = 'https://a.example/dir/page'

test('links are resolved against the base, and those marked nofollow are not followed', () => {
  const { links, feeds } = scanHtml(
    `<head><base href="/root/"><base href="/ignored/">
     <link rel="alternate" type="application/rss+xml" href="feed.xml"></head>
     <a href="x">X</a><A HREF=' y '>Y</A><a rel="external nofollow" href="z">Z</a>
     <area href="https://b.example/"><a>none</a><a href="http://[">broken</a>`,
    page,
  )
  expect(links).toEqual(['https://a.example/root/x', 'https://a.example/root/y', 'https://b.example/'])
  expect(feeds).toEqual(['https://a.example/root/feed.xml'])
})

test.each([
  ['<meta name="robots" content="noindex">', '', { noindex: true, nofollow: false }],
  ['<meta name="ROBOTS" content="NoFollow, noarchive">', '', { noindex: false, nofollow: true }],
  ['<meta name="robots" content="none">', '', { noindex: true, nofollow: true }],
  ['', 'noindex', { noindex: true, nofollow: false }],
  ['<meta name="description" content="noindex">', '', { noindex: false, nofollow: false }],
])('%s %s', (markup, header, expected) => {
  const signals = scanHtml(`${markup}<a href="x">X</a>`, page, header)
  expect(signals).toMatchObject(expected)
  expect(signals.links).toHaveLength(expected.nofollow ? 0 : 1)
})

test('a page that sends its readers on is followed there', () => {
  expect(scanHtml('<meta http-equiv="refresh" content="0; URL=/new">', page).links).toEqual([
    'https://a.example/new',
  ])
})
