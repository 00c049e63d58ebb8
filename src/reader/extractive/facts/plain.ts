/** A stretch of a document's text without its Markdown, that still knows where each character stands. */
export interface Plain {
  readonly text: string
  /** Where in the document the stretch from `start` to `end` of `text` stands. */
  span(start: number, end: number): { readonly start: number; readonly end: number }
}

/** A link of the text: its words as they are read, and where it leads. */
export interface Link {
  readonly text: string
  readonly url: string
  /** Where the words stand in the plain text of their block. */
  readonly start: number
  readonly end: number
}

export interface PlainBuilder {
  /** Adds a line of Markdown that begins at `base` in the document. */
  add(markdown: string, base: number): void
  readonly links: readonly Link[]
  build(): Plain
}

const token =
  /!\[[^\][]{0,300}\]\([^()\s]{0,2000}(?:\s[^()]*)?\)|\[(?<label>(?:[^\][]|\[[^\][]{0,80}\]){0,300})\]\((?<target>[^()\s]{0,2000}(?:\([^()\s]*\)[^()\s]*)?)(?:\s[^()]*)?\)|<(?<auto>https?:\/\/[^>\s]+)>|\*\*|__|~~|`|(?<![\p{L}\p{N}*_])[*_](?=\S)|(?<=\S)[*_](?![\p{L}\p{N}*_])|\\(?=[^\p{L}\p{N}\s])|&amp;|&nbsp;|<br ?\/?>|[\s\u00a0\u202f]+/gu

/** Reads Markdown as a person does who is not interested in the markup. Lines that are added are joined by a space. */
export function plainBuilder(): PlainBuilder {
  let text = ''
  const positions: number[] = []
  const links: Link[] = []

  function push(characters: string, at: number, source = characters.length): void {
    for (let index = 0; index < characters.length; index++) positions.push(at + Math.min(index, source - 1))
    text += characters
  }

  function read(markdown: string, base: number): void {
    let from = 0
    for (const match of markdown.matchAll(token)) {
      push(markdown.slice(from, match.index), base + from)
      from = match.index + match[0].length
      const { label, target, auto } = match.groups ?? {}
      if (label !== undefined) {
        const start = text.length
        read(label, base + match.index + 1)
        links.push({ text: text.slice(start), url: target ?? '', start, end: text.length })
      } else if (auto !== undefined) push(auto, base + match.index + 1)
      else if (/^[\s\u00a0\u202f&<]/.test(match[0])) {
        const character = match[0] === '&amp;' ? '&' : ' '
        if (character === '&' || (text !== '' && !text.endsWith(' '))) push(character, base + match.index)
      }
    }
    push(markdown.slice(from), base + from)
  }

  return {
    links,
    add(markdown, base) {
      if (text !== '' && !text.endsWith(' ')) push(' ', base - 1)
      read(markdown, base)
    },
    build() {
      const end = text.trimEnd().length
      return {
        text: text.slice(0, end),
        span(start, until) {
          const first = positions[start] ?? 0
          return { start: first, end: (positions[Math.max(start, until - 1)] ?? first) + 1 }
        },
      }
    },
  }
}

/** A part of a plain text, counted from its own beginning. */
export const partOf = (plain: Plain, start: number, end: number): Plain => ({
  text: plain.text.slice(start, end),
  span: (from, to) => plain.span(start + from, start + to),
})
