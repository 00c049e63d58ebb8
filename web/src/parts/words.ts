export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)

/** What can be followed: addresses of pages may hold anything, scripts included. */
export const safeLink = (url: string): string | undefined =>
  /^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : '') ? url : undefined

/** An address as people read it: without scheme, and not longer than a line. */
export function shortAddress(url: string): string {
  if (!URL.canParse(url)) return url
  const { host, pathname, search } = new URL(url)
  const address = `${host}${pathname === '/' ? '' : pathname}${search}`
  return address.length > 80 ? `${address.slice(0, 79)}…` : address
}

const dateFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
export const shortDate = (date: string): string => dateFormat.format(new Date(date))

const momentFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
export const moment = (date: string): string => momentFormat.format(new Date(date))

const instantFormat = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
})
/** For logs, where what came first matters. */
export const instant = (date: string): string => instantFormat.format(new Date(date))

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`

/** Small sums are what most things cost here: they are not rounded away. */
export const dollars = (sum: number): string =>
  `$${sum !== 0 && sum < 0.1 ? sum.toFixed(4) : sum.toLocaleString(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

export function lasting(ms: number): string {
  if (ms < 950) return `${Math.max(0, Math.round(ms))} ms`
  const seconds = Math.round(ms / 1000)
  if (seconds < 90) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 90 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`
}

const sizes = ['B', 'KB', 'MB', 'GB', 'TB']
export function bytes(count: number): string {
  const at = Math.min(sizes.length - 1, Math.floor(Math.log10(Math.max(1, count)) / 3))
  const shown = count / 1000 ** at
  return `${shown >= 100 || at === 0 ? Math.round(shown) : shown.toFixed(1)} ${sizes[at] ?? ''}`
}
export const share = (part: number, whole: number): string => `${Math.round((100 * part) / whole)} %`
