import { nameOf, record, records, text, type Json } from '../agent-side/index.ts'

/** How alike names must be to mean the same thing. */
const likeness = 0.85
const shortestName = 4

const trackers =
  /^(utm_.*|gclid|fbclid|msclkid|dclid|igshid|mc_[ce]id|ref|ref_src|source|yclid|_hsenc|_hsmi)$/i
const legalForms =
  /\b(inc|incorporated|ltd|limited|llc|llp|plc|corp|corporation|company|co|gmbh|ag|se|kg|sa|sas|srl|spa|bv|nv|ab|oy|as|aps)$/

/** An address without what does not change where it leads; of a company only its host. Null for what is no address. */
export function canonicalAddress(url: unknown, entityType: unknown): string | null {
  if (typeof url !== 'string' || !URL.canParse(url)) return null
  const { hostname, port, pathname, searchParams, protocol } = new URL(url)
  if (protocol !== 'http:' && protocol !== 'https:') return null
  const host =
    hostname
      .toLowerCase()
      .replace(/\.$/, '')
      .replace(/^www\./, '') + (port && `:${port}`)
  if (entityType === 'company') return host
  const kept = [...searchParams].filter(([name]) => !trackers.test(name)).toSorted(byText)
  const query = kept.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
  return host + pathname.replace(/\/+$/, '') + (query.length > 0 ? `?${query.join('&')}` : '')
}

const byText = (a: readonly string[], b: readonly string[]): number =>
  a.join('=') < b.join('=') ? -1 : a.join('=') > b.join('=') ? 1 : 0

export function normalisedName(name: string, entityType: unknown): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  if (entityType !== 'company') return plain
  const bare = plain.replace(legalForms, '').trim()
  return bare === '' ? plain : bare
}

/** Sørensen–Dice over pairs of neighbouring characters: 1 for the same text, 0 where nothing is shared. */
export const similarity = (a: string, b: string): number => dice(bigrams(a), bigrams(b))

interface Bigrams {
  readonly counts: ReadonlyMap<string, number>
  readonly size: number
}

function bigrams(written: string): Bigrams {
  const counts = new Map<string, number>()
  const letters = Array.from(written)
  for (let at = 0; at + 1 < letters.length; at++) {
    const pair = `${letters[at]}${letters[at + 1]}`
    counts.set(pair, (counts.get(pair) ?? 0) + 1)
  }
  return { counts, size: Math.max(letters.length - 1, 0) }
}

function dice(a: Bigrams, b: Bigrams): number {
  const sum = a.size + b.size
  if (sum === 0) return 0
  // However alike they are, their lengths alone may keep them apart.
  if ((2 * Math.min(a.size, b.size)) / sum <= likeness) return 0
  let shared = 0
  for (const [pair, count] of a.counts) shared += Math.min(count, b.counts.get(pair) ?? 0)
  return (2 * shared) / sum
}

export interface Found {
  /** Which query found it. */
  readonly query: number
  readonly item: Json
}

type Match = 'url' | 'name' | 'description'

export interface Cluster {
  /** The item that stands for all: with most criteria met, then with the smallest id. */
  readonly item: Json
  /** In order, each once. */
  readonly queries: readonly number[]
  readonly matchedBy: Match
}

interface Face {
  readonly type: unknown
  readonly address: string | null
  readonly name: Bigrams | null
  readonly description: Bigrams | null
}

/**
 * What is the same thing among what several queries found. Likeness is carried on from one to the next, so the answer
 * does not depend on the order in which they come.
 */
export function clusterFound(found: readonly Found[]): Cluster[] {
  const faces = facesOf(found)
  const parents = faces.map((_, at) => at)
  const links: [number, number, Match][] = []
  for (let a = 0; a < faces.length; a++)
    for (let b = a + 1; b < faces.length; b++) {
      const match = matchOf(faces[a]!, faces[b]!) // both are within
      if (!match) continue
      links.push([a, b, match])
      parents[rootOf(a)] = rootOf(b)
    }
  const members = new Map<number, Found[]>()
  for (const [at, one] of found.entries()) members.set(rootOf(at), [...(members.get(rootOf(at)) ?? []), one])
  const matches = new Map<number, Set<Match>>()
  for (const [a, , match] of links) matches.set(rootOf(a), (matches.get(rootOf(a)) ?? new Set()).add(match))
  return [...members]
    .map(([root, all]) => ({
      item: all.map(({ item }) => item).toSorted(standsBefore)[0]!, // a cluster has a member
      queries: [...new Set(all.map(({ query }) => query))].toSorted((a, b) => a - b),
      matchedBy: weakest(matches.get(root)),
    }))
    .toSorted((a, b) => b.queries.length - a.queries.length || compareIds(a.item, b.item))

  function rootOf(at: number): number {
    let root = at
    while (parents[root] !== root) root = parents[root]!
    return (parents[at] = root)
  }
}

/** One link by name is enough to make the whole rest on it. */
const weakest = (matches: ReadonlySet<Match> = new Set()): Match =>
  matches.has('description') ? 'description' : matches.has('name') ? 'name' : 'url'

/**
 * A host stands for its company, unless one query found companies of different names there: then it is a directory,
 * and each has the address of its page.
 */
function facesOf(found: readonly Found[]): Face[] {
  const faces = found.map(({ item }) => faceOf(item))
  const directories = new Set<string>()
  const names = new Map<string, Bigrams[]>()
  for (const [at, { type, address, name }] of faces.entries()) {
    if (type !== 'company' || address === null || name === null || directories.has(address)) continue
    const key = `${found[at]!.query} ${address}` // both are as long
    const others = names.get(key) ?? []
    if (others.some((other) => dice(name, other) <= likeness)) directories.add(address)
    names.set(key, [...others, name])
  }
  return faces.map((face, at) => {
    if (face.type !== 'company' || face.address === null || !directories.has(face.address)) return face
    return { ...face, address: canonicalAddress(record(found[at]!.item.properties).url, null) }
  })
}

/** Where each of them is, in their order; null for what has no address. */
export const addressesOf = (found: readonly Found[]): (string | null)[] =>
  facesOf(found).map(({ address }) => address)

function faceOf(item: Json): Face {
  const properties = record(item.properties)
  const { type, url, description } = properties
  // Whatever is called by its description or its host has no name.
  const { description: _, url: __, ...named } = properties
  const name = nameOf(named)
  const known = name === 'unknown' ? null : normalisedName(name, type)
  const said = text(description)
  return {
    type,
    address: canonicalAddress(url, type),
    name: known !== null && known.length >= shortestName ? bigrams(known) : null,
    description: known === null && said !== null ? bigrams(normalisedName(said, null)) : null,
  }
}

function matchOf(a: Face, b: Face): Match | null {
  if (a.address !== null && a.address === b.address) return 'url'
  if (a.type !== b.type) return null
  if (a.name && b.name) return dice(a.name, b.name) > likeness ? 'name' : null
  if (a.description && b.description)
    return dice(a.description, b.description) > likeness ? 'description' : null
  return null
}

export const yesCount = (item: Json): number =>
  records(item.evaluations).filter(({ satisfied }) => satisfied === 'yes').length

const standsBefore = (a: Json, b: Json): number => yesCount(b) - yesCount(a) || compareIds(a, b)

export const compareIds = (a: Json, b: Json): number =>
  String(a.id) < String(b.id) ? -1 : String(a.id) > String(b.id) ? 1 : 0

/** How many things each two queries both found; on the diagonal, how many one found. */
export const overlapOf = (clusters: readonly Cluster[], queries: number): number[][] =>
  Array.from({ length: queries }, (_, a) =>
    Array.from(
      { length: queries },
      (__, b) => clusters.filter(({ queries: by }) => by.includes(a) && by.includes(b)).length,
    ),
  )
