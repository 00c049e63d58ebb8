import type { DefaultTreeAdapterTypes } from 'parse5'

export type DomNode = DefaultTreeAdapterTypes.ChildNode
export type DomElement = DefaultTreeAdapterTypes.Element
export type DomParent = DefaultTreeAdapterTypes.ParentNode
export type DomText = DefaultTreeAdapterTypes.TextNode

export const isElement = (node: DomNode): node is DomElement => 'tagName' in node
export const isText = (node: DomNode): node is DomText => node.nodeName === '#text'

/** An attribute beyond this length carries data, not meaning; reading it whole would only cost time. */
const longestAttribute = 4096

export function attribute(element: DomElement, name: string): string | null {
  for (const { name: key, value } of element.attrs) {
    if (key === name) return value.length > longestAttribute ? value.slice(0, longestAttribute) : value
  }
  return null
}

/** Every element below, in document order. Iterative: hostile pages are deep. */
export function* elementsOf(root: DomParent): Generator<DomElement> {
  const stack: DomNode[] = root.childNodes.toReversed()
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (!isElement(node)) continue
    yield node
    for (let at = node.childNodes.length - 1; at >= 0; at--) stack.push(node.childNodes[at] as DomNode)
  }
}

const silent = new Set(['script', 'style', 'template', 'svg'])

/** The text of everything below, as written, without what is never shown. */
export function rawText(root: DomParent): string {
  let text = ''
  const stack: DomNode[] = root.childNodes.toReversed()
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (isText(node)) text += node.value
    else if (isElement(node) && !silent.has(node.tagName)) {
      for (let at = node.childNodes.length - 1; at >= 0; at--) stack.push(node.childNodes[at] as DomNode)
    }
  }
  return text
}

export const tidy = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** Resolves a link of the page; null for what is not a web address (mailto, javascript, data) or is broken. */
export function resolveUrl(href: string | null, base: string): string | null {
  if (!href || href.startsWith('data:') || href.startsWith('javascript:')) return null
  try {
    const url = new URL(href.trim(), base)
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null
  } catch {
    return null
  }
}
