import { expect, test } from 'vitest'
import { momentsIn } from './moments.ts'

const written = new Date('2025-03-20')
const read = (text: string, language: string | null = 'en') =>
  momentsIn(text, { language, written }).map(({ date }) => date)

test.each([
  ['on 9 May 2024', 'en', ['2024-05-09']],
  ['May 9, 2024', 'en', ['2024-05-09']],
  ['am 9.5.2024.', 'de', ['2024-05-09']],
  ['le 1er août 2023', 'fr', ['2023-08-01']],
  ['3/12/24', 'en-US', ['2024-03-12']],
  ['3/12/24', 'en-GB', ['2024-12-03']],
  ['in September 2023', 'en', ['2023-09']],
  ['since the early 2010s', 'en', ['2010']],
  ['Q3 2024', 'en', ['2024']],
  ['signed on Tuesday', 'en', ['2025-03-18']],
  ['said this morning that it had closed', 'en', ['2025-03-20']],
  ['The company today announced a round', 'en', ['2025-03-20']],
  ['Today we make felt', 'en', []],
  ['Monday to Friday 07:30–15:30, every Saturday', 'en', []],
  ['Releases go out on Wednesday evenings', 'en', []],
  ['on the first Saturday of the month', 'en', []],
  ['two weeks ago', 'en', ['2025-03-06']],
  ['last year', 'en', ['2024']],
  ['hired on 1 May', 'en', ['2025-05-01']],
  ['out on the 18th of January last year', 'en', ['2024-01-18', '2024']],
  ['began in June last year', 'en', ['2024-06', '2024']],
  ['has grown since April and will go on growing', 'en', ['2024-04']],
  ['will open in November', 'en', ['2025-11']],
  ['opened in November', 'en', ['2024-11']],
  ['from Saturday 24 May to Sunday 1 June 2019', 'en', ['2019-05-24', '2019-06-01']],
  ['28 December to 2 January 2019', 'en', ['2018-12-28', '2019-01-02']],
  ['on Midsummer Day (22 June) 1991', 'en', ['1991-06-22', '1991']],
  ['1990, 2 July', 'en', ['1990-07-02']],
  ['joined on 7 March and 22 August', 'en', ['2025-03-07', '2025-08-22']],
  ['a report is due in September', 'en', ['2025-09']],
  // About half a year away, what is told as over was, and what is not is yet to come.
  ['Nine books, led by a history of fog, on September 30', 'en', ['2025-09-30']],
  ['the deal was signed on 12 September', 'en', ['2024-09-12']],
  ['open each year from 1 September to 31 October', 'en', ['2025-09-01', '2025-10-31']],
  ['1,200 people and 2024 employees', 'en', []],
])('%s (%s)', (text, language, expected) => {
  expect(read(text, language)).toEqual(expected)
})

test('without the date of the page nothing is counted from it', () => {
  expect(momentsIn('two weeks ago, on 1 May', { language: 'en', written: null })).toEqual([])
})
