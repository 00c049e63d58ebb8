import { createLog } from '../adapters/pino/log.ts'
import { createMetrics } from '../adapters/prometheus/metrics.ts'
import { systemClock } from '../adapters/system/clock-and-ids.ts'
import { loadConfig } from '../config.ts'
import { openLanguageModel } from '../language-model.ts'
import type { Embedder } from '../ports/embedder.ts'
import { createExtractiveReader, createModelReader, type Reader } from '../reader/index.ts'

/** The extractive reader, and the language model where the environment gives one. */
export async function openReaders(
  embedder: Embedder,
): Promise<{ readers: Reader[]; close(): Promise<void> }> {
  const { config } = loadConfig()
  const metrics = createMetrics()
  const log = createLog('warn')
  const model = await openLanguageModel({ config, clock: systemClock, log, metrics, onRequest: () => {} })
  const { maxSourceTokens } = config.llm
  return {
    readers: [
      createExtractiveReader({ embedder }),
      ...(model ? [createModelReader({ model, metrics, maxSourceTokens })] : []),
    ],
    async close() {
      await model?.close()
    },
  }
}
