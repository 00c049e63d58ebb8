/** The events of an operation that answers with a stream. Whoever takes them takes them all, or calls `return`. */
export type Events = AsyncIterableIterator<unknown>

export const isEvents = (answer: unknown): answer is Events =>
  typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer

/**
 * Waits for the first event, so that what fails before it fails like any call, and sees to it that `onEnd` runs
 * exactly once from then on: after the last event, after a failure, or when the events are left, even unread.
 */
export async function beginEvents(
  source: AsyncIterable<unknown>,
  onEnd: () => Promise<void>,
): Promise<Events> {
  const events = source[Symbol.asyncIterator]()
  let first: IteratorResult<unknown> | undefined = await events.next()
  let ending: Promise<void> | undefined
  const end = () => (ending ??= onEnd())
  const begun: Events = {
    [Symbol.asyncIterator]: () => begun,
    async next() {
      try {
        const next = first ?? (await events.next())
        first = undefined
        if (next.done) await end()
        return next
      } catch (error) {
        await end()
        throw error
      }
    },
    async return(value?: unknown) {
      try {
        await events.return?.()
      } finally {
        await end()
      }
      return { done: true, value }
    },
  }
  return begun
}

/** What a generator returns, for those who do not care how it comes about. */
export async function drain<Outcome>(parts: AsyncGenerator<unknown, Outcome>): Promise<Outcome> {
  let next = await parts.next()
  while (!next.done) next = await parts.next()
  return next.value
}

/** Yields each part as an event and returns what the generator returns; whoever leaves the one leaves the other. */
export async function* asEvents<Part, Event, Outcome>(
  parts: AsyncGenerator<Part, Outcome>,
  present: (part: Part) => Event,
): AsyncGenerator<Event, Outcome> {
  let isOver = false
  try {
    let next = await parts.next()
    for (; !next.done; next = await parts.next()) yield present(next.value)
    isOver = true
    return next.value
  } finally {
    // Nobody takes what it returns then.
    if (!isOver) await parts.return(undefined as Outcome)
  }
}
