import type { CodeBlock, Heading, Json, Page, PageInput, PageLink } from '../../ports/extractor.ts'
import type { CleanElement } from './clean-tree.ts'
import { parseDate } from './dates.ts'
import { decodeBody } from './decode.ts'
import { resolveUrl, tidy } from './dom.ts'
import { isNode, parseJson } from './json-ld.ts'
import { pageOf } from './page-of.ts'

const longestText = 5_000_000
const longestTitle = 160
const mostLinks = 2000

function readText(input: PageInput): { text: string; truncated: boolean } {
  const text = decodeBody(input.body, input.contentType).replaceAll(/\r\n?/g, '\n').replaceAll('\0', '')
  return { text: text.slice(0, longestText), truncated: text.length > longestText }
}

const element = (tag: string, text: string): CleanElement => ({ tag, attributes: {}, children: [text] })
const code = (language: string, text: string): CleanElement => ({
  tag: 'pre',
  attributes: {},
  children: [{ tag: 'code', attributes: { class: `language-${language}` }, children: [text] }],
})

/** Paragraphs as the blank lines part them. A short first line is the title. */
export function extractPlainText(input: PageInput): Page {
  const { text, truncated } = readText(input)
  const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim())
  const first = tidy(text.trimStart().split('\n', 1)[0] ?? '')
  return {
    ...pageOf(
      input.url,
      'text',
      paragraphs.map((paragraph) => element('p', paragraph)),
    ),
    title: first && first.length <= longestTitle ? first : null,
    // As written: line breaks may carry meaning in plain text.
    text: text.trim(),
    markdown: text.trim(),
    headings: [],
    truncated,
  }
}

/** Markdown is what we make of other pages, so it is kept as it is; its headings, code and links are read off. */
export function extractMarkdown(input: PageInput): Page {
  const { text: source, truncated } = readText(input)
  const matter = /^---\n([\s\S]{0,20000}?)\n---\n/.exec(source)
  const markdown = source.slice(matter?.[0].length ?? 0).trim()
  const field = (name: string): string | null =>
    new RegExp(`^${name}:\\s*["']?(.+?)["']?\\s*$`, 'im').exec(matter?.[1] ?? '')?.[1] ?? null
  const { headings, codeBlocks } = outline(markdown)
  const links = new Map<string, PageLink>()
  for (const [, text = '', href = ''] of markdown.matchAll(
    /(?<!!)\[([^\]\n]{1,300})\]\(\s*<?([^)\s>]{1,2000})/g,
  )) {
    const url = resolveUrl(href, input.url)
    if (url && !links.has(url) && links.size < mostLinks) links.set(url, { url, text, section: 'body' })
  }
  return {
    ...pageOf(input.url, 'markdown', [element('pre', markdown)], {
      title: field('title') ?? headings[0]?.text ?? null,
      author: field('author'),
      publishedDate: parseDate(field('date')),
      description: field('description'),
    }),
    markdown,
    text: markdown,
    headings,
    codeBlocks,
    links: [...links.values()],
    truncated,
  }
}

function outline(markdown: string): { headings: Heading[]; codeBlocks: CodeBlock[] } {
  const found: { level: number; text: string; start: number }[] = []
  const codeBlocks: CodeBlock[] = []
  let fence: { mark: string; language: string; lines: string[] } | null = null
  let start = 0
  for (const line of markdown.split('\n')) {
    const mark = /^\s{0,3}(`{3,}|~{3,})\s*([\w+#-]*)/.exec(line)
    if (fence) {
      if (mark?.[1]?.startsWith(fence.mark)) {
        codeBlocks.push({ language: fence.language || null, code: fence.lines.join('\n') })
        fence = null
      } else fence.lines.push(line)
    } else if (mark?.[1]) fence = { mark: mark[1], language: mark[2] ?? '', lines: [] }
    else {
      const heading = /^(#{1,6})\s+(.{1,500}?)\s*#*\s*$/.exec(line)
      if (heading?.[1] && heading[2]) found.push({ level: heading[1].length, text: heading[2], start })
    }
    start += line.length + 1
  }
  const headings = found.map((heading, at) => ({
    ...heading,
    end: found.slice(at + 1).find(({ level }) => level <= heading.level)?.start ?? markdown.length,
  }))
  return { headings, codeBlocks }
}

/** Indented, so that it can be read and quoted. What does not parse is kept as plain text. */
export function extractJson(input: PageInput): Page {
  const { text, truncated } = readText(input)
  const value = truncated ? undefined : parseJson(text)
  const shown = value === undefined ? text.trim() : JSON.stringify(value, null, 2).slice(0, longestText)
  const named = isNode(value) ? (value['title'] ?? value['name'] ?? value['headline']) : undefined
  return {
    ...pageOf(input.url, 'json', [code('json', shown)], {
      kind: 'data',
      title: typeof named === 'string' ? tidy(named).slice(0, longestTitle) : null,
      truncated,
    }),
    structured: { jsonLd: linkedData(value), openGraph: {}, meta: {}, microdata: [] },
  }
}

const linkedData = (value: Json | undefined): { readonly [key: string]: Json }[] =>
  isNode(value) && value['@context'] !== undefined ? [value] : []

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const decodeEntities = (text: string): string =>
  text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(lt|gt|amp|quot|apos));/gi,
    (whole, decimal, hex, name) => {
      if (name) return entities[String(name).toLowerCase()] ?? ''
      const point = decimal ? Number(decimal) : Number.parseInt(String(hex), 16)
      return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : ''
    },
  )

/** The text between the tags, one line each, and the addresses: enough for feeds, sitemaps and documents. */
export function extractXml(input: PageInput): Page {
  const { text: source, truncated } = readText(input)
  const lines: CleanElement[] = []
  const links = new Map<string, PageLink>()
  let title: string | null = null
  const addLink = (href: string): void => {
    const url = /^https?:\/\//.test(href) ? resolveUrl(href, input.url) : null
    if (url && !links.has(url) && links.size < mostLinks) links.set(url, { url, text: '', section: 'body' })
  }
  let tag = ''
  for (const [, cdata, markup, text] of source.matchAll(
    /<!\[CDATA\[([\s\S]*?)\]\]>|<!--[\s\S]*?-->|<([^>]*)>|([^<]+)/g,
  )) {
    if (markup !== undefined) {
      tag = /^([\w:.-]+)/.exec(markup)?.[1]?.toLowerCase() ?? ''
      const href = /\s(?:href|url|src)\s*=\s*["']([^"']{1,2000})["']/.exec(markup)?.[1]
      if (href) addLink(decodeEntities(href))
      continue
    }
    const content = tidy(cdata === undefined ? decodeEntities(text ?? '') : cdata).replaceAll(/<[^>]*>/g, ' ')
    if (!content.trim()) continue
    if (tag === 'title') title ??= content.slice(0, longestTitle)
    if (/^https?:\/\/\S+$/.test(content)) addLink(content)
    lines.push(element('p', content))
  }
  const page = pageOf(input.url, 'xml', lines, { kind: 'data', truncated })
  return { ...page, title, links: [...links.values()] }
}
