import { getDomain } from 'tldts'

/** Parameters that tell who linked, not what is shown. */
const trackingParameters = /^(utm_\w+|gclid|fbclid|msclkid|mc_cid|mc_eid|igshid|ref_src|_hs\w+|yclid|dclid)$/i

/** What a page is called in results: without fragment, tracking, default port or credentials. Null: not a web page. */
export function tidyUrl(address: string): string | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  url.hash = ''
  url.username = ''
  url.password = ''
  for (const name of Array.from(url.searchParams.keys()))
    if (trackingParameters.test(name)) url.searchParams.delete(name)
  return url.href
}

/**
 * Two addresses with the same key are taken for the same page: scheme, `www.`, a trailing slash and the order of
 * parameters do not tell pages apart in practice.
 */
export function addressKey(address: string): string | null {
  const tidy = tidyUrl(address)
  if (tidy === null) return null
  const url = new URL(tidy)
  url.searchParams.sort()
  const path = url.pathname.replace(/\/(index\.html?)?$/i, '')
  return `${url.host.replace(/^www\./, '')}${path}${url.search}`
}

/** The part of a host that somebody registered; the host itself where there is none (localhost, addresses). */
export const registrableDomain = (host: string): string =>
  getDomain(host, { allowPrivateDomains: true }) ?? host

/** A page may say what it is really called, but only within its own site. */
export function canonicalUrl(fetched: string, claimed: string | null | undefined): string {
  const own = tidyUrl(fetched) ?? fetched
  if (!claimed || !URL.canParse(claimed, fetched)) return own
  const canonical = tidyUrl(new URL(claimed, fetched).href)
  if (canonical === null) return own
  const sameSite = registrableDomain(new URL(canonical).hostname) === registrableDomain(new URL(own).hostname)
  return sameSite ? canonical : own
}
