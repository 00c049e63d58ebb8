import { Cron } from 'croner'
import { AppError } from '../contract/errors.ts'

interface CronTimes {
  readonly cron: string
  readonly timeZone: string
}

/**
 * The first moment after the given one; null when there is none. A time that the clock leaps over counts when it has
 * leapt, one that it shows twice counts once.
 */
export const nextTime = ({ cron, timeZone }: CronTimes, after: Date): Date | null =>
  new Cron(cron, { timezone: timeZone, mode: '5-part' }).nextRun(after)

/** Rejects what cannot be read, never comes, or comes more than once a day. `field` is what the caller called it. */
export function requireAtMostDaily(times: CronTimes, field: string, now: Date): void {
  const { cron } = times
  try {
    const often = timesOnOneDay(cron)
    if (often > 1) throw new RangeError(`it may come once a day at most, and this comes ${often} times`)
    if (nextTime(times, now) === null) throw new RangeError('there is no such day')
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.replace(/^CronPattern: /, '') : String(cause)
    throw new AppError(
      'invalid_request',
      `Invalid request body | "${field}": ${reason}, received "${cron}"`,
      {
        cause,
      },
    )
  }
}

/** On any day it comes on at all: that depends on the first two fields alone. */
function timesOnOneDay(cron: string): number {
  const [minute = '', hour = ''] = cron.split(' ')
  return timesWithin(`${minute} * * * *`, hourMs) * timesWithin(`0 ${hour} * * *`, 24 * hourMs)
}

const hourMs = 3_600_000

function timesWithin(cron: string, periodMs: number): number {
  const pattern = new Cron(cron, { timezone: 'Etc/UTC', mode: '5-part' })
  let times = 0
  let last = pattern.nextRun(new Date(-1))
  for (; last && last.getTime() < periodMs; last = pattern.nextRun(last)) times += 1
  return times
}
