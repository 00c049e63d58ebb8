import { timingSafeEqual } from 'node:crypto'
import { Scope } from '../contract/access.ts'
import { AppError } from '../contract/errors.ts'
import type { Clock } from '../ports/clock.ts'
import type { Records } from '../ports/records.ts'
import type { Caller } from './caller.ts'
import { generateKey, hashKey, hintOf } from './secret-key.ts'

const ownerTeamId = 'team_owner'
const ownerKeyId = 'key_owner'

/** `lastUsedAt` is for people: once a minute is exact enough, and spares a write on every request. */
const lastUsedResolutionMs = 60_000

export type Authentication = ReturnType<typeof createAuthentication>

interface Needs {
  readonly records: Records
  readonly clock: Clock
  /** Accepted as the owner's while this process lives; the command line finds it in the data folder. */
  readonly localCredential?: string
}

export function createAuthentication({ records, clock, localCredential }: Needs) {
  const localHash = localCredential === undefined ? undefined : hashKey(localCredential)
  const acrossTeams = records.acrossTeams('the key decides which team the request belongs to')

  const validKeys = () =>
    acrossTeams
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

  return {
    /** Rejects with `unauthenticated`, in the same words for every reason, so that nothing can be learnt. */
    async authenticate(presented: string | undefined): Promise<Caller> {
      if (!presented)
        throw new AppError('unauthenticated', 'An API key is needed: send it as x-api-key or Bearer.')
      const hash = hashKey(presented)
      if (localHash && timingSafeEqual(hash, localHash)) return localCaller
      const row = await validKeys().where('api_keys.hash', '=', hash).executeTakeFirst()
      if (!row) throw new AppError('unauthenticated', 'The API key is not valid.')
      if (clock.now().getTime() - (row.last_used_at?.getTime() ?? 0) > lastUsedResolutionMs) {
        await acrossTeams
          .updateTable('api_keys')
          .set({ last_used_at: clock.now() })
          .where('id', '=', row.id)
          .execute()
      }
      return presentCaller(row)
    },

    /** The caller behind a key, for what it left to be done by the clock; null when the key is valid no more. */
    async recall(keyId: string): Promise<Caller | null> {
      if (keyId === localCaller.keyId) return localCaller
      const row = await validKeys().where('api_keys.id', '=', keyId).executeTakeFirst()
      return row ? presentCaller(row) : null
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
}

interface ValidKey {
  readonly id: string
  readonly team_id: string
  readonly name: string
  readonly scopes: readonly string[]
  readonly limits: Caller['keyLimits']
  readonly team_name: string
  readonly is_owner: boolean
  readonly team_limits: Caller['teamLimits']
}

const presentCaller = (row: ValidKey): Caller => ({
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
  keyId: 'key_local',
  keyName: 'local',
  scopes: new Set(Scope.options),
  isOwner: true,
  teamLimits: {},
  keyLimits: {},
}
