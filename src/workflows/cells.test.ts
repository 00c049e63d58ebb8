import { describe, expect, test } from 'vitest'
import { hasValue, isSame, judgeCell, numbersIn, openWitness, type Cell } from './cells.ts'

describe('a passage says a value', () => {
  test.each([
    ['number', '1200', 'It employs 1,200 people.'],
    ['number', '1200', 'Es beschäftigt 1.200 Menschen.'],
    ['number', '1200000', 'Revenue was 1.2 million euros.'],
    ['number', '2011', 'Founded in 2011.'],
    ['date', '2024-03-12', 'It opened on 12 March 2024.'],
    ['date', '2024-03-12', 'March 12th, 2024 was the day.'],
    ['date', '2024-03-12', 'Seit 12.03.2024 offen.'],
    ['date', '2024-03', 'since March 2024'],
    ['date', '2024', 'in 2024'],
    ['phone', '+43 316 123 456', 'Call 0316/123456 or'],
    ['email', 'press@helio.example', 'Write to Press@helio.example.'],
    ['url', 'https://www.helio.example/jobs/', 'see https://helio.example/jobs for more'],
    ['text', 'Ada  Marsh', 'Its chief executive is **Ada Marsh**.'],
  ])('%s %s: %s', (format, value, passage) => {
    expect(hasValue(format, value, passage)).toBe(true)
  })
})

describe('a passage does not say a value', () => {
  test.each([
    ['number', '120', 'It employs 1,200 people.'],
    ['number', '20', 'Founded in 2011.'],
    ['date', '2024-03-12', 'It opened on 2 March 2024.'],
    ['date', '2024-03-12', 'It opened in March 2024.'],
    ['text', 'Ada', 'Adams leads it.'],
    ['phone', '12', 'Call 0316/123456'],
  ])('%s %s: %s', (format, value, passage) => {
    expect(hasValue(format, value, passage)).toBe(false)
  })
})

test('numbers are read with their separators and magnitudes', () => {
  expect(numbersIn('3.5, 1,000,000, 12k, 2 bn and 7')).toEqual([3.5, 1_000_000, 12_000, 2_000_000_000, 7])
  expect(isSame('number', '1,200', '1200')).toBe(true)
  expect(isSame('url', 'https://a.example/x/', 'http://www.a.example/x')).toBe(true)
})

const page = (text: string, again?: string, url = 'https://list.example/', title = 'A list of makers') =>
  openWitness(
    { url, title, text },
    { ownUrl: 'https://northwind.example/', again: new Map(again === undefined ? [] : [['e1', again]]) },
  )

describe('a cell', () => {
  const cell: Cell = {
    enrichmentId: 'e1',
    description: 'Number of employees',
    format: 'number',
    values: ['340'],
    snippets: [],
  }
  const judge = (witness: ReturnType<typeof page>, more: Partial<Cell> = {}) =>
    judgeCell({ ...cell, ...more }, 'Northwind', [witness])

  test('is confirmed by a sentence about this thing, and not by one about another', () => {
    expect(judge(page('Northwind has 340 employees.'))).toMatchObject({
      verdict: 'confirmed',
      quotes: [{ value: '340', quote: 'Northwind has 340 employees.' }],
    })
    expect(judge(page('Helio makes drones. It sells them. It has 340 employees.')).verdict).toBe('not_found')
    expect(
      judge(page('We are 340 employees.', undefined, 'https://www.northwind.example/team')).verdict,
    ).toBe('confirmed')
  })

  test('is not confirmed by a number that means something else', () => {
    expect(judge(page('Northwind shipped 340 robots.')).verdict).toBe('not_found')
  })

  test('is not confirmed by the words it was quoted from when they are about something else', () => {
    const snippets = [{ url: 'https://list.example/', snippet: 'Northwind, 11 March 2025' }]
    const year = { description: 'Year of founding', values: ['2025'], snippets }
    expect(judge(page('Northwind, 11 March 2025\n\nIt builds robots.'), year).verdict).toBe('not_found')
    // A reader that was wrong once is wrong twice.
    expect(judge(page('Northwind, 11 March 2025\n\nIt builds robots.', '2025'), year).verdict).toBe(
      'not_found',
    )
    const founded = [{ url: 'https://list.example/', snippet: 'Northwind was founded in 2025' }]
    expect(judge(page('Northwind was founded in 2025.'), { ...year, snippets: founded }).verdict).toBe(
      'confirmed',
    )
  })

  test('is contradicted only where the other value stands in the page', () => {
    expect(judge(page('Northwind has 95 employees.', '95'))).toMatchObject({
      verdict: 'contradicted',
      instead: [{ value: '95', quote: 'Northwind has 95 employees.' }],
    })
    expect(judge(page('Northwind has many employees.', '95')).verdict).toBe('not_found')
  })

  test('that one page confirms stays confirmed when another says otherwise, and both are shown', () => {
    const judged = judgeCell(cell, 'Northwind', [
      page('Northwind has 340 employees.'),
      page('Northwind has 95 employees.', '95', 'https://old.example/'),
    ])
    expect(judged).toMatchObject({ verdict: 'confirmed', instead: [{ value: '95' }] })
  })

  test('of options is confirmed by the words it was chosen by, when it is chosen again', () => {
    const snippets = [{ url: 'https://list.example/', snippet: 'Northwind exports to Japan.' }]
    const options = { format: 'options', description: 'Exports', values: ['Yes'], snippets }
    expect(judge(page('Northwind exports to Japan.', 'Yes'), options).verdict).toBe('confirmed')
    expect(judge(page('Northwind exports to Japan.', 'No'), options)).toMatchObject({
      verdict: 'contradicted',
      instead: [{ value: 'No', quote: 'Northwind exports to Japan' }],
    })
    expect(judge(page('Northwind is at home.', 'Yes'), options).verdict).toBe('not_found')
  })
})
