import { splitSentences } from '../../../entities/index.ts'

/** The parts of a line that dots or bars keep apart. */
export function partsOf(text: string): { start: number; end: number }[] {
  const parts: { start: number; end: number }[] = []
  let start = 0
  for (const match of text.matchAll(/ [·•|] /g)) {
    parts.push({ start, end: match.index })
    start = match.index + match[0].length
  }
  return [...parts, { start, end: text.length }]
}

/** A number at the end of a sentence looks like the day of a date; what follows tells. */
const afterNumber =
  /(?<=\p{L}.{0,200}(?:\d|(?:Series|Phase|Plan|Class|Serie|Group) \p{Lu})\.)\s(?=(?!Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)\p{Lu}\p{Ll}+\s\p{Ll})/u

export function sentenceStretches(text: string): { start: number; end: number }[] {
  let from = 0
  return closedBrackets(splitSentences(text))
    .flatMap((joined) => joined.split(afterNumber))
    .flatMap((sentence) => {
      const start = text.indexOf(sentence, from)
      if (start < 0) return []
      from = start + sentence.length
      return [{ start, end: from }]
    })
}

const beforeNumber = /(?<!\p{L})(?:tel|tél|ph|mob|fax|ext|no|nr|rev|ver|vol|fig|ch|sec|art|pp?)\.$/iu

/** “(m. 1986; div. 2001)”: no sentence ends within brackets, nor after “tel.” or “rev.”. */
function closedBrackets(sentences: readonly string[]): string[] {
  const joined: string[] = []
  for (const sentence of sentences) {
    const last = joined.at(-1)
    const isOpen = last !== undefined && last.length < 300 && /\([^()]{0,80}$/.test(last)
    const isCut = last !== undefined && beforeNumber.test(last) && /^[\d+(]/.test(sentence)
    if (isCut || (isOpen && /^[^()]{0,80}\)/.test(sentence)))
      joined[joined.length - 1] = `${last} ${sentence}`
    else joined.push(sentence)
  }
  return joined
}
