import type { Json } from '../../ports/extractor.ts'
import { attribute, isElement, rawText, tidy, type DomElement, type DomParent } from './dom.ts'
import type { JsonNode } from './json-ld.ts'

const mostItems = 200
const deepest = 12

/** Items of schema.org microdata, in the shape of JSON-LD: `@type` and properties. */
export function readMicrodata(document: DomParent): JsonNode[] {
  const items: JsonNode[] = []
  const visit = (parent: DomParent): void => {
    for (const child of parent.childNodes) {
      if (!isElement(child) || items.length >= mostItems) continue
      if (attribute(child, 'itemscope') !== null) items.push(readItem(child, 0))
      else visit(child)
    }
  }
  visit(document)
  return items
}

function readItem(element: DomElement, depth: number): JsonNode {
  const properties: Record<string, Json> = Object.create(null) as Record<string, Json>
  const type = attribute(element, 'itemtype')
    ?.trim()
    .replace(/^.*[/#]/, '')
  if (type) properties['@type'] = type
  const add = (name: string, value: Json): void => {
    const before = properties[name]
    properties[name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value]
  }
  const visit = (parent: DomElement): void => {
    for (const child of parent.childNodes) {
      if (!isElement(child)) continue
      const names = attribute(child, 'itemprop')?.split(/\s+/).filter(Boolean) ?? []
      const isItem = attribute(child, 'itemscope') !== null
      if (names.length > 0 && depth < deepest) {
        const value = isItem ? readItem(child, depth + 1) : valueOf(child)
        for (const name of names) if (name !== '__proto__' && value !== '') add(name, value)
      }
      if (!isItem) visit(child)
    }
  }
  visit(element)
  return { ...properties }
}

function valueOf(element: DomElement): string {
  for (const name of ['content', 'datetime', 'href', 'src', 'value']) {
    const value = attribute(element, name)
    if (value !== null && (name !== 'value' || element.tagName !== 'li')) return value.trim()
  }
  return tidy(rawText(element)).slice(0, 5000)
}
