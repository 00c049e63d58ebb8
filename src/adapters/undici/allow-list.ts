import { parseAddressRange, type AddressRange } from './address-class.ts'
import { parseUrl } from './parse-url.ts'

/**
 * What an operator opened on purpose: host names (`wiki.example.com`), all names under a suffix
 * (`*.corp.example.com`, without `corp.example.com` itself), addresses and CIDR ranges. Pages from there are a
 * team's own, never public.
 */
export interface AllowList {
  /** Whether any range was opened, that is, whether a name of any kind may lead to an allowed address. */
  readonly hasRanges: boolean
  includesName(hostname: string): boolean
  includesAddress(address: string): boolean
}

/** Throws when an entry is none of the forms above: a typing error must not quietly close, or open, anything. */
export function parseAllowList(entries: readonly string[]): AllowList {
  const names = new Set<string>()
  const suffixes: string[] = []
  const ranges: AddressRange[] = []
  for (const entry of entries) {
    const range = parseAddressRange(entry)
    if (range) ranges.push(range)
    else if (entry.startsWith('*.')) suffixes.push(`.${parseName(entry.slice(2), entry)}`)
    else names.add(parseName(entry, entry))
  }
  return {
    hasRanges: ranges.length > 0,
    includesName: (hostname) => names.has(hostname) || suffixes.some((suffix) => hostname.endsWith(suffix)),
    includesAddress: (address) => ranges.some((includes) => includes(address)),
  }
}

function parseName(name: string, entry: string): string {
  const hostname = parseUrl(`http://${name}/`)?.hostname.replace(/\.$/, '')
  if (!hostname || /[:/?#@\\]/.test(name) || !/^[\w.-]+$/.test(hostname))
    throw new Error(
      `The allow-list entry ${JSON.stringify(entry)} is not a host name, a suffix such as *.corp.example.com, an address or a CIDR range.`,
    )
  if (parseAddressRange(hostname))
    throw new Error(`The allow-list entry ${JSON.stringify(entry)} is an address: write it as ${hostname}.`)
  return hostname
}
