import { describe, expect, it } from 'vitest'
import { estimateTokens, splitPassages } from './passages.ts'

const sentence = 'The harbour master keeps a record of every ship that enters the bay. '
const paragraph = sentence.repeat(8).trim()

describe('splitting a document', () => {
  it('keeps a short one whole, under its title', () => {
    expect(splitPassages({ title: 'Ships', text: 'One.\n\nTwo.' })).toEqual([
      { ordinal: 0, start: 0, end: 10, text: 'Ships\nOne.\n\nTwo.' },
    ])
  })

  it('makes a passage of the title alone, and none of nothing', () => {
    expect(splitPassages({ title: 'Only a title', text: ' \n ' })).toMatchObject([
      { start: 0, end: 0, text: 'Only a title' },
    ])
    expect(splitPassages({ title: null, text: '' })).toEqual([])
  })

  it('cuts between paragraphs into passages of similar length', () => {
    const text = Array.from({ length: 10 }, (_, index) => `${index}. ${paragraph}`).join('\n\n')
    const passages = splitPassages({ title: 'Ships', text })
    const lengths = passages.map((passage) => passage.end - passage.start)
    expect(passages.length).toBeGreaterThan(2)
    expect(Math.min(...lengths)).toBeGreaterThan(Math.max(...lengths) / 3)
    for (const passage of passages)
      expect(text.slice(passage.start, passage.end)).toMatch(/^\d+\. The .*bay\.$/s)
  })

  it('begins a passage with a heading, and names the heading where a section goes on', () => {
    const section = Array.from({ length: 6 }, () => paragraph).join('\n\n')
    const text = `# Bay\n\n${paragraph}\n\n${paragraph}\n\n## Records\n\n${section}`
    const passages = splitPassages({ title: 'Ships', text })
    expect(passages[1]?.text).toMatch(/^Ships\n## Records\n/)
    expect(passages[2]?.text).toMatch(/^Ships\nRecords\nThe harbour/)
  })

  it.each([
    ['one long paragraph', sentence.repeat(100)],
    ['a sentence without end', 'and so on '.repeat(2_000)],
    ['a word without end', 'x'.repeat(20_000)],
    ['lines of a table', '| a ship | 1912 | 46,328 |\n'.repeat(300)],
    ['Japanese', '港長は湾に入るすべての船の記録を保管している。'.repeat(100)],
    ['a long heading', `# ${'Harbour '.repeat(900)}\n\n${paragraph}`],
  ])('cuts %s so that each passage fits', (_, text) => {
    const passages = splitPassages({ title: 'A title '.repeat(50), text })
    expect(passages.length).toBeGreaterThan(1)
    for (const passage of passages) expect(estimateTokens(passage.text)).toBeLessThanOrEqual(450)
  })

  it('loses nothing but space between passages', () => {
    const text = `# Bay\n\n${sentence.repeat(40)}\n\n${'x'.repeat(5_000)}\n\n- one\n- two\n\n${sentence.repeat(40)}`
    const passages = splitPassages({ title: null, text })
    const kept = passages.map((passage) => text.slice(passage.start, passage.end)).join('')
    expect(kept.replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''))
    expect(passages.map((passage) => passage.ordinal)).toEqual(passages.map((_, index) => index))
  })
})
