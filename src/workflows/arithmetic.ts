import { records, type Json } from '../agent-side/index.ts'
import { compareIds } from './matching.ts'

export type Strategy = 'diverse' | 'all-criteria' | 'any-criteria'

export interface Trait {
  readonly id: string
  readonly format: string
  /** The labels of its options, if it has any. */
  readonly labels: readonly string[]
}

export interface Scored {
  readonly item: Json
  readonly vector: readonly boolean[]
  readonly niche: string
  readonly fitness: number
}

/**
 * Which criteria an item meets, in the order in which they were given; unclear is not met. Verdicts are found by the
 * words of the criterion, or by their place where the server has put it in other words.
 */
export function vectorOf(item: Json, criteria: readonly string[]): boolean[] {
  const verdicts = records(item.evaluations)
  const given = new Set<unknown>(criteria)
  return criteria.map((criterion, at) => {
    const inPlace = verdicts[at]
    const verdict =
      verdicts.find((one) => one.criterion === criterion) ??
      (inPlace && !given.has(inPlace.criterion) ? inPlace : undefined)
    return verdict?.satisfied === 'yes'
  })
}

export const nicheOf = (vector: readonly boolean[]): string => vector.map(Number).join(',')

/** Every item with its niche, and how well it does among the others of its round. */
export function scoreItems(
  items: readonly Json[],
  criteria: readonly string[],
  traits: readonly Trait[],
): Scored[] {
  const scores = traits.map((trait) => scoresOf(items, trait))
  return items.map((item, at) => {
    const vector = vectorOf(item, criteria)
    const fitness = mean(scores.map((one) => one[at] ?? 0))
    return { item, vector, niche: nicheOf(vector), fitness }
  })
}

function scoresOf(items: readonly Json[], trait: Trait): number[] {
  const values = items.map((item) => valueOf(item, trait))
  if (trait.format !== 'number') return values.map((value) => (value === null ? 0 : presence(value, trait)))
  const numbers = values.map((value) => (value === null ? null : numberIn(value)))
  const known = numbers.filter((one) => one !== null)
  const low = Math.min(...known)
  const range = Math.max(...known) - low
  return numbers.map((one) => (one === null ? 0 : range === 0 ? 1 : (one - low) / range))
}

/** Null while it is not there, and where nothing was found. */
function valueOf(item: Json, { id }: Trait): string | null {
  const { status, result } = records(item.enrichments).find((one) => one.enrichmentId === id) ?? {}
  if (status !== undefined && status !== 'completed') return null
  const said = Array.isArray(result) ? result.map(String).join(', ').trim() : ''
  return said === '' ? null : said
}

/** A yes or no counts by what it says; everything else by being known. */
function presence(value: string, { labels }: Trait): number {
  const words = new Set(labels.map((label) => label.trim().toLowerCase()))
  const isYesOrNo = words.size === 2 && words.has('yes') && words.has('no')
  return isYesOrNo ? Number(value.toLowerCase() === 'yes') : 1
}

function numberIn(value: string): number | null {
  const found = /-?\d[\d,\s]*(?:\.\d+)?(?:e[+-]?\d+)?/i.exec(value)?.[0].replaceAll(/[,\s]/g, '')
  const number = Number(found)
  return found === undefined || !Number.isFinite(number) ? null : number
}

export function select(scored: readonly Scored[], strategy: Strategy): Scored[] {
  const ranked = scored.toSorted(byMerit)
  switch (strategy) {
    case 'all-criteria':
      return ranked.filter(({ vector }) => vector.every(Boolean))
    case 'any-criteria':
      return ranked.filter(({ vector }) => vector.some(Boolean))
    case 'diverse':
    default: {
      const best = new Map<string, Scored>()
      for (const one of ranked) if (!best.has(one.niche)) best.set(one.niche, one)
      return [...best.values()]
    }
  }
}

const yes = ({ vector }: Scored): number => vector.filter(Boolean).length
const byMerit = (a: Scored, b: Scored): number =>
  b.fitness - a.fitness || yes(b) - yes(a) || compareIds(a.item, b.item)

/** How many items each niche holds. */
export function distributionOf(scored: readonly Scored[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { niche } of scored.toSorted((a, b) => (a.niche < b.niche ? 1 : -1)))
    counts[niche] = (counts[niche] ?? 0) + 1
  return counts
}

/** Of the niche distribution, in bits. */
export function entropyOf(distribution: Readonly<Record<string, number>>): number {
  const counts = Object.values(distribution)
  const total = counts.reduce((sum, count) => sum + count, 0)
  return counts.reduce((sum, count) => sum - (count / total) * Math.log2(count / total), 0) || 0
}

export interface Metrics {
  readonly coverage: number
  readonly avgFitness: number
  readonly diversity: number
  readonly evenness: number
  readonly stringency: number
}

export function metricsOf(
  scored: readonly Scored[],
  elites: readonly Scored[],
  criteria: number,
  { found, analyzed }: { found: number; analyzed: number },
): Metrics {
  const distribution = distributionOf(scored)
  const diversity = entropyOf(distribution)
  return {
    coverage: Object.keys(distribution).length / 2 ** criteria,
    avgFitness: mean(elites.map(({ fitness }) => fitness)),
    diversity,
    evenness: diversity / criteria,
    stringency: found / Math.max(analyzed, 1),
  }
}

/** How much the elite has changed: 0 for the same ones, 1 for none in common. */
export function changeBetween(last: readonly Scored[], next: readonly Scored[]): number {
  const [before, after] = [last, next].map((elites) => new Set(elites.map(({ item }) => item.id)))
  const all = new Set([...(before ?? []), ...(after ?? [])])
  const both = [...all].filter((id) => before?.has(id) && after?.has(id))
  return all.size === 0 ? 0 : (all.size - both.length) / all.size
}

export const qualityOf = (successRate: number): string =>
  successRate < 5 ? 'too-strict' : successRate > 95 ? 'not-discriminating' : 'good-discriminator'

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
