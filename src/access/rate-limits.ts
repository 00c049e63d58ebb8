import { sql } from 'kysely'
import type { LimitClass } from '../contract/access.ts'
import { AppError } from '../contract/errors.ts'
import type { Records } from '../ports/records.ts'
import type { Caller } from './caller.ts'

export type RateLimits = ReturnType<typeof createRateLimits>

/**
 * Limits per team and class of endpoint, and per key where a key has its own. They hold over all processes,
 * because the state is one row in the database: the moment at which a steady flow at the allowed rate would
 * have used up everything let through so far. A second's worth of requests may come at once.
 */
export function createRateLimits({
  records,
  defaults,
}: {
  records: Records
  defaults: Record<LimitClass, number>
}) {
  const limitOf = ({ isOwner, teamLimits }: Caller, limitClass: LimitClass): number =>
    isOwner ? 0 : (teamLimits[limitClass] ?? defaults[limitClass])

  return {
    /** What holds for the caller's team, in requests a second; 0 is no limit. */
    of: (caller: Caller): Record<LimitClass, number> => ({
      search: limitOf(caller, 'search'),
      contents: limitOf(caller, 'contents'),
      websets: limitOf(caller, 'websets'),
      other: limitOf(caller, 'other'),
    }),

    /** Counts one request, or rejects with `rate_limited` and the seconds to wait. */
    async take(caller: Caller, limitClass: LimitClass): Promise<void> {
      if (caller.isOwner || caller.isInternal) return
      await takeFrom(caller.teamId, limitClass, limitOf(caller, limitClass))
      await takeFrom(caller.teamId, `${limitClass}:${caller.keyId}`, caller.keyLimits[limitClass] ?? 0)
    },
  }

  async function takeFrom(teamId: string, bucket: string, perSecond: number): Promise<void> {
    if (perSecond === 0) return
    const interval = sql<Date>`make_interval(secs => ${1 / perSecond})`
    const burst = sql<Date>`make_interval(secs => ${Math.max(1, 1 / perSecond)})`
    const { rows } = await sql<{ allowed: boolean; wait_seconds: number }>`
      with now as (select clock_timestamp() as at),
      taken as (
        insert into rate_limits as bucket (team_id, class, arrival_at)
        select ${teamId}, ${bucket}, now.at + ${interval} from now
        on conflict (team_id, class) do update
          set arrival_at = greatest(bucket.arrival_at, (select at from now)) + ${interval}
          where greatest(bucket.arrival_at, (select at from now)) + ${interval} <= (select at from now) + ${burst}
        returning arrival_at
      )
      select exists (select from taken) as allowed,
        coalesce((
          select extract(epoch from bucket.arrival_at + ${interval} - ${burst} - now.at)::float8
          from rate_limits as bucket, now where team_id = ${teamId} and class = ${bucket}
        ), 0) as wait_seconds`.execute(records.db)
    const [outcome] = rows
    if (outcome?.allowed) return
    throw new AppError('rate_limited', `You have exceeded your limit of ${perSecond} requests per second.`, {
      retryAfterSeconds: Math.max(1, Math.ceil(outcome?.wait_seconds ?? 1)),
      details: { requestsPerSecond: perSecond },
    })
  }
}
