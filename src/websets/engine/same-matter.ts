import { contentWords, sameStem, wordsOf } from '../../contents/index.ts'
import { addressKey, type Document } from '../../documents/index.ts'

/**
 * What another page says of the matter of a report, everything else blanked: whole where its headline takes the matter
 * up, otherwise the paragraphs that name those whom the report is about, or refer to it. Null: it says nothing of it.
 * That a front page or a box beside an article links to a report says nothing of it, either.
 */
export function onSameMatter(report: Document, other: Document): Document | null {
  const names = namesIn(report)
  const headline = other.title ?? ''
  const isTakenUp =
    takesUp(headline, report.title ?? '') || (names.length > 1 && namesEnough(headline, names))
  if (isTakenUp && !isFrontPage(other)) return other
  const address = addressKey(report.url)
  const refers = new Set(
    other.details.links.filter(({ url }) => addressKey(url) === address).map(({ url }) => url),
  )
  let isOn = false
  const text = other.text
    .split('\n')
    .map((line) => {
      const isOnIt =
        !isLinkAlone(line) && (namesEnough(line, names) || [...refers].some((url) => line.includes(url)))
      if (isOnIt) isOn = true
      return isOnIt ? line : ' '.repeat(line.length)
    })
    .join('\n')
  return isOn ? { ...other, text, details: { ...other.details, structured: {} } } : null
}

/** Whether a headline has half of the words that tell another one from others. */
function takesUp(headline: string, other: string): boolean {
  const words = contentWords(other)
  const taken = wordsOf(headline)
  const shared = words.filter((word) => taken.some((one) => sameStem(word, one)))
  return words.length > 0 && shared.length * 2 >= words.length
}

const isFrontPage = ({ url }: Document): boolean => new URL(url).pathname === '/'

/** The names in a headline, each by its words: what it writes with a capital and the text never without. */
function namesIn({ title, text }: Document): string[][] {
  const prose = text.replaceAll(/\]\([^)]*\)|https?:\S+/g, ' ')
  const small = new Set(prose.match(/(?<![\p{L}\p{N}])\p{Ll}[\p{L}\p{N}]*/gu))
  const names: string[][] = []
  let end = -1
  for (const { 0: word, index } of (title ?? '').matchAll(/(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}]{2,}/gu)) {
    if (small.has(word.toLowerCase())) continue
    const isOneName = end >= 0 && /^\s(?:& )?$/.test(title!.slice(end, index))
    if (isOneName) names.at(-1)?.push(word)
    else names.push([word])
    end = index + word.length
  }
  return names
}

/** One name alone may be in the news for something else. */
function namesEnough(line: string, names: readonly (readonly string[])[]): boolean {
  const found = names.filter((words) => words.some((word) => line.includes(word)))
  return found.length > 0 && found.length >= Math.min(2, names.length)
}

const fewestLetters = 20

/** “- [Harbour sold](…) 3 May”: it leads somewhere and says nothing itself. */
const isLinkAlone = (line: string): boolean =>
  line.includes('](') && line.replaceAll(/\[[^\]]*\]\([^)]*\)|\P{L}/gu, '').length < fewestLetters
