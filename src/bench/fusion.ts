import { createGteSmall } from '../adapters/small-bert/gte-small.ts'
import { openLanceIndex } from '../adapters/lancedb/lance-index.ts'
import { createLog } from '../adapters/pino/log.ts'
import { defineBench, type Figure } from './bench.ts'
import { cacheFolder, evaluationData, inFolder } from './evaluation.ts'
import { indexScifact, measureScifact, scifactSearchers } from './quality-scifact.ts'

const chosen = 'both by rank, k 60'

export const bench = defineBench({
  about: 'ways to fuse keywords and vectors, compared on SciFact in process',
  options: {},
  async run({ progress }) {
    const data = evaluationData()
    const embedder = createGteSmall({ cacheDir: cacheFolder })
    try {
      return await inFolder(async (folder) => {
        const index = await openLanceIndex({ folder, model: embedder, log: createLog('warn') })
        await indexScifact(data, index, embedder, cacheFolder, (done, total) => {
          if (done % 640 === 0) progress(`${done} of ${total} abstracts`)
        })
        const figures: Figure[] = []
        for (const [name, searcher] of Object.entries(await scifactSearchers(index, embedder, cacheFolder))) {
          const { ndcgAt10, recallAt100 } = await measureScifact(data, searcher)
          const promised = name === chosen
          figures.push(
            percent(`nDCG@10, ${name}`, ndcgAt10, promised ? 73.5 : undefined),
            percent(`recall@100, ${name}`, recallAt100, promised ? 96 : undefined),
          )
        }
        await index.close()
        return figures
      })
    } finally {
      await embedder.close()
    }
  },
})

const percent = (name: string, share: number, atLeast?: number): Figure => ({
  name,
  value: share * 100,
  unit: '%',
  ...(atLeast === undefined ? {} : { target: { atLeast } }),
})
