import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ContentsResponse } from '../contract/contents.ts'
import type { IngestJob } from '../contract/ingest.ts'
import type { SearchResponse } from '../contract/search.ts'
import { apiClient, ownerKey, type Api } from './api-client.ts'
import { defineBench, median, type Figure } from './bench.ts'
import { inFolder } from './evaluation.ts'
import { startServerChild } from './server-child.ts'

const environment = {
  WINNOW_API_KEY: ownerKey,
  WINNOW_SAMPLE: 'off',
  WINNOW_FETCH_ALLOW: '127.0.0.1',
  WINNOW_LIMITS_SEARCH_PER_SECOND: '10000',
  WINNOW_LIMITS_OTHER_PER_SECOND: '10000',
}
const lookEveryMs = 15
const rounds = 5

export const bench = defineBench({
  about: 'how soon after its acknowledgement a page is found by its words, and how fast files go in',
  options: { lines: { about: 'lines of the large file', default: 5000 } },
  async run({ options, progress }) {
    const site = await pageServer()
    try {
      return await inFolder(async (folder) => {
        const server = startServerChild({ dataDir: join(folder, 'data'), cwd: folder, environment })
        try {
          const api = apiClient(await server.ready)
          const figures: Figure[] = []
          progress('one page from the web')
          figures.push(await measure('a page of /contents', () => contentsToHit(api, site.url)))
          for (const documents of [1, 50, 500]) {
            progress(`files of ${documents}`)
            const name = `the last of ${documents} in a file`
            figures.push(await measure(name, async () => (await fileToHit(api, folder, documents)).foundMs))
          }
          progress(`a file of ${options.lines}`)
          const { storedMs, foundMs } = await fileToHit(api, folder, options.lines)
          return [
            ...figures,
            { name: `${options.lines} lines: stored`, value: (options.lines * 1000) / storedMs, unit: '/s' },
            {
              name: `${options.lines} lines: found by words`,
              value: (options.lines * 1000) / (storedMs + foundMs),
              unit: '/s',
            },
          ]
        } finally {
          await server.end('SIGTERM')
        }
      })
    } finally {
      site.close()
    }
  },
})

async function measure(name: string, once: () => Promise<number>): Promise<Figure> {
  const samples: number[] = []
  for (let round = 0; round < rounds; round++) samples.push(await once())
  return {
    name: `${name}: acknowledged to found`,
    value: median(samples),
    unit: 'ms',
    target: { atMost: 1000 },
  }
}

/** From the answer that shows the page, so after it was committed. */
async function contentsToHit(api: Api, site: string): Promise<number> {
  const word = newWord()
  const urls = [`${site}/${word}`]
  const { statuses } = await api<ContentsResponse>('POST', '/contents', { urls })
  if (statuses[0]?.status !== 'success') throw new Error('the page was not brought')
  return untilFound(api, word)
}

/** From the moment the job says that all of the file is stored to the first hit for its last document. */
async function fileToHit(api: Api, folder: string, documents: number) {
  const words = Array.from({ length: documents }, newWord)
  const path = join(folder, `${words[0]}.jsonl`)
  const lines = words.map((word, at) =>
    JSON.stringify({ url: `https://${word}.example/`, title: `Document ${at}`, text: textWith(word) }),
  )
  await writeFile(path, lines.join('\n'))
  const startedAt = performance.now()
  let job = await api<IngestJob>('POST', '/winnow/v1/ingest', { source: { kind: 'file', path } })
  while (job.progress.stored < documents && job.status !== 'failed') {
    await sleep(lookEveryMs)
    job = await api<IngestJob>('GET', `/winnow/v1/ingest/${job.id}`)
  }
  if (job.status === 'failed') throw new Error(`the file was not taken in: ${job.error}`)
  const storedMs = performance.now() - startedAt
  return { storedMs, foundMs: await untilFound(api, words.at(-1) ?? '') }
}

async function untilFound(api: Api, word: string): Promise<number> {
  const from = performance.now()
  for (;;) {
    const query = { query: word, type: 'keyword', numResults: 1 }
    const { results } = await api<SearchResponse>('POST', '/search', query)
    if (results.length > 0) return performance.now() - from
    if (performance.now() - from > 120_000) throw new Error(`"${word}" was not found within two minutes`)
    await sleep(lookEveryMs)
  }
}

let words = 0
const newWord = (): string => `marker${Date.now().toString(36)}x${words++}`

const textWith = (word: string): string =>
  `${word} ${'A harbour needs pilots, tugs and a tide table that is right. '.repeat(20)}`

async function pageServer() {
  const server = createServer(({ url = '/' }, response) => {
    const word = url.slice(1)
    response.setHeader('content-type', 'text/html')
    response.end(`<title>${word}</title><main><h1>${word}</h1><p>${textWith(word)}</p></main>`)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a listening TCP server has no other kind of address
  return {
    url: `http://127.0.0.1:${port}`,
    close(): void {
      server.closeAllConnections()
      server.close()
    },
  }
}
