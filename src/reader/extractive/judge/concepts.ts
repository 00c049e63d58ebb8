import { meanings } from './lexicon.ts'
import { everydayMeanings } from './lexicon-everyday.ts'
import { grammarWords } from './light-words.ts'
import { tokensOf, type Token } from './tokens.ts'
import { shareForm } from './word-forms.ts'

/** A meaning that a stretch of tokens has: those from `from` up to `to`, which is not among them. */
export interface Mention {
  readonly concept: string
  readonly from: number
  readonly to: number
}

interface Entry {
  readonly words: readonly string[]
  readonly stems: readonly string[]
  readonly concept: string
}

interface Lexicon {
  /** By first stem. */
  readonly entries: ReadonlyMap<string, readonly Entry[]>
  /** What a concept is a kind of, all the way up, itself included. */
  readonly kinds: ReadonlyMap<string, ReadonlySet<string>>
  readonly opposites: ReadonlyMap<string, ReadonlySet<string>>
}

/** Ends the name of what is a kind of a concept: “patients” are participants, and not all participants patients. */
export const kindMark = '~'

let loaded: Lexicon | undefined
const lexicon = (): Lexicon => (loaded ??= readLexicon(meanings + everydayMeanings))

function readLexicon(text: string): Lexicon {
  const entries = new Map<string, Entry[]>()
  const parents = new Map<string, string[]>()
  const opposites = new Map<string, Set<string>>()
  for (const line of text.split('\n')) {
    const relation = /^(\S+) ([<!]) (\S+)$/.exec(line)
    if (relation) {
      const [, one = '', sign, other = ''] = relation
      if (sign === '<') parents.set(one, [...(parents.get(one) ?? []), other])
      else
        for (const [from, to] of [
          [one, other],
          [other, one],
        ] as const)
          opposites.set(from, (opposites.get(from) ?? new Set()).add(to))
      continue
    }
    const found = /^(\S+?)(:| >) (.*)$/.exec(line)
    const [, name = '', sign, words = ''] = found ?? []
    if (!found || name.startsWith('#')) continue
    // Kinds of a concept have a meaning of their own that leads up to it, and none that leads down.
    const concept = sign === ':' ? name : `${name}${kindMark}`
    if (sign !== ':') parents.set(concept, [name])
    for (const phrase of new Set(words.split(/,\s*/))) {
      const tokens = tokensOf(phrase)
      const [first] = tokens
      if (!first) continue
      const entry = {
        words: tokens.map(({ word }) => word),
        stems: tokens.map(({ stem }) => stem),
        concept,
      }
      entries.set(first.stem, [...(entries.get(first.stem) ?? []), entry])
    }
  }
  const kinds = new Map<string, ReadonlySet<string>>()
  const kindsOf = (concept: string): ReadonlySet<string> => {
    const known = kinds.get(concept)
    if (known) return known
    const all = new Set([concept])
    kinds.set(concept, all)
    for (const parent of parents.get(concept) ?? []) for (const kind of kindsOf(parent)) all.add(kind)
    return all
  }
  for (const list of entries.values()) for (const { concept } of list) kindsOf(concept)
  return { entries, kinds, opposites }
}

/** The shortest part of a compound that is looked up by itself. */
const shortestPart = 5
/** No word is so long without being put together. */
const shortestCompound = 9

/** “Fachhändler” are “Händler”: what a German compound means is said by its end. */
function* endsOf(stem: string): Generator<string> {
  for (let from = 3; stem.length - from >= shortestPart; from++) yield stem.slice(from)
}

function compoundMeanings(tokens: readonly Token[]): Mention[] {
  const { entries } = lexicon()
  return tokens.flatMap(({ word, stem, hasCapital }, from) => {
    if (!hasCapital || word.length < shortestCompound || entries.has(stem)) return []
    for (const end of endsOf(stem)) {
      const known = (entries.get(end) ?? []).filter(({ stems }) => stems.length === 1)
      if (known.length > 0) return known.map(({ concept }) => ({ concept, from, to: from + 1 }))
    }
    return []
  })
}

/**
 * Every meaning of every word and phrase; on German pages also of the last part of compounds. Stems are those of three
 * languages at once: in English text “eleven” is no form of “élève”, nor “care” of “car”.
 */
export function mentionsIn(tokens: readonly Token[], language: string | null = null): Mention[] {
  const { entries } = lexicon()
  const isEnglish = language?.startsWith('en') ?? false
  const found: Mention[] = []
  for (const [from, token] of tokens.entries())
    for (const { words, stems, concept } of entries.get(token.stem) ?? []) {
      const isSaid = stems.every((stem, at) => {
        const said = tokens[from + at]
        return said?.stem === stem && (!isEnglish || shareForm(said.word, words[at] ?? ''))
      })
      // “These” is no form of “thèse”.
      if (isSaid && (words[0] === token.word || !grammarWords.has(token.word)))
        found.push({ concept, from, to: from + stems.length })
    }
  return language?.startsWith('de') ? [...found, ...compoundMeanings(tokens)] : found
}

const alone = new Set<string>()

/** Whether what has the one meaning has the other as well. */
export const isKindOf = (one: string, other: string): boolean =>
  one === other || (lexicon().kinds.get(one) ?? alone).has(other)

/** Whether nothing has both meanings. */
export function isOpposite(one: string, other: string): boolean {
  const { kinds, opposites } = lexicon()
  for (const kind of kinds.get(one) ?? [one]) if (opposites.get(kind)?.has(other)) return true
  return false
}
