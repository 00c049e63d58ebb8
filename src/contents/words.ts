/** Words that say nothing about a subject, in the languages that the index analyses most often. */
const stopWords = new Set(
  (
    'a an and are as at be been but by can could did do does for from had has have how if in into is it its may more most ' +
    'no not of on or our she should so some such than that the their them then there these they this those to was we were ' +
    'what when where which who whom why will with would you your he his her ' +
    'der die das den dem des ein eine einer eines und oder nicht mit von zu zum zur im in ist sind war auf für als auch ' +
    'wie wer was wo bei aus nach le la les un une des du de et ou en est sont dans pour par sur avec que qui ne pas au aux ' +
    'el los las una y o es son por para con del al se su'
  ).split(' '),
)

/** Lower case, without accents: how words are compared, never how they are shown. */
export const fold = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

export const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** The words of a query that tell pages apart; all of them when there is nothing else. */
export function contentWords(text: string): string[] {
  const words = [...new Set(wordsOf(text))]
  const telling = words.filter((word) => !stopWords.has(word) && (word.length > 1 || /\p{N}/u.test(word)))
  return telling.length > 0 ? telling : words
}

/**
 * Whether two folded words are forms of one: equal, or long enough and the same but for the ending. Crude beside a
 * stemmer for one language, but right often enough in all of them.
 */
export function sameStem(one: string, other: string): boolean {
  if (one === other) return true
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (long.startsWith(short) && short.length >= 3) {
    const ending = long.slice(short.length)
    if (['s', 'es', 'n', 'en'].includes(ending)) return true
  }
  let shared = 0
  while (shared < short.length && short[shared] === long[shared]) shared++
  return shared >= 5 && shared >= short.length - 2 && long.length - shared <= 4
}
