import { expect, test } from 'vitest'
import { AppError } from '../contract/errors.ts'
import type { Embedder } from '../ports/embedder.ts'
import { createHighlights } from './highlights-by-meaning.ts'

const none = {
  query: undefined,
  maxCharacters: undefined,
  dynamic: undefined,
  numSentences: 1,
  highlightsPerUrl: 1,
}
const { signal } = new AbortController()

/** Takes whatever speaks of boats for near to whatever does, and counts what it is asked. */
function boatEmbedder() {
  let embedded = 0
  const embedder: Embedder = {
    model: 'boats',
    dimensions: 2,
    async embed(texts, { kind }) {
      if (kind === 'passage') embedded += texts.length
      return texts.map((text) => Float32Array.from(/boat|ferry|vessel/i.test(text) ? [1, 0] : [0, 1]))
    },
    close: async () => {},
  }
  return { embedder, embedded: () => embedded }
}

const page = {
  language: 'en',
  text: `The harbour café opens at six. It serves soup and bread to anybody who is cold.

The evening ferry leaves from the outer pier. Cyclists pay nothing on it.

The museum has a model of the town as it was before the fire.`,
}

test('without the words of the query, the passage nearest in meaning is shown', async () => {
  const { embedder } = boatEmbedder()
  const [found] = await createHighlights({ embedder })(page, 'vessel departures', none, signal)
  expect(page.text.slice(found!.start, found!.end)).toBe('The evening ferry leaves from the outer pier.')
  expect(found!.score).toBeGreaterThan(0)
  expect(found!.score).toBeLessThanOrEqual(1)
})

test('with the words of the query, nothing is embedded', async () => {
  const { embedder, embedded } = boatEmbedder()
  const [found] = await createHighlights({ embedder })(page, 'museum model', none, signal)
  expect(page.text.slice(found!.start, found!.end)).toContain('model of the town')
  expect(embedded()).toBe(0)
})

test('however long a page is, only a few passages of it are embedded', async () => {
  const { embedder, embedded } = boatEmbedder()
  const long = { language: 'en', text: 'Nothing is said here about anything that matters.\n\n'.repeat(3000) }
  await createHighlights({ embedder })(long, 'vessel departures', none, signal)
  expect(embedded()).toBeLessThanOrEqual(8)
})

test('a page that is about something else shows its beginning, with score 0', async () => {
  const { embedder } = boatEmbedder()
  const other = { language: 'en', text: 'Bread is baked at night. Soup is cooked in the morning.' }
  expect(await createHighlights({ embedder })(other, 'vessel departures', none, signal)).toEqual([
    { start: 0, end: 24, score: 0 },
  ])
})

test('without the model, words have to do', async () => {
  const broken: Embedder = {
    ...boatEmbedder().embedder,
    embed: async () => {
      throw new AppError('unavailable', 'no model')
    },
  }
  expect(await createHighlights({ embedder: broken })(page, 'vessel departures', none, signal)).toHaveLength(
    1,
  )
})

test('a caller who left is not answered', async () => {
  const { embedder } = boatEmbedder()
  const left: Embedder = { ...embedder, embed: async (_, { signal: given }) => (given?.throwIfAborted(), []) }
  const aborted = AbortSignal.abort(new Error('left'))
  await expect(createHighlights({ embedder: left })(page, 'vessel', none, aborted)).rejects.toThrow('left')
})
