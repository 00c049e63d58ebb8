import type { Document } from '../documents/index.ts'
import { chatMarks, signs } from './injection-patterns.ts'

interface Stretch {
  readonly start: number
  readonly end: number
}

/** A paragraph longer than this is a page without paragraphs: then only what is near counts. */
const longestParagraph = 1_500

/**
 * Where a text speaks to programs that read it and tells them what to do: by whole paragraphs, since what stands
 * beside an order is part of the ruse. Rather one paragraph too many: what is not read is only not found.
 */
export function instructionsIn(text: string): Stretch[] {
  if (!isInstruction(text)) return []
  const found: Stretch[] = []
  for (const paragraph of matchesOf(text, /\S(?:.|\n(?!\s*\n))*/g)) {
    const words = text.slice(paragraph.start, paragraph.end)
    if (!isInstruction(words)) continue
    if (words.length <= longestParagraph) found.push(paragraph)
    else found.push(...nearInstructions(words, paragraph.start))
  }
  return found
}

/** The sentences of a long paragraph that are instructions, each with the one before and the two after it. */
function nearInstructions(words: string, offset: number): Stretch[] {
  const sentences = matchesOf(words, /\S[^]*?(?:[.!?。！？](?=\s|$)|\n|$)/g)
  return sentences.flatMap(({ start, end }, at) => {
    if (!isInstruction(words.slice(start, end))) return []
    const first = sentences[at - 1]?.start ?? start
    const last = sentences[at + 2]?.end ?? sentences.at(-1)?.end ?? end
    return [{ start: offset + first, end: offset + last }]
  })
}

const matchesOf = (text: string, pattern: RegExp): Stretch[] =>
  [...text.matchAll(pattern)].map(({ 0: match, index }) => ({ start: index, end: index + match.length }))

function isInstruction(text: string): boolean {
  if (chatMarks.test(text)) return true
  const shown = unveiled(text)
  return signs.some(({ hint, pattern }) => hint.test(shown) && pattern.test(shown))
}

/** Letters of other scripts that look like Latin ones. */
const lookalikes = new Map([
  ...pairs('аеорсухіјѕԁһ', 'aeopcyxijsdh'), // Cyrillic
  ...pairs('ονρικ', 'ovpik'), // Greek
])

function pairs(those: string, these: string): [string, string][] {
  return Array.from(those, (letter, at) => [letter, these.charAt(at)])
}

/** A text as a model would take it: without the characters and spellings that hide words from simple searches. */
function unveiled(text: string): string {
  return text
    .replaceAll(/[\u{E0020}-\u{E007E}]/gu, (tag) => String.fromCodePoint(tag.codePointAt(0)! - 0xe0000))
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/\b(?:[a-z][ .\-_*]){3,}[a-z]\b/gi, (word) => word.replaceAll(/[ .\-_*]/g, ''))
    .replaceAll(/(?<=[a-z])[\u0370-\u052F]+|[\u0370-\u052F]+(?=[a-z])/giu, (letters) =>
      Array.from(letters, (letter) => lookalikes.get(letter) ?? letter).join(''),
    )
    .replaceAll(/[*_`~]+/g, '')
}

const disarmed = new WeakMap<Document, { readonly document: Document; readonly found: readonly string[] }>()

/**
 * The document with blanks where it gives instructions, so that every other position stays what it was; and what
 * stood there. The same document when it gives none.
 */
export function disarm(document: Document): { document: Document; found: readonly string[] } {
  const known = disarmed.get(document)
  if (known) return known
  const { text, title } = document
  const stretches = instructionsIn(text)
  const isTitleOne = title !== null && isInstruction(title)
  const result = {
    document:
      stretches.length === 0 && !isTitleOne
        ? document
        : { ...document, text: blanked(text, stretches), title: isTitleOne ? null : title },
    found: [...stretches.map(({ start, end }) => text.slice(start, end)), ...(isTitleOne ? [title] : [])],
  }
  disarmed.set(document, result)
  return result
}

const blanked = (text: string, stretches: readonly Stretch[]): string =>
  stretches.reduce(
    (rest, { start, end }) =>
      rest.slice(0, start) + text.slice(start, end).replaceAll(/[^\n]/g, ' ') + rest.slice(end),
    text,
  )
