import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { openLanceIndex } from '../../src/adapters/lancedb/lance-index.ts'
import { createProjection } from '../../src/documents/index.ts'
import { createIds, systemClock } from '../../src/adapters/system/clock-and-ids.ts'
import { createRebuilds, startIndexWriter } from '../../src/indexing/index.ts'
import type { Embedder } from '../../src/ports/embedder.ts'
import type { Records } from '../../src/ports/records.ts'
import { silentLog } from './log.ts'

/**
 * A stand-in for the model: texts that share words point the same way. It is no model of meaning, and tests of
 * ranking do not use it; it lets the rest be tested in milliseconds.
 */
export const wordEmbedder: Embedder = {
  model: 'words:512',
  dimensions: 512,
  async embed(texts) {
    return texts.map((text) => {
      const vector = new Float32Array(512)
      for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
        let hash = 7
        for (const letter of word) hash = (hash * 31 + letter.charCodeAt(0)) | 0
        vector[Math.abs(hash) % 512]! += 1
      }
      const length = Math.hypot(...vector) || 1
      return vector.map((value) => value / length)
    })
  },
  close: async () => {},
}

/** A real index in a folder of its own, with the writer that follows the records. */
export async function testEngine(records: Records) {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-index-'))
  const index = await openLanceIndex({ folder, model: wordEmbedder, log: silentLog })
  const writer = startIndexWriter({
    projection: createProjection({ records }),
    rebuilds: createRebuilds({ records, clock: systemClock, ids: createIds() }),
    index,
    embedder: wordEmbedder,
    log: silentLog,
    acquireLease: async () => ({ release: async () => {} }),
  })
  afterAll(async () => {
    await writer.close()
    await index.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return { index, writer, embedder: wordEmbedder }
}
