import { expect, test } from 'vitest'
import { aDocument } from '../../../tests/harness/document.ts'
import { readSentences } from './sentences.ts'

test('the titles that a list of pages shows are no statements', () => {
  const listing = aDocument({
    url: 'https://daily.example/topics/whey',
    title: 'Whey',
    text: `# Whey

How much Alpenmolk raised in its latest round | Daily Grain

Alpenmolk raised €19 million in a round led by Tauern Capital.`,
  })
  expect(readSentences(listing).map(({ text }) => text)).toEqual([
    'Alpenmolk raised €19 million in a round led by Tauern Capital.',
  ])
})

test('the marks that end bold words are not quoted with the sentence behind them', () => {
  const page = aDocument({
    text: '**Stored.** Every reading is kept with its place. **Shared.** Nobody else sees it.',
  })
  const quotes = readSentences(page).map(({ start, end }) => page.text.slice(start, end))
  expect(quotes).toContain('Every reading is kept with its place.')
  expect(quotes).toContain('Nobody else sees it.')
})

test.each([
  ['a heading', '## Can I pay by card?\n\nStalls take coins and notes. There is a cash machine.'],
  [
    'a paragraph of its own',
    '**Can I pay by card?**\n\nStalls take coins and notes. There is a cash machine.',
  ],
  ['in the text', 'Can I pay by card? Stalls take coins and notes. There is a cash machine.'],
])('what answers a question that is %s is read with it', (_, text) => {
  const [answer, next] = readSentences(aDocument({ title: 'Visit', text: `# Visit\n\n${text}` }))
  expect(answer?.text).toBe('Can I pay by card? Stalls take coins and notes.')
  expect(answer?.heads).toHaveLength(1)
  expect(next?.text).toBe('There is a cash machine.')
})
