import { createHash } from 'node:crypto'
import { exportSPKI, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { standInIssuer, type Issuer } from '../../../tests/harness/issuer.ts'
import { createAccessTokens } from './access-tokens.ts'

const audience = 'https://winnow.example/mcp'
const good = { aud: audience, scope: 'websets:read research' }

const verifier = (issuer: Issuer, settings: object = {}) =>
  createAccessTokens({
    issuers: [issuer.url],
    audiences: [audience],
    teamClaim: 'sub',
    fetch,
    clock: { now: () => new Date() },
    ...settings,
  })

const unsigned = (header: object, claims: object): string =>
  [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds

test('a good token says who it is, whose team, and what was granted; scopes of others mean nothing', async () => {
  const issuer = await standInIssuer()
  const tokens = verifier(issuer)
  const token = await issuer.sign({ ...good, scope: 'openid websets:read agent', sub: 'ada' })
  expect(tokens.isOne(token)).toBe(true)
  expect(await tokens.verify(token)).toEqual({
    issuer: issuer.url,
    subject: 'ada',
    team: 'ada',
    grants: new Set(['websets:read', 'agent']),
  })
  expect(['winnow_key', 'a.b.c', ''].map((one) => tokens.isOne(one))).toEqual([false, false, false])
})

test('scopes may be a list named scp, the team another claim, the audience one of several', async () => {
  const issuer = await standInIssuer({ path: '/realms/one', metadata: 'openid' })
  const tokens = verifier(issuer, { teamClaim: 'org', audiences: ['other', audience] })
  const claims = { aud: ['x', audience], scp: ['websets:write'], org: 'acme' }
  expect(await tokens.verify(await issuer.sign(claims))).toMatchObject({
    team: 'acme',
    grants: new Set(['websets:write']),
  })
  await expect(tokens.verify(await issuer.sign(good))).rejects.toThrow('"org"')
})

test('where the keys are can be said instead of found', async () => {
  const issuer = await standInIssuer()
  const tokens = verifier(issuer, { jwksUrl: issuer.jwksUrl })
  await tokens.verify(await issuer.sign(good))
  await tokens.verify(await issuer.sign(good))
  expect(issuer.requests).toEqual(['/keys'])
})

test.each([
  ['another issuer', { iss: 'https://id.example' }, '"iss"'],
  ['another audience', { aud: 'https://other.example/mcp' }, '"aud"'],
  ['no audience', { aud: undefined }, '"aud"'],
  ['the end of its time', { exp: inSeconds(-60) }, 'expired'],
  ['no end of its time', { exp: undefined }, '"exp"'],
  ['a time that has not come', { nbf: inSeconds(120) }, '"nbf"'],
  ['no subject', { sub: undefined }, '"sub"'],
])('a token with %s is refused', async (_, claims, why) => {
  const issuer = await standInIssuer()
  const refused = verifier(issuer).verify(await issuer.sign({ ...good, ...claims }))
  await expect(refused).rejects.toMatchObject({
    code: 'unauthenticated',
    message: expect.stringContaining(why),
  })
})

test('clocks may differ a little', async () => {
  const issuer = await standInIssuer()
  const claims = { ...good, exp: inSeconds(-10), nbf: inSeconds(10) }
  await verifier(issuer).verify(await issuer.sign(claims))
})

test('a token of an unknown issuer asks nobody for keys', async () => {
  const [issuer, other] = [await standInIssuer(), await standInIssuer()]
  await expect(verifier(issuer).verify(await other.sign(good))).rejects.toMatchObject({
    code: 'unauthenticated',
  })
  expect([...issuer.requests, ...other.requests]).toEqual([])
})

test('what was not signed by the issuer is refused, whatever it says of itself', async () => {
  const issuer = await standInIssuer()
  const other = await standInIssuer()
  const tokens = verifier(issuer)
  const claims = { iss: issuer.url, sub: 'somebody', exp: inSeconds(300), ...good }
  const [header, , signature] = (await issuer.sign(good)).split('.')
  const shown = await exportSPKI(issuer.publicKey())
  const forged = {
    'no signature': `${unsigned({ alg: 'none' }, claims)}.`,
    'no signature, in capitals': `${unsigned({ alg: 'NONE', kid: 'first' }, claims)}.`,
    'the public key as a shared secret': await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: 'first' })
      .sign(Buffer.from(shown)),
    'a shared secret that is short': await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS512', kid: 'first' })
      .sign(createHash('sha512').update('').digest()),
    'a key of its own': await other.sign({ ...good, iss: issuer.url }),
    'other claims under the same signature': `${header}.${Buffer.from(JSON.stringify({ ...claims, sub: 'admin' })).toString('base64url')}.${signature}`,
  }
  for (const [what, token] of Object.entries(forged)) {
    expect(tokens.isOne(token), what).toBe(true)
    await expect(tokens.verify(token), what).rejects.toMatchObject({ code: 'unauthenticated' })
  }
})

test('a new key is looked for, and one that is nowhere not over and over', async () => {
  const issuer = await standInIssuer()
  const tokens = verifier(issuer, { jwksUrl: issuer.jwksUrl, coolDownMs: 1_500 })
  const old = await issuer.sign(good)
  await tokens.verify(old)
  await issuer.rotate('second')
  const rotated = await issuer.sign(good)
  await expect(tokens.verify(rotated)).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(issuer.requests).toHaveLength(1)
  await new Promise((resolve) => setTimeout(resolve, 1_600))
  await tokens.verify(rotated)
  // What the issuer has withdrawn is good no more.
  await expect(tokens.verify(old)).rejects.toThrow('no such key')
  await issuer.hideKey('third')
  const hidden = await issuer.sign(good)
  for (let time = 0; time < 5; time++) await expect(tokens.verify(hidden)).rejects.toThrow('no such key')
  expect(issuer.requests).toHaveLength(2)
})

test('while the issuer is down nobody is let in, and it is not asked by every token', async () => {
  const issuer = await standInIssuer()
  issuer.setAnswering(false)
  const tokens = verifier(issuer)
  const token = await issuer.sign(good)
  for (let time = 0; time < 5; time++)
    await expect(tokens.verify(token)).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 2 })
  expect(issuer.requests).toHaveLength(1)
})

test('an address without keys lets nobody in either', async () => {
  const issuer = await standInIssuer()
  const tokens = verifier(issuer, { jwksUrl: `${issuer.url}/nowhere` })
  await expect(tokens.verify(await issuer.sign(good))).rejects.toMatchObject({ code: 'unavailable' })
})

test('metadata of somebody else is not believed', async () => {
  const issuer = await standInIssuer()
  issuer.claimToBe('https://id.example')
  await expect(verifier(issuer).verify(await issuer.sign(good))).rejects.toMatchObject({
    code: 'unavailable',
  })
})
