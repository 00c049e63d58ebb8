import { readFileSync } from 'node:fs'

/** Languages of which there is a list of words with their English. */
export const glossedLanguages = ['de', 'fr', 'es'] as const
export type GlossedLanguage = (typeof glossedLanguages)[number]

export interface WordList {
  /** The English of a word or of some words, in small letters; undefined: it is not in the list. */
  of(word: string): string | undefined
  /** How many words the longest entries have. */
  readonly longest: number
}

const lists = new Map<GlossedLanguage, WordList>()

/** The list of a language, read when it is first needed: `word=gloss` on each line, in the base form. */
export function wordListOf(language: GlossedLanguage): WordList {
  const known = lists.get(language)
  if (known) return known
  const entries = new Map<string, string>()
  let longest = 1
  for (const line of readFileSync(new URL(`./${language}.txt`, import.meta.url), 'utf8').split('\n')) {
    const at = line.indexOf('=')
    if (at <= 0) continue
    const word = line.slice(0, at)
    entries.set(word, line.slice(at + 1))
    longest = Math.max(longest, word.split(' ').length)
  }
  const list = { of: (word: string) => entries.get(word), longest }
  lists.set(language, list)
  return list
}
