import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Embedder } from './embedder.ts'

/** What every embedder promises. `open` may be slow: it is called once for all tests but the last. */
export function embedderSuite(name: string, open: () => Promise<Embedder>): void {
  describe(`${name} keeps the promises of an embedder`, () => {
    let embedder: Embedder
    beforeAll(async () => {
      embedder = await open()
    })
    afterAll(() => embedder.close())

    it('answers one unit vector for each text', async () => {
      const vectors = await embedder.embed(['alpha', 'beta', 'gamma'], { kind: 'passage' })
      expect(vectors).toHaveLength(3)
      for (const vector of vectors) {
        expect(vector).toHaveLength(embedder.dimensions)
        expect(dot(vector, vector)).toBeCloseTo(1, 4)
      }
    })

    it('answers in the order of the texts, whatever their lengths', async () => {
      const texts = [
        'short',
        'a rather longer sentence about the weather in the hills',
        '',
        'mid length text',
      ]
      const together = await embedder.embed(texts, { kind: 'passage' })
      for (const [index, text] of texts.entries()) {
        const [alone] = await embedder.embed([text], { kind: 'passage' })
        expect(dot(alone!, together[index]!)).toBeGreaterThan(0.995)
      }
    })

    it('gives a text the same vector each time', async () => {
      const [first] = await embedder.embed(['the same words'], { kind: 'query' })
      const [second] = await embedder.embed(['the same words'], { kind: 'query' })
      expect(dot(first!, second!)).toBeGreaterThan(0.9999)
    })

    it('answers nothing for nothing', async () => {
      expect(await embedder.embed([], { kind: 'query' })).toEqual([])
    })

    it('cuts a text that is longer than its window', async () => {
      const [vector] = await embedder.embed(['word '.repeat(20_000)], { kind: 'passage' })
      expect(dot(vector!, vector!)).toBeCloseTo(1, 4)
    })

    it('names its model with its dimensions', () => {
      expect(embedder.model).toContain(String(embedder.dimensions))
    })

    it('rejects with the reason of an aborted signal, before and during the work', async () => {
      const reason = new Error('no longer wanted')
      const options = { kind: 'passage', signal: AbortSignal.abort(reason) } as const
      await expect(embedder.embed(['text'], options)).rejects.toBe(reason)

      const controller = new AbortController()
      const running = embedder.embed(['one', 'two'], { kind: 'passage', signal: controller.signal })
      controller.abort(reason)
      await expect(running).rejects.toBe(reason)
      expect(await embedder.embed(['still works'], { kind: 'query' })).toHaveLength(1)
    })

    it('refuses work once closed', async () => {
      const closed = await open()
      await closed.close()
      await closed.close()
      await expect(closed.embed(['text'], { kind: 'query' })).rejects.toMatchObject({ code: 'unavailable' })
    })
  })
}

const dot = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, index) => sum + value * b[index]!, 0)
