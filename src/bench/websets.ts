import { createMetrics } from '../adapters/prometheus/metrics.ts'
import { createExtractiveReader, openReader } from '../reader/index.ts'
import { createWebsetEngine } from '../websets/engine/create-webset-engine.ts'
import { defineBench, type Figure } from './bench.ts'
import { inFolder } from './evaluation.ts'
import { openSampleRecords } from './sample-records.ts'
import { websetQuality } from './websets-quality.ts'
import { websetSpeed } from './websets-speed.ts'
import { readWebsetCases } from './websets-truth.ts'

export const bench = defineBench({
  about: 'websets on the sample web: what they find, and how fast',
  options: {
    quality: { about: 'the prepared searches alone', default: false },
    speed: { about: 'speed alone, through the HTTP API', default: false },
    items: { about: 'items of the large webset', default: 1000 },
    misses: { about: 'list what went wrong, but nothing of the held-out third', default: false },
  },
  async run({ options, progress, signal }) {
    const onMiss = (text: string) => options.misses && progress(text)
    const quality = options.speed ? [] : await inFolder((folder) => qualityFigures(folder, onMiss, signal))
    const { items } = options
    const speed = options.quality ? [] : await inFolder((folder) => websetSpeed({ folder, items, progress }))
    return [...quality, ...speed]
  },
})

async function qualityFigures(
  folder: string,
  onMiss: (text: string) => void,
  signal: AbortSignal,
): Promise<Figure[]> {
  const sample = await openSampleRecords(folder, signal)
  try {
    const { log, embedder, entailment } = sample
    const engine = createWebsetEngine({
      ...sample,
      reader: openReader({
        extractive: createExtractiveReader({ embedder, entailment }),
        log,
        metrics: createMetrics(),
      }),
      pages: { get: async () => ({ error: { tag: 'CRAWL_NOT_FOUND', httpStatusCode: null } }) },
    })
    return await websetQuality(await readWebsetCases(), {
      engine,
      documents: sample.documents,
      signal,
      onMiss,
    })
  } finally {
    await sample.close()
  }
}
