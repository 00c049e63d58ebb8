import { expect, test } from 'vitest'
import { aDocument } from '../../../../tests/harness/document.ts'
import { pageText } from './page-text.ts'

const read = (text: string) => pageText(aDocument({ text })).statements

test('every statement stands where it says, links and emphasis included', () => {
  const text = `# Orrin

We make **pumps** and [valves](https://orrin.example/valves). They last.

| Founded | 1998 |
| --- | --- |

- 140 employees`
  const statements = read(text)
  expect(statements.map(({ kind }) => kind)).toEqual(['heading', 'sentence', 'sentence', 'row', 'item'])
  for (const { end, tokens } of statements) {
    expect(end).toBeLessThanOrEqual(text.length)
    for (const token of tokens)
      expect(text.slice(token.start, token.end).toLowerCase()).toContain(token.word[0])
  }
  expect(text.slice(statements[1]?.start, statements[1]?.end)).toBe(
    'We make **pumps** and [valves](https://orrin.example/valves).',
  )
})

test('a label speaks for the line below it, and a question for its answer', () => {
  const [, value] = read('Head office\nLeeds, United Kingdom')
  expect(value?.heading?.text).toBe('Head office')
  const answer = read('**Do you sell valves?** No. We never did.')[1]
  expect(answer?.heading).toMatchObject({ isQuestion: true })
})

test('wrapped lines are one sentence, and abbreviations do not end one', () => {
  const [sentence, ...others] = read(
    'The company was founded by Dr. Ada Marsh in a garage near the\nharbour, and moved to Leeds in 2004.',
  )
  expect(others).toEqual([])
  expect(sentence?.text).toContain('harbour')
  expect(read('Am 1. Oktober 2025 eröffnete das Werk.')).toHaveLength(1)
})

test('a sentence without an end is cut, and what is kept still stands', () => {
  const text = 'pumps and valves, '.repeat(5000)
  const [statement, ...others] = read(text)
  expect(others).toEqual([])
  expect(statement?.text.length).toBeLessThan(2000)
  expect(text.slice(statement?.start, statement?.end)).toBe(statement?.text)
})
