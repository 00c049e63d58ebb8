import { useEffect, useState } from 'react'
import { ApiError } from './client.ts'
import { eventsOf, type ServerEvent } from './events.ts'

interface Followed {
  readonly events: readonly ServerEvent[]
  readonly isLive: boolean
  /** Why it will not go on by itself. */
  readonly failure: unknown
}

const nothing: Followed = { events: [], isLive: false, failure: null }

/** Events often come in bursts; they are shown together. */
const settleMs = 80
const againMs = 1000

/**
 * Follows a stream that tells everything from its beginning. One that is broken off is opened again, and what it tells
 * then takes the place of what it told before. `isLast` must not change from one rendering to the next.
 */
export function useFollow(path: string, isLast: (event: ServerEvent) => boolean): Followed {
  const [followed, setFollowed] = useState(nothing)
  useEffect(() => {
    const leaving = new AbortController()
    setFollowed(nothing)
    void follow(path, isLast, leaving.signal, (change) => {
      if (!leaving.signal.aborted) setFollowed((now) => ({ ...now, ...change }))
    })
    return () => leaving.abort()
  }, [path, isLast])
  return followed
}

async function follow(
  path: string,
  isLast: (event: ServerEvent) => boolean,
  signal: AbortSignal,
  update: (change: Partial<Followed>) => void,
): Promise<void> {
  while (!signal.aborted) {
    const seen: ServerEvent[] = []
    let showing: ReturnType<typeof setTimeout> | undefined
    const show = () => {
      showing = undefined
      update({ events: [...seen], isLive: true })
    }
    try {
      for await (const event of eventsOf(path, { signal })) {
        seen.push(event)
        if (isLast(event)) return show()
        showing ??= setTimeout(show, settleMs)
      }
    } catch (failure) {
      // What is refused is refused again; what did not get through may do so the next time.
      if (failure instanceof ApiError && failure.status >= 400 && failure.status < 500)
        return update({ failure, isLive: false })
    } finally {
      clearTimeout(showing)
    }
    update({ isLive: false })
    await new Promise((resolve) => setTimeout(resolve, againMs))
  }
}
