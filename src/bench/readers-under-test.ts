import { createLog } from '../adapters/pino/log.ts'
import { createMetrics } from '../adapters/prometheus/metrics.ts'
import { createEntailment } from '../adapters/small-bert/entailment.ts'
import { systemClock } from '../adapters/system/clock-and-ids.ts'
import { loadConfig } from '../config.ts'
import { openLanguageModel } from '../language-model.ts'
import type { Embedder } from '../ports/embedder.ts'
import { cacheFolder } from './evaluation.ts'
import {
  checkedReader,
  createExtractiveReader,
  createModelReader,
  unheedingReader,
  type Reader,
} from '../reader/index.ts'

/**
 * The extractive reader, and the language model where the environment gives one, both as they are used: without what
 * pages tell them to do, and the model behind the check, since it is not expected to quote well by itself.
 */
export async function openReaders(
  embedder: Embedder,
): Promise<{ readers: Reader[]; close(): Promise<void> }> {
  const { config } = loadConfig()
  const metrics = createMetrics()
  const log = createLog('warn')
  const model = await openLanguageModel({ config, clock: systemClock, log, metrics, fetch })
  const { maxSourceTokens } = config.llm
  const entailment = createEntailment({ cacheDir: cacheFolder })
  return {
    readers: [
      unheedingReader(createExtractiveReader({ embedder, entailment })),
      ...(model
        ? [checkedReader(unheedingReader(createModelReader({ model, metrics, maxSourceTokens })), () => {})]
        : []),
    ],
    async close() {
      await model?.close()
      await entailment.close()
    },
  }
}
