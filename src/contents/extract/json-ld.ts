import type { Json } from '../../ports/extractor.ts'

export type JsonNode = { readonly [key: string]: Json }

const deepest = 24
const mostValues = 20_000

/**
 * The nodes of one JSON-LD script. Real pages wrap them in CDATA or comments, leave raw line breaks in strings
 * and a semicolon at the end: that is forgiven. What still does not parse is left out, and so is anything too
 * deep or too large.
 */
export function parseJsonLd(script: string): JsonNode[] {
  const text = script
    .trim()
    .replace(/^(?:\/\/\s*)?<!(?:--|\[CDATA\[)/, '')
    .replace(/(?:\/\/\s*)?(?:-->|\]\]>)$/, '')
    .replace(/;\s*$/, '')
  const value = parseJson(text) ?? parseJson(withoutControls(text))
  const nodes: JsonNode[] = []
  const collect = (value: Json | undefined, depth: number): void => {
    if (Array.isArray(value)) {
      for (const item of value as readonly Json[]) if (depth < deepest) collect(item, depth + 1)
    } else if (isNode(value)) {
      if (value['@graph'] !== undefined) collect(value['@graph'], depth + 1)
      const { '@graph': _, ...own } = value
      if (Object.keys(own).some((key) => key !== '@context')) nodes.push(own)
    }
  }
  collect(value, 0)
  return nodes
}

export const isNode = (value: Json | undefined): value is JsonNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function typesOf(node: JsonNode): string[] {
  const type = node['@type']
  const types = Array.isArray(type) ? (type as readonly Json[]) : [type]
  return types.filter((name) => typeof name === 'string').map((name) => name.replace(/^.*[/#:]/, ''))
}

/** Every node, and every node inside one. */
export function* nestedNodes(nodes: readonly JsonNode[]): Generator<JsonNode> {
  for (const node of nodes) {
    yield node
    for (const value of Object.values(node)) {
      const inner = (Array.isArray(value) ? (value as readonly Json[]) : [value]).filter(isNode)
      if (inner.length > 0) yield* nestedNodes(inner)
    }
  }
}

export function parseJson(text: string): Json | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  let left = mostValues
  const bounded = (value: unknown, depth: number): Json => {
    if (--left < 0 || depth > deepest) return null
    if (Array.isArray(value)) return value.slice(0, left).map((item) => bounded(item, depth + 1))
    if (typeof value !== 'object' || value === null) return value as Json // all that JSON.parse returns besides
    const entries = Object.entries(value).filter(([key]) => key !== '__proto__')
    return Object.fromEntries(entries.map(([key, item]) => [key, bounded(item, depth + 1)]))
  }
  return bounded(value, 0)
}

// oxlint-disable-next-line no-control-regex -- raw control characters are exactly what is wrong in such scripts
const withoutControls = (text: string): string => text.replaceAll(/[\u0000-\u001f]+/g, ' ')
