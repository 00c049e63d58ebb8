import { createHash, randomBytes } from 'node:crypto'
import type { Grant, Scope } from '../../contract/access.ts'
import { AppError } from '../../contract/errors.ts'
import { publicTeamId } from '../../documents/index.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Records } from '../../ports/records.ts'
import type { Authentication } from '../authenticate.ts'
import type { Caller } from '../caller.ts'
import type { AccessTokens, TokenHolder } from './access-tokens.ts'

interface Needs {
  readonly tokens: AccessTokens
  readonly authentication: Pick<Authentication, 'admit'>
  readonly records: Records
  readonly clock: Clock
  /** The team that every token speaks for; absent, each value of the team's claim is a team of its own. */
  readonly team?: string | undefined
}

export type TokenCallers = ReturnType<typeof createTokenCallers>

/** What the engine has to allow for a grant; which operations it covers is known to the agent side. */
const scopesOf: Readonly<Record<Grant, readonly Scope[]>> = {
  'websets:read': ['read'],
  'websets:write': ['read', 'write'],
  'websets:destroy': ['read', 'write'],
  research: ['read', 'write'],
  agent: ['read', 'write'],
}
const most: readonly Scope[] = ['read', 'write']

/**
 * Whom an access token stands for. Each of its holders has a key on record that nobody has ever seen, so that budgets,
 * limits, usage, ownership and revocation hold for them as for anybody, and what they left to be done goes on without
 * their token.
 */
export function createTokenCallers({ tokens, authentication, records, clock, team }: Needs) {
  return {
    issuers: tokens.issuers,
    isOne: (presented: string): boolean => tokens.isOne(presented),

    /** Rejects with `unauthenticated` for a token that is not good here, or whose holder's key was revoked. */
    async authenticate(token: string): Promise<Caller> {
      const holder = await tokens.verify(token)
      const teamId = team ?? `team_oauth_${digest(holder.issuer, holder.team)}`
      const keyId = `key_oauth_${digest(holder.issuer, holder.subject, teamId)}`
      const caller = (await authentication.admit(keyId)) ?? (await introduce(holder, teamId, keyId))
      const allowed = new Set([...holder.grants].flatMap((grant) => scopesOf[grant]))
      return {
        ...caller,
        scopes: new Set(most.filter((scope) => allowed.has(scope) && caller.scopes.has(scope))),
        grants: holder.grants,
      }
    },
  }

  /** The first token of somebody; two at once make one key. */
  async function introduce(holder: TokenHolder, teamId: string, keyId: string): Promise<Caller> {
    const now = clock.now()
    await records.transaction(async (tx) => {
      if (team === undefined)
        await tx
          .insertInto('teams')
          .values({
            id: teamId,
            name: nameOf(holder.team),
            limits: '{}',
            budget_nanos: null,
            created_at: now,
          })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      else await requireTeam(teamId)
      await tx
        .insertInto('api_keys')
        .values({
          id: keyId,
          team_id: teamId,
          name: nameOf(holder.subject),
          // Of nothing that was kept: no key leads here.
          hash: randomBytes(32),
          hint: 'OAuth',
          scopes: [...most],
          limits: '{}',
          budget_nanos: null,
          created_at: now,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
    })
    const caller = await authentication.admit(keyId)
    if (!caller)
      throw new AppError('unauthenticated', 'The access token is not valid: its holder was revoked.')
    return caller
  }

  async function requireTeam(id: string): Promise<void> {
    const known = await records.db.selectFrom('teams').select('id').where('id', '=', id).executeTakeFirst()
    if (!known || id === publicTeamId)
      throw new AppError('unavailable', 'WINNOW_OAUTH_TEAM names a team that this server does not have.')
  }
}

const nameOf = (said: string): string => said.replaceAll(/\p{Cc}/gu, ' ').slice(0, 100)

/** Names of issuers are theirs to choose: no choice of theirs can meet an id of ours. */
const digest = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
