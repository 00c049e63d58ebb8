import htmlToMarkdown from '@kreuzberg/html-to-markdown-node'
import type { Page } from '../../ports/extractor.ts'
import type { CleanNode } from './clean-tree.ts'
import { collectCode, collectDefinitions, collectTables } from './collect.ts'
import { resolveUrl } from './dom.ts'
import { toHtml, toText } from './render.ts'

export const toMarkdown = (html: string): string =>
  (
    htmlToMarkdown.convert(html, { extractMetadata: false, compactTables: true, autolinks: false }).content ??
    ''
  ).trim()

/** A page made of content alone, for sources that have no boilerplate to tell it from. */
export function pageOf(
  url: string,
  mediaType: Page['mediaType'],
  content: readonly CleanNode[],
  known: Partial<Page> = {},
): Page {
  const { text, headings, breaks } = toText(content)
  const html = toHtml(content)
  return {
    url,
    kind: 'document',
    mediaType,
    author: null,
    publishedDate: null,
    modifiedDate: null,
    language: null,
    description: null,
    image: null,
    favicon: resolveUrl('/favicon.ico', url),
    canonicalUrl: null,
    siteName: null,
    markdown: toMarkdown(html),
    text,
    html,
    headings,
    pageStarts: mediaType === 'pdf' ? [0, ...breaks] : [],
    selected: null,
    links: [],
    imageLinks: [],
    codeBlocks: collectCode(content),
    tables: collectTables(content),
    definitions: collectDefinitions(content),
    structured: { jsonLd: [], openGraph: {}, meta: {}, microdata: [] },
    truncated: false,
    ...known,
    title: known.title ?? headings[0]?.text ?? null,
  }
}
