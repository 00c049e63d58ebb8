import { createGteSmall } from '../adapters/gte-small/gte-small.ts'
import { openLanceIndex } from '../adapters/lancedb/lance-index.ts'
import { createLog } from '../adapters/pino/log.ts'
import { splitPassages } from '../search/index.ts'
import { defineBench, type Figure } from './bench.ts'
import { inFolder, vectorCacheFolder } from './in-folder.ts'
import { loadScifact } from './quality-scifact.ts'
import { indexEngine, miniSearchEngine, sqliteEngine } from './search-engines.ts'
import { measureScale, type ScaleReport } from './search-scale.ts'
import { openVectorCache } from './vector-cache.ts'

const realVectors = 2000

/** Documents are made of real ones: their vectors tiled and perturbed, so figures of recall are of that mixture. */
export const bench = defineBench({
  about: 'speed and recall of the index at a size, next to SQLite FTS5 + sqlite-vec and MiniSearch',
  options: {
    size: { about: 'documents', default: 100_000 },
    queries: { about: 'searches of each kind', default: 100 },
    others: { about: '1 measures the other engines too, 2 Winnow alone', default: 1 },
  },
  async run({ options, evaluationData, progress }) {
    if (evaluationData === null) throw new Error('Set WINNOW_EVAL_DATA to the folder of evaluation data.')
    const embedder = createGteSmall({ cacheDir: vectorCacheFolder })
    const known = await openVectorCache(embedder, vectorCacheFolder)
    const { documents } = await loadScifact(evaluationData)
    const texts = documents
      .slice(0, realVectors)
      .flatMap((document) => splitPassages(document)[0]?.text ?? [])
    const sample = { texts, vectors: await known.embed(texts, 'passage') }
    await embedder.close()

    const log = createLog('warn')
    const engines = [
      async (folder: string) => indexEngine(await openLanceIndex({ folder, model: embedder, log })),
      async (folder: string) => sqliteEngine(folder, embedder.dimensions),
      async () => miniSearchEngine(),
    ]
    const figures: Figure[] = []
    for (const open of options.others === 1 ? engines : engines.slice(0, 1)) {
      await inFolder(async (folder) => {
        const engine = await open(folder)
        const scale = { size: options.size, queries: options.queries, report: progress }
        figures.push(...figuresOf(await measureScale(engine, sample, scale), engine.name))
        await engine.close()
      })
    }
    return figures
  },
})

function figuresOf(report: ScaleReport, engine: string): Figure[] {
  const own = engine === 'winnow'
  const target = (name: string) => (own && name === 'hybrid' ? { target: { atMost: 25 } } : {})
  return [
    { name: `${engine}: documents a second taken in`, value: report.documentsPerSecond, unit: '/s' },
    { name: `${engine}: seconds to settle`, value: report.settleSeconds, unit: 's' },
    { name: `${engine}: disk`, value: report.diskMegabytes, unit: 'MB' },
    {
      name: `${engine}: resident while searching`,
      value: report.residentMegabytes,
      unit: 'MB',
      ...(own && { target: { atMost: 1000 } }),
    },
    ...Object.entries(report.timings).flatMap(([name, { p50Ms, p95Ms }]): Figure[] => [
      { name: `${engine}: ${name}, p50`, value: p50Ms, unit: 'ms' },
      { name: `${engine}: ${name}, p95`, value: p95Ms, unit: 'ms', ...target(name) },
    ]),
    ...Object.entries(report.recallAt10).map(([name, value]): Figure => ({
      name: `${engine}: recall@10 of vectors, ${name}`,
      value,
      unit: '',
      ...(own && { target: { atLeast: 0.98 } }),
    })),
  ]
}
