import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SearchResponse } from '../contract/search.ts'
import { apiClient, ownerKey, type Api } from './api-client.ts'
import { defineBench, type Figure } from './bench.ts'
import { evaluationData, inFolder } from './evaluation.ts'
import { extractionQuality } from './quality-extraction.ts'
import { loadScifact, measureScifact } from './quality-scifact.ts'
import { startServerChild } from './server-child.ts'
import { takeIn, untilIndexed } from './take-in.ts'

const targets = { auto: { ndcg: 0.735, recall: 0.96 } } as const

/** On public data that is no part of the project: rankings of SciFact through the HTTP API, extraction in process. */
export const bench = defineBench({
  about: 'ranking on SciFact through the HTTP API, and extraction next to plain Readability',
  options: { parts: { about: '1 both, 2 ranking alone, 3 extraction alone', default: 1 } },
  async run({ options, progress }) {
    const data = evaluationData()
    const extraction = options.parts === 2 ? [] : extractionFigures(data)
    const ranking = options.parts === 3 ? [] : await rankingFigures(data, progress)
    return [...ranking, ...extraction]
  },
})

function rankingFigures(data: string, progress: (text: string) => void): Promise<Figure[]> {
  return inFolder(async (folder) => {
    const environment = { WINNOW_API_KEY: ownerKey, WINNOW_SAMPLE: 'off' }
    const server = startServerChild({ dataDir: join(folder, 'data'), cwd: folder, environment })
    try {
      const api = apiClient(await server.ready)
      await loadCollection(data, folder, api, progress)
      const figures: Figure[] = []
      for (const type of ['keyword', 'neural', 'auto'] as const) {
        const { ndcgAt10, recallAt100, queries } = await measureScifact(data, {
          async search(query, limit) {
            const { results } = await api<SearchResponse>('POST', '/search', {
              query,
              type,
              numResults: limit,
            })
            return results.map(({ url }) => url.slice(url.lastIndexOf('/') + 1))
          },
        })
        progress(`${type}: ${queries} queries`)
        const target = type === 'auto' ? targets.auto : undefined
        figures.push(
          {
            name: `SciFact nDCG@10, ${type}`,
            value: ndcgAt10,
            unit: '',
            ...(target && { target: { atLeast: target.ndcg } }),
          },
          {
            name: `SciFact recall@100, ${type}`,
            value: recallAt100,
            unit: '',
            ...(target && { target: { atLeast: target.recall } }),
          },
        )
      }
      return figures
    } finally {
      await server.end('SIGTERM')
    }
  })
}

async function loadCollection(
  data: string,
  folder: string,
  api: Api,
  progress: (text: string) => void,
): Promise<void> {
  const { documents } = await loadScifact(data)
  const path = join(folder, 'scifact.jsonl')
  const records = documents.map(({ id, title, text }) =>
    JSON.stringify({ url: `https://scifact.example/${id}`, title, text }),
  )
  await writeFile(path, records.join('\n'))
  await untilIndexed(api, await takeIn(api, path), progress)
}

/** Models were trained on the tuned two thirds, so only the held-out third says what to expect elsewhere. */
function extractionFigures(data: string): Figure[] {
  return extractionQuality(join(data, 'extraction')).flatMap(
    ({ split, kind, pages, ours, readability }): Figure[] => {
      const margin = kind === 'all' ? 0.04 : 0
      const name = `${split}, ${kind} (${pages} pages)`
      return [
        {
          name: `extraction F1, ${name}`,
          value: ours.f1,
          unit: '',
          target: { atLeast: readability.f1 + margin },
        },
        { name: '  plain Readability', value: readability.f1, unit: '' },
      ]
    },
  )
}
