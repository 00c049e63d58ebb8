import type { ContentsOptions, Result, TextOptions } from '../contract/contents.ts'
import type { Document } from '../documents/index.ts'

export interface RenderOptions {
  readonly contents: ContentsOptions | undefined
  /** Only where an older version was asked for. */
  readonly snapshotAt?: Date
}

/**
 * A page as a result, with what is shown of it as it stands. Content keys are there only when they were asked for:
 * clients test for their presence.
 */
export function renderResult(document: Document, { contents, snapshotAt }: RenderOptions): Result {
  const { title, url, author, publishedAt, details } = document
  return {
    id: url,
    title,
    url,
    ...(publishedAt && { publishedDate: publishedAt.toISOString() }),
    ...(author !== null && { author }),
    ...(details.image && { image: details.image }),
    ...(details.favicon && { favicon: details.favicon }),
    ...(snapshotAt && { snapshotAt: snapshotAt.toISOString() }),
    ...(contents?.text && { text: renderText(document, contents.text) }),
    ...(contents?.extras && { extras: renderExtras(document, contents.extras) }),
  }
}

function renderText({ selected, ...document }: Document, options: TextOptions): string {
  const { text, html } = selected ? { text: selected.markdown, html: selected.html } : document
  const whole = options.includeHtmlTags ? (html ?? text) : text
  return options.maxCharacters === undefined ? whole : clip(whole, options.maxCharacters)
}

const addresses = (links: Document['details']['links']): string[] => links.map(({ url }) => url)

/** Only the lists that were asked for, each as long as that. */
function renderExtras(
  { details }: Document,
  wanted: NonNullable<ContentsOptions['extras']>,
): Result['extras'] {
  return {
    ...(wanted.links && { links: addresses(details.links.slice(0, wanted.links)) }),
    ...(wanted.imageLinks && { imageLinks: addresses(details.imageLinks.slice(0, wanted.imageLinks)) }),
    ...(wanted.richLinks && { richLinks: details.links.slice(0, wanted.richLinks) }),
    ...(wanted.richImageLinks && { richImageLinks: details.imageLinks.slice(0, wanted.richImageLinks) }),
    ...(wanted.codeBlocks && { codeBlocks: details.codeBlocks.slice(0, wanted.codeBlocks) }),
  }
}

/** Whether a result has anything to show of what was asked for. */
export function isEmpty(result: Result, contents: ContentsOptions): boolean {
  if (!contents.text && !contents.highlights && !contents.summary) return false
  return !result.text && !result.summary && (result.highlights ?? []).length === 0
}

/** All results in one string, for a prompt; each may use its share of the characters. */
export function renderContext(results: readonly Result[], maxCharacters = 10_000): string {
  const share = Math.floor(maxCharacters / Math.max(1, results.length))
  return results
    .map(({ title, url, text, highlights, summary }) => {
      const body = text ?? highlights?.join('\n') ?? summary ?? ''
      return clip(`# ${title ?? url}\n${url}\n\n${body}`, Math.max(0, share - 2))
    })
    .join('\n\n')
}

/** Never through the middle of a character that takes two units. */
function clip(text: string, maxCharacters: number): string {
  const cut = text.slice(0, maxCharacters)
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut
}
