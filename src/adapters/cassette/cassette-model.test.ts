import { appendFile, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testFolder } from '../../../tests/harness/folder.ts'
import { collect, languageModelSuite, verseRequest, type Said } from '../../ports/language-model.suite.ts'
import type { LanguageModel, TokenUse } from '../../ports/language-model.ts'
import { AppError } from '../../contract/errors.ts'
import { openCassette, type CassetteOptions } from './cassette-model.ts'

const verse = { line: 'The river runs', feet: 2 }
const verses = [verse, { line: 'and finds the sea', feet: null }]

/** A model in memory that says what it is given, in turn, and is unavailable where a real one would be. */
function saying(...said: readonly Said[]): LanguageModel & { calls: number } {
  const rest = [...said]
  const closing = new AbortController()
  async function next(call: { signal: AbortSignal; onUse?: ((use: TokenUse) => void) | undefined }) {
    model.calls += 1
    const signal = AbortSignal.any([call.signal, closing.signal])
    signal.throwIfAborted()
    let now = rest.shift()
    if (now === 'nothing')
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
    call.onUse?.({ model: 'memory', inputTokens: 7, outputTokens: 3 })
    if (now === 'nonsense') now = rest.shift()
    if (typeof now !== 'object') throw new AppError('unavailable', 'It said nothing useful.')
    return now.says
  }
  const model: LanguageModel & { calls: number } = {
    name: 'memory',
    calls: 0,
    complete: async (request, call) => request.answer.parse(await next(call)),
    async *stream(request, call) {
      const { items } = (await next(call)) as { items: unknown[] }
      for (const item of items) {
        if (item === null) throw new AppError('unavailable', 'It broke off.')
        yield request.answer.parse(item)
      }
    },
    close: async () => closing.abort(new AppError('unavailable', 'closed')),
  }
  return model
}

languageModelSuite('a cassette that records', async (said) =>
  openCassette({ path: join(await testFolder(), 'c.jsonl'), mode: 'record', model: saying(...said) }),
)

async function open(options: CassetteOptions): Promise<LanguageModel> {
  const model = await openCassette(options)
  onTestFinished(() => model.close())
  return model
}

const call = () => ({ signal: new AbortController().signal })

describe('a cassette', () => {
  it('plays back what was said, without a model, on another day', async () => {
    const path = join(await testFolder(), 'runs', 'c.jsonl')
    const recorded = await open({
      path,
      mode: 'record',
      model: saying({ says: verse }, { says: { items: verses } }),
    })
    await recorded.complete(verseRequest, call())
    await collect(recorded.stream(verseRequest, call()))
    await recorded.close()

    const replayed = await open({ path, mode: 'replay' })
    const uses: TokenUse[] = []
    const counted = { ...call(), onUse: (use: TokenUse) => uses.push(use) }
    expect(replayed.name).toBe('memory')
    expect(await replayed.complete({ ...verseRequest, today: '2031-01-01' }, counted)).toEqual(verse)
    expect(await collect(replayed.stream(verseRequest, counted))).toEqual(verses)
    const use = { model: 'memory', inputTokens: 7, outputTokens: 3 }
    expect(uses).toEqual([use, use])
  })

  it('holds neither requests nor times, and is for its owner alone', async () => {
    const folder = await testFolder()
    const [one, other] = await Promise.all(
      ['one', 'other'].map(async (name) => {
        const path = join(folder, name)
        const model = await open({ path, mode: 'record', model: saying({ says: verse }) })
        await model.complete({ ...verseRequest, prompt: 'About hunter2.' }, call())
        await model.close()
        expect((await stat(path)).mode & 0o777).toBe(0o600)
        return readFile(path, 'utf8')
      }),
    )
    expect(one).toBe(other)
    expect(one).not.toContain('hunter2')
  })

  it('refuses to replay a call that it does not hold', async () => {
    const path = join(await testFolder(), 'c.jsonl')
    const recorded = await open({ path, mode: 'record', model: saying({ says: verse }) })
    await recorded.complete(verseRequest, call())
    const replayed = await open({ path, mode: 'replay' })
    const failure = await replayed
      .complete({ ...verseRequest, prompt: 'One about hills.' }, call())
      .catch((error: unknown) => error)
    expect(failure).toMatchObject({
      code: 'unprocessable',
      message: expect.stringMatching(/no recording of this call \(verse, [0-9a-f]{12}\)/),
    })
    // A stream is another call than an object.
    await expect(collect(replayed.stream(verseRequest, call()))).rejects.toMatchObject({
      code: 'unprocessable',
    })
  })

  it('asks only what it does not hold yet in mode auto, and keeps it', async () => {
    const path = join(await testFolder(), 'c.jsonl')
    const first = saying({ says: verse })
    await (await open({ path, mode: 'auto', model: first })).complete(verseRequest, call())
    const second = saying({ says: { line: 'On the hill', feet: 1 } })
    const model = await open({ path, mode: 'auto', model: second })
    expect(await model.complete(verseRequest, call())).toEqual(verse)
    const hill = { ...verseRequest, prompt: 'One about hills.' }
    expect(await model.complete(hill, call())).toEqual(await model.complete(hill, call()))
    expect({ first: first.calls, second: second.calls }).toEqual({ first: 1, second: 1 })
    await model.close()
    expect(await (await open({ path, mode: 'replay' })).complete(hill, call())).toMatchObject({ feet: 1 })
  })

  it('begins anew in mode record', async () => {
    const path = join(await testFolder(), 'c.jsonl')
    for (const feet of [1, 2]) {
      const model = await open({ path, mode: 'record', model: saying({ says: { ...verse, feet } }) })
      expect(await model.complete(verseRequest, call())).toMatchObject({ feet })
      await model.close()
    }
    expect((await readFile(path, 'utf8')).trim().split('\n')).toHaveLength(2)
  })

  it('gives equal calls at once one outcome', async () => {
    const path = join(await testFolder(), 'c.jsonl')
    const source = saying({ says: verse })
    const model = await open({ path, mode: 'record', model: source })
    const answers = await Promise.all([1, 2, 3].map(() => model.complete(verseRequest, call())))
    expect(answers).toEqual([verse, verse, verse])
    expect(source.calls).toBe(1)
  })

  it('plays back failures, and tries them again in mode auto', async () => {
    const path = join(await testFolder(), 'c.jsonl')
    const recorded = await open({
      path,
      mode: 'record',
      model: saying('nonsense', 'nonsense', { says: { items: [verse, null] } }),
    })
    await expect(recorded.complete(verseRequest, call())).rejects.toThrow('It said nothing useful.')
    await expect(collect(recorded.stream(verseRequest, call()))).rejects.toThrow('It broke off.')
    await recorded.close()

    const replayed = await open({ path, mode: 'replay' })
    const failure = { code: 'unavailable', message: 'It said nothing useful.' }
    await expect(replayed.complete(verseRequest, call())).rejects.toMatchObject(failure)
    const seen: unknown[] = []
    const streaming = (async () => {
      for await (const item of replayed.stream(verseRequest, call())) seen.push(item)
    })()
    await expect(streaming).rejects.toMatchObject({ code: 'unavailable', message: 'It broke off.' })
    expect(seen).toEqual([verse])

    const again = await open({ path, mode: 'auto', model: saying({ says: verse }) })
    expect(await again.complete(verseRequest, call())).toEqual(verse)
  })

  it('takes a line that was never finished for one that was not begun', async () => {
    const path = join(await testFolder(), 'c.jsonl')
    await (
      await open({ path, mode: 'record', model: saying({ says: verse }) })
    ).complete(verseRequest, call())
    await appendFile(path, '{"key": "ab')
    expect(await (await open({ path, mode: 'replay' })).complete(verseRequest, call())).toEqual(verse)
    const model = await open({ path, mode: 'auto', model: saying({ says: { ...verse, feet: 9 } }) })
    await model.complete({ ...verseRequest, prompt: 'Another.' }, call())
    await model.close()
    expect((await readFile(path, 'utf8')).trim().split('\n')).toHaveLength(3)
  })

  it.each([
    ['is not there', null, 'There is no cassette'],
    ['is something else', 'verses\nand more\n', 'Line 1 of'],
    ['is broken', '{"cassette":1,"model":"memory"}\n{"key":1}\n', 'Line 2 of'],
  ])('says so when the file %s', async (_, content, message) => {
    const path = join(await testFolder(), 'c.jsonl')
    if (content !== null) await writeFile(path, content)
    await expect(openCassette({ path, mode: 'replay' })).rejects.toThrow(message)
  })

  it('does not mix models', async () => {
    const path = join(await testFolder(), 'c.jsonl')
    await open({ path, mode: 'record', model: saying() })
    const other = { ...saying(), name: 'other' }
    await expect(openCassette({ path, mode: 'auto', model: other })).rejects.toThrow(
      'recorded with memory, not with other',
    )
    await expect(openCassette({ path, mode: 'auto' })).rejects.toThrow('none is configured')
  })
})
