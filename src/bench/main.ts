import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createGteSmall } from '../adapters/gte-small/gte-small.ts'
import { openLanceIndex } from '../adapters/lancedb/lance-index.ts'
import type { Log } from '../ports/log.ts'
import { splitPassages } from '../search/index.ts'
import { indexScifact, loadScifact, measureScifact, scifactSearchers } from './quality-scifact.ts'
import { indexEngine, miniSearchEngine, sqliteEngine } from './search-engines.ts'
import { measureScale, type ScaleReport } from './search-scale.ts'
import { openVectorCache } from './vector-cache.ts'

const usage = `bench quality --data <folder of evaluation data> [--cache <folder>]
bench search --data <folder of evaluation data> [--size 100000] [--queries 100] [--engines winnow,sqlite,minisearch]`

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: 'string' },
    cache: { type: 'string', default: join(tmpdir(), 'winnow-bench') },
    size: { type: 'string', default: '100000' },
    queries: { type: 'string', default: '100' },
    engines: { type: 'string', default: 'winnow,sqlite,minisearch' },
  },
})

const log: Log = {
  debug() {},
  info() {},
  warn: (fields, message) => console.error(message, fields),
  error: (fields, message) => console.error(message, fields),
  child: () => log,
}
const progress = (line: string): boolean => process.stderr.write(`\r\u001B[K${line}`)

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'winnow-bench-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function quality(data: string): Promise<void> {
  const embedder = createGteSmall({ cacheDir: values.cache })
  await inFolder(async (folder) => {
    const index = await openLanceIndex({ folder, model: embedder, log })
    await indexScifact(data, index, embedder, values.cache, (done, total) =>
      progress(`${done} of ${total} abstracts`),
    )
    const searchers = await scifactSearchers(index, embedder, values.cache)
    const rows: Record<string, object> = {}
    for (const [name, searcher] of Object.entries(searchers))
      rows[name] = await measureScifact(data, searcher)
    progress('')
    console.table(rows)
    await index.close()
  })
  await embedder.close()
}

async function search(data: string): Promise<void> {
  const embedder = createGteSmall({ cacheDir: values.cache })
  const known = await openVectorCache(embedder, values.cache)
  const { documents } = await loadScifact(data)
  const texts = documents.slice(0, 2_000).map((document) => splitPassages(document)[0]!.text)
  progress(`${texts.length} vectors to tile`)
  const sample = { texts, vectors: await known.embed(texts, 'passage') }
  await embedder.close()

  const reports: ScaleReport[] = []
  for (const name of values.engines.split(',')) {
    await inFolder(async (folder) => {
      const engine =
        name === 'winnow'
          ? indexEngine(await openLanceIndex({ folder, model: embedder, log }))
          : name === 'sqlite'
            ? sqliteEngine(folder, embedder.dimensions)
            : miniSearchEngine()
      const options = { size: Number(values.size), queries: Number(values.queries), report: progress }
      reports.push(await measureScale(engine, sample, options))
      await engine.close()
    })
  }
  progress('')
  for (const { timings, recallAt10, ...rest } of reports) {
    console.log(rest)
    console.table(timings)
    console.log('recall@10', recallAt10)
  }
}

const programs: Record<string, (data: string) => Promise<void>> = { quality, search }
const program = programs[positionals[0] ?? '']
if (program && values.data !== undefined) {
  await readFile(join(values.data, 'README.md')) // says early when the folder is not there
  await program(values.data)
} else {
  console.error(usage)
  process.exitCode = 2
}
