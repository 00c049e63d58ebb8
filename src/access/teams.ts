import type { Selectable } from 'kysely'
import { toDollars, toNanos } from '../billing/index.ts'
import type { CreateTeamRequest, Team, UpdateTeamRequest } from '../contract/access.ts'
import { AppError } from '../contract/errors.ts'
import { pageFrom, type PageQuery } from '../contract/pagination.ts'
import { publicTeamId } from '../documents/index.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { Records } from '../ports/records.ts'
import type { Tables } from '../ports/tables.ts'

export type Teams = ReturnType<typeof createTeams>

/**
 * Teams are the operator's business: the operations on them ask for the scope `teams`, which only the owner has. The
 * one that public pages belong to is none of theirs: it has no members.
 */
export function createTeams({ records, clock, ids }: { records: Records; clock: Clock; ids: Ids }) {
  const everyTeam = () => records.acrossTeams('the operator manages all teams')

  return {
    async create(request: CreateTeamRequest): Promise<Team> {
      const row = await everyTeam()
        .insertInto('teams')
        .values({
          id: ids.next('team'),
          name: request.name,
          limits: JSON.stringify(request.limits),
          budget_nanos: request.budgetDollars === null ? null : toNanos(request.budgetDollars),
          zero_retention: request.zeroRetention,
          created_at: clock.now(),
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      return presentTeam(row)
    },

    async list(page: PageQuery) {
      const rows = await everyTeam()
        .selectFrom('teams')
        .selectAll()
        .where('id', '<>', publicTeamId)
        .$if(page.cursor !== undefined, (query) => query.where('id', '>', page.cursor ?? ''))
        .orderBy('id')
        .limit(page.limit + 1)
        .execute()
      return pageFrom(rows, page.limit, presentTeam)
    },

    async update({ id, name, limits, budgetDollars, zeroRetention }: UpdateTeamRequest): Promise<Team> {
      const row = await everyTeam()
        .updateTable('teams')
        .set({
          id,
          ...(name !== undefined && { name }),
          ...(limits !== undefined && { limits: JSON.stringify(limits) }),
          ...(budgetDollars !== undefined && {
            budget_nanos: budgetDollars === null ? null : toNanos(budgetDollars),
          }),
          ...(zeroRetention !== undefined && { zero_retention: zeroRetention }),
        })
        .where('id', '=', id)
        .where('id', '<>', publicTeamId)
        .returningAll()
        .executeTakeFirst()
      if (!row) throw new AppError('not_found', `There is no team "${id}".`, { reason: 'TEAM_NOT_FOUND' })
      return presentTeam(row)
    },

    /** What a team may spend, null being without limit, and what it has spent. */
    async account(teamId: string): Promise<Pick<Team, 'budgetDollars' | 'spentDollars'>> {
      const row = await records.db
        .selectFrom('teams')
        .selectAll()
        .where('id', '=', teamId)
        .executeTakeFirstOrThrow()
      const { budgetDollars, spentDollars } = presentTeam(row)
      return { budgetDollars, spentDollars }
    },

    /** Whether nothing of a team's agent runs is to be kept. */
    async isZeroRetention(teamId: string): Promise<boolean> {
      const row = await records.db
        .selectFrom('teams')
        .select('zero_retention')
        .where('id', '=', teamId)
        .executeTakeFirst()
      return row?.zero_retention ?? false
    },
  }
}

const presentTeam = (row: Selectable<Tables['teams']>): Team => ({
  id: row.id,
  object: 'team',
  name: row.name,
  isOwner: row.is_owner,
  limits: row.limits,
  budgetDollars: row.budget_nanos === null ? null : toDollars(row.budget_nanos),
  spentDollars: toDollars(row.spent_nanos),
  zeroRetention: row.zero_retention,
  createdAt: row.created_at.toISOString(),
})
