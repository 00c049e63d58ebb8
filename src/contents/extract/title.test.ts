import { expect, test } from 'vitest'
import { extractHtml } from './extract-html.ts'

const titleOf = (head: string, body = '', url = 'https://www.bramble-press.example/x'): string | null =>
  extractHtml({ url, body: `<html><head>${head}</head><body>${body}</body></html>` }).title

test.each([
  [
    'the headline rather than the window title',
    '<title>How to prune | Bramble Press</title>',
    '<h1>How to prune</h1>',
    'How to prune',
  ],
  [
    'not the name of the site set as a headline',
    '<title>How to prune | Bramble Press</title><meta property="og:site_name" content="Bramble Press">',
    '<h1>Bramble Press</h1><h2>How to prune</h2>',
    'How to prune',
  ],
  ['the site cut off by its host', '<title>How to prune – Bramble Press</title>', '', 'How to prune'],
  [
    'the site cut off in front',
    '<title>Bramble Press: How to prune</title><meta property="og:site_name" content="Bramble Press">',
    '',
    'How to prune',
  ],
  [
    'of several headlines the one that is the title',
    '<title>How to prune</title>',
    '<h1>Sale ends today</h1><h1>How to prune</h1>',
    'How to prune',
  ],
  [
    'a dash inside a title stays',
    '<title>Pruning – a beginner’s guide</title>',
    '',
    'Pruning – a beginner’s guide',
  ],
  [
    'what is shared before what the window shows',
    '<title>x</title><meta property="og:title" content="How to prune">',
    '',
    'How to prune',
  ],
])('%s', (_name, head, body, expected) => {
  expect(titleOf(head, body)).toBe(expected)
})

test.each([
  [
    'a home page keeps the name of its site',
    'https://www.bramble-press.example/',
    '<h1>Books to prune by</h1>',
  ],
  ['as an index page does', 'https://bramble-press.example/index.html', '<h1>Books to prune by</h1>'],
])('%s', (_name, url, body) => {
  const head = '<title>Bramble Press – books to prune by</title>'
  expect(titleOf(head, body, url)).toBe('Bramble Press – books to prune by')
})

test.each(['About us', 'Impressum', 'À propos'])('%s says whose page it is', (headline) => {
  expect(titleOf(`<title>${headline} | Bramble Press</title>`, `<h1>${headline}</h1>`)).toBe(
    `${headline} | Bramble Press`,
  )
})

test('no title is null', () => {
  expect(titleOf('')).toBeNull()
})
