import { describe, expect, test } from 'vitest'
import { findHighlights } from './highlights.ts'
import { leadOf } from './lead.ts'
import { sentencesOf } from './sentences.ts'
import { contentWords, sameStem } from './words.ts'

const text = `# Kestrel

Kestrel builds greenhouse robots. It was founded in 2016 by Ida Moor.

- The company employs about 250 people in Rotterdam.
- Its harvesters pick 1,200 tomatoes an hour.

Investors put $12 million into the company in March. The next model, the K4, ships in autumn.`
const page = { text, language: 'en' }
const none = {
  query: undefined,
  maxCharacters: undefined,
  dynamic: undefined,
  numSentences: undefined,
  highlightsPerUrl: undefined,
}
const highlight = (query: string, options = {}) =>
  findHighlights(page, query, { ...none, ...options }).map(({ start, end, score }) => ({
    text: text.slice(start, end),
    score,
  }))

describe('highlights', () => {
  test('are the passages that answer, best first', () => {
    const [best] = highlight('How many employees does it have in Rotterdam?', { numSentences: 1 })
    expect(best?.text).toContain('employs about 250 people in Rotterdam')
    expect(best?.score).toBeGreaterThan(0.5)
  })

  test('never overlap, keep to the number asked for, and score between 0 and 1', () => {
    const found = findHighlights(page, 'company robots investors', {
      ...none,
      highlightsPerUrl: 2,
      numSentences: 2,
    })
    expect(found).toHaveLength(2)
    const [one, two] = found.toSorted((a, b) => a.start - b.start)
    expect(one!.end).toBeLessThanOrEqual(two!.start)
    for (const { score } of found) expect(score).toBeGreaterThan(0)
    for (const { score } of found) expect(score).toBeLessThanOrEqual(1)
  })

  test('stay within the characters allowed', () => {
    for (const maxCharacters of [1, 20, 80, 200]) {
      const total = highlight('company harvesters', { maxCharacters }).reduce(
        (sum, one) => sum + one.text.length,
        0,
      )
      expect(total).toBeGreaterThan(0)
      expect(total).toBeLessThanOrEqual(maxCharacters)
    }
  })

  test('of an unrelated query are the beginning, with score 0', () => {
    expect(highlight('volcano')).toEqual([{ text: expect.stringContaining('Kestrel'), score: 0 }])
  })

  test('of an empty page are none', () => {
    expect(findHighlights({ text: '', language: null }, 'x', none)).toEqual([])
  })
})

test('a lead is made of whole sentences of the page', () => {
  const details = { links: [], imageLinks: [], codeBlocks: [], structured: {} }
  expect(leadOf({ ...page, details })).toBe(
    'Kestrel builds greenhouse robots. It was founded in 2016 by Ida Moor. ' +
      'Investors put $12 million into the company in March. The next model, the K4, ships in autumn.',
  )
  const described = { ...details, description: 'A robot maker.' }
  expect(leadOf({ text: '', language: null, details: described })).toBe('A robot maker.')
})

test('sentences are verbatim, and items stand alone', () => {
  const sentences = sentencesOf(text, 'en').map(({ start, end }) => text.slice(start, end))
  expect(sentences).toContain('- Its harvesters pick 1,200 tomatoes an hour.')
  expect(sentences).toContain('Kestrel builds greenhouse robots.')
  expect(sentencesOf('Die Firma wurde 2019 gegründet. Sie wächst.', 'de-AT')).toHaveLength(2)
  expect(sentencesOf('One. Two.', 'no such language')).toHaveLength(2)
})

test.each([
  ['robots', 'robot', true],
  ['gegrundet', 'grundung', false],
  ['companies', 'company', true],
  ['investors', 'investor', true],
  ['entreprise', 'entreprises', true],
  ['market', 'mark', false],
  ['cars', 'car', true],
  ['car', 'care', false],
])('%s and %s are one word: %s', (one, other, same) => {
  expect(sameStem(one, other)).toBe(same)
})

test('a query keeps the words that tell pages apart', () => {
  expect(contentWords('What is the CEO of Kestrel?')).toEqual(['ceo', 'kestrel'])
  expect(contentWords('to be or not to be')).toEqual(['to', 'be', 'or', 'not'])
})

describe('dynamic highlights', () => {
  const dynamic = { ...none, dynamic: true }
  const long = {
    language: 'en',
    text: `The tram was built in 1902. Horses had drawn it before.

Tickets for the tram cost two crowns. Children travel on the tram without tickets. The conductor knows them all.

The depot is now a library. It has no tickets at all.`,
  }
  const shown = (query: string) =>
    findHighlights(long, query, dynamic).map(({ start, end }) => long.text.slice(start, end))

  test('are as many and as long as the page deserves', () => {
    expect(shown('tram tickets')[0]).toBe(
      'Tickets for the tram cost two crowns. Children travel on the tram without tickets.',
    )
    expect(shown('library depot')).toEqual(['The depot is now a library.'])
  })

  test('of an unrelated query are the beginning', () => {
    expect(shown('submarine')).toEqual(['The tram was built in 1902.'])
  })
})
