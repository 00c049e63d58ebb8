import { createGteSmall } from '../adapters/small-bert/gte-small.ts'
import { openLanceIndex } from '../adapters/lancedb/lance-index.ts'
import { createLog } from '../adapters/pino/log.ts'
import { splitPassages } from '../search/index.ts'
import { defineBench, type Figure } from './bench.ts'
import { cacheFolder, evaluationData, inFolder } from './evaluation.ts'
import { loadScifact } from './quality-scifact.ts'
import { type Engine, indexEngine, miniSearchEngine, sqliteEngine } from './search-engines.ts'
import { measureScale, type ScaleReport } from './search-scale.ts'
import { openVectorCache } from './vector-cache.ts'

export const bench = defineBench({
  about: 'speed of search at size (real vectors, tiled and perturbed), next to SQLite and MiniSearch',
  options: {
    size: { about: 'documents', default: 100_000 },
    queries: { about: 'searches of each kind', default: 100 },
    words: { about: 'words of a document', default: 140 },
    alone: { about: 'without the other engines', default: false },
  },
  async run({ options, progress }) {
    const embedder = createGteSmall({ cacheDir: cacheFolder })
    const { model, dimensions } = embedder
    const { documents } = await loadScifact(evaluationData())
    const texts = documents.slice(0, 2_000).map((document) => splitPassages(document)[0]!.text)
    progress(`${texts.length} vectors to tile`)
    const vectors = await (await openVectorCache(embedder, cacheFolder)).embed(texts, 'passage')
    await embedder.close()

    const log = createLog('warn')
    const engines: ((folder: string) => Promise<Engine>)[] = [
      async (folder) => indexEngine(await openLanceIndex({ folder, model: { model, dimensions }, log })),
      async (folder) => sqliteEngine(folder, dimensions),
      async () => miniSearchEngine(),
    ]
    const figures: Figure[] = []
    for (const [place, open] of engines.slice(0, options.alone ? 1 : undefined).entries()) {
      await inFolder(async (folder) => {
        const engine = await open(folder)
        const report = await measureScale(
          engine,
          { texts, vectors, words: options.words },
          { size: options.size, queries: options.queries, report: progress },
        )
        figures.push(...toFigures(report, place === 0))
        await engine.close()
      })
    }
    return figures
  },
})

/** Only our own engine has promised anything. */
function toFigures(report: ScaleReport, ours: boolean): Figure[] {
  const named = (name: string): string => `${report.engine}: ${name}`
  return [
    { name: named('ingest'), value: report.documentsPerSecond, unit: '/s' },
    { name: named('disk'), value: report.diskMegabytes, unit: 'MB' },
    {
      name: named('memory of this process'),
      value: report.residentMegabytes,
      unit: 'MB',
      ...(ours ? { target: { atMost: 1_000 } } : {}),
    },
    ...Object.entries(report.timings).flatMap(([name, { p50Ms, p95Ms }]): Figure[] => [
      { name: named(`${name}, p50`), value: p50Ms, unit: 'ms' },
      {
        name: named(`${name}, p95`),
        value: p95Ms,
        unit: 'ms',
        ...(ours && name.startsWith('both') ? { target: { atMost: 25 } } : {}),
      },
    ]),
    ...Object.entries(report.recallAt10).map(([name, share]): Figure => ({
      name: named(`recall@10, ${name}`),
      value: share * 100,
      unit: '%',
      ...(ours ? { target: { atLeast: 98 } } : {}),
    })),
  ]
}
