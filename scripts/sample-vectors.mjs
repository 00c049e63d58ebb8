// Writes sample/vectors.bin: the vectors of the sample web's passages, so that a first start need not make them.
// Run `npm run sample:vectors` after a change of the sample pages, of extraction, of passages or of the model; a test
// fails while passages are missing.
import { writeFileSync } from 'node:fs'
import { createExtractor } from '../dist/adapters/extractor/worker-pool.js'
import { createGteSmall } from '../dist/adapters/small-bert/gte-small.js'
import { createReadPage } from '../dist/contents/index.js'
import { withKnownVectors, writeKnownVectors } from '../dist/sample/known-vectors.js'
import {
  readSampleBytes,
  readSamplePages,
  readSampleVectors,
  sampleVectorsFile,
} from '../dist/sample/load-sample.js'
import { splitPassages } from '../dist/search/index.js'

const extractor = createExtractor({ module: new URL('../dist/contents/extract/index.js', import.meta.url) })
const read = createReadPage({ extractor })
// What is known already is made anew only when the model is another.
const embedder = withKnownVectors(createGteSmall(), await readSampleVectors())
const passages = new Set()
for (const page of await readSamplePages()) {
  for (const { text } of splitPassages(await read(await readSampleBytes(page)))) passages.add(text)
}
await extractor.close()

const texts = [...passages]
const vectors = new Map()
for (let start = 0; start < texts.length; start += 32) {
  const some = texts.slice(start, start + 32)
  const made = await embedder.embed(some, { kind: 'passage' })
  for (const [position, text] of some.entries()) vectors.set(text, made[position])
  console.error(`${vectors.size} of ${texts.length} passages`)
}
await embedder.close()
writeFileSync(sampleVectorsFile, writeKnownVectors(embedder.model, embedder.dimensions, vectors))
