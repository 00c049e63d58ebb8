/** The thread that holds the model: takes the texts of one batch, answers their vectors one after another. */
import { parentPort, workerData } from 'node:worker_threads'
import { int8Model, openTokenizer } from './model-files.ts'
import { sumsOfTokens, openSession, width } from './run-model.ts'
import type { ThreadAnswer, ThreadData } from './model-thread.ts'

const windowTokens = 512
const { threads, cacheDir } = workerData as ThreadData // set by the only place that starts this thread
const tokenizer = await openTokenizer()
const session = await openSession(await int8Model('gte-small', cacheDir), threads)

parentPort!.on('message', (texts: string[]) => void answer(texts))

async function answer(texts: string[]): Promise<void> {
  try {
    const vectors = await embed(texts)
    parentPort!.postMessage({ answer: vectors } satisfies ThreadAnswer<Float32Array>, [
      vectors.buffer as ArrayBuffer,
    ])
  } catch (error) {
    parentPort!.postMessage({ error: String(error) } satisfies ThreadAnswer<Float32Array>)
  }
}

async function embed(texts: string[]): Promise<Float32Array> {
  const vectors = await sumsOfTokens(session, texts.map(encode))
  for (let row = 0; row < texts.length; row++) {
    const vector = vectors.subarray(row * width, (row + 1) * width)
    const norm = Math.hypot(...vector)
    for (let d = 0; d < width; d++) vector[d]! /= norm
  }
  return vectors
}

/** Keeps the closing token, which the model has seen at the end of every text. */
function encode(text: string): number[] {
  const { ids } = tokenizer.encode(text)
  return ids.length <= windowTokens ? ids : [...ids.slice(0, windowTokens - 1), ids.at(-1)!]
}
