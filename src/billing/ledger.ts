import { sql } from 'kysely'
import { AppError } from '../contract/errors.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { Records, Tx } from '../ports/records.ts'
import type { Nanos } from './money.ts'

/** Who pays. */
export interface Account {
  readonly teamId: string
  readonly keyId: string
}

/** What one operation used, and what that cost. */
export interface Usage {
  readonly searches: number
  readonly pages: number
  readonly tokens: number
  readonly seconds: number
  readonly costNanos: Nanos
}

export interface UsageEntry extends Usage {
  readonly operation: string
  readonly requestId: string
}

/** Long enough for the longest operation; a reservation whose process died is given back after it. */
const reservationLifeMs = 2 * 60 * 60 * 1000

export type Ledger = ReturnType<typeof createLedger>

/**
 * Budgets are reserved, then spent. Reserving adds to a counter on the key's and on the team's row under the
 * condition that the budget allows it, so the row locks make it exact however many ask at once.
 */
export function createLedger({ records, clock, ids }: { records: Records; clock: Clock; ids: Ids }) {
  return {
    /**
     * Rejects with `key_budget_exceeded` or `team_budget_exceeded` and reserves nothing, or answers an id. Where less will
     * do, it is content with whatever is left.
     */
    async reserve(account: Account, most: Nanos, least: Nanos = most): Promise<string> {
      const id = ids.next('reservation')
      await records.transaction(async (tx) => {
        const nanos = least < most ? Math.max(least, Math.min(most, await leftOf(tx, account))) : most
        await hold(tx, account, nanos)
        await tx
          .insertInto('reservations')
          .values({
            id,
            team_id: account.teamId,
            key_id: account.keyId,
            nanos,
            expires_at: new Date(clock.now().getTime() + reservationLifeMs),
          })
          .execute()
      })
      return id
    },

    /** Books what was really used and gives the reservation back, in one transaction: that of the caller, if given. */
    async settle(account: Account, entry: UsageEntry, reservationId?: string, within?: Tx): Promise<void> {
      const body = async (tx: Tx) => {
        if (reservationId !== undefined) await giveBack(tx, account, reservationId)
        await book(tx, account, [entry])
      }
      await (within ? body(within) : records.transaction(body))
    },

    /** Whether a reservation would be granted at this moment. */
    async allows({ teamId, keyId }: Account, nanos: Nanos): Promise<boolean> {
      const { db } = records
      const key = await db
        .selectFrom('api_keys')
        .select(fits(nanos).as('fits'))
        .where('team_id', '=', teamId)
        .where('id', '=', keyId)
        .executeTakeFirst()
      const team = await db
        .selectFrom('teams')
        .select(fits(nanos).as('fits'))
        .where('id', '=', teamId)
        .executeTakeFirst()
      return (key?.fits ?? true) && (team?.fits ?? false)
    },

    /** Gives a reservation back unspent; one that expired meanwhile is already back. */
    async release(account: Account, reservationId: string): Promise<void> {
      await records.transaction((tx) => giveBack(tx, account, reservationId))
    },

    /** Books many entries at once; for what costs nothing and is only counted. */
    async record(account: Account, entries: readonly UsageEntry[]): Promise<void> {
      if (entries.length > 0) await records.transaction((tx) => book(tx, account, entries))
    },

    /** Gives back what processes reserved that no longer exist; answers how many reservations that were. */
    async releaseExpired(): Promise<number> {
      const acrossTeams = records.acrossTeams('reservations of dead processes expire in every team')
      const expired = await acrossTeams
        .selectFrom('reservations')
        .select(['id', 'team_id', 'key_id'])
        .where('expires_at', '<', clock.now())
        .execute()
      for (const { id, team_id, key_id } of expired) {
        await records.transaction((tx) => giveBack(tx, { teamId: team_id, keyId: key_id }, id))
      }
      return expired.length
    },

    /** Deletes single entries of long ago; what was spent stays counted on key and team. */
    async prune(before: Date): Promise<number> {
      const { numDeletedRows } = await records
        .acrossTeams('retention covers every team')
        .deleteFrom('usage_entries')
        .where('created_at', '<', before)
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }

  async function book(tx: Tx, { teamId, keyId }: Account, entries: readonly UsageEntry[]): Promise<void> {
    const now = clock.now()
    await tx
      .insertInto('usage_entries')
      .values(
        entries.map((entry) => ({
          id: ids.next('usage'),
          team_id: teamId,
          key_id: keyId,
          operation: entry.operation,
          request_id: entry.requestId,
          searches: entry.searches,
          pages: entry.pages,
          tokens: entry.tokens,
          seconds: entry.seconds,
          cost_nanos: entry.costNanos,
          created_at: now,
        })),
      )
      .execute()
    const cost = entries.reduce((sum, entry) => sum + entry.costNanos, 0)
    if (cost === 0) return
    const more = { spent_nanos: sql<number>`spent_nanos + ${cost}` }
    await tx.updateTable('api_keys').set(more).where('team_id', '=', teamId).where('id', '=', keyId).execute()
    await tx.updateTable('teams').set(more).where('id', '=', teamId).execute()
  }
}

const fits = (nanos: Nanos) =>
  sql<boolean>`(budget_nanos is null or spent_nanos + reserved_nanos + ${nanos} <= budget_nanos)`

// Key before team, in every transaction: one order of locks cannot deadlock.
/** What neither the key nor the team has spent or reserved, under their locks. */
async function leftOf(tx: Tx, { teamId, keyId }: Account): Promise<number> {
  const columns = ['budget_nanos', 'spent_nanos', 'reserved_nanos'] as const
  const key = await tx
    .selectFrom('api_keys')
    .select(columns)
    .where('team_id', '=', teamId)
    .where('id', '=', keyId)
    .forUpdate()
    .executeTakeFirst()
  const team = await tx
    .selectFrom('teams')
    .select(columns)
    .where('id', '=', teamId)
    .forUpdate()
    .executeTakeFirst()
  const left = [key, team].map((row) =>
    row && row.budget_nanos !== null ? row.budget_nanos - row.spent_nanos - row.reserved_nanos : Infinity,
  )
  return Math.min(...left)
}

async function hold(tx: Tx, { teamId, keyId }: Account, nanos: Nanos): Promise<void> {
  const more = { reserved_nanos: sql<number>`reserved_nanos + ${nanos}` }
  const key = await tx
    .updateTable('api_keys')
    .set(more)
    .where('team_id', '=', teamId)
    .where('id', '=', keyId)
    .where(fits(nanos))
    .executeTakeFirst()
  if (key.numUpdatedRows === 0n && (await exists(tx, teamId, keyId))) {
    throw new AppError('key_budget_exceeded', 'The budget of this API key is spent.')
  }
  const team = await tx
    .updateTable('teams')
    .set(more)
    .where('id', '=', teamId)
    .where(fits(nanos))
    .executeTakeFirst()
  if (team.numUpdatedRows === 0n)
    throw new AppError('team_budget_exceeded', 'The budget of this team is spent.')
}

/** The local credential and internal tokens pay from the team alone: they have no row of their own. */
async function exists(tx: Tx, teamId: string, keyId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('api_keys')
    .select('id')
    .where('team_id', '=', teamId)
    .where('id', '=', keyId)
    .executeTakeFirst()
  return row !== undefined
}

async function giveBack(tx: Tx, { teamId, keyId }: Account, reservationId: string): Promise<void> {
  const held = await tx
    .deleteFrom('reservations')
    .where('team_id', '=', teamId)
    .where('id', '=', reservationId)
    .returning('nanos')
    .executeTakeFirst()
  if (!held) return
  const less = { reserved_nanos: sql<number>`reserved_nanos - ${held.nanos}` }
  await tx.updateTable('api_keys').set(less).where('team_id', '=', teamId).where('id', '=', keyId).execute()
  await tx.updateTable('teams').set(less).where('id', '=', teamId).execute()
}
