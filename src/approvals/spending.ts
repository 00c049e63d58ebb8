import { sql } from 'kysely'
import type { Entry } from './approval-book.ts'
import type { Asker } from './question.ts'

const dayOf = (now: Date): string => now.toISOString().slice(0, 10)

/** What the calls of a key were estimated to cost so far today. */
export async function spentToday({ tx, teamId, now }: Entry, { keyId }: Asker): Promise<number> {
  const row = await tx
    .selectFrom('approval_spending')
    .select('usd')
    .where('team_id', '=', teamId)
    .where('key_id', '=', keyId)
    .where('day', '=', dayOf(now))
    .executeTakeFirst()
  return row?.usd ?? 0
}

export async function noteSpending({ tx, teamId, now }: Entry, { keyId }: Asker, usd: number): Promise<void> {
  if (usd === 0) return
  await tx
    .insertInto('approval_spending')
    .values({ team_id: teamId, key_id: keyId, day: dayOf(now), usd })
    .onConflict((conflict) =>
      conflict
        .columns(['team_id', 'key_id', 'day'])
        .doUpdateSet({ usd: sql<number>`approval_spending.usd + excluded.usd` }),
    )
    .execute()
}
