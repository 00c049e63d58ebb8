import type { Json } from '../../ports/extractor.ts'
import { wordsOf } from './blocks.ts'
import { elementsOf, rawText, type DomParent } from './dom.ts'
import { isNode, nestedNodes, parseJson, type JsonNode } from './json-ld.ts'

const longestJson = 4_000_000
const leastWords = 8
const markup = /<\/(?:p|li|h[1-6]|div|blockquote)>|<br\s*\/?>/i

/**
 * Content of a page that draws itself by script: passages of HTML in its JSON-LD or in the state it embeds, in
 * their order, as one piece of HTML. Empty when it embeds none.
 */
export function embeddedHtml(document: DomParent, jsonLd: readonly JsonNode[]): string {
  const passages: string[] = []
  let seen = ''
  const offer = (passage: string): void => {
    const key = wordsOf(passage.replaceAll(/<[^>]*>/g, ' ')).join(' ')
    if (key.split(' ', leastWords).length < leastWords || seen.includes(key)) return
    seen += ` ${key} |`
    passages.push(passage)
  }
  for (const node of nestedNodes(jsonLd)) {
    for (const name of ['articleBody', 'text', 'reviewBody', 'description']) {
      const value = node[name]
      if (typeof value === 'string') offer(markup.test(value) ? value : paragraphs(value))
    }
  }
  if (passages.length > 0) return passages.join('\n')
  for (const state of embeddedStates(document)) {
    for (const text of stringsIn(state)) if (markup.test(text)) offer(text)
  }
  return passages.join('\n')
}

const paragraphs = (text: string): string =>
  text
    .split(/\n+/)
    .map((line) => `<p>${line.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`)
    .join('')

/** JSON in scripts of type application/json, and in attributes, where some applications put it. */
function* embeddedStates(document: DomParent): Generator<Json> {
  let left = longestJson
  const read = (text: string): Json | undefined => {
    left -= text.length
    return left < 0 ? undefined : parseJson(text)
  }
  for (const element of elementsOf(document)) {
    if (element.tagName === 'script' && element.attrs.some(({ value }) => value === 'application/json')) {
      const state = read(rawText(element))
      if (state !== undefined) yield state
    }
    for (const { value } of element.attrs) {
      if (value.length < 400 || !/^\s*[{[]/.test(value)) continue
      const state = read(value)
      if (state !== undefined) yield state
    }
  }
}

/** Every string, those of JSON kept as a string included. */
function* stringsIn(value: Json): Generator<string> {
  if (typeof value === 'string') {
    const inner = /^\s*[{[]/.test(value) ? parseJson(value) : undefined
    if (inner !== undefined && typeof inner === 'object') yield* stringsIn(inner)
    else yield value
  } else if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) yield* stringsIn(item)
  } else if (isNode(value)) {
    for (const item of Object.values(value)) yield* stringsIn(item)
  }
}
