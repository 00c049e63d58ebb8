import type { FetchOptions } from '../../ports/fetcher.ts'
import { acceptEncoding } from './decode-body.ts'
import { parseUrl } from './parse-url.ts'

/** Belong to a connection, or would say something untrue about the request that is really sent. */
const notForCallers =
  /^(host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|content-.*|proxy-.*|accept-encoding|if-.*)$/

const isCredential = (name: string): boolean => name === 'authorization' || name === 'cookie'

export interface HeadersForHop {
  readonly headers: Readonly<Record<string, string>>
  readonly isConditional: boolean
}

/**
 * What is sent on each hop. Credentials stay with the origin they were given for, validators with the address
 * whose page they describe.
 */
export function pageHeaders(
  userAgent: string,
  start: string,
  { headers, conditional }: Pick<FetchOptions, 'headers' | 'conditional'>,
): (url: URL) => HeadersForHop {
  const common: Record<string, string> = {
    'user-agent': userAgent,
    accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'accept-encoding': acceptEncoding,
  }
  const credentials: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers ?? {})) {
    const lower = name.toLowerCase()
    if (isCredential(lower)) credentials[lower] = value
    else if (!notForCallers.test(lower)) common[lower] = value
  }
  const validators = validatorHeaders(conditional)
  if (Object.keys(credentials).length === 0 && !validators)
    return () => ({ headers: common, isConditional: false })

  const startOrigin = parseUrl(start)?.origin
  const validated = withoutFragment(conditional?.url ?? start)
  return (url) => {
    const isConditional = validators !== null && url.href === validated
    const own = url.origin === startOrigin ? credentials : {}
    return { headers: { ...common, ...own, ...(isConditional ? validators : {}) }, isConditional }
  }
}

function validatorHeaders(conditional: FetchOptions['conditional']): Record<string, string> | null {
  const { etag, lastModified } = conditional ?? {}
  if (!etag && !lastModified) return null
  return {
    ...(etag ? { 'if-none-match': etag } : {}),
    ...(lastModified ? { 'if-modified-since': lastModified } : {}),
  }
}

function withoutFragment(text: string): string | undefined {
  const url = parseUrl(text)
  if (url) url.hash = ''
  return url?.href
}
