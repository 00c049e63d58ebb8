/** The thread that holds the model: takes the texts of one batch, answers their vectors one after another. */
import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { Tokenizer } from '@huggingface/tokenizers'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { modelFile } from './model-files.ts'

export interface ThreadData {
  readonly threads: number
}
export type ThreadAnswer = { readonly vectors: Float32Array } | { readonly error: string }

const windowTokens = 512
const { threads } = workerData as ThreadData // set by the only place that starts this thread
const tokenizer = new Tokenizer(
  JSON.parse(await readFile(await modelFile('tokenizer.json'), 'utf8')),
  JSON.parse(await readFile(await modelFile('tokenizer_config.json'), 'utf8')),
)
const session = await InferenceSession.create(await modelFile('onnx/model.onnx'), {
  executionProviders: ['cpu'],
  intraOpNumThreads: threads,
  interOpNumThreads: 1,
})

parentPort!.on('message', (texts: string[]) => void answer(texts))

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
  const length = Math.max(...tokens.map((ids) => ids.length))
  const shape = [texts.length, length]
  const ids = new BigInt64Array(texts.length * length)
  const mask = new BigInt64Array(texts.length * length)
  for (const [row, rowIds] of tokens.entries()) {
    for (const [column, id] of rowIds.entries()) {
      ids[row * length + column] = BigInt(id)
      mask[row * length + column] = 1n
    }
  }
  const { last_hidden_state: hidden } = await session.run({
    input_ids: new Tensor('int64', ids, shape),
    attention_mask: new Tensor('int64', mask, shape),
    token_type_ids: new Tensor('int64', new BigInt64Array(ids.length), shape),
  })
  return meanOfTokens(hidden!.data as Float32Array, tokens, length) // the graph declares this output as float
}

/** Keeps the closing token, which the model has seen at the end of every text. */
function encode(text: string): number[] {
  const { ids } = tokenizer.encode(text)
  return ids.length <= windowTokens ? ids : [...ids.slice(0, windowTokens - 1), ids.at(-1)!]
}

function meanOfTokens(hidden: Float32Array, tokens: number[][], length: number): Float32Array {
  const dimensions = hidden.length / (tokens.length * length)
  const vectors = new Float32Array(tokens.length * dimensions)
  for (const [row, { length: used }] of tokens.entries()) {
    const vector = vectors.subarray(row * dimensions, (row + 1) * dimensions)
    for (let token = 0; token < used; token++) {
      const offset = (row * length + token) * dimensions
      for (let d = 0; d < dimensions; d++) vector[d]! += hidden[offset + d]!
    }
    const norm = Math.hypot(...vector)
    for (let d = 0; d < dimensions; d++) vector[d]! /= norm
  }
  return vectors
}
