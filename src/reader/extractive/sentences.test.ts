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
