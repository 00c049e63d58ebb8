import { placesIn, type Place } from '../values/index.ts'
import { remembered } from '../values/remembered.ts'
import { conceptsIn, tokensOf, type ConceptHit, type Token } from './concepts.ts'

/** A text made ready to be searched for words. */
export interface Terms {
  readonly text: string
  readonly tokens: readonly Token[]
  readonly hits: readonly ConceptHit[]
}

const known = remembered<Terms>()

export const termsOf = (text: string): Terms =>
  known(text, () => {
    const tokens = tokensOf(text)
    return { text, tokens, hits: conceptsIn(tokens) }
  })

/** Something that a description asks for: a word, and every concept that it may stand for. */
export interface Term {
  readonly text: string
  readonly stems: readonly string[]
  readonly concepts: readonly string[]
  readonly weight: number
  /** A name or a code: nothing else will do. */
  readonly isName: boolean
  /** “Non” of “non-smokers”: without it others are meant. */
  readonly prefix?: string | undefined
  /** Finds it where words cannot: a role has many names. */
  readonly pattern?: RegExp | undefined
  /** A place has other names in other languages. */
  readonly place?: Place | undefined
}

export interface TermPlace {
  readonly start: number
  readonly end: number
  /** 1 where the very word stands, less for another word with the meaning. */
  readonly strength: number
}

/** Where a text says what a term asks for. */
export function placesOf(term: Term, { text, tokens, hits }: Terms): TermPlace[] {
  if (term.pattern)
    return [...text.matchAll(term.pattern)].map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
      strength: 1,
    }))
  const found: TermPlace[] = []
  if (term.place)
    for (const { place, start, end } of placesIn(text))
      if (place === term.place) found.push({ start, end, strength: 1 })
  const [first = ''] = term.stems
  for (const [at, token] of tokens.entries()) {
    if (!sameWord(token.stem, first, term.isName) || prefixAt(text, token.start) !== (term.prefix ?? ''))
      continue
    // A doctoral student has no doctorate yet.
    if (
      /^(?:PhD|doctoral)$/i.test(term.text) &&
      /^(?:student|candidate|position|program|fellow)/i.test(tokens[at + 1]?.text ?? '')
    )
      continue
    if (!term.stems.every((stem, offset) => sameWord(tokens[at + offset]?.stem ?? '', stem, term.isName)))
      continue
    found.push({
      start: token.start,
      end: tokens[at + term.stems.length - 1]?.end ?? token.end,
      // A form of the word, or a longer one with it inside, may mean something else.
      strength: token.stem === first || isInflected(token.stem, first) ? 1 : 0.85,
    })
  }
  // Where the very word stands, other words with the meaning may be there to tell others apart: adults and children.
  const isSaid = found.some(({ strength }) => strength === 1)
  for (const { concept, from, to, isWeak } of term.isName || isSaid ? [] : hits) {
    if (!term.concepts.includes(concept)) continue
    const start = tokens[from]?.start ?? 0
    if (prefixAt(text, start) !== (term.prefix ?? '')) continue
    if (found.every((other) => other.start !== start))
      found.push({ start, end: tokens[to - 1]?.end ?? start, strength: isWeak ? 0.7 : 0.95 })
  }
  return found
}

/** “Pre-seed” is no seed round, and “non-members” are no members. */
export const prefixAt = (text: string, start: number): string =>
  /(?<!\p{L})(pre|non|anti|ex)[-–]$/iu.exec(text.slice(Math.max(0, start - 6), start))?.[1]?.toLowerCase() ??
  ''

/** Equal, or one within the other where words are long, as German and technical words are put together. */
function sameWord(one: string, other: string, exactly: boolean): boolean {
  if (one === other) return one !== ''
  if (exactly || one.length < 5 || other.length < 5) return false
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return long.startsWith(short) || (short.length >= 6 && long.includes(short)) || sharedStart(short, long)
}

/** “Mitarbeitern”, “Kunden”: the same word in another case. */
const isInflected = (one: string, other: string): boolean =>
  Math.min(one.length, other.length) >= 5 &&
  /^(?:n|en|s|es|e)$/.test(
    one.startsWith(other) ? one.slice(other.length) : other.startsWith(one) ? other.slice(one.length) : '',
  )

function sharedStart(short: string, long: string): boolean {
  let shared = 0
  while (shared < short.length && short[shared] === long[shared]) shared++
  const rest = long.slice(shared)
  // “Certified” and “certification”, “moved” and “movement”.
  return (
    shared >= 6 &&
    shared >= short.length - 2 &&
    (rest.length <= 4 || /^\p{L}{0,4}(?:ation|ition|ment|sion|tion)$/u.test(rest))
  )
}
