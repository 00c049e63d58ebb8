import type { Block } from '../contents/extract/blocks.ts'
import { alignWords } from './align-words.ts'
import { tokens } from './word-overlap.ts'

const leastCopyWords = 5

/** For each block, whether the reader took it: most of its words are aligned, or it stands elsewhere in whole. */
export function labelBlocks(blocks: readonly Block[], content: string): boolean[] {
  const expected = tokens(content)
  const words = blocks.map((block) => tokens(block.text))
  const aligned = alignWords(words.flat(), expected)
  let from = 0
  const taken = words.map((own) => {
    const hits = aligned.subarray(from, (from += own.length)).reduce((sum, hit) => sum + hit, 0)
    return hits / own.length >= 0.5
  })
  const whole = ` ${expected.join(' ')} `
  const takenKeys = new Set(blocks.filter((_, at) => taken[at]).map(({ key }) => key))
  return blocks.map(({ key, words: length }, at) => {
    // Copies are told apart when blocks are chosen, not here: what is content once is content wherever it stands.
    if (taken[at] || (length >= leastCopyWords && takenKeys.has(key))) return true
    return length >= leastCopyWords && whole.includes(` ${tokens(key).join(' ')} `)
  })
}
