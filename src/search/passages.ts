/** A stretch of a document that is indexed and embedded on its own. */
export interface Passage {
  readonly ordinal: number
  /** Where it lies in the document's text. */
  readonly start: number
  readonly end: number
  /** What is indexed: the title, the heading it stands under, and the stretch itself. */
  readonly text: string
}

export interface PassageSource {
  readonly title: string | null
  /** Markdown or plain text. */
  readonly text: string
}

/** Leaves room for what the estimate below misses in the model's window of 512. */
const defaultMaxTokens = 450
const maxContextTokens = 60

interface Block {
  readonly start: number
  readonly end: number
  readonly tokens: number
  readonly heading: string | null
}

/**
 * Cuts a document into passages of similar length, each at most `maxTokens` with its context, at the ends of
 * sections and paragraphs where it can, else of sentences, else of words. The same document always gives the
 * same passages. A document without text is one passage of its title; one without either has none.
 */
export function splitPassages(source: PassageSource, maxTokens = defaultMaxTokens): Passage[] {
  const title = clip(source.title?.trim() ?? '', maxContextTokens)
  const budget = maxTokens - estimateTokens(title)
  const blocks = blocksOf(source.text, budget)
  if (blocks.length === 0) return title ? [{ ordinal: 0, start: 0, end: 0, text: title }] : []

  let rest = blocks.reduce((sum, block) => sum + block.tokens, 0)
  const passages: Passage[] = []
  let heading = ''
  let begun: { start: number; end: number; tokens: number; heading: string } | undefined

  const finish = (): void => {
    if (!begun) return
    const context = [title, begun.heading].filter(Boolean).join('\n')
    const text = [context, source.text.slice(begun.start, begun.end)].filter(Boolean).join('\n')
    passages.push({ ordinal: passages.length, start: begun.start, end: begun.end, text })
    begun = undefined
  }

  for (const [index, block] of blocks.entries()) {
    // A heading stays with what follows it, so it is weighed together with that.
    const next = block.heading === null ? 0 : Math.min(blocks[index + 1]?.tokens ?? 0, budget - block.tokens)
    if (begun) {
      const room = budget - estimateTokens(begun.heading) - begun.tokens
      const left = rest + begun.tokens
      const wanted = left / Math.ceil(left / budget)
      // Halfway past the wanted length; at a heading already half of it is enough.
      const enough = begun.tokens + (block.heading === null ? block.tokens / 2 : wanted / 2) >= wanted
      if (block.tokens + next > room || (enough && left > budget)) finish()
    }
    begun ??= { start: block.start, end: block.end, tokens: 0, heading }
    if (block.heading !== null) {
      heading = clip(block.heading, maxContextTokens)
      if (begun.start === block.start) begun.heading = ''
    }
    begun.end = block.end
    begun.tokens += block.tokens
    rest -= block.tokens
  }
  finish()
  return passages
}

/** Paragraphs, headings among them; what is longer than a passage may be comes in pieces. */
function blocksOf(text: string, budget: number): Block[] {
  const blocks: Block[] = []
  for (const { 0: paragraph, index } of text.matchAll(/\S(?:.|\n(?!\s*\n))*/g)) {
    const heading = /^#{1,6}\s+(.+)$/.exec(paragraph.trimEnd())?.[1] ?? null
    for (const [start, end] of pieces(paragraph, budget / 2)) {
      const tokens = estimateTokens(paragraph.slice(start, end))
      blocks.push({ start: index + start, end: index + end, tokens, heading })
    }
  }
  return blocks
}

/** The whole when it is short enough; else its sentences; of a long sentence its words; of a long word its parts. */
function pieces(text: string, maxTokens: number): [start: number, end: number][] {
  const end = text.trimEnd().length
  if (estimateTokens(text) <= maxTokens) return [[0, end]]
  for (const boundary of [/\n+/g, /(?<=[.!?;:]["'”’)\]]?)\s+|(?<=[。！？；])/g, /\s+/g]) {
    const cuts = [...text.slice(0, end).matchAll(boundary)].map(
      ({ 0: gap, index }) => [index, index + gap.length] as const,
    )
    if (cuts.length === 0) continue
    const parts: [number, number][] = []
    let start = 0
    for (const [stop, resume] of [...cuts, [end, end] as const]) {
      if (stop > start)
        for (const [a, b] of pieces(text.slice(start, stop), maxTokens)) parts.push([start + a, start + b])
      start = resume
    }
    return joined(text, parts, maxTokens)
  }
  const length = Math.max(1, Math.floor((text.length * maxTokens) / estimateTokens(text)))
  return Array.from({ length: Math.ceil(end / length) }, (_, index) => [
    index * length,
    Math.min(end, (index + 1) * length),
  ])
}

/** Puts neighbours together again as far as they fit, so that words do not become passages. */
function joined(text: string, parts: [number, number][], maxTokens: number): [number, number][] {
  const result: [number, number][] = []
  let tokens = Infinity
  for (const [start, end] of parts) {
    const more = estimateTokens(text.slice(start, end))
    const last = result.at(-1)
    if (last && tokens + more <= maxTokens) {
      last[1] = end
      tokens += more
    } else {
      result.push([start, end])
      tokens = more
    }
  }
  return result
}

const word = /\p{Script=Latin}+|\p{L}+|\p{N}+|[^\s\p{L}\p{N}]/gu
const nonEnglish = /[^\P{Script=Latin}a-zA-Z]/gu

/**
 * About as many tokens as a word-piece vocabulary of English makes of a text, rather too many than too few:
 * English words are mostly whole, those of other languages come in pieces, other scripts letter by letter.
 */
export function estimateTokens(text: string): number {
  const accents = text.match(nonEnglish)?.length ?? 0
  const lettersPerToken = accents * 200 > text.length ? 3.5 : 6
  let tokens = 0
  for (const [found] of text.matchAll(word)) {
    if (/^\p{Script=Latin}/u.test(found)) tokens += Math.ceil(found.length / lettersPerToken)
    else if (/^\p{N}/u.test(found)) tokens += Math.ceil(found.length / 2)
    else tokens += found.length
  }
  return tokens
}

function clip(text: string, maxTokens: number): string {
  const words = text.slice(0, maxTokens * 8).split(/\s+/)
  while (words.length > 1 && estimateTokens(words.join(' ')) > maxTokens) words.pop()
  return words.join(' ')
}
