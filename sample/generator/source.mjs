// Reads a site source: a header of `key: value` lines, then pages, each begun by `@@ /path`.
import { readFileSync } from 'node:fs'

const repeatable = new Set(['nav', 'redirect', 'gone', 'robots', 'ld', 'tag'])

function readHeader(text) {
  const values = {}
  for (const line of text.split('\n')) {
    const match = /^([a-z]+): ?(.*)$/.exec(line)
    if (!match) throw new Error(`not a "key: value" line: ${line}`)
    const [, key, value] = match
    if (repeatable.has(key)) (values[key] ??= []).push(value)
    else values[key] = value
  }
  return values
}

/** The sites of one file; a line of `=====` separates them. */
export const readSites = (file) =>
  readFileSync(file, 'utf8')
    .split(/^=====\n/m)
    .map(readSite)

/** The documents of a file of PDF sources. */
export function readDocuments(file) {
  const [, ...parts] = readFileSync(file, 'utf8').split(/^@@ /m)
  return parts.map((part) => {
    const [url, rest] = split(part, '\n')
    const [head, body] = split(rest, '\n\n')
    return { url: url.trim(), ...readHeader(head.trim()), body: body.trim() }
  })
}

function readSite(text) {
  const [header, ...parts] = text.split(/^@@ /m)
  const site = { lang: 'en', charset: 'utf-8', ...readHeader(header.trim()) }
  site.origin = `https://${site.host}`
  site.nav = (site.nav ?? []).map((entry) => entry.split(' = '))
  site.pages = parts.map((part) => {
    const [path, rest] = split(part, '\n')
    const [head, body] = split(rest, '\n\n')
    const page = { lang: site.lang, ...readHeader(head.trim()), path: path.trim(), body: body.trim() }
    page.url = site.origin + page.path
    return page
  })
  return site
}

function split(text, separator) {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)]
}
