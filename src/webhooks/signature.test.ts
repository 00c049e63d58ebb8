import { expect, test } from 'vitest'
import { newSecret, signatureOf } from './signature.ts'

// printf '1700000000.{"id":"event_ü"}' | openssl dgst -sha256 -hmac whsec_test
const expected = 'c3b5e79ba45691dccdaaab111e84522d7de8b296fd37e08fab0e2e4cb834047d'

test('the signature is that of the bytes and the second', () => {
  const body = Buffer.from('{"id":"event_ü"}')
  expect(signatureOf('whsec_test', body, new Date(1_700_000_000_999))).toBe(`t=1700000000,v1=${expected}`)
  expect(signatureOf('whsec_test', body, new Date(1_700_000_001_000))).not.toContain(expected)
  expect(signatureOf('whsec_tesu', body, new Date(1_700_000_000_999))).not.toContain(expected)
})

test('no secret is like another', () => {
  const secrets = Array.from({ length: 100 }, newSecret)
  expect(new Set(secrets).size).toBe(100)
  for (const secret of secrets) expect(secret).toMatch(/^whsec_[\w-]{43}$/)
})
