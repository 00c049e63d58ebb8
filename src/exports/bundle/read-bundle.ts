import { createPublicKey, verify } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import {
  BundledEvent,
  BundledItem,
  BundledPage,
  BundledWebset,
  BundleManifest,
  BundleSignature,
} from '../../contract/bundle.ts'
import { AppError } from '../../contract/errors.ts'
import { parseInput } from '../../contract/validation.ts'
import { rootOf, sha256 } from './hash-tree.ts'
import { unpacked, type Entry } from './tar.ts'

export const mostEntryBytes = 64 * 1024 * 1024
const mostEntries = 100_000

export type BundlePart =
  | { readonly kind: 'webset'; readonly value: BundledWebset }
  | { readonly kind: 'pages'; readonly value: BundledPage }
  | { readonly kind: 'items'; readonly value: BundledItem }
  | { readonly kind: 'events'; readonly value: BundledEvent }

export interface ReadBundle {
  readonly manifest: BundleManifest
  readonly publicKey: Buffer
}

const lines = { pages: BundledPage, items: BundledItem, events: BundledEvent } as const
type LineKind = keyof typeof lines
const kinds = ['pages', 'items', 'events'] as const

/**
 * The parts of a bundle in their order. Until it has ended nothing is known of who made them: what was taken is to be
 * thrown away when it rejects, with `unprocessable` for anything that its maker did not write so. No name in it is
 * ever used as a path.
 */
export async function* readBundle(source: AsyncIterable<Uint8Array>): AsyncGenerator<BundlePart, ReadBundle> {
  const entries: BundleManifest['entries'] = []
  const counts = { pages: 0, items: 0, events: 0 }
  const expected = nameCourse()
  let manifest: { value: BundleManifest; content: Buffer } | undefined
  let publicKey: Buffer | undefined

  for await (const entry of unpacked(source, { maxEntryBytes: mostEntryBytes })) {
    const kind = expected.next(entry.name)
    if (kind === 'signature') {
      publicKey = signerOf(entry, manifest!.content) // the course of names has it before
      continue
    }
    if (kind === 'manifest') {
      manifest = { value: parsed(BundleManifest, entry), content: entry.content }
      continue
    }
    if (entries.length >= mostEntries)
      throw new AppError('too_large', `A bundle may have ${mostEntries} entries at most.`)
    entries.push({ name: entry.name, size: entry.content.length, sha256: sha256(entry.content) })
    if (kind === 'webset') yield { kind, value: parsed(BundledWebset, entry) }
    else
      for (const line of linesOf(entry)) {
        counts[kind] += 1
        // The schema belongs to the kind, which the compiler does not follow.
        yield { kind, value: parsed(lines[kind], { ...entry, content: line }) } as BundlePart
      }
  }
  if (!manifest || !publicKey) throw refused('it is not complete')
  const { value } = manifest
  const isWhole =
    isDeepStrictEqual(value.entries, entries) &&
    isDeepStrictEqual(value.counts, counts) &&
    value.root === rootOf(entries)
  if (!isWhole) throw refused('its entries are not those that were signed')
  return { manifest: value, publicKey }
}

/** The names that may come, in the only order in which they may: one bundle, one way to write it. */
function nameCourse() {
  let stage = -1
  let number = 0
  const stages = ['webset.json', ...kinds, 'manifest.json', 'signature.json']
  return {
    next(name: string): 'webset' | LineKind | 'manifest' | 'signature' {
      for (const kind of kinds) {
        if (!name.startsWith(`${kind}/`)) continue
        const at = stages.indexOf(kind)
        number = at === stage ? number + 1 : 1
        if (
          stage < 0 ||
          at < stage ||
          stage > 3 ||
          name !== `${kind}/${String(number).padStart(6, '0')}.jsonl`
        )
          throw refused(`"${name}" does not belong there`)
        stage = at
        return kind
      }
      const at = stages.indexOf(name)
      const follows = name === 'manifest.json' ? stage >= 0 && stage <= 3 : at === stage + 1
      if (at < 0 || !follows) throw refused(`"${name}" does not belong there`)
      stage = at
      return name.slice(0, -'.json'.length) as 'webset' | 'manifest' | 'signature'
    },
  }
}

function* linesOf({ name, content }: Entry): Generator<Buffer> {
  for (let start = 0; start < content.length;) {
    const end = content.indexOf(10, start)
    if (end < 0) throw refused(`${name} is cut off`)
    yield content.subarray(start, end)
    start = end + 1
  }
}

function parsed<Schema extends z.ZodType>(schema: Schema, { name, content }: Entry): z.output<Schema> {
  try {
    return parseInput(schema, JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(content)))
  } catch (cause) {
    throw refused(`${name} cannot be read`, cause)
  }
}

/** Rejects unless the key that is in the bundle signed it; whose key that is, is for the caller to judge. */
function signerOf(entry: Entry, signed: Buffer): Buffer {
  const value = parsed(BundleSignature, entry)
  // Base64 and JSON can be written in several ways; one that is not ours was written by somebody else.
  const publicKey = Buffer.from(value.publicKey, 'base64')
  const signature = Buffer.from(value.signature, 'base64')
  const canonical: BundleSignature = {
    algorithm: 'ed25519',
    publicKey: publicKey.toString('base64'),
    signature: signature.toString('base64'),
  }
  if (JSON.stringify(canonical) !== entry.content.toString('utf8') || publicKey.length !== 32)
    throw refused('its signature is not in order')
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') }
  let isValid = false
  try {
    isValid = verify(null, signed, createPublicKey({ key: jwk, format: 'jwk' }), signature)
  } catch {
    // A point that is not on the curve, for example.
  }
  if (!isValid) throw refused('its signature is not valid')
  return publicKey
}

const refused = (why: string, cause?: unknown): AppError =>
  new AppError('unprocessable', `The bundle is refused: ${why}.`, { cause })
