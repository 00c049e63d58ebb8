import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  type KeyObject,
} from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import type { SigningKey } from '../../ports/signing-key.ts'

/** In a file that its user alone can read. */
export function createSigningKey({ path }: { path: string }): SigningKey {
  let loading: Promise<KeyObject> | undefined
  const key = () =>
    (loading ??= loadOrMake(path).catch((error: unknown) => {
      loading = undefined
      throw error
    }))
  return {
    async publicKey() {
      const { x } = createPublicKey(await key()).export({ format: 'jwk' })
      return Buffer.from(x ?? '', 'base64url')
    },
    sign: async (bytes) => sign(null, bytes, await key()),
  }
}

async function loadOrMake(path: string): Promise<KeyObject> {
  const known = await readKey(path)
  if (known) return known
  const { privateKey } = generateKeyPairSync('ed25519')
  const draft = `${path}.${randomBytes(6).toString('hex')}.new`
  await writeFile(draft, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flush: true })
  // Another process may make one at the same moment: the first to give it its name has it.
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft, { force: true })
  const made = await readKey(path)
  if (!made) throw new Error(`${path} was made and is not there`)
  return made
}

async function readKey(path: string): Promise<KeyObject | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return text === null ? null : createPrivateKey(text)
}
