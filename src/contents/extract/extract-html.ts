import type { Page, PageInput, SectionLabel, SelectedParts } from '../../ports/extractor.ts'
import { segment, wordsOf, type Segmented } from './blocks.ts'
import { chooseBlocks, contentChances } from './choose.ts'
import { cleanTree, keep, type CleanNode } from './clean-tree.ts'
import { collectCode, collectDefinitions, collectImages, collectLinks, collectTables } from './collect.ts'
import { destinations } from './destinations.ts'
import { decodeBody } from './decode.ts'
import { resolveUrl, type DomParent } from './dom.ts'
import { embeddedHtml } from './embedded.ts'
import type { PageHead } from './head.ts'
import { readMetadata } from './metadata.ts'
import { readMetas } from './metas.ts'
import { readMicrodata } from './microdata.ts'
import { toMarkdown } from './page-of.ts'
import { kindScores, likeliestKind } from './page-kind.ts'
import { readSignals } from './page-signals.ts'
import { parseHtml, htmlLimits, type HtmlLimits } from './parse-html.ts'
import { bodyOf, readPage } from './read-page.ts'
import { recordBlocks } from './record.ts'
import { toHtml, toText } from './render.ts'
import { labelBlocks, sectionOf } from './sections.ts'

/** With fewer words than this of its own, a page is taken for a shell that scripts would fill. */
const shellWords = 60

const surrounding = new Set<SectionLabel>(['navigation', 'footer', 'banner'])

/** Clean content, metadata and structured data of an HTML page. Pure: the same input gives the same page. */
export function extractHtml(input: PageInput, limits: HtmlLimits = htmlLimits): Page {
  const html = decodeBody(input.body, input.contentType)
  const { document, body, facts, truncated } = readPage(html, input.url, limits)
  const { head, segmented } = facts
  const { blocks, root } = segmented
  const base = resolveUrl(head.base, input.url) ?? input.url
  const signals = readSignals(facts)
  const kinds = kindScores(signals)
  const kept = chooseBlocks(blocks, contentChances(facts, signals, kinds))
  const places = blocks.map(({ inner }) => sectionOf(inner, root))
  // Where nothing but menus and small print was found, the page has no content.
  const hasContent = kept.some((chosen, index) => chosen && !surrounding.has(places[index] ?? 'body'))
  const metadata = readMetadata({
    url: input.url,
    base,
    head,
    headers: input.headers ?? {},
    document,
    blocks,
  })
  const record = recordBlocks(facts, metadata.author)
  const isKept = (index: number): boolean => hasContent && (kept[index] === true || record.has(index))
  const content = cleanTree(body, keep(segmented, isKept), base)
  const story = fillShell(segmented, content, document, head, base) ?? content
  const links = collectLinks(segmented, base)
  // An article is its author's; other pages belong to whoever their menus do.
  const isOfSite = metadata.publishedDate === null && metadata.author === null
  const filled = isOfSite && hasContent ? [...story, ...destinations(links, story, input.url)] : story
  const { text, headings } = toText(filled)
  // Tables and definitions are facts even where they are no part of the story, as beside an encyclopedia's article.
  const isData = (index: number): boolean => isKept(index) || !surrounding.has(places[index] ?? 'body')
  const clean = toHtml(filled)
  const data = hasData(head) ? cleanTree(body, keep(segmented, isData), base) : filled
  return {
    url: input.url,
    kind: likeliestKind(kinds),
    mediaType: 'html',
    ...metadata,
    markdown: toMarkdown(clean),
    text,
    html: clean,
    headings,
    pageStarts: [],
    selected: input.sections ? select(input.sections) : null,
    links,
    imageLinks: collectImages(filled, segmented, base),
    codeBlocks: collectCode(filled),
    tables: collectTables(data),
    definitions: collectDefinitions(data),
    structured: {
      jsonLd: head.jsonLd,
      openGraph: prefixed(head, /^(?:og|article|product|book|profile|video|music|place|business):/),
      meta: readMetas(head),
      microdata: readMicrodata(document),
    },
    truncated,
  }

  function select(sections: readonly SectionLabel[]): SelectedParts {
    const labels = labelBlocks(blocks, places, isKept)
    const isWanted = (index: number): boolean => sections.includes(labels[index] ?? 'body')
    const parts = toHtml(cleanTree(body, keep(segmented, isWanted), base))
    return { markdown: toMarkdown(parts), html: parts }
  }
}

/** The content a shell embeds for its scripts, when that is more than it shows. */
function fillShell(
  { root }: Segmented,
  content: readonly CleanNode[],
  document: DomParent,
  head: PageHead,
  base: string,
): CleanNode[] | null {
  if (root.words >= 2 * shellWords && wordsOf(toText(content).text).length >= shellWords) return null
  const html = embeddedHtml(document, head.jsonLd)
  if (!html) return null
  const body = bodyOf(parseHtml(html).document)
  const segmented = segment(body)
  if (segmented.root.words <= 2 * wordsOf(toText(content).text).length) return null
  return cleanTree(
    body,
    keep(segmented, () => true),
    base,
  )
}

const hasData = ({ tags }: PageHead): boolean => tags.has('table') || tags.has('dl')

const prefixed = (head: PageHead, pattern: RegExp): Record<string, string> =>
  Object.fromEntries([...head.metas].filter(([name]) => pattern.test(name)))
