import type { Selectable } from 'kysely'
import { toDollars, toNanos } from '../billing/index.ts'
import type { ApiKey, CreateKeyRequest, NewApiKey, Scope, UpdateKeyRequest } from '../contract/access.ts'
import { AppError } from '../contract/errors.ts'
import { pageFrom, type PageQuery } from '../contract/pagination.ts'
import { publicTeamId } from '../documents/index.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { Records } from '../ports/records.ts'
import type { Tables } from '../ports/tables.ts'
import { requireScope, type Caller } from './caller.ts'
import { generateKey, hashKey, hintOf } from './secret-key.ts'

export type Keys = ReturnType<typeof createKeys>

export function createKeys({ records, clock, ids }: { records: Records; clock: Clock; ids: Ids }) {
  return {
    /** Makes a key that can do no more than its maker: a key never widens what its holder may do. */
    async create(caller: Caller, request: CreateKeyRequest): Promise<NewApiKey> {
      const teamId = request.teamId ?? caller.teamId
      if (teamId !== caller.teamId) await requireTeam(caller, teamId)
      const missing = request.scopes.find((scope) => !caller.scopes.has(scope))
      if (missing) {
        throw new AppError(
          'forbidden',
          `This key lacks the scope "${missing}", so it cannot give it to another.`,
          {
            reason: 'MISSING_SCOPE',
            details: { scope: missing },
          },
        )
      }
      const key = generateKey()
      const row = await records.db
        .insertInto('api_keys')
        .values({
          id: ids.next('key'),
          team_id: teamId,
          name: request.name,
          hash: hashKey(key),
          hint: hintOf(key),
          scopes: [...new Set(request.scopes)],
          limits: JSON.stringify(request.limits),
          budget_nanos: request.budgetDollars === null ? null : toNanos(request.budgetDollars),
          created_at: clock.now(),
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      return { ...presentKey(row), key }
    },

    async list(caller: Caller, page: PageQuery) {
      const rows = await records.db
        .selectFrom('api_keys')
        .selectAll()
        .where('team_id', '=', caller.teamId)
        .$if(page.cursor !== undefined, (query) => query.where('id', '>', page.cursor ?? ''))
        .orderBy('id')
        .limit(page.limit + 1)
        .execute()
      return pageFrom(rows, page.limit, presentKey)
    },

    async get(caller: Caller, id: string): Promise<ApiKey> {
      const row = await records.db
        .selectFrom('api_keys')
        .selectAll()
        .where('team_id', '=', caller.teamId)
        .where('id', '=', id)
        .executeTakeFirst()
      return presentKey(row ?? unknownKey(id))
    },

    async update(caller: Caller, { id, name, limits, budgetDollars }: UpdateKeyRequest): Promise<ApiKey> {
      const row = await records.db
        .updateTable('api_keys')
        .set({
          id,
          ...(name !== undefined && { name }),
          ...(limits !== undefined && { limits: JSON.stringify(limits) }),
          ...(budgetDollars !== undefined && {
            budget_nanos: budgetDollars === null ? null : toNanos(budgetDollars),
          }),
        })
        .where('team_id', '=', caller.teamId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst()
      return presentKey(row ?? unknownKey(id))
    },

    /** Takes effect with the very next request, in every process. Revoking twice keeps the first moment. */
    async revoke(caller: Caller, id: string): Promise<ApiKey> {
      const row = await records.db
        .updateTable('api_keys')
        .set((columns) => ({ revoked_at: columns.fn.coalesce('revoked_at', columns.val(clock.now())) }))
        .where('team_id', '=', caller.teamId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst()
      return presentKey(row ?? unknownKey(id))
    },
  }

  async function requireTeam(caller: Caller, teamId: string): Promise<void> {
    requireScope(caller, 'teams')
    const team = await records.db.selectFrom('teams').select('id').where('id', '=', teamId).executeTakeFirst()
    if (!team || teamId === publicTeamId)
      throw new AppError('not_found', `There is no team "${teamId}".`, { reason: 'TEAM_NOT_FOUND' })
  }
}

function unknownKey(id: string): never {
  throw new AppError('not_found', `There is no key "${id}".`, { reason: 'KEY_NOT_FOUND' })
}

const presentKey = (row: Selectable<Tables['api_keys']>): ApiKey => ({
  id: row.id,
  object: 'api_key',
  teamId: row.team_id,
  name: row.name,
  hint: row.hint,
  scopes: row.scopes as Scope[], // only scopes are ever written
  limits: row.limits,
  budgetDollars: row.budget_nanos === null ? null : toDollars(row.budget_nanos),
  spentDollars: toDollars(row.spent_nanos),
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  revokedAt: row.revoked_at?.toISOString() ?? null,
})
