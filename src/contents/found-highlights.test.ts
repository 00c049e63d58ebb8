import { expect, test } from 'vitest'
import { foundHighlights } from './found-highlights.ts'

const text =
  'The gallery opens at nine. Tickets are sold at the door.\n\n' +
  'Crawlers made of steel look for cracks in vessels. They need no light.'
const options = {
  query: undefined,
  maxCharacters: undefined,
  dynamic: undefined,
  numSentences: 1,
  highlightsPerUrl: 1,
}
const start = text.indexOf('Crawlers')
const highlight = (query: string) =>
  foundHighlights({ text, language: 'en' }, query, options, { start, end: text.length }).map((one) =>
    text.slice(one.start, one.end),
  )

test('a page that has the words of a query shows them, wherever they stand', () => {
  expect(highlight('tickets at the door')).toEqual(['Tickets are sold at the door.'])
})

test('a page that was found by meaning shows the passage it was found by', () => {
  expect(highlight('inspection of tanks')).toEqual(['Crawlers made of steel look for cracks in vessels.'])
})
