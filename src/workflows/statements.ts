import {
  alike,
  findIn,
  isDenied,
  plainOf,
  sentencesOf,
  tellingWords,
  wordsOf,
  type Plain,
  type Sentence,
} from './plain-text.ts'

export interface SourcePage {
  readonly url: string
  readonly title: string | null
  readonly text: string
}

/** A place in a page: its words there, to the letter. */
export interface Quote {
  readonly quote: string
  readonly url: string
  readonly title: string | null
  readonly start: number
  readonly end: number
}

export interface Support extends Quote {
  /** Whether the page says it in these words, or in words that are nearly the same. */
  readonly match: 'verbatim' | 'close'
}

/** So much of what a statement says has to stand in the passage that bears it out. */
const enough = 0.8
/** A statement with fewer words than this says nothing by itself: the question has to stand beside it. */
const sayingMuch = 3

const marks = /\s*(?:\(\s*\[[^\]]*\]\([^)]*\)(?:[,;]\s*\[[^\]]*\]\([^)]*\))*\s*\)|\[\d+(?:\s*,\s*\d+)*\])/g
const links = /\[([^\]]*)\]\([^)]*\)/g

/** What an answer states, one sentence after the other, without the marks that name its sources. */
export const statementsOf = (answer: string): string[] =>
  // Rows of a table stand side by side with a wider gap.
  sentencesOf(
    answer
      .replaceAll(/[^\S\n]{2,}/g, '\n')
      .replaceAll(marks, ' ')
      .replaceAll(links, '$1')
      .replaceAll(/ +([.,;])/g, '$1'),
  ).map(({ text }) => text.replace(/^(?:[-*•]|\d+[.)])\s+/, ''))

/** The pages that statements are looked up in, taken apart once. */
export const openPages = (pages: readonly SourcePage[]) =>
  pages.map((page) => ({ ...page, plain: plainOf(page.text), sentences: sentencesOf(page.text) }))

type OpenPage = SourcePage & { readonly plain: Plain; readonly sentences: readonly Sentence[] }

/**
 * The place that bears a statement out; null where there is none. In the same words, or else in a passage of one or two
 * sentences that has all of its numbers and names, denies what it denies, and has nearly all of its other words: what is
 * only half said is not said.
 */
export function supportFor(statement: string, question: string, pages: readonly OpenPage[]): Support | null {
  const telling = tellingWords(wordsOf(statement))
  const asked = telling.length < sayingMuch ? tellingWords(wordsOf(question)) : []
  for (const page of pages) {
    const found = findIn(page.plain, statement)
    if (found && (asked.length === 0 || saysHalf(asked, around(page, found))))
      return { ...quoteAt(page, found.start, found.end), match: 'verbatim' }
  }
  if (telling.length < sayingMuch) return null
  const row = pages.map((page) => rowFor(statement, page)).find((one) => one !== null)
  if (row) return row
  for (const length of [1, 2])
    for (const page of pages)
      for (const at of page.sentences.keys()) {
        const passage = page.sentences.slice(at, at + length)
        const [first, last] = [passage[0], passage.at(-1)]
        if (first && last && bears(passage, page))
          return { ...quoteAt(page, first.start, last.end), match: 'close' }
      }
  return null

  function bears(sentences: readonly Sentence[], { title }: OpenPage): boolean {
    const words = sentences.flatMap((one) => one.words)
    // A page that is about somebody calls them by name in its title, and by "it" below.
    const named = [...words, ...wordsOf(title ?? '')]
    const isDenial = isDenied(wordsOf(statement))
    if (sentences.some((one) => isDenied(one.words) !== isDenial)) return false
    if (!telling.filter((word) => /\d/.test(word)).every((word) => words.includes(word))) return false
    if (!namesIn(statement).every((name) => named.some((word) => alike(word, name)))) return false
    return telling.filter((word) => named.some((one) => alike(one, word))).length >= enough * telling.length
  }
}

/** A statement such as "City: Graz; Founded: 2011": the line that has all of the values, in a page that has the labels. */
function rowFor(statement: string, page: OpenPage): Support | null {
  const pairs = statement.split(/;\s+/).map((pair) => /^([^:]{1,60}):\s+(.+)$/.exec(pair))
  if (pairs.length < 2 || !pairs.every((pair) => pair !== null)) return null
  if (!pairs.every(([, label = '']) => findIn(page.plain, label))) return null
  for (const { 0: line, index } of page.text.matchAll(/[^\n]+/g)) {
    const plain = plainOf(line)
    if (pairs.every(([, , value = '']) => findIn(plain, value)))
      return { ...quoteAt(page, index, index + line.length), match: 'close' }
  }
  return null
}

/** The sentence in which a find stands, with those beside it. */
function around({ sentences }: OpenPage, { start, end }: { start: number; end: number }): string[] {
  const at = sentences.findIndex((one) => one.start <= start && end <= one.end)
  return sentences.slice(Math.max(at - 1, 0), at + 2).flatMap(({ words }) => words)
}

const saysHalf = (asked: readonly string[], words: readonly string[]): boolean =>
  asked.filter((word) => words.some((one) => alike(one, word))).length * 2 >= asked.length

/** Words with a capital that say something; the first of a sentence may be one, and is taken for one. */
const namesIn = (statement: string): string[] =>
  tellingWords((statement.match(/\p{Lu}[\p{L}\p{N}'-]*/gu) ?? []).flatMap((word) => wordsOf(word)))

export const quoteAt = ({ url, title, text }: SourcePage, start: number, end: number): Quote => ({
  quote: text.slice(start, end),
  url,
  title,
  start,
  end,
})
