/** A text as it is compared: without case, accents, markup and spacing that mean nothing, and where each letter stood. */
export interface Plain {
  readonly text: string
  /** Of every character, its place in the text that it was made from. */
  readonly places: readonly number[]
}

export interface Sentence {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly words: readonly string[]
}

const same: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '–': '-',
  '—': '-',
  '−': '-',
}
const markup = /[*_`#|>\\]/

export function plainOf(written: string): Plain {
  let text = ''
  const places: number[] = []
  const add = (letter: string, at: number) => {
    text += letter
    places.push(at)
  }
  let at = 0
  for (const letter of written) {
    const isGap = /\s/.test(letter) || markup.test(letter)
    if (isGap) {
      if (text !== '' && !text.endsWith(' ')) add(' ', at)
    } else
      for (const one of (same[letter] ?? letter).normalize('NFKD').toLowerCase())
        if (!/\p{M}/u.test(one)) for (const unit of one.split('')) add(unit, at)
    at += letter.length
  }
  return { text, places }
}

/** Where a text stands in a page, whatever its spacing, case and markup; null where it does not. */
export function findIn(page: Plain, sought: string): { start: number; end: number } | null {
  const { text } = plainOf(sought)
  const wanted = text.trim().replace(/[.!?…\s]+$/, '')
  if (wanted === '') return null
  for (let at = page.text.indexOf(wanted); at !== -1; at = page.text.indexOf(wanted, at + 1)) {
    const isWhole =
      !isWordy(page.text[at - 1], wanted[0]) && !isWordy(page.text[at + wanted.length], wanted.at(-1))
    const [start, last] = [page.places[at], page.places[at + wanted.length - 1]]
    if (isWhole && start !== undefined && last !== undefined) return { start, end: last + 1 }
  }
  return null
}

/** Whether two neighbours are of one word, so that a find there would be a part of it. */
const isWordy = (outside: string | undefined, inside: string | undefined): boolean =>
  outside !== undefined &&
  inside !== undefined &&
  /[\p{L}\p{N}]/u.test(outside) &&
  /[\p{L}\p{N}]/u.test(inside)

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Lines end sentences, too: headings, rows and points of lists have no full stop. */
export function sentencesOf(written: string): Sentence[] {
  const sentences: Sentence[] = []
  for (const { 0: line, index } of written.matchAll(/[^\n]+/g))
    for (const { segment, index: within } of segmenter.segment(line)) {
      const text = segment.trim()
      const words = wordsOf(text)
      if (words.length === 0) continue
      const start = index + within + segment.indexOf(text)
      sentences.push({ start, end: start + text.length, text, words })
    }
  return sentences
}

/** Words and numbers in the order in which they stand, in lower case; a number keeps its separators. */
export const wordsOf = (written: string): string[] =>
  plainOf(written).text.match(/\d+(?:[.,]\d+)*|[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*/gu) ?? []

const empty = new Set(
  `a about after all also an and any are as at be been but by can did do does for from had has have he her his how i in
  into is it its may more most no not of on one or other our she so some such than that the their them then there these
  they this those to was we were what when where which while who whom whose why will with would you your`.split(
    /\s+/,
  ),
)
const denials = /^(?:not|no|never|none|neither|nor|without|cannot|\p{L}+n't)$/u

/** The words that say something, each once. */
export const tellingWords = (words: readonly string[]): string[] => [
  ...new Set(words.filter((word) => !empty.has(word) && !denials.test(word))),
]

export const isDenied = (words: readonly string[]): boolean => words.some((word) => denials.test(word))

/** Whether two words are forms of one: equal but for a short ending. */
export function alike(a: string, b: string): boolean {
  if (a === b) return true
  if (/\d/.test(a + b) || Math.min(a.length, b.length) < 4) return false
  let shared = 0
  while (shared < Math.min(a.length, b.length) && a[shared] === b[shared]) shared++
  return shared >= 4 && Math.max(a.length, b.length) - shared <= 3
}
