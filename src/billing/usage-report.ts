import { sql } from 'kysely'
import { AppError } from '../contract/errors.ts'
import type { UsageReport, UsageRequest, UsageTotals } from '../contract/usage.ts'
import type { Clock } from '../ports/clock.ts'
import type { Records } from '../ports/records.ts'
import { toDollars } from './money.ts'

const thirtyDaysMs = 30 * 24 * 60 * 60 * 1000

export type UsageReports = ReturnType<typeof createUsageReports>

/** Sums the ledger of one team by day (UTC), key and operation. */
export function createUsageReports({ records, clock }: { records: Records; clock: Clock }) {
  return {
    async report(teamId: string, request: UsageRequest): Promise<UsageReport> {
      const to = request.to === undefined ? clock.now() : new Date(request.to)
      const from = request.from === undefined ? new Date(to.getTime() - thirtyDaysMs) : new Date(request.from)
      if (from > to)
        throw new AppError('invalid_request', '`from` must not be later than `to`.', {
          details: { field: 'from' },
        })
      const by = new Set(request.groupBy)
      const day = sql<string>`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD')`
      const rows = await records.db
        .selectFrom('usage_entries')
        .where('team_id', '=', teamId)
        .where('created_at', '>=', from)
        .where('created_at', '<', to)
        .select((columns) => [
          columns.fn.countAll<number>().as('requests'),
          sql<number>`sum(searches)::bigint`.as('searches'),
          sql<number>`sum(pages)::bigint`.as('pages'),
          sql<number>`sum(tokens)::bigint`.as('tokens'),
          sql<number>`sum(seconds)`.as('seconds'),
          sql<number>`sum(cost_nanos)::bigint`.as('cost_nanos'),
        ])
        .$if(by.has('day'), (query) => query.select(day.as('day')).groupBy(day).orderBy(day))
        .$if(by.has('key'), (query) => query.select('key_id').groupBy('key_id').orderBy('key_id'))
        .$if(by.has('operation'), (query) =>
          query.select('operation').groupBy('operation').orderBy('operation'),
        )
        .$if(by.size === 0, (query) => query.having((columns) => columns.fn.countAll(), '>', 0))
        .execute()
      const data = rows.map(({ cost_nanos, key_id, ...row }) => ({
        ...row,
        ...(key_id !== undefined && { keyId: key_id }),
        costDollars: toDollars(cost_nanos),
      }))
      const nanos = rows.reduce((sum, row) => sum + row.cost_nanos, 0)
      return {
        object: 'usage',
        from: from.toISOString(),
        to: to.toISOString(),
        data,
        total: { ...sumOf(data), costDollars: toDollars(nanos) },
      }
    },
  }
}

const sumOf = (rows: readonly UsageTotals[]): UsageTotals =>
  rows.reduce(
    (sum, row) => ({
      requests: sum.requests + row.requests,
      searches: sum.searches + row.searches,
      pages: sum.pages + row.pages,
      tokens: sum.tokens + row.tokens,
      seconds: sum.seconds + row.seconds,
      costDollars: 0,
    }),
    { requests: 0, searches: 0, pages: 0, tokens: 0, seconds: 0, costDollars: 0 },
  )
