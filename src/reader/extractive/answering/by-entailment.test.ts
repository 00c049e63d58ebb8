import { expect, test } from 'vitest'
import { aDocument } from '../../../../tests/harness/document.ts'
import { entailmentOf, type Bears } from '../../../../tests/harness/entailment.ts'
import type { Document } from '../../../documents/index.ts'
import { createAnswer } from '../answer.ts'
import { createExtract } from '../extract.ts'
import { createJudge } from '../judge.ts'
import { stands } from '../../spans.ts'

const embedder = {
  model: 'none',
  dimensions: 1,
  embed: async (texts: readonly string[]) => texts.map(() => Float32Array.of(1)),
  close: async () => {},
}
const pump = aDocument({
  url: 'https://ostrava-pumps.example/k7',
  title: 'Ostrava K7',
  language: 'en',
  text: '# Ostrava K7\n\nThe K7 lifts water out of wells. At one metre it makes 68 decibels. It costs 4,850 euros.',
})
const fair = aDocument({
  url: 'https://fair.example/list',
  title: 'Who is at the fair',
  language: 'en',
  text: '# Who is at the fair\n\nThe Brenta S2 makes 90 decibels. The Ostrava K7 is in the third hall. It may be tried there.',
})

/** What is answered where a model finds that these words answer, and the texts that it was given. */
async function answered(question: string, words: string, ...sources: Document[]) {
  const bears: Bears = (read) => (read.includes(words) ? [0.95, 0.01] : [0.01, 0.01])
  const entailment = entailmentOf(bears)
  const judge = createJudge({})
  const answer = createAnswer({ judge, extract: createExtract({ embedder, judge }), embedder, entailment })
  const said: string[] = []
  const reading = { now: new Date('2026-06-15'), signal: new AbortController().signal }
  for await (const { text, spans } of answer({ question, sources }, reading)) {
    expect(spans.some((span) => sources.some((source) => stands(span, source)))).toBe(true)
    said.push(text)
  }
  return { said, read: entailment.passages.map(({ text }) => text) }
}

test('a sentence answers that says it in other words', async () => {
  const { said } = await answered('How loud is the Ostrava K7 when it runs?', '68 decibels', pump)
  expect(said).toEqual(['At one metre it makes 68 decibels.'])
})

test('and none where the model finds every sentence silent, whatever words it has', async () => {
  expect(await answered('What does the Ostrava K7 cost?', '4,850', pump)).toMatchObject({
    said: ['It costs 4,850 euros.'],
  })
  expect(await answered('What does the Ostrava K7 cost?', 'nothing like it', pump)).toMatchObject({
    said: [],
  })
})

test('of a page about others only what names the one asked about is read', async () => {
  const { said, read } = await answered('Where can one try out the Ostrava K7?', 'tried there', fair)
  expect(said).toEqual(['It may be tried there.'])
  expect(read.join(' ')).not.toContain('Brenta')
})

test('a page that does not name whom a question is about answers nothing', async () => {
  expect(await answered('How loud is the Kolben Q1?', '68 decibels', pump)).toEqual({ said: [], read: [] })
})

test('other languages are left to rules', async () => {
  const { said, read } = await answered('Wie laut ist die Ostrava K7?', '68 decibels', pump)
  expect({ said, read }).toEqual({ said: [], read: [] })
})
