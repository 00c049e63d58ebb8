import { doneForm } from './english-forms.ts'
import { baseForms } from './inflection.ts'
import { wordListOf, type GlossedLanguage } from './word-list.ts'

const kept = new Map<string, string | undefined>()
const mostKept = 50_000

/** The English of a word in small letters, whatever form it has; undefined: nobody knows it, like a name. */
export function glossOf(word: string, language: GlossedLanguage): string | undefined {
  const key = `${language} ${word}`
  if (kept.has(key)) return kept.get(key)
  const gloss = inflected(word, language) ?? (language === 'de' ? compound(word) : undefined)
  if (kept.size >= mostKept) kept.clear()
  kept.set(key, gloss)
  return gloss
}

function inflected(word: string, language: GlossedLanguage): string | undefined {
  const list = wordListOf(language)
  const own = list.of(word)
  if (own !== undefined) return own
  for (const { base, sense } of baseForms[language](word)) {
    const gloss = list.of(base)
    if (gloss === undefined) continue
    if (sense === 'done') return doneForm(gloss)
    return sense === 'past' ? `did ${gloss}` : sense === 'future' ? `will ${gloss}` : gloss
  }
  return undefined
}

/** Shorter parts are found in everything. */
const shortestPart = 3
const links = ['', 's', 'es', 'n', 'en', 'e', 'er']

/** “Windkraftanlage”: the longest part at the end that is known, behind one that is known itself. */
function compound(word: string, parts = 3): string | undefined {
  if (parts < 2) return undefined
  for (let at = shortestPart; at <= word.length - shortestPart; at++) {
    const last = inflected(word.slice(at), 'de')
    if (last === undefined || last === '') continue
    const before = word.slice(0, at)
    for (const link of links) {
      if (!before.endsWith(link)) continue
      const bare = before.slice(0, before.length - link.length)
      if (bare.length < shortestPart) continue
      const first = inflected(bare, 'de') ?? compound(bare, parts - 1)
      if (first !== undefined && first !== '') return `${first} ${last}`
    }
  }
  return undefined
}
