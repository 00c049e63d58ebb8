/** When a monitor runs, as somebody chooses it. */
export interface Schedule {
  readonly every: 'day' | 'weekday' | 'week' | 'month'
  /** Of the day, as “07:30”. */
  readonly time: string
  /** Of the week, 0 for Sunday. */
  readonly weekday: number
  readonly dayOfMonth: number
}

export const weekdays = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const

export function cronOf({ every, time, weekday, dayOfMonth }: Schedule): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const days = { day: '* * *', weekday: '* * 1-5', week: `* * ${weekday}`, month: `${dayOfMonth} * *` }
  return `${minute} ${hour} ${days[every]}`
}

/** What people say for the five fields, where they have words for it; else the fields themselves. */
export function scheduleInWords(cron: string): string {
  const [minute, hour, day, month, weekday, ...rest] = cron.split(' ')
  const isTime = /^\d+$/.test(minute ?? '') && /^\d+$/.test(hour ?? '')
  if (!isTime || month !== '*' || rest.length > 0) return cron
  const at = `at ${hour?.padStart(2, '0')}:${minute?.padStart(2, '0')}`
  if (day === '*' && weekday === '*') return `Every day ${at}`
  if (day === '*' && weekday === '1-5') return `Every weekday ${at}`
  const named = day === '*' && /^[0-6]$/.test(weekday ?? '') ? weekdays[Number(weekday)] : undefined
  if (named) return `Every ${named} ${at}`
  if (weekday === '*' && /^\d+$/.test(day ?? '')) return `On day ${day} of every month ${at}`
  return cron
}
