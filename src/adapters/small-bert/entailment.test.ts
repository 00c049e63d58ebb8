import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createEntailment } from './entailment.ts'

const cacheDir = mkdtempSync(join(tmpdir(), 'winnow-entailment-'))
afterAll(() => rmSync(cacheDir, { recursive: true }))

const about = 'Harbour Inn'
const sentences = [
  'The Harbour Inn has eleven rooms above the fish market.',
  'Dogs are welcome in every room and sleep free of charge.',
  'We do not take credit cards; please bring cash.',
  'Breakfast is served until ten, with bread from the bakery next door.',
  'The cook used to work in Lisbon.',
]

describe('the model of entailment', () => {
  const entailment = createEntailment({ idleMs: 50, cacheDir })
  afterAll(() => entailment.close())
  const signal = new AbortController().signal
  const best = async (claim: string, side: 'supports' | 'denies') =>
    (await entailment.weigh({ claim, about, sentences }, signal)).toSorted((a, b) => b[side] - a[side])[0]!

  it('finds what bears a claim out, in other words too', async () => {
    const found = await best('Guests may bring pets', 'supports')
    expect(found.supports).toBeGreaterThan(0.7)
    expect(found.places).toContain(1)
  })

  it('finds what denies a claim', async () => {
    const found = await best('Accepts credit cards', 'denies')
    expect(found.denies).toBeGreaterThan(0.7)
    expect(found.places).toContain(2)
  })

  it('is silent about what the page does not say', async () => {
    const weighed = await entailment.weigh({ claim: 'Has a swimming pool', about, sentences }, signal)
    for (const { supports, denies, isSilent } of weighed) {
      expect(supports + denies + isSilent).toBeCloseTo(1, 5)
      expect(isSilent).toBeGreaterThan(0.5)
    }
  })

  it('does not read again what it was asked before', async () => {
    const task = { claim: 'Has a sauna', about, sentences }
    expect(await entailment.weigh({ ...task }, signal)).toBe(await entailment.weigh(task, signal))
  })

  it('tells what comes nearest without reading it, each place once', async () => {
    const page = ['The ferry came late.', 'Pets are not allowed on board.', 'Tickets are sold at the pier.']
    const near = await entailment.nearest({ claim: 'May I bring a dog?', sentences: page }, signal)
    expect(near[0]).toBe(1)
    expect(near.toSorted((a, b) => a - b)).toEqual([0, 1, 2])
    expect(await entailment.nearest({ claim: 'May I bring a dog?', sentences: [] }, signal)).toEqual([])
  })

  it('reads a part of a long page, each place once', async () => {
    const long = Array.from({ length: 300 }, (_, at) => `On day ${at} the ferry came late and left early.`)
    long[211] = 'Pets are not allowed on board.'
    const weighed = await entailment.weigh(
      { claim: 'Dogs may travel', about: 'The ferry', sentences: long },
      signal,
    )
    expect(weighed.length).toBeLessThan(10)
    expect(weighed.flatMap(({ places }) => places)).toContain(211)
  })

  it('has nothing to say of an empty page, and takes text of any kind', async () => {
    expect(await entailment.weigh({ claim: 'Has a pool', about, sentences: [] }, signal)).toEqual([])
    const odd = ['', '\u{1F600}'.repeat(400), 'x'.repeat(20_000)]
    expect(await entailment.weigh({ claim: 'y'.repeat(5000), about, sentences: odd }, signal)).not.toEqual([])
  })

  it('answers in turn, and works again after it has let the model go', async () => {
    const claims = ['Guests may bring pets', 'Accepts credit cards', 'Serves breakfast']
    const together = await Promise.all(claims.map((claim) => best(claim, 'supports')))
    await new Promise((resolve) => setTimeout(resolve, 300))
    for (const [at, claim] of claims.entries())
      expect((await best(claim, 'supports')).supports).toBeCloseTo(together[at]!.supports, 4)
  })

  it('rejects with the reason of its signal, and goes on for others', async () => {
    const stop = new AbortController()
    const stopped = entailment.weigh({ claim: 'Has rooms', about, sentences }, stop.signal)
    const other = best('Guests may bring pets', 'supports')
    stop.abort(new Error('enough'))
    await expect(stopped).rejects.toThrow('enough')
    expect((await other).supports).toBeGreaterThan(0.7)
  })

  it('is unavailable when closed, also to who waits', async () => {
    const closing = createEntailment({ cacheDir })
    const waiting = [1, 2].map(() => closing.weigh({ claim: 'Has rooms', about, sentences }, signal))
    const outcomes = Promise.allSettled(waiting)
    await closing.close()
    await closing.close()
    for (const outcome of await outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
    await expect(closing.weigh({ claim: 'x', about, sentences }, signal)).rejects.toMatchObject({
      code: 'unavailable',
    })
  })
})
