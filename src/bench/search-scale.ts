import type { Engine } from './search-engines.ts'
import { percentile } from './bench.ts'
import { mean } from './retrieval-metrics.ts'
import { type Sample, tiledDocument, tiledQuery } from './tiled-documents.ts'

export interface Timing {
  readonly p50Ms: number
  readonly p95Ms: number
}

export interface ScaleReport {
  readonly engine: string
  readonly size: number
  readonly documentsPerSecond: number
  readonly settleSeconds: number
  readonly diskMegabytes: number
  /** Of the whole process while it searched. */
  readonly residentMegabytes: number
  readonly timings: Readonly<Record<string, Timing>>
  /** Of the ten truly nearest vectors, the share found: all, under the filters, and after churn. */
  readonly recallAt10: Readonly<Record<string, number>>
}

export interface ScaleOptions {
  readonly size: number
  readonly queries?: number
  readonly batch?: number
  readonly report?: (line: string) => void
}

const filters = { all: undefined, 'filtered to 1 %': ['one'], 'filtered to 50 %': ['one', 'even'] } as const

/**
 * Fills an engine with documents made of a sample (real vectors, tiled and perturbed), then measures searches, again
 * after a tenth of the documents was replaced or removed.
 */
export async function measureScale(
  engine: Engine,
  sample: Sample,
  options: ScaleOptions,
): Promise<ScaleReport> {
  const { size, queries: count = 100, batch = 500, report = () => {} } = options
  const add = async (numbers: number[]): Promise<void> => {
    for (let start = 0; start < numbers.length; start += batch) {
      await engine.add(numbers.slice(start, start + batch).map((number) => tiledDocument(sample, number)))
      if (start % (batch * 20) === 0) report(`${engine.name}: ${start} of ${numbers.length} documents`)
    }
  }
  const numbers = Array.from({ length: size }, (_, number) => number)
  const ingestMs = await elapsed(() => add(numbers))
  const settleMs = await elapsed(() => engine.settle())
  const queries = Array.from({ length: count }, (_, number) => tiledQuery(sample, number))

  const timings: Record<string, Timing> = {}
  const recallAt10: Record<string, number> = {}
  async function measure(suffix: string, alive: readonly number[]): Promise<void> {
    for (const [name, kinds] of Object.entries(filters)) {
      const label = `${name}${suffix}`
      report(`${engine.name}: ${label}`)
      timings[`keyword, ${label}`] = await time(queries, ({ text }) => engine.keyword(text, kinds))
      if (!engine.vector || !engine.both) continue
      const { vector, both } = engine
      timings[`vector, ${label}`] = await time(queries, (query) => vector(query.vector, kinds))
      timings[`both, ${label}`] = await time(queries, (query) => both(query.text, query.vector, kinds))
      const exact = nearest(
        sample,
        alive,
        queries.map((query) => query.vector),
        kinds,
      )
      const shares: number[] = []
      for (const [place, query] of queries.entries()) {
        const found = new Set((await vector(query.vector, kinds)).slice(0, 10))
        shares.push(exact[place]!.filter((id) => found.has(id)).length / exact[place]!.length)
      }
      recallAt10[label] = mean(shares)
    }
  }
  await measure('', numbers)

  const replaced = numbers.filter((number) => number % 20 === 3)
  const removed = numbers.filter((number) => number % 20 === 7)
  await add(replaced)
  await engine.remove(removed.map((number) => `d${number}`))
  await engine.settle()
  await measure(
    ', after churn',
    numbers.filter((number) => number % 20 !== 7),
  )

  return {
    engine: engine.name,
    size,
    documentsPerSecond: (size * 1_000) / ingestMs,
    settleSeconds: settleMs / 1_000,
    diskMegabytes: (await engine.diskBytes()) / 1e6,
    residentMegabytes: process.memoryUsage.rss() / 1e6,
    timings,
    recallAt10,
  }
}

async function time<T>(queries: readonly T[], search: (query: T) => Promise<unknown>): Promise<Timing> {
  const times: number[] = []
  for (const query of queries) times.push(await elapsed(() => search(query)))
  return { p50Ms: percentile(times, 0.5), p95Ms: percentile(times, 0.95) }
}

async function elapsed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** The ten nearest documents of each query, by looking at every one. */
function nearest(
  sample: Sample,
  numbers: readonly number[],
  vectors: readonly Float32Array[],
  kinds: readonly string[] | undefined,
): string[][] {
  const best: { id: string; score: number }[][] = vectors.map(() => [])
  for (const number of numbers) {
    const document = tiledDocument(sample, number)
    if (kinds && !kinds.includes(document.kind)) continue
    for (const [place, vector] of vectors.entries()) {
      const list = best[place]!
      const score = dot(vector, document.vector)
      if (list.length === 10 && score <= list[9]!.score) continue
      list.push({ id: document.id, score })
      list.sort((a, b) => b.score - a.score)
      list.length = Math.min(10, list.length)
    }
  }
  return best.map((list) => list.map(({ id }) => id))
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let index = 0; index < a.length; index++) sum += a[index]! * b[index]!
  return sum
}
