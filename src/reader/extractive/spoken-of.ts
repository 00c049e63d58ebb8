import type { Subject } from '../reader.ts'
import { fold } from './facts/concepts.ts'

/** Whom a page is about it names soon. */
const opening = 700
/** So much of a long title is said, where a page says it in other words. */
const mostOfTitle = 0.6

/**
 * Whether a page speaks of the subject, even where its title names nobody: “Bell foundry passes to its employees”. Names
 * are taken as reports give them: in capitals, without the number of a congress, cut to their first words.
 */
export function isSpokenOf(title: string, text: string, { name, type }: Subject): boolean {
  const words = wordsOf(withoutEdition(name ?? ''))
  if (words.length === 0) return false
  const said = wordsOf(`${title} ${text.slice(0, opening)}`)
  if (type === 'person') return has(said, words) || said.includes(words.at(-1) ?? '')
  const least = Math.min(2, words.length)
  if (words.length <= 4) return has(said, words.slice(0, Math.max(least, words.length - 1)))
  // A title of many words: most of them, in whichever order.
  const telling = words.filter((word) => word.length > 3)
  return telling.filter((word) => said.includes(word)).length >= mostOfTitle * telling.length
}

const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** One after the other. */
const has = (said: readonly string[], words: readonly string[]): boolean =>
  said.some((_, at) => words.every((word, offset) => said[at + offset] === word))

/** “XI World Dry Stone Congress”, “Compost Congress 2026”: reports leave out which one it is. */
export function withoutEdition(name: string): string {
  const rest = name.replace(/^(?:[IVXLC]+|\d+(?:st|nd|rd|th)|\d+\.)\s|\s(?:19|20)\d\d$/gu, '')
  return rest.includes(' ') ? rest : name
}
