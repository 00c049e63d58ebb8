import { expect, test } from 'vitest'
import { extractHtml } from './extract-html.ts'
import { extractPage } from './extract-page.ts'

const url = 'https://hostile.example/'
const prose = 'Here is a sentence that is long enough to count as prose, with a comma or two, and an end.'

const pages: Record<string, string> = {
  'nested divs': '<div>'.repeat(1_000_000) + prose,
  'nested tables': '<table><tr><td>'.repeat(50_000) + prose,
  'nested formatting': '<b a=1><i b=2><u c=3>'.repeat(2000) + '<p>x'.repeat(2000),
  'a gigantic attribute': `<p class="${'a '.repeat(1_000_000)}">${prose}</p>`,
  'many attributes': `<p ${Array.from({ length: 5000 }, (_, at) => `a${at}=1`).join(' ')}>${prose}</p>`,
  'null bytes': `<p>${prose.replaceAll(' ', '\0 ')}</p>`,
  'unclosed tags': '<a href="<p><<<'.repeat(10_000),
  'nothing but space': ' \n'.repeat(500_000),
  nothing: '',
  'a comment without an end': `<!-- ${prose}`,
  'a frameset': '<frameset><frame src="a"></frameset>',
  'a doctype alone': '<!doctype html>',
  'nested JSON-LD': `<script type="application/ld+json">${'['.repeat(50_000)}${']'.repeat(50_000)}</script>${prose}`,
  'poisoned JSON-LD': `<script type="application/ld+json">{"@type":"Article","__proto__":{"polluted":true}}</script>`,
}

test.each(Object.entries(pages))('%s end in a page', (_name, body) => {
  const page = extractHtml({ url, body })
  expect(page.mediaType).toBe('html')
  expect(typeof page.text).toBe('string')
  expect({}).not.toHaveProperty('polluted')
})

test('a page beyond the limits is cut there, and says so', () => {
  const body = `<p>${prose}</p>`.repeat(200)
  expect(extractHtml({ url, body }, { maxNodes: 50, maxDepth: 100 })).toMatchObject({ truncated: true })
  expect(extractHtml({ url, body: '<div>'.repeat(200) }, { maxNodes: 5000, maxDepth: 100 }).truncated).toBe(
    true,
  )
  expect(extractHtml({ url, body }).truncated).toBe(false)
})

test('bytes that are in no encoding are read as well as they can be', () => {
  const noise = Uint8Array.from({ length: 20_000 }, (_, at) => (at * 7919) % 256)
  const bytes = Buffer.concat([Buffer.from(`<p>${prose}</p><p>`), noise])
  expect(extractHtml({ url, body: bytes }).text).toContain(prose)
})

test.each([
  ['image/png', '89504e470d0a1a0a00000000'],
  ['text/html', '89504e470d0a1a0a00000000'],
  ['application/zip', '504b030400000000'],
  ['application/octet-stream', '0001020304050607ff00ff00'],
  ['video/mp4', '00000018667479706d703432'],
])('%s with binary content is refused by its type', async (contentType, hex) => {
  await expect(extractPage({ url, contentType, body: Buffer.from(hex, 'hex') })).rejects.toMatchObject({
    code: 'unsupported_media_type',
  })
})
