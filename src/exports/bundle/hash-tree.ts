import { createHash } from 'node:crypto'
import type { BundleManifest } from '../../contract/bundle.ts'

type EntryHash = BundleManifest['entries'][number]

export const sha256 = (...parts: readonly (Uint8Array | string)[]): string => digest(parts).toString('hex')

/**
 * The root of a tree over entries in their order, so that a single entry can be proved to belong to a bundle. Leaves
 * and branches are hashed differently, or a branch could pass for a leaf.
 */
export function rootOf(entries: readonly EntryHash[]): string {
  let level = entries.map(({ name, size, sha256: hash }) =>
    digest(['\0', `${name}\0${size}\0`, Buffer.from(hash, 'hex')]),
  )
  while (level.length > 1)
    level = pairs(level).map(([left, right]) => (right ? digest(['\u0001', left, right]) : left))
  return (level[0] ?? digest([])).toString('hex')
}

const pairs = (level: readonly Buffer[]): [left: Buffer, right: Buffer | undefined][] =>
  level.flatMap((left, index) => (index % 2 === 0 ? [[left, level[index + 1]]] : []))

function digest(parts: readonly (Uint8Array | string)[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
