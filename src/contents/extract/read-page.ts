import type { DefaultTreeAdapterTypes } from 'parse5'
import { segment } from './blocks.ts'
import { isElement, type DomElement, type DomParent } from './dom.ts'
import { readHead } from './head.ts'
import { findMainContainer } from './main-container.ts'
import { pageFacts, type PageFacts } from './page-signals.ts'
import { htmlLimits, parseHtml, type HtmlLimits } from './parse-html.ts'

export interface ReadPage {
  readonly document: DefaultTreeAdapterTypes.Document
  readonly body: DomElement
  readonly facts: PageFacts
  readonly truncated: boolean
}

/** Everything up to the point where decisions begin. */
export function readPage(html: string, url: string, limits: HtmlLimits = htmlLimits): ReadPage {
  const { document, truncated } = parseHtml(html, limits)
  const body = bodyOf(document)
  const segmented = segment(body)
  const facts = pageFacts(url, readHead(document), segmented, findMainContainer(segmented))
  return { document, body, facts, truncated }
}

export function bodyOf(document: DomParent): DomElement {
  const html = document.childNodes.find(isElement)
  const body = html?.childNodes.filter(isElement).find(({ tagName }) => /^(?:body|frameset)$/.test(tagName))
  // The parser makes html and body for any input; only a limit reached at once can leave none.
  return body ?? html ?? bodyOf(parseHtml('').document)
}
