import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { testFolder } from '../../../tests/harness/folder.ts'
import { testSite } from '../../../tests/harness/site.ts'
import { loopbackFetcher, testSources } from '../../../tests/harness/sources.ts'
import { httpResponse, warcRecord } from '../../../tests/harness/warc.ts'

const folder = await testFolder()
const ingestion = await testSources()
let files = 0

async function fileOf(name: string, content: string | Uint8Array): Promise<string> {
  const own = join(folder, String(++files))
  await mkdir(own)
  await writeFile(join(own, name), content)
  return join(own, name)
}
const load = async (name: string, content: string | Uint8Array, options: object = {}) =>
  ingestion.ingest({ kind: 'file', path: await fileOf(name, content), ...options })
const pagesAt = async (host: string) =>
  (await ingestion.stored()).filter(({ url }) => new URL(url).hostname === host)
const causes = (job: { failures: { cause: string; count: number }[] }) =>
  Object.fromEntries(job.failures.map(({ cause, count }) => [cause, count]))
const wikiPage = (title: string, ns: number, text: string, more = '') =>
  `<page><title>${title}</title><ns>${ns}</ns>${more}<revision><timestamp>2026-01-01T00:00:00Z</timestamp>
     <contributor><username>U</username></contributor><text xml:space="preserve">${text}</text></revision></page>`
const textRecord = (date: string, text: string) =>
  warcRecord('conversion', 'https://old.example/', text, { contentType: 'text/plain', date })

// Nothing here packs bzip2. A dump of two pages, "Sieve" and "Chaff", with a stream for each; and 100 MB of zeros.
const packedDump = Buffer.from(
  'QlpoOTFBWSZTWYdLlU4AABufgFAD8RcgAg6QP+/fwDAAxmhKmSn6oehqYhoeUD1DagDVPUep6JoaAAAAASqeQRDyanqaMQaD' +
    'Rp6mlSUbbHyj1vdFAG3sRMMDFHIi1Up5Z6OllO6bA5YZrDgo9DNty11Ms1CGU15IY3B0sDYfqF9s+zyg1sj8c0zpgmjkRRlF' +
    'kDKsWERTs44Ei/YZ1mhqWFcyJMQGk7SWLSwLnGDKlyLYIjB97ig0gMF0YasQPZowSIhiJw6xIPgbQtZF0YfnDQoBFEQijjdt' +
    'NXvjvLoA61fSH8XckU4UJCHS5VOAQlpoOTFBWSZTWeUkzAsAABafgFAD8RcoAAYQP+/fwDAAurYap5QAyAeppoGhoA1T0nqN' +
    'pDQ0BoAABKp4pPUP0iegCAB6j1EzW2L8eFQYSIkpFyVIiodmFQuzfOsCU/anrFmdG+SI2GJmEhV0cAhOFBWZDXRq/HP6aRGE' +
    'gQwQWNSwPJOcCm03lopfFRy+s/MUHMYMQMDcUcsWmjA8zQXQPHwU0dqELhMEYRAliIIDOWcUyB2yh+LuSKcKEhykmYFg',
  'base64',
)
const packedBomb = Buffer.from(
  'QlpoOTFBWSZTWQ4J4t8BX45AAMAAAAggADCATUZCoCWpCoCXMUFZJlNZDgni3wFfjkAAwAAACCAAMIBNRkKgJakKgJcxQVkm' +
    'U1mKltepAGQGRADAABAAAAggADDMBSmmKARbEoBF4u5IpwoSFdRTLWA=',
  'base64',
)
const garble = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.map((byte, at) => (at === 100 ? byte ^ 0xff : byte)))

async function abortAfter(pages: number, controller: AbortController): Promise<void> {
  if ((await pagesAt('resumed.example')).length > pages) controller.abort()
}

test('a page in a file has its address by the name that is given, or else by that of the file', async () => {
  const baseUrl = 'https://named.example/files'
  await load('upload_1.html', '<title>A</title><p>First.</p>', { baseUrl, name: 'wading birds.html' })
  await load('other.html', '<title>B</title><p>Second.</p>', { baseUrl })
  expect((await pagesAt('named.example')).map(({ url }) => url)).toEqual([
    'https://named.example/files/other.html',
    'https://named.example/files/wading%20birds.html',
  ])
})

test('JSON lines: good ones are stored for the team, bad ones counted', async () => {
  const lines = [
    {
      url: 'https://jsonl.example/1',
      title: 'One',
      text: 'First.',
      publishedDate: '2026-01-02',
      author: 'A',
    },
    { url: 'https://jsonl.example/2', html: '<title>Two</title><p>Second.</p>' },
    { url: 'nonsense', text: 'x' },
    { url: 'https://jsonl.example/3' },
    ['a list'],
  ].map((line) => JSON.stringify(line))
  const job = await load('pages.jsonl', `\uFEFF${lines.join('\r\n')}\n\n{broken\n`)
  expect(job).toMatchObject({ status: 'completed', progress: { done: 6, stored: 2, failed: 4 } })
  expect(causes(job)).toEqual({ no_address: 1, no_text: 1, not_an_object: 1, not_json: 1 })
  expect(await pagesAt('jsonl.example')).toMatchObject([
    { team: 'team_a', title: 'One', text: 'First.' },
    { team: 'team_a', title: 'Two', text: 'Second.' },
  ])
})

test('CSV: columns by their usual or given names, quotes over lines, other separators', async () => {
  await load('a.csv', 'Link,Name,Content\nhttps://csv.example/1,"A ""b""","Two\nlines, one cell"\n')
  await load('b.tsv', 'where\tbody\nhttps://csv.example/2\tTabs.\n', { columns: { url: 'where' } })
  expect(await pagesAt('csv.example')).toMatchObject([
    { title: 'A "b"', text: 'Two\nlines, one cell' },
    { title: null, text: 'Tabs.' },
  ])
})

test('CSV: a quote that never ends costs its own row', async () => {
  const job = await load('c.csv', 'url,text\nhttps://quotes.example/1,"open\nhttps://quotes.example/2,fine\n')
  expect(causes(job)).toEqual({ quotes: 1 })
  expect(await pagesAt('quotes.example')).toMatchObject([{ text: 'fine' }])
})

describe('web archives', () => {
  const info = warcRecord('warcinfo', 'urn:x', 'software: test', { contentType: 'application/warc-fields' })

  test('hold pages as they were sent, each record packed on its own', async () => {
    const archive = [
      info,
      warcRecord('request', 'https://warc.example/1', 'GET / HTTP/1.1\r\n\r\n', {
        contentType: 'application/http; msgtype=request',
      }),
      warcRecord('response', 'https://warc.example/1', httpResponse('<title>One</title><p>First.</p>')),
      warcRecord('response', 'https://warc.example/404', httpResponse('gone', 'HTTP/1.1 404 Not Found')),
      warcRecord(
        'response',
        'https://warc.example/i',
        httpResponse('PNG', 'HTTP/1.1 200 OK\r\nContent-Type: image/png'),
      ),
      warcRecord(
        'response',
        'https://warc.example/2',
        httpResponse(
          '6\r\n<p>Chu\r\n9\r\nnked.</p>\r\n0\r\n\r\n',
          'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked',
        ),
      ),
      warcRecord('conversion', 'https://warc.example/3', 'Plain text.', { contentType: 'text/plain' }),
    ]
    const job = await load('x.warc.gz', Buffer.concat(archive.map((one) => gzipSync(one))))
    expect(job).toMatchObject({ status: 'completed', progress: { done: 3, stored: 3, failed: 0 } })
    expect(await pagesAt('warc.example')).toMatchObject([
      { title: 'One', text: 'OneFirst.'.slice(3) },
      { text: 'Chunked.' },
      { text: 'Plain text.' },
    ])
  })

  test('that end in the middle give what is whole', async () => {
    const whole = info + warcRecord('response', 'https://cut.example/1', httpResponse('<p>Whole.</p>'))
    const job = await load(
      'cut.warc',
      `${whole}${warcRecord('response', 'https://cut.example/2', httpResponse('x'.repeat(500))).slice(0, 400)}`,
    )
    expect(causes(job)).toEqual({ truncated_archive: 1 })
    expect(await pagesAt('cut.example')).toHaveLength(1)
    expect(causes(await load('odd.warc', `${whole}nonsense\r\n\r\n`))).toEqual({ broken_archive: 1 })
  })

  test('do not undo what was seen since', async () => {
    await load('new.wet', textRecord('2026-01-05', 'New.'))
    await load('old.wet', textRecord('2025-01-05', 'Old.'))
    expect(await pagesAt('old.example')).toMatchObject([{ text: 'New.' }])
  })
})

test('a folder of pages, with front matter; what is no page is passed over', async () => {
  const own = join(folder, 'site')
  await mkdir(join(own, 'sub dir', '.git'), { recursive: true })
  await writeFile(join(own, 'index.html'), '<title>Home</title><p>Welcome.</p>')
  await writeFile(
    join(own, 'sub dir', 'note.md'),
    '---\ntitle: "A note"\nurl: /notes/a\n---\n# Heading\n\nText.',
  )
  await writeFile(join(own, 'logo.png'), 'PNG')
  await writeFile(join(own, 'sub dir', '.git', 'x.html'), 'hidden')
  const job = await ingestion.ingest({ kind: 'file', path: own, baseUrl: 'https://folder.example/docs' })
  expect(job.progress).toMatchObject({ done: 2, stored: 2 })
  expect((await pagesAt('folder.example')).map(({ url, title }) => [url, title])).toEqual([
    ['https://folder.example/docs/index.html', 'Home'],
    ['https://folder.example/notes/a', 'A note'],
  ])
  expect(await ingestion.ingest({ kind: 'file', path: own })).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('baseUrl') as string,
  })
})

test('feeds as files', async () => {
  await load(
    'feed.xml',
    `<?xml version="1.0"?><rss><channel><title>Feed</title><item><title>T &amp; U</title><link>https://feed.example/1</link>
     <content:encoded><![CDATA[<p>Body.</p>]]></content:encoded></item></channel></rss>`,
  )
  await load(
    'atom.xml',
    `<feed><entry><title>Atom</title><link href="https://feed.example/2"/><author><name>N</name></author>
     <content type="xhtml"><div><p>Deep.</p></div></content></entry></feed>`,
  )
  expect(await pagesAt('feed.example')).toMatchObject([
    { title: 'T & U', text: 'Body.' },
    { title: 'Atom', text: 'Deep.' },
  ])
})

test('a MediaWiki export: articles, not redirects or talk, as readable text', async () => {
  const job = await load(
    'dump.xml',
    `<mediawiki><siteinfo><sitename>W</sitename><base>https://wiki.example/wiki/Main</base></siteinfo>
    ${wikiPage('Winnowing fan', 0, "'''Winnowing''' {{cite|a={{b}}}} separates [[grain|the grain]].&lt;ref&gt;x&lt;/ref&gt;\n== Use ==\n* one")}
    ${wikiPage('Fan', 0, '#REDIRECT', '<redirect title="Winnowing fan" />')}${wikiPage('Talk:Fan', 1, 'chat')}</mediawiki>`,
  )
  expect(job.progress).toMatchObject({ done: 1, stored: 1 })
  expect(await pagesAt('wiki.example')).toMatchObject([
    {
      url: 'https://wiki.example/wiki/Winnowing_fan',
      title: 'Winnowing fan',
      text: '**Winnowing**  separates the grain.\n## Use\n- one',
    },
  ])
})

test('a MediaWiki dump may be packed with bzip2, as those for download are, in several streams', async () => {
  const job = await load('dump.xml.bz2', packedDump)
  expect(job).toMatchObject({ status: 'completed', progress: { done: 2, stored: 2 } })
  expect(await pagesAt('packed.example')).toMatchObject([{ title: 'Chaff' }, { title: 'Sieve' }])
})

describe('a wrong file is a clear failure', () => {
  test.each([
    [
      'broken.jsonl.gz',
      gzipSync('{"url":"https://x.example/","text":"x"}'.repeat(9)).subarray(0, 30),
      /not whole gzip/,
    ],
    ['zip.jsonl', Buffer.from('PK\u0003\u0004 zipped'), /ZIP/],
    ['bz.xml', Buffer.from('BZh91AY'), /not whole bzip2/],
    ['cut.xml.bz2', packedDump.subarray(0, -20), /not whole bzip2: it ends too early/],
    ['garbled.xml.bz2', garble(packedDump), /not whole bzip2/],
    ['bomb.jsonl.bz2', packedBomb, /times its size/],
    ['empty.jsonl', Buffer.alloc(0), /empty/],
    ['what.bin', Buffer.from([1, 2, 3]), /format/],
    ['not.warc', Buffer.from('hello\n'), /no web archive/],
    ['table.csv', Buffer.from('a,b\n1,2\n'), /no column of addresses/],
    ['prose.jsonl', Buffer.from('just\nsome\nprose\n'), /None of the 3 records .* not_json/],
    ['bomb.jsonl.gz', gzipSync(Buffer.alloc(100 * 1024 * 1024)), /times its size/],
    [
      'bomb.xml',
      Buffer.from('<!DOCTYPE m [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><mediawiki><page/></mediawiki>'),
      /format|None/,
    ],
  ])('%s', async (name, content, expected) => {
    const job = await load(name, content)
    expect(job).toMatchObject({ status: 'failed', error: expect.stringMatching(expected) as string })
  })

  test('one that is not there', async () => {
    const job = await ingestion.ingest({ kind: 'file', path: '/nowhere/x.jsonl' })
    expect(job).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('/nowhere/x.jsonl') as string,
    })
  })
})

test('a line of 100 MB is passed over without being held', async () => {
  const good = JSON.stringify({ url: 'https://long.example/', text: 'Short.' })
  const job = await load(
    'long.jsonl',
    Buffer.concat([Buffer.alloc(100 * 1024 * 1024, 'x'), Buffer.from(`\n${good}\n`)]),
  )
  expect(causes(job)).toEqual({ record_too_long: 1 })
  expect(await pagesAt('long.example')).toHaveLength(1)
})

test('a run that is cut short goes on where it was', async () => {
  const lines = Array.from({ length: 230 }, (_, n) =>
    JSON.stringify({ url: `https://resumed.example/${n}`, text: `Page ${n}.` }),
  )
  const { id } = await ingestion.create({ kind: 'file', path: await fileOf('many.jsonl', lines.join('\n')) })
  for (let cut = 1; cut <= 3; cut++) {
    const controller = new AbortController()
    const watch = setInterval(() => void abortAfter(cut * 60, controller), 5)
    await ingestion.work(controller.signal).catch(() => {})
    clearInterval(watch)
    ingestion.resume()
  }
  await ingestion.work()
  expect(await ingestion.sources.get(ingestion.caller, id)).toMatchObject({
    status: 'completed',
    progress: { done: 230, stored: 230, failed: 0 },
  })
  expect(await pagesAt('resumed.example')).toHaveLength(230)
})

test('an upload is kept for its team, and deleted when it has been read', async () => {
  const { sources, caller, files } = ingestion
  const upload = (text: string) =>
    sources.upload(caller, {
      name: 'some.JSONL',
      body: new Blob([text]).stream() as ReadableStream<Uint8Array>,
    })
  const { id, bytes } = await upload('{"url": "https://upload.example/", "text": "Sent."}')
  expect(id).toMatch(/^upload_\w+\.jsonl$/)
  expect(bytes).toBe(51)
  const job = await ingestion.ingest({ kind: 'file', upload: id })
  expect(job.status).toBe('completed')
  expect(await pagesAt('upload.example')).toHaveLength(1)
  expect(await files.uploadPath(caller.teamId, id)).toBeNull()
  await expect(upload('x'.repeat(1001))).rejects.toMatchObject({ code: 'too_large' })
  expect(await files.uploadPath(caller.teamId, '../team_b/x')).toBeNull()
})

test('uploads that no job is going to read are removed when they are old', async () => {
  const { sources, caller, files, create } = ingestion
  const upload = async (text: string) =>
    (
      await sources.upload(caller, {
        name: 'x.jsonl',
        body: new Blob([text]).stream() as ReadableStream<Uint8Array>,
      })
    ).id
  const [forgotten, awaited] = [
    await upload('{}'),
    await upload('{"url": "https://kept.example/", "text": "x"}'),
  ]
  await create({ kind: 'file', upload: awaited })
  expect(await sources.pruneUploads(new Date(Date.now() - 60_000))).toBe(0)
  expect(await sources.pruneUploads(new Date(Date.now() + 60_000))).toBe(1)
  expect(await files.uploadPath(caller.teamId, forgotten)).toBeNull()
  expect(await files.uploadPath(caller.teamId, awaited)).not.toBeNull()
  await ingestion.work()
  expect(await pagesAt('kept.example')).toHaveLength(1)
})

test('a sitemap brings the pages that it names', async () => {
  const site = await testSite({
    '/a': '<title>A</title><p>First.</p>',
    '/b': '<title>B</title><p>Second.</p>',
  })
  const fetching = await testSources(loopbackFetcher())
  const entry = (path: string) => `<url><loc>${site.url}${path}</loc><lastmod>2026-01-01</lastmod></url>`
  const sitemap = `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
    ${entry('/a')}${entry('/b')}${entry('/missing')}<url><loc>nonsense</loc></url></urlset>`
  const job = await fetching.ingest({ kind: 'file', path: await fileOf('sitemap.xml.gz', gzipSync(sitemap)) })
  expect(job).toMatchObject({ status: 'completed', progress: { done: 4, stored: 2, failed: 2 } })
  expect(causes(job)).toEqual({ not_found: 1, no_address: 1 })
  expect(await fetching.stored()).toMatchObject([
    { team: 'team_a', url: `${site.url}/a`, title: 'A' },
    { team: 'team_a', url: `${site.url}/b`, title: 'B' },
  ])
  const index = '<sitemapindex><sitemap><loc>https://x.example/1.xml</loc></sitemap></sitemapindex>'
  const listed = await fetching.ingest({ kind: 'file', path: await fileOf('index.xml', index) })
  expect(listed).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('another_sitemap') as string,
  })
})
