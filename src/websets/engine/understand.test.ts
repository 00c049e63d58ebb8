import { expect, test } from 'vitest'
import { aRun, wordReader } from './fixture-web.suite.ts'
import { createUnderstand, titleOf } from './understand.ts'

const understand = createUnderstand(wordReader)

test('what is missing is derived, and what the caller chose is kept', async () => {
  expect(await understand({ query: 'makers of clocks' }, aRun())).toEqual({
    title: 'Makers of clocks',
    entity: { type: 'company' },
    criteria: ['makers of clocks'],
    enrichments: [],
  })
  const chosen = { entity: { type: 'custom', description: 'museums' }, criteria: ['Has a clock'] } as const
  expect(await understand({ query: 'old clocks', ...chosen }, aRun())).toMatchObject(chosen)
})

const derived = (...criteria: string[]) =>
  createUnderstand({
    decompose: async (wish, run) => ({ ...(await wordReader.decompose(wish, run)), criteria }),
  })({ query: 'clocks like https://dial.example/' }, aRun())

test('an address in the query is no criterion, unless nothing else is asked for', async () => {
  const alike = 'Like https://dial.example/'
  expect((await derived(alike, 'Is in Delft'))?.criteria).toEqual(['Is in Delft'])
  expect((await derived(alike))?.criteria).toEqual([alike])
})

test('nothing comes of a query without words, or of one that says no more than a word', async () => {
  expect(await understand({ query: '?!' }, aRun())).toBeNull()
  expect(await understand({ query: 'clocks' }, aRun())).toBeNull()
})

test('titles are short and leave out the asking', () => {
  expect(titleOf('Find all makers of clocks in Delft.')).toBe('Makers of clocks in Delft')
  const long = titleOf(`Companies ${'that make clocks '.repeat(20)}`)
  expect(long.length).toBeLessThanOrEqual(62)
  expect(long).toMatch(/^Companies that make clocks .*\w …$/)
})
