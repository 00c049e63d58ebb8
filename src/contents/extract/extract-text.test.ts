import { expect, test } from 'vitest'
import { extractPage } from './extract-page.ts'

const url = 'https://files.example/notes/a'

test('plain text is kept as written, its first line the title', async () => {
  const page = await extractPage({
    url,
    contentType: 'text/plain',
    body: 'Minutes\r\n\r\nAll were present.\r\nNone left early.',
  })
  expect(page).toMatchObject({
    kind: 'document',
    mediaType: 'text',
    title: 'Minutes',
    text: 'Minutes\n\nAll were present.\nNone left early.',
  })
})

test('HTML that calls itself plain text is read as HTML', async () => {
  const body = '<!doctype html><title>Hello</title><h1>Hello</h1>'
  expect(await extractPage({ url, contentType: 'text/plain', body })).toMatchObject({
    mediaType: 'html',
    title: 'Hello',
  })
})

test('Markdown gives its title, headings, code and links', async () => {
  const body =
    '---\ntitle: "Guide"\ndate: 2024-05-06\n---\n# Start\n\nSee [the list](../list).\n\n```sh\n# no heading\nrun\n```\n\n## Next\n\nEnd.'
  const page = await extractPage({ url: `${url}.md`, contentType: 'text/markdown', body })
  expect(page).toMatchObject({
    mediaType: 'markdown',
    title: 'Guide',
    publishedDate: '2024-05-06T00:00:00.000Z',
  })
  expect(page.headings.map(({ text }) => text)).toEqual(['Start', 'Next'])
  expect(
    page.headings.every(({ start, text }) => page.text.slice(start).replace(/^#+ /, '').startsWith(text)),
  ).toBe(true)
  expect(page.codeBlocks).toEqual([{ language: 'sh', code: '# no heading\nrun' }])
  expect(page.links).toEqual([{ url: 'https://files.example/list', text: 'the list', section: 'body' }])
})

test('JSON is indented and may be linked data; what is not JSON stays text', async () => {
  const body = '{"@context":"https://schema.org","@type":"Person","name":"Ada","age":36}'
  const page = await extractPage({ url, contentType: 'application/ld+json', body })
  expect(page).toMatchObject({
    kind: 'data',
    mediaType: 'json',
    title: 'Ada',
    structured: { jsonLd: [{ '@type': 'Person' }] },
  })
  expect(page.text).toContain('  "age": 36')
  expect((await extractPage({ url, contentType: 'application/json', body: '{"broken":' })).text).toBe(
    '{"broken":',
  )
})

test('a feed gives its title, its texts and its links', async () => {
  const body = `<?xml version="1.0"?><rss><channel><title>News &amp; notes</title><item><title><![CDATA[First]]></title>
    <link>https://files.example/1</link><description>It &lt;b&gt;rained&lt;/b&gt; all day.</description></item></channel></rss>`
  const page = await extractPage({ url, contentType: 'application/rss+xml', body })
  expect(page).toMatchObject({ kind: 'data', mediaType: 'xml', title: 'News & notes' })
  expect(page.text).toContain('First')
  expect(page.text).toMatch(/It\s+rained\s+all day\./)
  expect(page.links.map(({ url }) => url)).toEqual(['https://files.example/1'])
})
