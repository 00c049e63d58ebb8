import { createHash } from 'node:crypto'
import type { Caller } from '../../access/index.ts'
import type { BundleKey, BundleRequest, ImportedBundle, VerifiedBundle } from '../../contract/exports.ts'
import { AppError } from '../../contract/errors.ts'
import type { Documents } from '../../documents/index.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { Records } from '../../ports/records.ts'
import type { SigningKey } from '../../ports/signing-key.ts'
import type { SourceFiles } from '../../ports/source-files.ts'
import type { WebsetServices } from '../../websets/index.ts'
import { importBundle } from './import-bundle.ts'
import { readBundle, type ReadBundle } from './read-bundle.ts'

interface Needs {
  readonly records: Records
  readonly documents: Pick<Documents, 'keep' | 'texts'>
  readonly websets: Pick<WebsetServices, 'get' | 'log'>
  /** Where a bundle lies while it is looked at. */
  readonly uploads: Pick<SourceFiles, 'saveUpload' | 'uploadPath' | 'read' | 'removeUpload'>
  readonly key: SigningKey
  readonly clock: Clock
  readonly ids: Ids
  readonly maxBytes: number
}

/** Bundles that come from elsewhere. Whoever signed one can have written anything in it; only that it was they is sure. */
export function createBundles(needs: Needs) {
  const { records, websets, uploads, key, ids, maxBytes } = needs

  return {
    async key(): Promise<BundleKey> {
      return presentKey(await key.publicKey())
    },

    /** Rejects with `unprocessable` unless it is, to the last byte, what its signer made. */
    verify: (caller: Caller, request: BundleRequest, signal: AbortSignal): Promise<VerifiedBundle> =>
      whileKept(caller, request, signal, ({ bytes, open }) => check(request, bytes, open())),

    /** All of it or nothing. */
    import: (caller: Caller, request: BundleRequest, signal: AbortSignal): Promise<ImportedBundle> =>
      whileKept(caller, request, signal, async ({ bytes, open }) => {
        // First without writing anything: what is refused costs the records nothing.
        const bundle = await check(request, bytes, open())
        const { webset } = await records.transaction((tx) =>
          importBundle(tx, caller, open(), { ...needs, log: websets.log }),
        )
        return { object: 'imported_bundle', webset: await websets.get(caller, webset.id, []), bundle }
      }),
  }

  async function check(
    { signer }: BundleRequest,
    bytes: number,
    source: AsyncIterable<Uint8Array>,
  ): Promise<VerifiedBundle> {
    const { manifest, publicKey } = await readThrough(source)
    const shown = presentKey(publicKey)
    if (signer !== undefined && signer !== shown.fingerprint && signer !== shown.publicKey)
      throw new AppError('unprocessable', 'The bundle is refused: somebody else signed it.', {
        details: { signer: shown.fingerprint },
      })
    return {
      object: 'verified_bundle',
      websetId: manifest.websetId,
      title: manifest.title,
      root: manifest.root,
      signer: shown,
      isOwn: publicKey.equals(await key.publicKey()),
      counts: manifest.counts,
      bytes,
    }
  }

  /** A bundle is read twice, so it is put on disk first, and away afterwards. */
  async function whileKept<T>(
    { teamId }: Caller,
    { body }: BundleRequest,
    signal: AbortSignal,
    use: (bundle: { bytes: number; open: () => AsyncIterable<Uint8Array> }) => Promise<T>,
  ): Promise<T> {
    const id = ids.next('bundle')
    try {
      const { bytes } = await uploads.saveUpload(teamId, { id, body, maxBytes })
      const path = await uploads.uploadPath(teamId, id)
      if (path === null) throw new AppError('internal', 'A bundle was saved and is not there.')
      return await use({ bytes, open: () => uploads.read(path, signal) })
    } finally {
      await uploads.removeUpload(teamId, id)
    }
  }
}

async function readThrough(source: AsyncIterable<Uint8Array>): Promise<ReadBundle> {
  const parts = readBundle(source)
  for (;;) {
    const next = await parts.next()
    if (next.done) return next.value
  }
}

const presentKey = (publicKey: Uint8Array): BundleKey => ({
  object: 'bundle_key',
  algorithm: 'ed25519',
  publicKey: Buffer.from(publicKey).toString('base64'),
  fingerprint: createHash('sha256').update(publicKey).digest('hex'),
})
