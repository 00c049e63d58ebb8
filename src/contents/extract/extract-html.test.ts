import { expect, test } from 'vitest'
import { Section } from '../../contract/contents.ts'
import type { Page } from '../../ports/extractor.ts'
import { extractHtml } from './extract-html.ts'

const header = `<header><a href="/">Larkspur Weekly</a><nav><ul><li><a href="/politics">Politics</a></li>
  <li><a href="/science">Science</a></li><li><a href="/subscribe">Subscribe</a></li></ul></nav></header>`
const footer = `<footer><p>© 2025 Larkspur Media. All rights reserved.</p><p><a href="/privacy">Privacy policy</a>
  <a href="/terms">Terms of use</a></p></footer>`
const sentences = [
  'The river authority said on Tuesday that the level had fallen to its lowest mark since records began.',
  'Farmers along the lower valley have been asked to halve what they draw, at least until the autumn rains.',
  'Two of the four ferries no longer run, because the landing stages stand dry for most of the day.',
  'Engineers want to dredge the channel, but the fishing cooperative has gone to court to prevent it.',
]
const article = (body = ''): string => `<!doctype html><html lang="en-gb"><head><meta charset="utf-8">
  <title>River at its lowest in a century | Larkspur Weekly</title>
  <meta property="og:site_name" content="Larkspur Weekly"><meta property="og:type" content="article">
  <meta name="description" content="The Arn has never been so shallow.">
  <meta property="og:image" content="/img/arn.jpg"><link rel="icon" href="/icon.svg">
  <link rel="canonical" href="https://larkspur.example/2025/07/01/river">
  <script type="application/ld+json">{"@context":"https://schema.org","@type":"NewsArticle",
    "headline":"River at its lowest in a century","author":[{"@type":"Person","name":"Ines Abadi"},
    {"@type":"Person","name":"Tom Vane"}],"datePublished":"2025-07-01T08:30:00+02:00",
    "publisher":{"@type":"Organization","name":"Larkspur Weekly"}}</script></head>
  <body>${header}<main><article><h1>River at its lowest in a century</h1><p class="byline">By Ines Abadi and Tom Vane</p>
  <p>${sentences.join(' ')}</p><h2>What it means for the valley</h2><p>${sentences.toReversed().join(' ')}</p>${body}
  <p>${sentences[2]} ${sentences[0]} Nobody expects the river to recover before the end of the year.</p></article>
  <aside class="related"><h3>Related stories</h3><ul><li><a href="/a">Ferry line sold</a></li>
  <li><a href="/b">Rain at last</a></li></ul></aside></main>${footer}</body></html>`

const extract = (body: string, url = 'https://larkspur.example/2025/07/01/river?ref=home'): Page =>
  extractHtml({ url, body })

test('keeps the story and drops what surrounds it', () => {
  const { text, markdown, html, kind } = extract(article())
  for (const sentence of sentences) expect(text).toContain(sentence)
  for (const other of ['Politics', 'Privacy policy', 'Ferry line sold', 'All rights reserved']) {
    expect(text).not.toContain(other)
    expect(markdown).not.toContain(other)
    expect(html).not.toContain(other)
  }
  expect(markdown).toContain('## What it means for the valley')
  expect(kind).toBe('article')
})

test('keeps how to reach whoever the page belongs to', () => {
  const reach = '<p>Larkspur Media, Mill Lane 4, Arnhem<br>Desk: 0221 4710 555 · desk@larkspur.example</p>'
  const { text } = extract(article().replace('<footer>', `<footer>${reach}`))
  for (const kept of ['Mill Lane 4, Arnhem', '0221 4710 555', 'desk@larkspur.example'])
    expect(text).toContain(kept)
  for (const other of ['Privacy policy', 'All rights reserved']) expect(text).not.toContain(other)
})

test('keeps the address of a footer whose parts dots keep apart, and what there is to be downloaded', () => {
  const address = '<p>Larkspur AG · Kesselstrasse 12 · 8406 Winterthur · Switzerland</p>'
  const files = `<h2>Downloads</h2><ul><li><a href="/files/sheet-d.pdf">Data sheet, revision D (PDF)</a></li>
    <li><a href="/files/model.step">3D model</a></li></ul></main>`
  const { text } = extract(article().replace('<footer>', `<footer>${address}`).replace('</main>', files))
  expect(text).toContain('8406 Winterthur')
  expect(text).toContain('Data sheet, revision D (PDF)')
})

test('keeps no footer that is a menu of a whole site', () => {
  const links = Array.from({ length: 60 }, (_, at) => `<a href="/${at}">Part ${at}</a>`).join(' ')
  const { text } = extract(article().replace('<footer>', `<footer><p>Call 0221 4710 555</p><p>${links}</p>`))
  expect(text).not.toContain('4710')
})

test('keeps a table of labels and values beside the story', () => {
  const rows = [
    ['Form', 'Société par actions'],
    ['Siège', '18 rue des Teinturiers'],
    ['Téléphone', '04 78 55 21 90'],
  ].map(([label, value]) => `<tr><th>${label}</th><td>${value}</td></tr>`)
  const { text } = extract(article(`<h2>In brief</h2><table>${rows.join('')}</table>`))
  expect(text).toContain('04 78 55 21 90')
  expect(text).toContain('rue des Teinturiers')
})

test('reads what the page says of itself', () => {
  expect(extract(article())).toMatchObject({
    title: 'River at its lowest in a century',
    author: 'Ines Abadi, Tom Vane',
    publishedDate: '2025-07-01T06:30:00.000Z',
    language: 'en-GB',
    description: 'The Arn has never been so shallow.',
    image: 'https://larkspur.example/img/arn.jpg',
    favicon: 'https://larkspur.example/icon.svg',
    canonicalUrl: 'https://larkspur.example/2025/07/01/river',
    siteName: 'Larkspur Weekly',
    structured: {
      jsonLd: [{ '@type': 'NewsArticle' }],
      openGraph: { 'og:type': 'article' },
    },
  })
})

test('the offsets of headings point into the text', () => {
  const { text, headings } = extract(
    article('<h2>In figures</h2><p>The mark stands at 41 centimetres, the authority says.</p>'),
  )
  expect(headings.map(({ text }) => text)).toEqual(
    expect.arrayContaining(['What it means for the valley', 'In figures']),
  )
  for (const { text: heading, start, end } of headings) {
    expect(text.slice(start, start + heading.length)).toBe(heading)
    expect(end).toBeGreaterThan(start)
  }
  const [meaning, figures] = headings.filter(({ level }) => level === 2)
  expect(meaning?.end).toBe(figures?.start)
  expect(figures?.end).toBe(text.length)
})

test('labels the parts of the page and the links in them', () => {
  const { links } = extract(article())
  const partsWith = (part: string) =>
    Section.options.filter((label) =>
      extractHtml({
        url: 'https://larkspur.example/',
        body: article(),
        sections: [label],
      }).selected?.markdown.includes(part),
    )
  expect(partsWith('Politics')).toEqual(['navigation'])
  expect(partsWith('Ferry line sold')).toEqual(['sidebar'])
  expect(partsWith('All rights reserved')).toEqual(['footer'])
  expect(partsWith('By Ines Abadi')).toEqual(['metadata'])
  expect(partsWith('Two of the four ferries')).toEqual(['body'])
  expect(links).toContainEqual({
    url: 'https://larkspur.example/a',
    text: 'Ferry line sold',
    section: 'sidebar',
  })
  expect(links).toContainEqual({
    url: 'https://larkspur.example/science',
    text: 'Science',
    section: 'navigation',
  })
})

test('keeps tables, code, definitions and images as data', () => {
  const page = extract(
    article(`<figure><img src="gauge.png" alt="The gauge"><figcaption>The gauge at Arnford, as it stood on Monday.</figcaption></figure>
      <table><caption>Levels</caption><tr><th>Year</th><th>Level in cm</th></tr><tr><td>1925</td><td>44</td></tr>
      <tr><td>2025</td><td>41</td></tr></table>
      <p>The gauge is read by a small program, which anyone may run for themselves at home:</p>
      <pre><code class="language-js">const level = read()\n  .metres * 100</code></pre>
      <dl><dt>Mark</dt><dd>A line cut into the pier at Arnford in 1861.</dd></dl>`),
  )
  expect(page.tables).toEqual([
    {
      caption: 'Levels',
      header: ['Year', 'Level in cm'],
      rows: [
        ['1925', '44'],
        ['2025', '41'],
      ],
    },
  ])
  expect(page.codeBlocks).toEqual([{ language: 'js', code: 'const level = read()\n  .metres * 100' }])
  expect(page.definitions).toEqual([
    { term: 'Mark', description: 'A line cut into the pier at Arnford in 1861.' },
  ])
  expect(page.imageLinks).toContainEqual({
    url: 'https://larkspur.example/2025/07/01/gauge.png',
    alt: 'The gauge',
  })
  expect(page.text).toContain('1925 | 44')
  expect(page.markdown).toContain('```js')
})

test('a copy for another screen size is kept once', () => {
  const promise =
    'The ferry company promises to run all four boats again as soon as the landing stages float.'
  const { text } = extract(article(`<p class="desktop">${promise}</p><p class="mobile">${promise}</p>`))
  expect(text.split(promise)).toHaveLength(2)
})

test('a shell is filled from the content it embeds', () => {
  const posts = sentences.map((sentence) => ({ user: 'ana', cooked: `<p>${sentence}</p>` }))
  const state = JSON.stringify({ thread: JSON.stringify({ posts }) }).replaceAll('"', '&quot;')
  const { text } = extract(`<body><div id="app" data-state="${state}"></div><p>Loading…</p></body>`)
  for (const sentence of sentences) expect(text).toContain(sentence)
})

test('what a page shows without scripts is read when it shows nothing else', () => {
  const { text } = extract(
    `<body><div id="root"></div><noscript><h1>River</h1><p>${sentences.join('</p><p>')}</p></noscript>`,
  )
  expect(text).toContain(sentences[3])
})

test('the clean HTML carries no script, no handler and no foreign scheme', () => {
  const { html } = extract(
    article(`<p onclick="steal()">${sentences[0]} <a href="javascript:steal()">press here</a> and
      <a href="data:text/html,x">there</a> and <a href="/deeper">go on reading</a><script>steal()</script></p>`),
  )
  expect(html).not.toMatch(/script|onclick|data:|style=|class=/)
  expect(html).toContain('<a href="https://larkspur.example/deeper">go on reading</a>')
})

test('an honest nothing when a page has no content', () => {
  expect(extract(`<html><body>${header}</body></html>`).text).toBe('')
})

test('the same bytes give the same page', () => {
  const body = new TextEncoder().encode(
    article('<ul><li>One of several points that matter to the valley</li></ul>'),
  )
  const input = { url: 'https://larkspur.example/', body }
  expect(JSON.stringify(extractHtml(input))).toBe(JSON.stringify(extractHtml(input)))
})

test('a page keeps its record: who wrote it, and the labels with their values', () => {
  const text =
    'The pendulum was observed for forty nights, in frost and in thaw, and lost four seconds a month. '
  const html = `<html><head><title>On pendulums</title><meta name="citation_author" content="Jo Ruiz">
    <meta name="citation_author" content="Bo Lund"></head><body>
    <div class="top"><a href="/">Clockworks</a> <a href="/list">Browse</a></div>
    <div id="abs"><h1>On the patience of pendulums</h1>
    <div class="authors"><span>Jo Ruiz <small>(Aldwick Institute)</small></span>, <span>Bo Lund <small>(Tolbrug)</small></span></div>
    <h2>Abstract</h2><p>${text.repeat(6)}</p><p>${text.repeat(4)}</p>
    <dl class="record"><dt>Submitted</dt><dd>14 June 2023</dd><dt>Licence</dt><dd>CC BY 4.0</dd></dl></div>
    <div class="foot"><dl><dt>Libraries</dt><dd>11</dd><dt>Papers</dt><dd>24</dd></dl></div></body></html>`
  const { markdown } = extractHtml({
    url: 'https://papers.clockworks.example/abs/1',
    body: Buffer.from(html),
  })
  expect(markdown).toContain('Jo Ruiz (Aldwick Institute), Bo Lund (Tolbrug)')
  expect(markdown).toMatch(/Submitted\s+14 June 2023/)
  expect(markdown).toMatch(/Licence\s+CC BY 4\.0/)
  expect(markdown).not.toContain('Libraries')
})

test('an empty cell keeps the others of its row under their heads', () => {
  const plans = `<table><tr><th></th><th>Starter</th><th>Pro</th></tr><tr><td>Price per month</td><td>€49</td><td>€189</td></tr>
    <tr><td>Help by phone</td><td></td><td>day and night</td></tr><tr><td></td><td></td><td></td></tr></table>`
  const { markdown, tables } = extract(article(plans))
  expect(tables[0]).toMatchObject({
    header: ['', 'Starter', 'Pro'],
    rows: [
      ['Price per month', '€49', '€189'],
      ['Help by phone', '', 'day and night'],
    ],
  })
  expect(markdown).toContain('|  | Starter | Pro |')
  expect(markdown).toContain('| Help by phone |  | day and night |')
})

test('where a site sends those who want something of it stays below its pages, and not below articles', () => {
  const menu = `<header><nav><a href="/">Home</a> <a href="/lifts">Lifts</a> <a href="/careers">Careers</a></nav>
    <p>Trapped? Ring <a href="tel:+441145550199">0114 555 0199</a>, any hour.</p></header>`
  const page = extract(
    `<html lang="en"><body>${menu}<main><h1>Service plans</h1><p>${sentences.join(' ')}</p></main></body></html>`,
    'https://torvane.example/plans',
  )
  expect(page.markdown).toMatch(/- \[Careers\]\(https:\/\/torvane\.example\/careers\)$/)
  expect(page.markdown).not.toContain('Lifts')
  expect(page.text).toContain('Trapped? Ring 0114 555 0199')
  const press = header.replace('Subscribe', 'Press')
  expect(extract(article().replace(header, press)).markdown).not.toContain('Press')
})
