import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createExtractor } from '../adapters/extractor/worker-pool.ts'
import { openLanceIndex } from '../adapters/lancedb/lance-index.ts'
import { createLog } from '../adapters/pino/log.ts'
import { startDatabase } from '../adapters/postgres/database.ts'
import { migrate } from '../adapters/postgres/migrate.ts'
import { createRecords } from '../adapters/postgres/records.ts'
import { createEntailment } from '../adapters/small-bert/entailment.ts'
import { createGteSmall } from '../adapters/small-bert/gte-small.ts'
import { createIds, systemClock } from '../adapters/system/clock-and-ids.ts'
import { createReadPage } from '../contents/index.ts'
import { createDocuments, createProjection } from '../documents/index.ts'
import { createRebuilds, startIndexWriter } from '../indexing/index.ts'
import { isSampleLoaded, loadSample, readSampleVectors, withKnownVectors } from '../sample/index.ts'
import { cacheFolder } from './evaluation.ts'

/** The sample web in records and an index of its own, as a server has it, without the server. */
export async function openSampleRecords(folder: string, signal: AbortSignal) {
  const log = createLog('warn')
  const database = await startDatabase({ dataDir: folder }, log)
  await migrate(database, log)
  const records = createRecords(database, log)
  const embedder = withKnownVectors(createGteSmall({ cacheDir: cacheFolder }), await readSampleVectors())
  const entailment = createEntailment({ cacheDir: cacheFolder })
  const index = await openLanceIndex({ folder: join(folder, 'index'), model: embedder, log })
  const documents = createDocuments({ records, clock: systemClock, ids: createIds() })
  const projection = createProjection({ records })
  const writer = startIndexWriter({
    projection,
    rebuilds: createRebuilds({ records, clock: systemClock, ids: createIds() }),
    index,
    embedder,
    log,
    acquireLease: async () => ({ release: async () => {} }),
  })
  await documents.ensurePublicTeam()
  if (!(await isSampleLoaded(records))) {
    const extractor = createExtractor({ module: new URL('../contents/extract/index.js', import.meta.url) })
    await loadSample({ records, documents, read: createReadPage({ extractor }), log }, signal)
    await extractor.close()
  }
  for (;;) {
    writer.notice()
    const { waiting } = await projection.counts()
    const { passages, embedded } = await index.statistics()
    if (waiting === 0 && passages > 0 && embedded >= passages) break
    await sleep(200, undefined, { signal })
  }
  return {
    documents,
    index,
    embedder,
    entailment,
    log,
    clock: systemClock,
    async close(): Promise<void> {
      await writer.close()
      await index.close()
      await entailment.close()
      await embedder.close()
      await records.close()
      await database.close()
    },
  }
}
