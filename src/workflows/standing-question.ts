import { createHash } from 'node:crypto'
import { canonicalAddress } from './matching.ts'

/** Values of a monitor's metadata may have so many characters. */
const mostCharacters = 1000
const digestLength = 8

/** A page in so few letters that a mix-up is out of the question among the few that are remembered. */
const digest = (written: string): string =>
  createHash('sha256').update(written).digest('base64url').slice(0, digestLength)

export const addressDigest = (url: string): string => digest(canonicalAddress(url, null) ?? url)
/** Spacing is no change. */
export const textDigest = (text: string): string => digest(text.replaceAll(/\s+/g, ' ').trim())

/** How many pages a monitor can remember: each takes two digests. */
export const mostPages = Math.floor(mostCharacters / (2 * digestLength))

/** What pages said when they were told of last, by the digest of their address; the newest come last. */
export type KnownPages = ReadonlyMap<string, string>

export function readPages(written: unknown): KnownPages {
  const pages = typeof written === 'string' ? written : ''
  const known = new Map<string, string>()
  for (let at = 0; at + 2 * digestLength <= pages.length; at += 2 * digestLength)
    known.set(pages.slice(at, at + digestLength), pages.slice(at + digestLength, at + 2 * digestLength))
  return known
}

/** The oldest are dropped when there are too many. */
export const writePages = (pages: KnownPages): string =>
  [...pages]
    .slice(-mostPages)
    .map(([address, said]) => address + said)
    .join('')
