import { createHash } from 'node:crypto'
import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Embedder, EmbedKind } from '../ports/embedder.ts'

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** One file for each model: the hash of a text and its vector, one after another. */
export async function openVectorCache(embedder: Embedder, folder: string) {
  await mkdir(folder, { recursive: true })
  const path = join(folder, `${embedder.model.replaceAll(/[^\w.-]/g, '_')}.vectors`)
  const hashLength = 32
  const length = hashLength + embedder.dimensions * 4
  const content = await readFile(path).catch(() => Buffer.alloc(0))
  const vectors = new Map<string, Float32Array>()
  for (let at = 0; at + length <= content.length; at += length) {
    const hash = content.toString('hex', at, at + hashLength)
    vectors.set(
      hash,
      new Float32Array(Uint8Array.from(content.subarray(at + hashLength, at + length)).buffer),
    )
  }
  return {
    async embed(texts: readonly string[], kind: EmbedKind): Promise<Float32Array[]> {
      const missing = texts.filter((text) => !vectors.has(hashOf(text).toString('hex')))
      const made = await embedder.embed(missing, { kind })
      for (const [place, text] of missing.entries()) {
        vectors.set(hashOf(text).toString('hex'), made[place]!)
        await appendFile(path, Buffer.concat([hashOf(text), new Uint8Array(made[place]!.buffer)]))
      }
      return texts.map((text) => vectors.get(hashOf(text).toString('hex'))!)
    },
  }
}
