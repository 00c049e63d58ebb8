import { expect, test } from 'vitest'
import { testDatabase } from '../../tests/harness/database.ts'
import { createIds } from '../adapters/system/clock-and-ids.ts'
import { createAuthentication, createInternalTokens, createKeys, createRateLimits } from './index.ts'

const { records } = await testDatabase()
let now = new Date('2026-01-01T00:00:00Z')
const clock = { now: () => now }
const tokens = createInternalTokens({ records, clock })
const authentication = createAuthentication({ records, clock, internalTokens: tokens })
const keys = createKeys({ records, clock, ids: createIds() })
const ownerKey = (await authentication.ensureOwner()) ?? ''
const owner = await authentication.authenticate(ownerKey)
const newKey = async (scopes: ('read' | 'write')[]) => {
  const made = await keys.create(owner, { name: 'agent', scopes, limits: {}, budgetDollars: null })
  return { id: made.id, caller: await authentication.authenticate(made.key) }
}

test('a token counts as the key it was made for, and is exempt from limits', async () => {
  const { caller } = await newKey(['read', 'write'])
  const acting = await authentication.authenticate(await tokens.mint(caller))
  expect(acting).toEqual({ ...caller, isInternal: true })
  const limits = createRateLimits({ records, defaults: { search: 1, contents: 1, websets: 1, other: 1 } })
  const other = { ...acting, isOwner: false }
  for (let call = 0; call < 5; call++) await limits.take(other, 'websets')
})

test('it may do no more than its key, whatever was written into it', async () => {
  const { caller } = await newKey(['read'])
  const acting = await authentication.authenticate(
    await tokens.mint({ ...caller, scopes: new Set(['read', 'write', 'keys']) }),
  )
  expect([...acting.scopes]).toEqual(['read'])
})

test('it ends with its key', async () => {
  const { id, caller } = await newKey(['read'])
  const token = await tokens.mint(caller)
  await authentication.authenticate(token)
  await keys.revoke(owner, id)
  await expect(authentication.authenticate(token)).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('it is good for minutes, and only as it was signed', async () => {
  const token = await tokens.mint(owner)
  const [said = '', signature = ''] = token.split('.')
  const forged = Buffer.from(said.replace('winnow_internal_', ''), 'base64url')
    .toString()
    .replace('read', 'keys')
  for (const wrong of [
    `winnow_internal_${Buffer.from(forged).toString('base64url')}.${signature}`,
    `${said}.${Buffer.from('x'.repeat(32)).toString('base64url')}`,
    said,
    'winnow_internal_',
  ])
    await expect(authentication.authenticate(wrong)).rejects.toMatchObject({ code: 'unauthenticated' })
  now = new Date(now.getTime() + 5 * 60_000)
  await expect(authentication.authenticate(token)).rejects.toMatchObject({ code: 'unauthenticated' })
})
