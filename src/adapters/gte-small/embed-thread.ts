/** The thread that holds the model: takes the texts of one batch, answers their vectors one after another. */
import { parentPort, workerData } from 'node:worker_threads'
import { Tokenizer } from '@huggingface/tokenizers'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { int8Model, packagedFile } from './model-files.ts'

export interface ThreadData {
  readonly threads: number
  readonly cacheDir: string | undefined
}
export type ThreadAnswer = { readonly vectors: Float32Array } | { readonly error: string }

const windowTokens = 512
const { threads, cacheDir } = workerData as ThreadData // set by the only place that starts this thread
const json = async (name: 'tokenizer.json' | 'tokenizer_config.json'): Promise<object> =>
  JSON.parse((await packagedFile(name)).toString())
const tokenizer = new Tokenizer(await json('tokenizer.json'), await json('tokenizer_config.json'))
const session = await createSession(await int8Model(cacheDir))

parentPort!.on('message', (texts: string[]) => void answer(texts))

async function createSession(model: string | Uint8Array): Promise<InferenceSession> {
  const options = { executionProviders: ['cpu'], intraOpNumThreads: threads, interOpNumThreads: 1 }
  // One overload for each kind of argument.
  return typeof model === 'string'
    ? InferenceSession.create(model, options)
    : InferenceSession.create(model, options)
}

async function answer(texts: string[]): Promise<void> {
  try {
    const vectors = await embed(texts)
    parentPort!.postMessage({ vectors } satisfies ThreadAnswer, [vectors.buffer as ArrayBuffer])
  } catch (error) {
    parentPort!.postMessage({ error: String(error) } satisfies ThreadAnswer)
  }
}

async function embed(texts: string[]): Promise<Float32Array> {
  const tokens = texts.map(encode)
  const lengths = Int32Array.from(tokens, (ids) => ids.length)
  const longest = Math.max(...lengths)
  const ids = new Int32Array(texts.length * longest)
  for (const [row, rowIds] of tokens.entries()) ids.set(rowIds, row * longest)
  const { hidden } = await session.run({
    ids: new Tensor('int32', ids, [texts.length, longest]),
    lengths: new Tensor('int32', lengths, [texts.length]),
  })
  const vectors = meanOfTokens(hidden!.data as Float32Array, lengths, longest) // the graph declares floats
  hidden!.dispose()
  return vectors
}

/** Keeps the closing token, which the model has seen at the end of every text. */
function encode(text: string): number[] {
  const { ids } = tokenizer.encode(text)
  return ids.length <= windowTokens ? ids : [...ids.slice(0, windowTokens - 1), ids.at(-1)!]
}

function meanOfTokens(hidden: Float32Array, lengths: Int32Array, longest: number): Float32Array {
  const dimensions = hidden.length / (lengths.length * longest)
  const vectors = new Float32Array(lengths.length * dimensions)
  for (const [row, length] of lengths.entries()) {
    const vector = vectors.subarray(row * dimensions, (row + 1) * dimensions)
    for (let token = 0; token < length; token++) {
      const offset = (row * longest + token) * dimensions
      for (let d = 0; d < dimensions; d++) vector[d]! += hidden[offset + d]!
    }
    const norm = Math.hypot(...vector)
    for (let d = 0; d < dimensions; d++) vector[d]! /= norm
  }
  return vectors
}
