export interface Line {
  readonly kind: 'heading' | 'item' | 'row' | 'text' | 'blank'
  /** Without any Markdown. The cells of a table's row are parted by ` | `. */
  readonly text: string
  /** The nearest heading above, or nothing. */
  readonly heading: string
}

export interface Prose {
  readonly lines: readonly Line[]
  /** What stands in full lines, item by item and paragraph by paragraph. */
  readonly sentences: readonly string[]
}

/** A page may be a book: what it is about is said long before this. */
const readingLimit = 60_000
/** A line without an end is no line of anybody's. */
const longestLine = 5000
/** Shorter lines stand alone; longer ones may go on in the next, as they do in the text of a PDF. */
const wrappedLength = 50

/** Reads Markdown or plain text as a person does who is not interested in the markup. */
export function readProse(markdown: string): Prose {
  const lines: Line[] = []
  let heading = ''
  let fenced = false
  for (const raw of markdown.slice(0, readingLimit).split('\n')) {
    if (/^\s*(?:```|~~~)/.test(raw)) fenced = !fenced
    else if (!fenced) {
      const line = readLine(raw, heading)
      if (line.kind === 'heading') heading = line.text
      lines.push(line)
    }
  }
  return { lines, sentences: paragraphsOf(lines).flatMap(sentencesOf) }
}

function readLine(raw: string, heading: string): Line {
  const line = raw
    .slice(0, longestLine)
    .trim()
    .replace(/^(?:>\s*)+/, '')
  if (/^[\s|:=-]*$/.test(line)) return { kind: 'blank', text: '', heading }
  const text = withoutMarkup(line)
  if (/^#{1,6}\s/.test(line))
    return { kind: 'heading', text: text.replace(/^#+\s+|\s+#+$/g, ''), heading: '' }
  if (line.startsWith('|'))
    return { kind: 'row', text: text.replace(/^\|\s*|\s*\|$/g, '').replaceAll(/\s*\|\s*/g, ' | '), heading }
  const item = /^(?:[-*+•]|\d{1,3}[.)])\s+/.exec(text)
  return item ? { kind: 'item', text: text.slice(item[0].length), heading } : { kind: 'text', text, heading }
}

function withoutMarkup(line: string): string {
  if (!/[[\]*_`\\&\u00a0\u202f]/.test(line)) return line
  return line
    .replaceAll(/!\[[^\][]{0,300}\]\([^()]{0,2000}\)/g, '')
    .replaceAll(/\[([^\][]{0,300})\]\([^()]{0,2000}\)/g, '$1')
    .replaceAll(/\*\*|__|`/g, '')
    .replaceAll(/(?<![\p{L}\p{N}*])[*_](?=\S)|(?<=\S)[*_](?![\p{L}\p{N}*])/gu, '')
    .replaceAll(/\\([^\p{L}\p{N}\s])/gu, '$1')
    .replaceAll('&amp;', '&')
    .replaceAll(/&nbsp;|[\u00a0\u202f]/g, ' ')
    .trim()
}

function paragraphsOf(lines: readonly Line[]): string[] {
  const paragraphs: string[] = []
  let open = false
  for (const { kind, text } of lines) {
    if (kind === 'text' && open) paragraphs[paragraphs.length - 1] += ` ${text}`
    else if (kind === 'text' || kind === 'item') paragraphs.push(text)
    open = kind === 'text' && text.length >= wrappedLength
  }
  return paragraphs
}

/** Words that end in a stop without ending a sentence. */
const abbreviation =
  /(?:^|[\s(])(?:\p{Lu}|\d{1,2}|inc|ltd|co|corp|dr|prof|mr|mrs|ms|st|no|nr|vs|approx|est|mio|mrd|tsd|ca|bzw|inkl|zzgl|z\. ?b|u\. ?a|d\. ?h|env|u\.s|u\.k)\.$/iu

export function sentencesOf(paragraph: string): string[] {
  const sentences: string[] = []
  let joined = ''
  for (const part of paragraph.split(/(?<=[.!?…]["”“»’)\]]{0,2})\s+(?=["“„«([]?\s?[\p{Lu}\p{N}])/u)) {
    joined = joined === '' ? part : `${joined} ${part}`
    if (abbreviation.test(joined.slice(-12))) continue
    sentences.push(joined)
    joined = ''
  }
  if (joined !== '') sentences.push(joined)
  return sentences
}
