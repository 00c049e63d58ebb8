import type { Bounds, IndexFilter } from '../../ports/search-index.ts'

/** The conditions that columns decide; those on text are resolved to documents first. */
export function filterSql(filter: IndexFilter): string {
  const conditions = [isOneOf('visibility', filter.visibleTo)]
  if (filter.includeDomains?.length) conditions.push(anyDomain(filter.includeDomains))
  if (filter.excludeDomains?.length) conditions.push(`NOT ${anyDomain(filter.excludeDomains)}`)
  conditions.push(...within('published_at', filter.published), ...within('crawled_at', filter.crawled))
  if (filter.kinds) conditions.push(isOneOf('kind', filter.kinds))
  if (filter.requireFlags?.length) conditions.push(`array_has_all(flags, ${list(filter.requireFlags)})`)
  if (filter.excludeFlags?.length) conditions.push(`NOT array_has_any(flags, ${list(filter.excludeFlags)})`)
  if (filter.excludeDocuments?.length)
    conditions.push(`NOT ${isOneOf('document_id', filter.excludeDocuments)}`)
  return conditions.join(' AND ')
}

export const quote = (value: string): string => `'${value.replaceAll("'", "''")}'`

export const isOneOf = (column: string, values: readonly string[]): string =>
  values.length === 0 ? 'false' : `${column} IN (${values.map(quote).join(', ')})`

const list = (values: readonly string[]): string => `[${values.map(quote).join(', ')}]`

function within(column: string, { from, to }: Bounds = {}): string[] {
  const conditions = [`${column} IS NOT NULL`]
  if (from !== undefined) conditions.push(`${column} >= ${from}`)
  if (to !== undefined) conditions.push(`${column} <= ${to}`)
  return conditions.length > 1 ? conditions : []
}

/** Every domain a host lies in, itself first: `a.b.org` is in `a.b.org`, `b.org` and `org`. */
export function domainsOf(host: string): string[] {
  if (/^[\d.]+$|^\[/.test(host)) return [host] // an address has no parents
  const labels = host.split('.')
  return labels.map((_, index) => labels.slice(index).join('.'))
}

/** The host backwards, then the path: what lies under a site or a folder shares a prefix. */
export function locationOf(url: string): string {
  const { hostname, pathname } = new URL(url)
  return `${reversed(hostname)}${pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname}`
}

const reversed = (host: string): string =>
  domainsOf(host).length === 1 ? host : host.split('.').toReversed().join('.')

function anyDomain(entries: readonly string[]): string {
  const whole: string[] = []
  const conditions: string[] = []
  for (const entry of entries) {
    const { host, below, path } = parseDomain(entry)
    if (path) conditions.push(...underPath(host, below, path))
    else if (below) conditions.push(startsWith(`${reversed(host)}.`))
    else whole.push(host)
  }
  if (whole.length > 0) conditions.push(`array_has_any(hosts, ${list(whole)})`)
  return `(${conditions.join(' OR ')})`
}

function parseDomain(entry: string): { host: string; below: boolean; path: string } {
  const [, star, host, path] = /^(?:[a-z]+:\/\/)?(\*\.)?([^/?#]*)([^?#]*)/i.exec(entry.trim())!
  return {
    host: host!.toLowerCase().replace(/:\d+$/, ''),
    below: star !== undefined,
    path: path!.replace(/\/+$/, ''),
  }
}

function underPath(host: string, below: boolean, path: string): string[] {
  if (below) {
    const pattern = `^${escapeRegExp(`${reversed(host)}.`)}[^/]+${escapeRegExp(path)}(/|$)`
    return [`(${startsWith(`${reversed(host)}.`)} AND regexp_like(location, ${quote(pattern)}))`]
  }
  return [host, `www.${host}`].flatMap((name) => {
    const location = `${reversed(name)}${path}`
    return [`location = ${quote(location)}`, startsWith(`${location}/`)]
  })
}

/** As a range, which the ordered index on the column answers. */
const startsWith = (prefix: string): string =>
  `(location >= ${quote(prefix)} AND location < ${quote(prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1))})`

export const escapeRegExp = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
