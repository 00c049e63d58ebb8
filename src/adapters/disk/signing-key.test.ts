import { createPublicKey, verify } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '../../../tests/harness/folder.ts'
import { createSigningKey } from './signing-key.ts'

test('the key is made once, whoever asks first, and for its user alone', async () => {
  const folder = await testFolder()
  const path = join(folder, 'bundle.key')
  const all = await Promise.all([1, 2, 3].map(() => createSigningKey({ path }).publicKey()))
  const later = await createSigningKey({ path }).publicKey()
  for (const key of all) expect(key).toEqual(later)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await readdir(folder)).toEqual(['bundle.key'])
})

test('what it signs is verified by its public half', async () => {
  const key = createSigningKey({ path: join(await testFolder(), 'bundle.key') })
  const signed = Buffer.from('a webset')
  const signature = await key.sign(signed)
  const x = Buffer.from(await key.publicKey()).toString('base64url')
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  expect(verify(null, signed, publicKey, signature)).toBe(true)
  expect(verify(null, Buffer.from('another'), publicKey, signature)).toBe(false)
  expect(await key.sign(signed)).toEqual(signature)
})
