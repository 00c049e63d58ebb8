/**
 * Pieces of patterns. `\b` knows ASCII letters only, and ignoring case would lose what tells a name from a word, so
 * that patterns over texts in several languages are made from these.
 */
export const wordStart = String.raw`(?<![\p{L}\p{N}])`
export const wordEnd = String.raw`(?![\p{L}\p{N}])`

/** A text that stands for itself. */
export const literally = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Alternatives as they stand within a sentence or at its beginning. */
export const eitherCase = (words: string): string =>
  words.replaceAll(/(?<=^|[|(:])\p{Ll}/gu, (letter) => `[${letter}${letter.toUpperCase()}]`)

/** Longer words first, because the first that fits is taken. */
export const oneOf = (words: Iterable<string>): string =>
  [...words]
    .toSorted((a, b) => b.length - a.length)
    .map(literally)
    .join('|')
