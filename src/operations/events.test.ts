import { expect, test } from 'vitest'
import { asEvents, beginEvents, drain } from './events.ts'

/** Two numbers and a word, and a note of having been left. */
async function* parts(left: string[]): AsyncGenerator<number, string> {
  try {
    yield 1
    yield 2
    return 'done'
  } finally {
    left.push('left')
  }
}

function counted() {
  let ends = 0
  return { onEnd: async () => void ends++, ends: () => ends }
}

test('events come whole and in order, and end once', async () => {
  const { onEnd, ends } = counted()
  const events = await beginEvents(parts([]), onEnd)
  expect(ends()).toBe(0)
  const seen = []
  for await (const event of events) seen.push(event)
  await events.return?.()
  expect(seen).toEqual([1, 2])
  expect(ends()).toBe(1)
})

test('what fails before the first event fails the call, and its end is the callers', async () => {
  const { onEnd, ends } = counted()
  const failing = (async function* () {
    await Promise.reject(new Error('too early'))
    yield 1
  })()
  await expect(beginEvents(failing, onEnd)).rejects.toThrow('too early')
  expect(ends()).toBe(0)
})

test('what fails later ends them', async () => {
  const { onEnd, ends } = counted()
  const failing = (async function* () {
    yield 1
    throw new Error('too late')
  })()
  const events = await beginEvents(failing, onEnd)
  expect(await events.next()).toMatchObject({ value: 1 })
  await expect(events.next()).rejects.toThrow('too late')
  expect(ends()).toBe(1)
})

test('events that nobody takes end when they are left, and so does their source', async () => {
  const { onEnd, ends } = counted()
  const left: string[] = []
  const events = await beginEvents(
    asEvents(parts(left), (part) => part),
    onEnd,
  )
  await events.return?.()
  expect(ends()).toBe(1)
  expect(left).toEqual(['left'])
})

test('what a generator returns is kept by both ways of reading it', async () => {
  expect(await drain(parts([]))).toBe('done')
  expect(await drain(asEvents(parts([]), String))).toBe('done')
})
