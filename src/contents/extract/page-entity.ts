import type { Json } from '../../ports/extractor.ts'
import { tidy } from './dom.ts'
import { isNode, nestedNodes, typesOf, type JsonNode } from './json-ld.ts'

const articleTypes = /article|posting|report|recipe|review|howto|scholarly/i
const otherTypes = /^product|question|qapage|course|event|jobposting|book|movie|videoobject|software/i
const pageTypes = /^(?:web|item|collection|about|faq)page$/i

/** The JSON-LD node that describes the page, not the site, the crumbs or the publisher. */
export function pageEntity(nodes: readonly JsonNode[]): JsonNode | null {
  const all = [...nestedNodes(nodes)]
  for (const pattern of [articleTypes, otherTypes, pageTypes]) {
    const node = all.find((node) => typesOf(node).some((type) => pattern.test(type)))
    if (node) return node
  }
  return null
}

export const isArticle = (node: JsonNode): boolean => typesOf(node).some((type) => articleTypes.test(type))

/** A value as plain text: of a list the first, of a thing its name. */
export function textOf(value: Json | undefined): string {
  if (typeof value === 'string') return tidy(value.replaceAll(/<[^>]*>/g, ' '))
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return textOf((value as readonly Json[])[0])
  if (isNode(value)) return textOf(value['name'] ?? value['@value'])
  return ''
}

/** All names in a value, joined by commas. */
export function namesOf(value: Json | undefined): string {
  const all = Array.isArray(value) ? (value as readonly Json[]) : [value]
  return [...new Set(all.map((one) => textOf(one)).filter(Boolean))].slice(0, 10).join(', ')
}

export function imageOf(value: Json | undefined): string | null {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return imageOf((value as readonly Json[])[0])
  return isNode(value) ? imageOf(value['url'] ?? value['contentUrl'] ?? undefined) : null
}
