import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Tokenizer } from '@huggingface/tokenizers'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGteSmall } from './gte-small.ts'
import { toInt8Model } from './int8-model.ts'
import { int8Model, openTokenizer, packagedFile, packagedWeights } from './model-files.ts'
import { openSession, sumsOfTokens, width } from './run-model.ts'

const texts = [
  'Where do whales sleep?',
  'Sperm whales drift upright near the surface for a quarter of an hour at a time.',
  'The committee postponed its decision on the new railway line until the costs are known. '.repeat(12),
]

describe('the model in 8 bits', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'winnow-int8-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('gives nearly the vectors of the original', async () => {
    const embedder = createGteSmall({ cacheDir: folder })
    const vectors = await embedder.embed(texts, { kind: 'passage' })
    await embedder.close()
    const originals = await embedByOriginal(texts)
    for (const [index, vector] of vectors.entries()) {
      const cosine = vector.reduce((sum, value, d) => sum + value * originals[index]![d]!, 0)
      expect(cosine).toBeGreaterThan(0.997)
    }
  })

  it('is nearer to the original where channels that reach far are given in parts', async () => {
    const tokenizer = await openTokenizer()
    const tokens = texts.map((text) => tokenizer.encode(text).ids)
    const originals = await embedByOriginal(texts)
    const distances = async (isFine: boolean): Promise<number[]> => {
      const session = await openSession(toInt8Model(await packagedWeights(), 'either', 12, { isFine }), 1)
      const sums = await sumsOfTokens(session, tokens)
      await session.release()
      return originals.map((original, row) => {
        const sum = sums.subarray(row * width, (row + 1) * width)
        const norm = Math.hypot(...sum)
        return Math.hypot(...original.map((value, d) => value - sum[d]! / norm))
      })
    }
    const coarse = await distances(false)
    for (const [row, distance] of (await distances(true)).entries())
      expect(distance).toBeLessThan(0.9 * coarse[row]!)
  })

  it('is kept as a file, made anew when damaged, and needs none', async () => {
    const path = await int8Model('gte-small', folder)
    expect(await readdir(folder)).toHaveLength(1)
    await writeFile(path as string, 'damaged') // a folder was given, so it is a path
    expect(await int8Model('gte-small', folder)).toBe(path)
    const { size } = await stat(path as string)
    expect(size).toBeGreaterThan(60_000_000)
    expect(await int8Model('gte-small', undefined)).toBeInstanceOf(Uint8Array)
    expect(await int8Model('gte-small', '/dev/null/unwritable')).toBeInstanceOf(Uint8Array)
  })
})

async function embedByOriginal(texts: string[]): Promise<Float32Array[]> {
  const tokenizer = new Tokenizer(
    JSON.parse((await packagedFile('gte-small/tokenizer.json')).toString()),
    JSON.parse((await packagedFile('gte-small/tokenizer_config.json')).toString()),
  )
  const session = await InferenceSession.create(await packagedFile('gte-small/onnx/model.onnx'))
  const vectors: Float32Array[] = []
  for (const text of texts) {
    const ids = BigInt64Array.from(tokenizer.encode(text).ids, BigInt)
    const shape = [1, ids.length]
    const { last_hidden_state: hidden } = await session.run({
      input_ids: new Tensor('int64', ids, shape),
      attention_mask: new Tensor(
        'int64',
        ids.map(() => 1n),
        shape,
      ),
      token_type_ids: new Tensor(
        'int64',
        ids.map(() => 0n),
        shape,
      ),
    })
    const sum = new Float32Array(384)
    for (const [index, value] of (hidden!.data as Float32Array).entries()) sum[index % 384]! += value
    const norm = Math.hypot(...sum)
    vectors.push(sum.map((value) => value / norm))
  }
  await session.release()
  return vectors
}
