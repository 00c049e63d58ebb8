import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { LanguageModel, ModelRequest, TokenUse } from './language-model.ts'

/** What the model behind the port says next: an object or a list of them, nothing useful, or nothing at all. */
export type Said = { readonly says: object } | 'nonsense' | 'nothing'

const Verse = z.object({ line: z.string(), feet: z.number().nullable() })

export const verseRequest: ModelRequest<z.output<typeof Verse>> = {
  purpose: 'verse',
  instructions: 'You write verses.',
  prompt: 'One about rivers.',
  today: '2026-11-15',
  answer: Verse,
}

const call = () => ({ signal: new AbortController().signal })
const river = { line: 'The river runs', feet: 2 }
const sea = { line: 'and finds the sea', feet: null }

/** What every language model promises. It gets a model that says these things, one after the other. */
export function languageModelSuite(
  name: string,
  open: (said: readonly Said[]) => Promise<LanguageModel>,
): void {
  describe(`${name} keeps the promises of a language model`, () => {
    let model: LanguageModel
    const given = async (...said: Said[]) => (model = await open(said))
    afterEach(() => model.close())

    it('completes an object and says what that used', async () => {
      await given({ says: river })
      const uses: TokenUse[] = []
      expect(await model.complete(verseRequest, { ...call(), onUse: (use) => uses.push(use) })).toEqual(river)
      expect(uses).toEqual([
        { model: model.name, inputTokens: expect.any(Number), outputTokens: expect.any(Number) },
      ])
      expect(uses[0]!.inputTokens + uses[0]!.outputTokens).toBeGreaterThan(0)
    })

    it('streams objects in their order, and none at all', async () => {
      await given({ says: { items: [river, sea] } }, { says: { items: [] } })
      expect(await collect(model.stream(verseRequest, call()))).toEqual([river, sea])
      expect(await collect(model.stream({ ...verseRequest, prompt: 'None, please.' }, call()))).toEqual([])
    })

    it('asks once more after nonsense, and counts both', async () => {
      await given('nonsense', { says: river })
      const uses: TokenUse[] = []
      expect(await model.complete(verseRequest, { ...call(), onUse: (use) => uses.push(use) })).toEqual(river)
      expect(uses.length).toBeGreaterThanOrEqual(1)
    })

    it('is unavailable after nonsense twice', async () => {
      await given('nonsense', 'nonsense', 'nonsense', 'nonsense')
      await expect(model.complete(verseRequest, call())).rejects.toMatchObject({ code: 'unavailable' })
      await expect(
        collect(model.stream({ ...verseRequest, prompt: 'Another.' }, call())),
      ).rejects.toMatchObject({ code: 'unavailable' })
    })

    it('rejects with the reason of an aborted signal, before and during the call', async () => {
      await given('nothing')
      const reason = new Error('no longer wanted')
      const aborted = { signal: AbortSignal.abort(reason) }
      await expect(model.complete(verseRequest, aborted)).rejects.toBe(reason)
      const controller = new AbortController()
      const running = model.complete(verseRequest, { signal: controller.signal })
      setTimeout(() => controller.abort(reason), 50)
      await expect(running).rejects.toBe(reason)
    })

    it('ends what is under way when it is closed, and takes no more', async () => {
      await given('nothing')
      const running = model.complete(verseRequest, call())
      setTimeout(() => void model.close(), 50)
      await expect(running).rejects.toMatchObject({ code: 'unavailable' })
      await model.close()
      await expect(model.complete(verseRequest, call())).rejects.toMatchObject({ code: 'unavailable' })
    })
  })
}

/** What `Array.fromAsync` will do once every Node that is supported has it. */
export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = []
  for await (const item of items) collected.push(item)
  return collected
}
