/** A mark that begins or ends words in italics. It is written with the mark first, which is found fastest. */
export const emphasis = /[*_](?:(?<=(?<![\p{L}\p{N}*])[*_])(?=\S)|(?<=\S[*_])(?![\p{L}\p{N}*]))/gu

/** Markdown as a person reads it: the words without the marks, on one line. */
export function plainText(markdown: string): string {
  return markdown
    .replaceAll(/^\s*(?:>\s?)+/gm, '')
    .replace(/^\s*(?:#{1,6}\s+|[-*+•]\s+|\d{1,3}[.)]\s+)/, '')
    .replace(/\s+#+\s*$/, '')
    .replaceAll(/!\[[^\][]{0,300}\]\([^()]{0,2000}\)/g, '')
    .replaceAll(/\[([^\][]{0,300})\]\([^()]{0,2000}\)/g, '$1')
    .replaceAll(/<(https?:[^<>\s]{1,2000})>/g, '$1')
    .replaceAll(/\*\*|__|`/g, '')
    .replaceAll(emphasis, '')
    .replaceAll(/\\([^\p{L}\p{N}\s])/gu, '$1')
    .replaceAll('&amp;', '&')
    .replaceAll(/&nbsp;|\s+/g, ' ')
    .trim()
}
