import { expect, test } from 'vitest'
import { aDocument } from '../../../../tests/harness/document.ts'
import { forceAt, type Force } from './clauses.ts'
import { pageText } from './page-text.ts'

/** How a word of a sentence is meant. */
function force(sentence: string, word: string, language = 'en'): Force {
  const [statement] = pageText(aDocument({ text: sentence, language })).statements
  if (!statement) throw new Error('no statement')
  const start = statement.start + statement.text.indexOf(word)
  return forceAt(statement, [{ start, end: start + word.length }])
}

test.each([
  ['We do not sell valves.', 'valves', true],
  ['There are no valves, but there are pumps.', 'valves', true],
  ['There are no valves, but there are pumps.', 'pumps', false],
  ['Orrin has not been sold and remains independent.', 'independent', false],
  ['We sell not only pumps but also valves.', 'pumps', false],
  ['We ship at no extra cost.', 'ship', false],
  ['Nothing we make contains lead.', 'lead', true],
])('denied or not: %s (%s)', (sentence, word, denied) => {
  expect(force(sentence, word).denied).toBe(denied)
})

test.each([
  ['We plan to open a branch in Lyon.', 'branch', 'planned'],
  ['In May 2024 we opened a branch.', 'branch', 'fact'],
  ['The plant makes valves.', 'valves', 'fact'],
  ['Orrin is reportedly looking for a buyer.', 'buyer', 'rumoured'],
  ['The certificate is pending.', 'certificate', 'pending'],
  ['He sat on the board until 2020.', 'board', 'ended'],
  ['She is a former director.', 'director', 'ended'],
  ['Do you sell valves?', 'valves', 'asked'],
  ['The price was not disclosed.', 'price', 'withheld'],
  ['The licence was granted in April.', 'licence', 'fact'],
])('mood: %s', (sentence, word, mood) => {
  expect(force(sentence, word).mood).toBe(mood)
})

test('each page is read with the words of its language', () => {
  expect(force('Orrin plant ein Werk in Lyon.', 'Werk', 'de').mood).toBe('planned')
  expect(force('Einen Onlineshop haben wir nicht.', 'Onlineshop', 'de').denied).toBe(true)
  expect(force("Orrin n'a pas d'usine à Lyon.", 'usine', 'fr').denied).toBe(true)
})
