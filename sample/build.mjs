// Renders sample/source into sites/ and sites.json, here or in the folder named. Run: npm run sample
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as companies from './generator/chrome/companies.mjs'
import * as publishers from './generator/chrome/publishers.mjs'
import { render } from './generator/markup.mjs'
import { renderPdf } from './generator/pdf.mjs'
import { readDocuments, readSites } from './generator/source.mjs'

const root = dirname(fileURLToPath(import.meta.url))
const out = process.argv[2] ?? root
const frames = { ...companies, ...publishers }
const frameOf = (name) => frames[name.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase())]

// The day on which the sample web is "now": what relative windows in the truth table count from.
const CLOCK = '2026-06-15'

const manifest = { clock: CLOCK, pages: [], redirects: [], errors: [] }
rmSync(join(out, 'sites'), { recursive: true, force: true })

function store(host, name, bytes) {
  const file = join('sites', host, name)
  mkdirSync(dirname(join(out, file)), { recursive: true })
  writeFileSync(join(out, file), bytes)
  return file
}

function fileName(path) {
  const [pathname, query] = path.slice(1).split('?')
  if (query) return `${pathname}__${query}.html`
  if (pathname === '' || pathname.endsWith('/')) return `${pathname}index.html`
  return pathname.endsWith('.html') ? pathname : `${pathname}.html`
}

/** Windows-1252, the meaning the web gives to "iso-8859-1"; what it lacks becomes a character reference. */
function encode(text, charset) {
  if (charset === 'utf-8') return Buffer.from(text)
  return Buffer.concat(
    [...text].map((char) => {
      if (char === '€') return Buffer.from([0x80])
      const code = char.codePointAt(0)
      return code < 256 ? Buffer.from([code]) : Buffer.from(`&#${code};`)
    }),
  )
}

const xml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function feed(site) {
  const items = site.pages
    .filter((page) => page.date && !page.kind)
    .toSorted((a, b) => (a.date < b.date ? 1 : -1))
    .slice(0, 15)
    .map(
      (page) =>
        `<item><title>${xml(page.title)}</title><link>${xml(page.url)}</link><guid>${xml(page.url)}</guid><pubDate>${new Date(`${page.date}T07:00:00Z`).toUTCString()}</pubDate></item>`,
    )
  return `<?xml version="1.0" encoding="utf-8"?>\n<rss version="2.0"><channel><title>${xml(site.name)}</title><link>${site.origin}/</link><description>${xml(site.name)}</description>\n${items.join('\n')}\n</channel></rss>\n`
}

function sitemap(site) {
  const entries = site.pages
    .filter((page) => page.kind !== 'print')
    .map((page) => `<url><loc>${xml(page.url)}</loc><lastmod>${page.modified ?? page.date}</lastmod></url>`)
  return `<?xml version="1.0" encoding="utf-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`
}

/** Links of a frame that lead to no page of the site go nowhere, except the ones meant to fail. */
function tameLinks(site, html) {
  const paths = site.pages.map((page) => page.path)
  const meant = [...(site.redirect ?? []), ...(site.gone ?? [])].map((line) => line.split(' ')[1])
  const files = documents
    .filter(({ url }) => url.startsWith(site.origin))
    .map(({ url }) => new URL(url).pathname)
  const blocked = (site.robots ?? []).flatMap((line) => /^Disallow: (\/[^*]+)/.exec(line)?.[1] ?? [])
  const known = new Set(['/', ...paths, ...meant, ...files, site.feed])
  return html.replace(/href="(\/[^"#]*)(#[^"]*)?"/g, (link, path) =>
    known.has(path.replaceAll('&amp;', '&')) || blocked.some((prefix) => path.startsWith(prefix))
      ? link
      : 'href="#"',
  )
}

function buildSite(site) {
  const printed = site.pages
    .filter((page) => page.print)
    .map((page) => ({
      ...page,
      kind: 'print',
      path: `/print${page.path}`,
      url: `${site.origin}/print${page.path}`,
      canonical: page.url,
    }))
  site.pages.push(...printed)
  for (const page of site.pages) {
    const frame = frameOf(page.kind === 'print' || page.kind === 'front' ? page.kind : site.chrome)
    const html = tameLinks(site, frame.page(site, page, render(page.body, frame.dialect)))
    manifest.pages.push({
      url: page.url,
      file: store(site.host, fileName(page.path), encode(html, site.charset)),
      contentType: `text/html; charset=${site.charset}`,
      lastModified: page.modified ?? page.date,
      ...(page.date ? { published: page.date } : {}),
      language: page.lang,
    })
  }
  const newest = site.pages
    .map((page) => page.modified ?? page.date)
    .toSorted()
    .at(-1)
  const extra = (path, contentType, text) =>
    manifest.pages.push({
      url: site.origin + path,
      file: store(site.host, path.slice(1), Buffer.from(text)),
      contentType,
      lastModified: newest,
      auxiliary: true,
    })
  if (site.robots) {
    const lines = [...site.robots]
    if (site.sitemap && !lines.some((line) => line.startsWith('Sitemap:'))) {
      lines.push('', `Sitemap: ${site.origin}/sitemap.xml`)
    }
    extra('/robots.txt', 'text/plain; charset=utf-8', `${lines.join('\n')}\n`)
  }
  if (site.sitemap) extra('/sitemap.xml', 'application/xml', sitemap(site))
  if (site.feed) extra(site.feed, 'application/rss+xml; charset=utf-8', feed(site))
  for (const line of site.redirect ?? []) {
    const [, status, from, to] = /^(\d+) (\S+) -> (\S+)$/.exec(line)
    manifest.redirects.push({ url: site.origin + from, status: Number(status), location: to })
  }
  for (const line of site.gone ?? []) {
    const [, status, path] = /^(\d+) (\S+)$/.exec(line)
    manifest.errors.push({ url: site.origin + path, status: Number(status) })
  }
}

const documents = readDocuments(join(root, 'source', 'documents.pdfs'))
const sources = readdirSync(join(root, 'source')).toSorted()
for (const name of sources.filter((name) => name.endsWith('.site'))) {
  readSites(join(root, 'source', name)).forEach(buildSite)
}
for (const document of documents) {
  const { host, pathname } = new URL(document.url)
  const name = pathname.slice(1).replace(/(\.pdf)?$/, '.pdf')
  manifest.pages.push({
    url: document.url,
    file: store(host, name, renderPdf(document)),
    contentType: 'application/pdf',
    lastModified: document.date,
    published: document.date,
    language: document.lang,
  })
}

manifest.pages.sort((a, b) => (a.url < b.url ? -1 : 1))
writeFileSync(join(out, 'sites.json'), `${JSON.stringify(manifest, null, 1)}\n`)
const pages = manifest.pages.filter((page) => !page.auxiliary)
console.log(`${pages.length} pages on ${new Set(pages.map((page) => new URL(page.url).host)).size} hosts`)
