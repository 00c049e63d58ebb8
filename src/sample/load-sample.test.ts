import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { extractPage } from '../contents/extract/index.ts'
import { splitPassages } from '../search/index.ts'
import { readSampleBytes, readSamplePages, readSampleVectors } from './load-sample.ts'

test(
  'every passage of the sample web has its vector, so that a first start makes none',
  { timeout: 120_000 },
  async () => {
    const { vectors } = await readSampleVectors()
    const missing: string[] = []
    for (const page of await readSamplePages()) {
      const { finalUrl: url, body, contentType, headers } = await readSampleBytes(page)
      const { title, markdown: text } = await extractPage({ url, body, contentType, headers })
      for (const passage of splitPassages({ title, text })) {
        const key = createHash('sha256').update(passage.text).digest('hex').slice(0, 32)
        if (!vectors.has(key)) missing.push(`${page.url}: ${passage.text.slice(0, 60)}`)
      }
    }
    // Run `npm run sample:vectors` when this fails.
    expect(missing).toEqual([])
  },
)
