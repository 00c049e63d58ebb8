import { fold } from '../../../contents/index.ts'
import { concepts } from './concepts.ts'
import { isEmptyWord, stemOf } from './stems.ts'

/** A word that says something, with everything it can be matched by: its stem and the concepts it belongs to. */
export interface Term {
  /** The folded word, or the phrase. */
  readonly word: string
  readonly keys: readonly string[]
  /** Counts the words of the text, the empty ones included. */
  readonly position: number
}

const byStem = new Map<string, string[]>()
const byPhrase = new Map<string, readonly string[]>()
const byPattern: { pattern: RegExp; concept: string }[] = []
for (const [name, { words, phrases, pattern, within }] of Object.entries(concepts)) {
  const keys = [`=${name}`, ...(within === undefined ? [] : [`=${within}`])]
  if (pattern) byPattern.push({ pattern, concept: `=${name}` })
  for (const phrase of phrases?.split('|') ?? []) byPhrase.set(phrase, keys)
  for (const stem of new Set(words.split(' ').map(stemOf)))
    byStem.set(stem, [...(byStem.get(stem) ?? []), ...keys])
}
/** “Series B” is one thing, and so is “ISO 9001”: a letter or a number says what kind. */
const numbered =
  '(?:series|serie|phase|stage|tier|class|level|type|version|chapter|iso|iec|din) (?:[a-z]|[0-9]+[a-z]?)'
const phrases = [...byPhrase.keys()].toSorted((a, b) => b.length - a.length).join('|')
const unit = new RegExp(`(?:(?:${phrases})s?|${numbered})(?![\\p{L}\\p{N}])|[\\p{L}\\p{N}]+`, 'gu')

/** The words of a text that say something, in order. */
export function termsOf(text: string): Term[] {
  const terms: Term[] = []
  // What separates words is one space, so that phrases are found whatever separates theirs.
  const plain = fold(text.replaceAll('ß', 'ss')).replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
  let position = 0
  for (const [found] of plain.matchAll(unit)) {
    const words = found.split(' ')
    const known = byPhrase.get(found) ?? byPhrase.get(found.replace(/s$/, ''))
    if (known) terms.push({ word: found, keys: known, position })
    else if (words.length > 1)
      terms.push({ word: found, keys: [found, ...(/^s[eé]rie/.test(found) ? ['=funding'] : [])], position })
    else if (!isEmptyWord(found)) {
      const stem = stemOf(found)
      terms.push({ word: found, keys: [stem, ...(byStem.get(stem) ?? [])], position })
    }
    position += words.length
  }
  for (const { pattern, concept } of byPattern)
    for (const match of plain.matchAll(pattern)) {
      const last =
        plain
          .slice(0, match.index + match[0].length)
          .trim()
          .split(' ').length - 1
      terms.push({ word: match[0], keys: [concept], position: last })
    }
  return terms
}

export const keysOf = (terms: readonly Term[]): Set<string> => new Set(terms.flatMap(({ keys }) => keys))
