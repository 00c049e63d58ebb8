import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FetchError } from './fetch-error.ts'
import { createPoliteness, siteOf, type PolitenessOptions, type Turn } from './politeness.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Notes when each caller got its turn. */
function observe(options: PolitenessOptions) {
  const politeness = createPoliteness(options)
  const admitted: string[] = []
  const turns = new Map<string, Turn>()
  const enter = (name: string, host = `${name[0]}.example`, more = {}) => {
    const pending = politeness.enter(host, more).then((turn) => {
      admitted.push(name)
      turns.set(name, turn)
      return turn
    })
    pending.catch(() => {})
    return pending
  }
  const settled = async () => (await vi.advanceTimersByTimeAsync(0), admitted)
  return { politeness, enter, settled, turns, admitted }
}

const relaxed = { perSite: { concurrency: 2, intervalMs: 0 } }

describe('sites', () => {
  it.each([
    ['www.example.com', 'example.com'],
    ['a.b.example.co.uk', 'example.co.uk'],
    ['someone.github.io', 'someone.github.io'],
    ['127.0.0.1', '127.0.0.1'],
    ['[::1]', '[::1]'],
    ['wiki', 'wiki'],
  ])('%s belongs to %s', (hostname, site) => expect(siteOf(hostname)).toBe(site))
})

describe('concurrency', () => {
  it('is limited per site', async () => {
    const { enter, settled, turns } = observe(relaxed)
    for (const name of ['a1', 'a2', 'a3', 'a4']) void enter(name)
    void enter('b1')
    expect(await settled()).toEqual(['a1', 'a2', 'b1'])
    turns.get('a2')?.leave()
    expect(await settled()).toEqual(['a1', 'a2', 'b1', 'a3'])
  })

  it('is limited over all, and sites take turns', async () => {
    const { enter, settled, turns, admitted } = observe({ ...relaxed, maxConcurrent: 1 })
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void enter(name)
    await settled()
    for (let i = 0; i < 5; i++) {
      turns.get(admitted.at(-1)!)?.leave()
      await settled()
    }
    expect(admitted).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
  })

  it('counts a turn that is left twice once', async () => {
    const { politeness, enter } = observe(relaxed)
    const turn = await enter('a1')
    turn.leave()
    turn.leave()
    expect(politeness.counts()).toMatchObject({ active: 0, waiting: 0 })
  })
})

describe('pauses', () => {
  it('lie between two requests to a site', async () => {
    const { enter, settled, admitted } = observe({ perSite: { concurrency: 5, intervalMs: 100 } })
    for (const name of ['a1', 'a2', 'a3']) void enter(name)
    expect(await settled()).toEqual(['a1'])
    await vi.advanceTimersByTimeAsync(99)
    expect(admitted).toEqual(['a1'])
    await vi.advanceTimersByTimeAsync(1)
    expect(admitted).toEqual(['a1', 'a2'])
    await vi.advanceTimersByTimeAsync(100)
    expect(admitted).toEqual(['a1', 'a2', 'a3'])
  })

  it('are as long as the site asked for, up to a limit, and never shorter than ours', async () => {
    const { politeness, enter, admitted } = observe({ perSite: { intervalMs: 100 }, maxIntervalMs: 5000 })
    politeness.slowDown('a.example', 2000)
    politeness.slowDown('b.example', 10)
    politeness.slowDown('c.example', 86_400_000)
    for (const name of ['a1', 'b1', 'c1']) (await enter(name)).leave()
    for (const name of ['a2', 'b2', 'c2']) void enter(name)
    await vi.advanceTimersByTimeAsync(100)
    expect(admitted.slice(3)).toEqual(['b2'])
    await vi.advanceTimersByTimeAsync(1900)
    expect(admitted.slice(3)).toEqual(['b2', 'a2'])
    await vi.advanceTimersByTimeAsync(3000)
    expect(admitted.slice(3)).toEqual(['b2', 'a2', 'c2'])
  })
})

describe('backing off', () => {
  it('leaves the site alone for as long as it said, and others not at all', async () => {
    const { enter, admitted } = observe(relaxed)
    const turn = await enter('a1')
    turn.backOff(30_000)
    turn.leave()
    void enter('a2')
    void enter('b1')
    await vi.advanceTimersByTimeAsync(29_999)
    expect(admitted).toEqual(['a1', 'b1'])
    await vi.advanceTimersByTimeAsync(1)
    expect(admitted).toEqual(['a1', 'b1', 'a2'])
  })

  it('takes longer each time when the site says nothing, and starts anew after a success', async () => {
    const { enter } = observe(relaxed)
    const pauses: number[] = []
    for (const isRefused of [true, true, true, false, true]) {
      const turn = await enter('a')
      if (isRefused) turn.backOff(null)
      turn.leave()
      const refusal = await enter('a', 'a.example', { maxWaitMs: -1 }).catch((error: unknown) => error)
      pauses.push((refusal as FetchError).retryAfterMs ?? 0)
      await vi.advanceTimersByTimeAsync(pauses.at(-1) ?? 0)
    }
    expect(pauses).toEqual([1000, 2000, 4000, 0, 1000])
  })

  it('is limited, whatever the site said', async () => {
    const { enter, admitted } = observe({ ...relaxed, maxBackOffMs: 60_000 })
    const turn = await enter('a1')
    turn.backOff(365 * 86_400_000)
    turn.leave()
    void enter('a2')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(admitted).toEqual(['a1', 'a2'])
  })

  it('holds for callers that were waiting already', async () => {
    const { enter, admitted } = observe({ perSite: { concurrency: 1, intervalMs: 0 } })
    const turn = await enter('a1')
    void enter('a2')
    turn.backOff(5000)
    turn.leave()
    await vi.advanceTimersByTimeAsync(4999)
    expect(admitted).toEqual(['a1'])
    await vi.advanceTimersByTimeAsync(1)
    expect(admitted).toEqual(['a1', 'a2'])
  })
})

describe('waiting', () => {
  it('is refused at once when the turn would come too late', async () => {
    const { enter } = observe(relaxed)
    const turn = await enter('a1')
    turn.backOff(30_000)
    turn.leave()
    await expect(enter('a2', 'a.example', { maxWaitMs: 10_000 })).rejects.toMatchObject({
      reason: 'deferred',
      retryAfterMs: 30_000,
    })
  })

  it('ends when it turns out too long', async () => {
    const { politeness, enter } = observe({ perSite: { concurrency: 1, intervalMs: 0 } })
    await enter('a1')
    const late = enter('a2', 'a.example', { maxWaitMs: 1000 })
    await vi.advanceTimersByTimeAsync(1000)
    await expect(late).rejects.toMatchObject({ reason: 'deferred' })
    expect(politeness.counts()).toMatchObject({ active: 1, waiting: 0 })
  })

  it('ends on the signal, and the next in line moves up', async () => {
    const { politeness, enter, settled, turns } = observe({ perSite: { concurrency: 1, intervalMs: 0 } })
    const abort = new AbortController()
    void enter('a1')
    const second = enter('a2', 'a.example', { signal: abort.signal })
    void enter('a3')
    await settled()
    abort.abort()
    await expect(second).rejects.toMatchObject({ reason: 'aborted' })
    turns.get('a1')?.leave()
    expect(await settled()).toEqual(['a1', 'a3'])
    await expect(enter('a4', 'a.example', { signal: AbortSignal.abort() })).rejects.toMatchObject({
      reason: 'aborted',
    })
    expect(politeness.counts()).toMatchObject({ active: 1, waiting: 0 })
  })

  it('is for a limited number', async () => {
    const { enter } = observe({ perSite: { concurrency: 1 }, maxWaiting: 2 })
    await enter('a1')
    void enter('a2')
    void enter('a3')
    await expect(enter('a4')).rejects.toMatchObject({ reason: 'deferred', retryAfterMs: expect.any(Number) })
  })

  it('ends when closed, and leaves no timer behind', async () => {
    const { politeness, enter } = observe({ perSite: { concurrency: 1, intervalMs: 1000 } })
    const turn = await enter('a1')
    const waiting = [enter('a2'), enter('a3', 'a.example', { maxWaitMs: 60_000 })]
    politeness.close()
    for (const each of waiting) await expect(each).rejects.toMatchObject({ reason: 'aborted' })
    await expect(enter('b1')).rejects.toMatchObject({ reason: 'aborted' })
    turn.leave()
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('memory', () => {
  it('forgets sites that are done', async () => {
    const { politeness, enter } = observe({ perSite: { intervalMs: 250 } })
    for (let i = 0; i < 100; i++) (await enter(`x${i}`, `site${i}.example`)).leave()
    politeness.slowDown('slow.example', 5000)
    await vi.advanceTimersByTimeAsync(1000)
    expect(politeness.counts().sites).toBe(1)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(politeness.counts().sites).toBe(0)
  })
})
