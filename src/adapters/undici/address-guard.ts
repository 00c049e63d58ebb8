import { isIP } from 'node:net'
import type { Visibility } from '../../ports/fetcher.ts'
import type { Resolver } from '../../ports/resolver.ts'
import { canonicalAddress, classifyAddress, type AddressClass } from './address-class.ts'
import { parseAllowList } from './allow-list.ts'
import { FetchError } from './fetch-error.ts'
import { parseUrl } from './parse-url.ts'

/**
 * Decides where requests may go. Nothing else does: the dialer asks before it connects and after, the fetcher on
 * every redirect, the forward proxy for every target.
 */
export interface AddressGuard {
  /** What can be said without a resolver about scheme, credentials, port and host; throws a refusal. */
  checkUrl(url: string, base?: string): URL
  /** Throws when nothing may leave this machine at all. */
  checkOpen(): void
  /** Where a checked address belongs, as far as its spelling tells. */
  presumedVisibility(url: URL): Visibility
  /**
   * Resolves a name once and judges every address it has: one that is refused refuses the name. Connect to the
   * addresses given here and to no others, or a second answer of the resolver would go unchecked.
   */
  admit(hostname: string, port: number, signal?: AbortSignal): Promise<Admission>
  /** For when only a proxy can resolve the name: what its spelling allows; throws a refusal. */
  admitUnresolved(hostname: string, port: number): Visibility
  /** Throws unless the address that a socket reached is one of those admitted. */
  confirm(admission: Admission, remoteAddress: string | undefined): void
}

export interface Admission {
  readonly hostname: string
  readonly port: number
  readonly addresses: readonly string[]
  readonly visibility: Visibility
}

export interface AddressGuardOptions {
  readonly resolver: Resolver
  /** Names, `*.suffixes`, addresses and CIDR ranges that are a team's own. */
  readonly allow?: readonly string[]
  readonly blockedPorts?: Iterable<number>
  /** Why nothing may leave this machine, where that is so; then nothing is resolved either. */
  readonly denial?: string | undefined
}

/** Services that act on a line of text which an HTTP request can carry to them: mail, chat, stores, daemons. */
const dangerousPorts: readonly number[] = [
  7, 9, 13, 19, 20, 21, 22, 23, 25, 53, 69, 110, 111, 119, 135, 137, 139, 143, 161, 389, 445, 465, 512, 513,
  514, 515, 548, 554, 563, 587, 631, 636, 873, 993, 995, 1433, 1521, 1723, 2049, 2181, 2375, 2376, 2379, 2380,
  3306, 3389, 5060, 5061, 5432, 5672, 5900, 6000, 6379, 6443, 6566, 6665, 6666, 6667, 6668, 6669, 6697, 9042,
  9092, 9200, 9300, 10250, 11211, 27017,
]

/** Names that public DNS does not serve: answered, if at all, by the machine or the network it stands in. */
const privateSuffixes =
  /(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|onion|alt|invalid|test)$/

/**
 * An allow-listed name opens the addresses that intranets have. Cloud metadata services live on link-local ones:
 * these, and what no host can have, must be opened as a range.
 */
const openedByName: ReadonlySet<AddressClass> = new Set([
  'loopback',
  'private',
  'carrier-grade-nat',
  'site-local',
])

export function createAddressGuard(options: AddressGuardOptions): AddressGuard {
  const { resolver, denial } = options
  const allow = parseAllowList(options.allow ?? [])
  const blockedPorts = new Set(options.blockedPorts ?? dangerousPorts)

  function checkUrl(text: string, base?: string): URL {
    const url = parseUrl(text, base)
    if (!url) throw new FetchError('unsupported_url', 'the address is not a valid URL')
    if (url.protocol !== 'http:' && url.protocol !== 'https:')
      throw new FetchError('unsupported_url', `the scheme ${url.protocol} is not supported`)
    if (url.username || url.password)
      throw new FetchError('unsupported_url', 'addresses with credentials are not supported')
    checkHost(hostOf(url), portOf(url))
    if (url.hash) url.hash = ''
    return url
  }

  function checkOpen(): void {
    if (denial !== undefined) throw new FetchError('egress_denied', denial)
  }

  /** The same for a bare target, such as that of a CONNECT; answers the host in its one canonical spelling. */
  function checkTarget(spelling: string, port: number): string {
    const hostname = canonicalHost(spelling)
    checkHost(hostname, port)
    return hostname
  }

  function checkHost(hostname: string, port: number): void {
    if (!Number.isInteger(port) || port < 1 || port > 65_535 || blockedPorts.has(port))
      throw refusal(hostname, `port ${port} is not one that pages are served on`)
    if (isIP(hostname)) judge(hostname, hostname, false)
    else if (isPrivateName(hostname) && !allow.includesName(hostname) && !allow.hasRanges)
      throw refusal(hostname, 'the name is not part of the public web')
  }

  async function admit(spelling: string, port: number, signal?: AbortSignal): Promise<Admission> {
    checkOpen()
    const hostname = checkTarget(spelling, port)
    const allowedByName = allow.includesName(hostname)
    const addresses = isIP(hostname) ? [hostname] : await resolve(hostname, signal)
    const visibilities = addresses.map((address) => judge(hostname, address, allowedByName))
    const visibility = visibilities.includes('restricted') ? 'restricted' : 'public'
    if (visibilities.includes('public') && !allowedByName && isPrivateName(hostname))
      throw refusal(hostname, 'the name is not part of the public web')
    return { hostname, port, addresses, visibility }
  }

  async function resolve(hostname: string, signal?: AbortSignal): Promise<readonly string[]> {
    const addresses = await resolver.resolve(hostname, signal).catch((cause: unknown) => {
      throw new FetchError('dns', `${hostname} could not be resolved`, { cause })
    })
    if (addresses.length === 0) throw new FetchError('dns', `${hostname} has no address`)
    return addresses
  }

  function judge(hostname: string, address: string, allowedByName: boolean): Visibility {
    if (allow.includesAddress(address)) return 'restricted'
    const addressClass = classifyAddress(address)
    if (addressClass === null) return allowedByName ? 'restricted' : 'public'
    if (allowedByName && openedByName.has(addressClass)) return 'restricted'
    // The address itself stays out: what an intranet's names resolve to is not the caller's to know.
    throw refusal(hostname, `its address is not public (${addressClass})`)
  }

  return {
    checkUrl,
    checkOpen,
    presumedVisibility: (url) => {
      const host = hostOf(url)
      return (isIP(host) ? allow.includesAddress(host) : allow.includesName(host)) ? 'restricted' : 'public'
    },
    admit,
    admitUnresolved: (spelling, port) => {
      checkOpen()
      const hostname = checkTarget(spelling, port)
      if (isIP(hostname)) return judge(hostname, hostname, false)
      if (allow.includesName(hostname)) return 'restricted'
      if (isPrivateName(hostname)) throw refusal(hostname, 'the name is not part of the public web')
      return 'public'
    },
    confirm: ({ hostname, addresses }, remoteAddress) => {
      const reached = remoteAddress && canonicalAddress(remoteAddress)
      if (!addresses.some((address) => canonicalAddress(address) === reached))
        throw refusal(hostname, 'the connection reached an address that was not admitted')
    },
  }
}

export const portOf = (url: URL): number => Number(url.port || (url.protocol === 'https:' ? 443 : 80))

/**
 * Every spelling of a host becomes one: the URL parser folds decimal, octal, hexadecimal and short forms, letter
 * case, percent-encoding and full-width characters.
 */
function canonicalHost(spelling: string): string {
  const authority = spelling.includes(':') && !spelling.startsWith('[') ? `[${spelling}]` : spelling
  const url = /[/\\?#@]/.test(spelling) ? null : parseUrl(`http://${authority}/`)
  if (!url || url.host !== url.hostname) throw notAHost(spelling)
  return hostOf(url)
}

/** The host without the brackets of an IPv6 address and without the dot of a rooted name. */
function hostOf({ hostname }: URL): string {
  if (hostname.startsWith('[')) return hostname.slice(1, -1)
  const host = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname
  if (host === '' || host.startsWith('.') || host.endsWith('.') || host.includes('..'))
    throw notAHost(hostname)
  return host
}

const notAHost = (spelling: string): FetchError =>
  new FetchError('unsupported_url', `${JSON.stringify(spelling)} is not a host`)

const isPrivateName = (hostname: string): boolean =>
  !isIP(hostname) && (!hostname.includes('.') || privateSuffixes.test(hostname))

const refusal = (hostname: string, why: string): FetchError =>
  new FetchError('blocked', `${hostname} may not be reached: ${why}`)
