import { expect, test } from 'vitest'
import { aDocument } from '../../../tests/harness/document.ts'
import type { Embedder } from '../../ports/embedder.ts'
import { stands } from '../spans.ts'
import { createSummarise } from './summarise.ts'

/** Finds two texts alike when they share a topic word of its small world. */
const topics = ['ice|cold|frozen|glacier', 'money|paid|price|euro', 'ship|boat|harbour']
const embedder: Embedder = {
  model: 'topics',
  dimensions: topics.length,
  embed: async (texts) =>
    texts.map((text) => {
      const vector = topics.map((words) => (new RegExp(words, 'i').test(text) ? 1 : 0.01))
      const length = Math.hypot(...vector)
      return Float32Array.from(vector, (value) => value / length)
    }),
  close: async () => {},
}
const summarise = createSummarise({ embedder })
const reading = { now: new Date('2026-06-15'), signal: new AbortController().signal }

const page = aDocument({
  title: 'The ferry to Hven',
  text: `# The ferry to Hven

[Home](/) | [Timetable](/times)

Subscribe to our newsletter!

The ferry to Hven has crossed the sound since 1874 and carries 90,000 passengers a year. In winter the sound is frozen for a week or two, and the ferry follows a channel that the pilots keep open.

The crossing takes thirty minutes. Passengers have paid nine euro since 2024. It was seven crowns before that.

"I have never missed a crossing," says the mate.

## Opening hours

Mon–Fri 6–22

All rights reserved. We use cookies to make the ferry faster.
`,
})

async function tell(query?: string): Promise<string[]> {
  const statements = await summarise({ source: page, query }, reading)
  for (const { spans } of statements) for (const span of spans) expect(stands(span, page)).toBe(true)
  return statements.map(({ text }) => text)
}

test('tells a page in a few of its sentences, in their order, without what every page says', async () => {
  const told = await tell()
  expect(told.length).toBeGreaterThanOrEqual(2)
  expect(told.length).toBeLessThanOrEqual(5)
  expect(told[0]).toContain('since 1874')
  expect(told.join(' ')).not.toMatch(/newsletter|cookies|Mon–Fri|Timetable|mate/)
  expect(told.map((text) => page.text.indexOf(text))).toEqual(
    told.map((text) => page.text.indexOf(text)).toSorted((a, b) => a - b),
  )
})

test('tells what a page says about a query', async () => {
  expect(await tell('price in euro')).toContain('Passengers have paid nine euro since 2024.')
})

test('finds by meaning what it does not find by words', async () => {
  expect((await tell('glacier')).join(' ')).toContain('frozen')
})

test('what points back comes with what it points to', async () => {
  const told = await tell('seven crowns')
  const at = told.indexOf('It was seven crowns before that.')
  expect(at).toBeGreaterThan(0)
  expect(told[at - 1]).toBe('Passengers have paid nine euro since 2024.')
})

test('a page without sentences is told by its lines, and an empty one not at all', async () => {
  const lines = aDocument({
    text: '| Ticket | Price |\n| --- | --- |\n| Adult, one way | 9 euro |\n| Child, one way | 4 euro |',
  })
  expect((await summarise({ source: lines }, reading)).map(({ text }) => text)).toContain(
    'Ticket: Adult, one way; Price: 9 euro',
  )
  expect(await summarise({ source: aDocument({ text: '' }) }, reading)).toEqual([])
})
