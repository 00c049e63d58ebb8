import { expect, test } from 'vitest'
import { testDatabase } from '../../../tests/harness/database.ts'
import { standInIssuer } from '../../../tests/harness/issuer.ts'
import { createIds } from '../../adapters/system/clock-and-ids.ts'
import { createAuthentication, createInternalTokens, createTeams, ownerTeamId } from '../index.ts'
import { createAccessTokens } from './access-tokens.ts'
import { createTokenCallers } from './token-callers.ts'

const { records } = await testDatabase()
const clock = { now: () => new Date() }
const internalTokens = createInternalTokens({ records, clock })
const authentication = createAuthentication({ records, clock, internalTokens })
await authentication.ensureOwner()
const issuer = await standInIssuer()
const other = await standInIssuer()

const callers = (settings: { teamClaim?: string; team?: string } = {}) =>
  createTokenCallers({
    authentication,
    records,
    clock,
    team: settings.team,
    tokens: createAccessTokens({
      issuers: [issuer.url, other.url],
      audiences: ['winnow'],
      teamClaim: settings.teamClaim ?? 'sub',
      fetch,
      clock,
    }),
  })

const token = (claims: object = {}, from = issuer) =>
  from.sign({ aud: 'winnow', sub: 'ada', scope: 'websets:read', ...claims })

test('each subject of each issuer is somebody else, with a team of their own, and stays the same', async () => {
  const known = callers()
  const [ada, again, bob, namesake] = await Promise.all([
    known.authenticate(await token()),
    known.authenticate(await token()),
    known.authenticate(await token({ sub: 'bob' })),
    known.authenticate(await token({}, other)),
  ])
  expect(again).toEqual(ada)
  expect(ada).toMatchObject({ keyName: 'ada', teamName: 'ada', isOwner: false })
  expect(new Set([ada.teamId, bob.teamId, namesake.teamId]).size).toBe(3)
  expect(new Set([ada.keyId, bob.keyId, namesake.keyId]).size).toBe(3)
})

test('a claim can say which subjects share a team', async () => {
  const known = callers({ teamClaim: 'org' })
  const ada = await known.authenticate(await token({ org: 'acme' }))
  const bob = await known.authenticate(await token({ sub: 'bob', org: 'acme' }))
  const elsewhere = await known.authenticate(await token({ org: 'globex' }))
  expect([bob.teamId === ada.teamId, bob.keyId === ada.keyId]).toEqual([true, false])
  expect([elsewhere.teamId === ada.teamId, elsewhere.keyId === ada.keyId]).toEqual([false, false])
})

test('no value of a claim leads into a team that was not made for it', async () => {
  const caller = await callers({ teamClaim: 'org' }).authenticate(await token({ org: ownerTeamId }))
  expect(caller.teamId).not.toBe(ownerTeamId)
  expect(caller.isOwner).toBe(false)
})

test('all tokens can be made to speak for one team, if there is such a team', async () => {
  const { id } = await createTeams({ records, clock, ids: createIds() }).create({
    name: 'Everybody',
    limits: {},
    budgetDollars: null,
    zeroRetention: false,
  })
  const known = callers({ team: id })
  expect(await known.authenticate(await token())).toMatchObject({ teamId: id, teamName: 'Everybody' })
  expect(await known.authenticate(await token({ sub: 'bob' }))).toMatchObject({ teamId: id, keyName: 'bob' })
  const nowhere = callers({ team: 'team_none' }).authenticate(await token())
  await expect(nowhere).rejects.toMatchObject({ code: 'unavailable' })
})

test.each([
  ['', []],
  ['openid', []],
  ['websets:read', ['read']],
  ['research', ['read', 'write']],
  ['websets:read websets:write websets:destroy agent keys teams approve', ['read', 'write']],
])('the scope %j gives %j, and never what an agent must not have', async (scope, scopes) => {
  const caller = await callers().authenticate(await token({ scope }))
  expect([...caller.scopes]).toEqual(scopes)
})

test('what was begun with a token goes on without it, with what the token allowed', async () => {
  const caller = await callers().authenticate(await token({ scope: 'agent' }))
  const acting = await authentication.authenticate(await internalTokens.mint(caller))
  expect(acting).toMatchObject({ teamId: caller.teamId, keyId: caller.keyId, isInternal: true })
  expect(await authentication.recall(caller.keyId)).toMatchObject({ teamId: caller.teamId })
})
