import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { createExtractor } from '../adapters/extractor/worker-pool.ts'
import { createReadPage } from '../contents/index.ts'
import { canonicalUrl, publicTeamId, type Document } from '../documents/index.ts'
import { LabelledCase } from '../evaluation/index.ts'
import { readSampleBytes, readSamplePages } from '../sample/load-sample.ts'

/**
 * Cases that rules are never made from: a third, by the hash of their names, so that nobody chose them. What holds for
 * these and not only for the others is what can be expected of other people's pages.
 */
export const isHeldOut = (id: string): boolean => createHash('sha256').update(id).digest()[0]! % 3 === 0

export async function readCases(name: 'criteria' | 'fields' | 'questions'): Promise<LabelledCase[]> {
  const file = new URL(`../../sample/truth/${name}.json`, import.meta.url)
  return z.array(LabelledCase).parse(JSON.parse(await readFile(file, 'utf8')))
}

/** The sample web as it is stored, by address, without a database. */
export async function readSampleDocuments(): Promise<Map<string, Document>> {
  const extractor = createExtractor({ module: new URL('../contents/extract/index.js', import.meta.url) })
  const read = createReadPage({ extractor })
  const documents = new Map<string, Document>()
  try {
    for (const page of await readSamplePages()) {
      const content = await read(await readSampleBytes(page))
      const fetchedAt = new Date(page.lastModified)
      documents.set(page.url, {
        ...content,
        id: `doc_${documents.size}`,
        teamId: publicTeamId,
        url: canonicalUrl(page.url, content.canonicalUrl),
        host: new URL(page.url).hostname,
        version: 1,
        contentHash: '',
        fetchedAt,
        checkedAt: fetchedAt,
        etag: null,
        lastModified: null,
      })
    }
  } finally {
    await extractor.close()
  }
  return documents
}
