import { expect, test } from 'vitest'
import type { Page } from '../../ports/extractor.ts'
import { extractHtml } from './extract-html.ts'

const read = (body: string, head = ''): Page =>
  extractHtml({ url: 'https://a.example/x', body: `<html><head>${head}</head><body>${body}</body></html>` })

test.each([
  ['<p>By Ada Lark</p>', 'Ada Lark'],
  ['<p>Written by Ada Lark | 3 min read</p>', 'Ada Lark'],
  ['<p class="post-author">Ada Lark</p>', 'Ada Lark'],
  ['<a rel="author" href="/ada">Ada Lark</a>', 'Ada Lark'],
  ['<span itemprop="author"><span itemprop="name">Ada Lark</span> Member since 2009</span>', 'Ada Lark'],
  ['<p>By the way, this is not a byline at all.</p>', null],
  ['<p>By 2030 all will be well</p>', null],
])('%s', (line, author) => {
  expect(read(`<h1>A headline</h1>${line}`).author).toBe(author)
})

test('a person is preferred to the site, and addresses are no names', () => {
  const head = `<meta property="og:site_name" content="The Gazette"><meta name="author" content="The Gazette">
    <meta property="article:author" content="https://social.example/gazette"><meta name="parsely-author" content="Ada Lark">`
  expect(read('', head).author).toBe('Ada Lark')
  expect(
    read('', '<meta property="og:site_name" content="The Gazette"><meta name="author" content="The Gazette">')
      .author,
  ).toBe('The Gazette')
})

test.each([
  ['<time class="published" datetime="2024-05-06">6 May</time>', '2024-05-06T00:00:00.000Z'],
  [
    '<time datetime="2024-01-01">first</time><time class="entry-date" datetime="2024-05-06">6 May</time>',
    '2024-05-06T00:00:00.000Z',
  ],
  ['<p>Posted on May 6, 2024</p>', '2024-05-06T00:00:00.000Z'],
  // Days of something else.
  ['<dl><dt>Apply by</dt><dd>28 June 2026</dd></dl>', null],
  ['<p>Apply by 28 June 2026</p>', null],
  ['<table><tr><td>ISO 9001</td><td>31 March 2027</td></tr></table>', null],
  ['<p>17–19 September 2026</p>', null],
  ['<p>Founded here, we published our first story on 3 May 2021</p>', null],
  ['<dl><dt>Published</dt><dd>6 May 2024</dd></dl>', '2024-05-06T00:00:00.000Z'],
  ['<p>Received 2 January 2024; accepted 1 April 2024; published 6 May 2024</p>', '2024-05-06T00:00:00.000Z'],
  [
    '<p>Everything we said on May 6, 2024 turned out to be wrong, and it took us more than a year to see it clearly.</p>',
    null,
  ],
])('%s', (line, date) => {
  expect(read(`<h1>A headline</h1>${line}`).publishedDate).toBe(date)
})

test('headers speak where the page is silent', () => {
  const headers = {
    'last-modified': 'Wed, 21 Oct 2015 07:28:00 GMT',
    'content-language': 'pt-br',
    link: '<https://a.example/canonical>; rel="canonical"',
  }
  expect(extractHtml({ url: 'https://a.example/x', body: '<p>x</p>', headers })).toMatchObject({
    modifiedDate: '2015-10-21T07:28:00.000Z',
    language: 'pt-BR',
    canonicalUrl: 'https://a.example/canonical',
    publishedDate: null,
  })
})
