import { createHmac, timingSafeEqual } from 'node:crypto'
import { ordinaryScopes, Scope } from '../contract/access.ts'
import { AppError } from '../contract/errors.ts'
import type { Clock } from '../ports/clock.ts'
import type { Records } from '../ports/records.ts'
import type { Caller } from './caller.ts'
import type { Claims, InternalTokens } from './internal-tokens.ts'
import { localAgentKeyId, localKeyId, ownerKeyId, ownerTeamId } from './owner.ts'
import { generateKey, hashKey, hintOf } from './secret-key.ts'

/** `lastUsedAt` is for people: once a minute is exact enough, and spares a write on every request. */
const lastUsedResolutionMs = 60_000

export type Authentication = ReturnType<typeof createAuthentication>

interface Needs {
  readonly records: Records
  readonly clock: Clock
  /** Accepted as the owner's while this process lives; the command line finds it in the data folder. */
  readonly localCredential?: string
  readonly internalTokens?: InternalTokens
}

export function createAuthentication({ records, clock, localCredential, internalTokens }: Needs) {
  const locals =
    localCredential === undefined
      ? []
      : [
          { hash: hashKey(localCredential), caller: localCaller },
          { hash: hashKey(agentCredentialOf(localCredential)), caller: localAgent },
        ]
  const acrossTeams = records.acrossTeams('the key decides which team the request belongs to')

  return {
    /** Rejects with `unauthenticated`, in the same words for every reason, so that nothing can be learnt. */
    async authenticate(presented: string | undefined): Promise<Caller> {
      if (!presented)
        throw new AppError('unauthenticated', 'An API key is needed: send it as x-api-key or Bearer.')
      if (internalTokens?.isOne(presented)) return authenticateToken(await internalTokens.open(presented))
      const hash = hashKey(presented)
      const local = locals.find((one) => timingSafeEqual(hash, one.hash))
      if (local) return local.caller
      const row = await keysInForce().where('api_keys.hash', '=', hash).executeTakeFirst()
      if (!row) throw invalidKey()
      await noteUse(row)
      return callerFrom(row)
    },

    /** The caller behind a key, for what it left to be done by the clock; null when the key is valid no more. */
    async recall(keyId: string): Promise<Caller | null> {
      const local = [localCaller, localAgent].find((one) => one.keyId === keyId)
      if (local) return local
      const row = await keysInForce().where('api_keys.id', '=', keyId).executeTakeFirst()
      return row ? callerFrom(row) : null
    },

    /** The caller behind a key that has just been shown to be used, in another way than by itself; null when it is valid no more. */
    async admit(keyId: string): Promise<Caller | null> {
      const row = await keysInForce().where('api_keys.id', '=', keyId).executeTakeFirst()
      if (!row) return null
      await noteUse(row)
      return callerFrom(row)
    },

    /** Whom a session stands for: the key that it was opened with, as that key is now. */
    async authenticateSession(secret: string): Promise<Caller> {
      const row = await keysInForce()
        .innerJoin('sessions', 'sessions.key_id', 'api_keys.id')
        .where('sessions.hash', '=', hashKey(secret))
        .where('sessions.is_link', '=', false)
        .where('sessions.expires_at', '>', clock.now())
        .executeTakeFirst()
      if (!row) throw new AppError('unauthenticated', 'The session is over: sign in again.')
      await noteUse(row)
      return callerFrom(row)
    },

    /**
     * Makes sure that the owner's team and key exist. A configured key becomes the owner's in place of the
     * former one. Answers a key only when it was made just now: it is the one chance to show it. What `keep` does
     * with it happens before it is valid, so that a crash between the two cannot lose it.
     */
    async ensureOwner(
      configuredKey?: string,
      keep: (key: string) => Promise<void> = async () => {},
    ): Promise<string | null> {
      const now = clock.now()
      const key = configuredKey ?? generateKey()
      return records.transaction(async (tx) => {
        await tx
          .insertInto('teams')
          .values({ id: ownerTeamId, name: 'Owner', is_owner: true, budget_nanos: null, created_at: now })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        const made = await tx
          .insertInto('api_keys')
          .values({
            id: ownerKeyId,
            team_id: ownerTeamId,
            name: 'owner',
            hash: hashKey(key),
            hint: hintOf(key),
            scopes: [...Scope.options],
            budget_nanos: null,
            created_at: now,
          })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .returning('id')
          .executeTakeFirst()
        if (made) {
          if (configuredKey !== undefined) return null
          await keep(key)
          return key
        }
        // Scopes that a newer release adds are the owner's too.
        await tx
          .updateTable('api_keys')
          .set({
            scopes: [...Scope.options],
            ...(configuredKey !== undefined && { hash: hashKey(key), hint: hintOf(key), revoked_at: null }),
          })
          .where('team_id', '=', ownerTeamId)
          .where('id', '=', ownerKeyId)
          .execute()
        return null
      })
    },
  }

  async function noteUse({
    id,
    last_used_at: last,
  }: {
    id: string
    last_used_at: Date | null
  }): Promise<void> {
    if (clock.now().getTime() - (last?.getTime() ?? 0) <= lastUsedResolutionMs) return
    await acrossTeams
      .updateTable('api_keys')
      .set({ last_used_at: clock.now() })
      .where('id', '=', id)
      .execute()
  }

  /** Counts as the key it was made for, with no more than both may do, and was counted when that key was shown. */
  async function authenticateToken(claims: Claims | null): Promise<Caller> {
    if (!claims) throw invalidKey()
    const mayDo = (caller: Caller): Caller => ({
      ...caller,
      scopes: new Set(claims.scopes.filter((scope) => caller.scopes.has(scope))),
      isInternal: true,
    })
    const local = [localCaller, localAgent].find(({ keyId }) => keyId === claims.key)
    if (local && claims.team === local.teamId) return mayDo(local)
    const row = await keysInForce()
      .where('api_keys.id', '=', claims.key)
      .where('api_keys.team_id', '=', claims.team)
      .executeTakeFirst()
    if (!row) throw invalidKey()
    return mayDo(callerFrom(row))
  }

  function keysInForce() {
    return acrossTeams
      .selectFrom('api_keys')
      .innerJoin('teams', 'teams.id', 'api_keys.team_id')
      .select(['api_keys.id', 'api_keys.team_id', 'api_keys.name', 'api_keys.scopes', 'api_keys.limits'])
      .select([
        'api_keys.last_used_at',
        'teams.name as team_name',
        'teams.is_owner',
        'teams.limits as team_limits',
      ])
      .where('api_keys.revoked_at', 'is', null)
  }
}

const invalidKey = () => new AppError('unauthenticated', 'The API key is not valid.')

interface KeyRow {
  readonly id: string
  readonly team_id: string
  readonly name: string
  readonly scopes: string[]
  readonly limits: Caller['keyLimits']
  readonly team_name: string
  readonly is_owner: boolean
  readonly team_limits: Caller['teamLimits']
}

const callerFrom = (row: KeyRow): Caller => ({
  teamId: row.team_id,
  teamName: row.team_name,
  keyId: row.id,
  keyName: row.name,
  scopes: new Set(row.scopes as Scope[]), // only scopes are ever written
  isOwner: row.is_owner,
  teamLimits: row.team_limits,
  keyLimits: row.limits,
})

const localCaller: Caller = {
  teamId: ownerTeamId,
  teamName: 'Owner',
  keyId: localKeyId,
  keyName: 'local',
  scopes: new Set(Scope.options),
  isOwner: true,
  teamLimits: {},
  keyLimits: {},
}

const localAgent: Caller = {
  ...localCaller,
  keyId: localAgentKeyId,
  keyName: 'agent on this machine',
  scopes: new Set(ordinaryScopes),
}

/** What an agent on this machine shows: it follows from the local credential, and leads nowhere near it. */
export const agentCredentialOf = (localCredential: string): string =>
  createHmac('sha256', localCredential).update('agent').digest('base64url')
