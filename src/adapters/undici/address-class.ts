import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * What an address that is not a public host is for. The ranges are those of IANA's special-purpose registries,
 * with the addresses that cloud platforms put beside them.
 */
export type AddressClass =
  | 'unspecified'
  | 'loopback'
  | 'private'
  | 'carrier-grade-nat'
  | 'link-local'
  | 'site-local'
  | 'multicast'
  | 'broadcast'
  | 'documentation'
  | 'benchmark'
  | 'translated'
  | 'tunnel'
  | 'identifier'
  | 'discard'
  | 'platform'
  | 'reserved'

type Range = readonly [ipaddr.IPv4 | ipaddr.IPv6, number]

const ranges = (table: Readonly<Record<string, AddressClass>>): readonly (readonly [Range, AddressClass])[] =>
  Object.entries(table).map(([cidr, name]) => [ipaddr.parseCIDR(cidr), name])

/** The first match counts, so the narrower range stands first. */
const ipv4Ranges = ranges({
  '0.0.0.0/8': 'unspecified',
  '127.0.0.0/8': 'loopback',
  '10.0.0.0/8': 'private',
  '172.16.0.0/12': 'private',
  '192.168.0.0/16': 'private',
  '100.64.0.0/10': 'carrier-grade-nat',
  '169.254.0.0/16': 'link-local',
  '224.0.0.0/4': 'multicast',
  '255.255.255.255/32': 'broadcast',
  '240.0.0.0/4': 'reserved',
  '192.0.2.0/24': 'documentation',
  '198.51.100.0/24': 'documentation',
  '203.0.113.0/24': 'documentation',
  '198.18.0.0/15': 'benchmark',
  '192.0.0.0/24': 'reserved',
  '192.88.99.0/24': 'tunnel', // 6to4 relays
  '192.31.196.0/24': 'reserved', // AS112
  '192.175.48.0/24': 'reserved', // AS112
  '192.52.193.0/24': 'tunnel', // multicast tunnels
  '168.63.129.16/32': 'platform', // Azure's host agent: looks public, answers with secrets
})

/** Only 2000::/3 is handed out to hosts; these parts of it are not, or reach an IPv4 address by another road. */
const ipv6Ranges = ranges({
  '::/128': 'unspecified',
  '::1/128': 'loopback',
  '::/96': 'translated', // IPv4-compatible
  '::ffff:0:0/96': 'translated', // IPv4-mapped
  '::ffff:0:0:0/96': 'translated', // IPv4-translated (SIIT)
  '64:ff9b::/96': 'translated', // NAT64
  '64:ff9b:1::/48': 'translated', // NAT64, local use
  '100::/64': 'discard',
  'fc00::/7': 'private',
  'fe80::/10': 'link-local',
  'fec0::/10': 'site-local',
  'ff00::/8': 'multicast',
  '2001::/32': 'tunnel', // Teredo
  '2001:2::/48': 'benchmark',
  '2001:10::/28': 'identifier', // ORCHID
  '2001:20::/28': 'identifier', // ORCHIDv2
  '2001:db8::/32': 'documentation',
  '2001::/23': 'reserved',
  '2002::/16': 'tunnel', // 6to4
  '2620:4f:8000::/48': 'reserved', // AS112
  '3fff::/20': 'documentation',
})
const globalUnicast: Range = ipaddr.parseCIDR('2000::/3')

/**
 * Null for the address of a public host. Takes what a resolver or a socket reports, or a URL's canonical
 * literal without brackets; throws for anything that is not an IP address in its usual notation.
 */
export function classifyAddress(address: string): AddressClass | null {
  const parsed = parseAddress(address)
  const table = parsed.kind() === 'ipv4' ? ipv4Ranges : ipv6Ranges
  for (const [range, name] of table) if (isInside(parsed, range)) return name
  return parsed.kind() === 'ipv4' || isInside(parsed, globalUnicast) ? null : 'reserved'
}

export type AddressRange = (address: string) => boolean

/** A test for `10.0.0.0/8`, `fd00::/8` or a single address; null when the text is none of these. */
export function parseAddressRange(text: string): AddressRange | null {
  const single = text.replace(/^\[(.*)\]$/, '$1')
  const cidr = isIP(single) ? `${single}/${isIP(single) === 4 ? 32 : 128}` : text
  if (isIP(cidr.split('/')[0] ?? '') === 0 || !ipaddr.isValidCIDR(cidr)) return null
  const range: Range = ipaddr.parseCIDR(cidr)
  return (address) => isInside(parseAddress(address), range)
}

/** One spelling per address, so that two can be compared. */
export const canonicalAddress = (address: string): string => parseAddress(address).toNormalizedString()

function parseAddress(address: string): ipaddr.IPv4 | ipaddr.IPv6 {
  // A resolver may name the interface of a link-local address; the library alone would take octal and hex too.
  const [bare = ''] = address.split('%')
  if (isIP(bare) === 0) throw new TypeError(`${JSON.stringify(address)} is not an IP address`)
  return ipaddr.parse(bare)
}

function isInside(address: ipaddr.IPv4 | ipaddr.IPv6, [start, bits]: Range): boolean {
  return address.kind() === start.kind() && address.match(start, bits)
}
