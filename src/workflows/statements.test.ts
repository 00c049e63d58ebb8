import { describe, expect, test } from 'vitest'
import { openPages, statementsOf, supportFor } from './statements.ts'

const text = `# Helio Drones

Helio Drones was **founded** in 2011 by Tom Reed.
It employs 1,200 people in Graz – and none in Vienna. The company did not sell its boats.

| Office | City |
| Head office | Graz |`
const pages = openPages([{ url: 'https://helio.example/', title: 'Helio Drones', text }])
const support = (statement: string, question = 'What is Helio Drones?') =>
  supportFor(statement, question, pages)

test('statements are the sentences of an answer without the marks of its sources', () => {
  expect(
    statementsOf(
      'It flies. [1][2] It employs 95 people ([Helio](https://a.example/), [B](https://b.example/)).\n\n- [Tom Reed](https://c.example/) leads it [3, 4].',
    ),
  ).toEqual(['It flies.', 'It employs 95 people.', 'Tom Reed leads it.'])
  expect(statementsOf('')).toEqual([])
})

describe('a statement is borne out', () => {
  test.each([
    ['Helio Drones was founded in 2011 by Tom Reed.', 'verbatim'],
    ['it employs 1,200 people in Graz - and none in Vienna', 'verbatim'],
    ['Tom Reed founded Helio Drones in 2011.', 'close'],
    ['Helio Drones employs 1,200 people in Graz and none in Vienna.', 'close'],
    ['The company did not sell its boats.', 'verbatim'],
  ])('%s (%s)', (statement, match) => {
    const found = support(statement)
    expect(found).toMatchObject({ match, url: 'https://helio.example/' })
    expect(text.slice(found?.start, found?.end)).toBe(found?.quote)
  })
})

describe('a statement is not borne out', () => {
  test.each([
    ['another number', 'Helio Drones was founded in 2012 by Tom Reed.'],
    ['a part of a number', 'It employs 200 people in Graz.'],
    ['another name', 'Northwind was founded in 2011 by Tom Reed.'],
    ['a denial that the page does not have', 'Helio Drones was not founded in 2011 by Tom Reed.'],
    ['a denial that is left out', 'The company did sell its boats.'],
    ['something that the page leaves open', 'Helio Drones builds submarines for the navy.'],
  ])('%s', (_, statement) => {
    expect(support(statement)).toBeNull()
  })
})

test('a row of a table is borne out by the line that has all of its values', () => {
  expect(statementsOf('Office: Head office; City: Graz  Office: Lab; City: Linz [1]')).toEqual([
    'Office: Head office; City: Graz',
    'Office: Lab; City: Linz',
  ])
  expect(support('Office: Head office; City: Graz')).toMatchObject({ quote: '| Head office | Graz |' })
  expect(support('Office: Head office; City: Linz')).toBeNull()
  expect(support('Depot: Head office; City: Graz')).toBeNull()
})

test('a word alone says nothing unless the question stands beside it', () => {
  expect(support('Graz.', 'How many people does it employ, and where?')).toMatchObject({ match: 'verbatim' })
  expect(support('Graz.', 'Which opera won the prize?')).toBeNull()
})
