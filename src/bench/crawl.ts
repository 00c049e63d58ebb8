import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Parser } from 'htmlparser2'
import { Agent, request } from 'undici'
import { createAuthentication } from '../access/index.ts'
import { createJobs } from '../adapters/dbos/create-jobs.ts'
import { createSourceFiles } from '../adapters/disk/source-files.ts'
import { createLog } from '../adapters/pino/log.ts'
import { startDatabase } from '../adapters/postgres/database.ts'
import { migrate } from '../adapters/postgres/migrate.ts'
import { createRecords } from '../adapters/postgres/records.ts'
import { createIds, systemClock } from '../adapters/system/clock-and-ids.ts'
import { createAddressGuard, createFetcher, createGuardedNetwork } from '../adapters/undici/index.ts'
import { CrawlSource, type IngestJob } from '../contract/ingest.ts'
import { createDocuments, type PageReader } from '../documents/index.ts'
import { createIngestion } from '../sources/index.ts'
import { defineBench, type Figure } from './bench.ts'
import { inFolder } from './evaluation.ts'
import { processesOn } from './processes.ts'

const concurrency = 16

export const bench = defineBench({
  about: 'pages a second of processor time that a crawl brings in, next to fetching and parsing them bare',
  options: { pages: { about: 'pages of the site', default: 2000 } },
  async run({ options: { pages }, progress, signal }) {
    const site = spawn(
      process.execPath,
      [fileURLToPath(new URL('crawl-site.js', import.meta.url)), String(pages)],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
        signal,
      },
    )
    site.on('error', () => {})
    try {
      const [line] = (await once(site.stdout, 'data')) as [Buffer]
      const start = `${line.toString().trim()}/page/0`
      progress('bare undici and htmlparser2')
      const bare = await crawlBare(start, pages)
      progress('a crawl, into the database')
      return [...figuresOf('bare', bare), ...(await crawl(start, pages, bare))]
    } finally {
      site.kill()
    }
  },
})

interface Measured {
  readonly pages: number
  readonly cpuSeconds: number
  readonly seconds: number
}

const figuresOf = (name: string, { pages, cpuSeconds, seconds }: Measured): Figure[] => [
  { name: `${name}: pages`, value: pages, unit: '' },
  { name: `${name}: pages a CPU-second`, value: pages / cpuSeconds, unit: '/s' },
  { name: `${name}: pages a second`, value: pages / seconds, unit: '/s' },
]

async function measure(work: () => Promise<number>): Promise<Measured> {
  const [cpu, from] = [process.cpuUsage(), performance.now()]
  const pages = await work()
  const { user, system } = process.cpuUsage(cpu)
  return { pages, cpuSeconds: (user + system) / 1e6, seconds: (performance.now() - from) / 1000 }
}

/** The least a crawler can do: fetch, find the links, remember what it has seen. */
async function crawlBare(start: string, limit: number): Promise<Measured> {
  const agent = new Agent({ connections: concurrency })
  const seen = new Set([start])
  const queue = [start]
  let fetched = 0
  const worker = async (): Promise<void> => {
    for (let idle = 0; idle < 50;) {
      const url = queue.shift()
      if (url === undefined) {
        idle++
        await new Promise((resolve) => setTimeout(resolve, 2))
        continue
      }
      idle = 0
      const { body } = await request(url, { dispatcher: agent })
      const parser = new Parser({
        onopentag(name, { href }) {
          const link = name === 'a' && href ? new URL(href, url).href : null
          if (link === null || seen.has(link) || seen.size >= limit) return
          seen.add(link)
          queue.push(link)
        },
      })
      parser.end(await body.text())
      fetched++
    }
  }
  const measured = await measure(async () => {
    await Promise.all(Array.from({ length: concurrency }, worker))
    return fetched
  })
  await agent.close()
  return measured
}

/** Title and words, without extraction: what is measured is the crawl, not the reading of pages. */
const readPlainly: PageReader = async ({ body }) => {
  const html = Buffer.from(body).toString('utf8')
  let text = ''
  const parser = new Parser({ ontext: (words) => void (text += words) })
  parser.end(html)
  const details = { links: [], imageLinks: [], codeBlocks: [], structured: {} }
  const nothing = { author: null, publishedAt: null, language: null, category: null, html: null }
  return { ...nothing, title: text.slice(0, 20), kind: 'article', text, canonicalUrl: null, details }
}

function crawl(start: string, pages: number, bare: Measured): Promise<Figure[]> {
  return inFolder(async (dataDir) => {
    const log = createLog('warn')
    const database = await startDatabase({ dataDir }, log)
    await migrate(database, log)
    const records = createRecords(database, log)
    const ids = createIds()
    const guard = createAddressGuard({ resolver: { resolve: async () => [] }, allow: ['127.0.0.1'] })
    const network = createGuardedNetwork({ guard, connectionsPerOrigin: concurrency })
    const fetcher = createFetcher({
      userAgent: 'Winnow/0.0.0 (+https://example.org/)',
      clock: systemClock,
      network,
      politeness: { perSite: { concurrency, intervalMs: 0 } },
    })
    const jobs = createJobs({ connectionString: database.connectionString, records, role: 'all', log })
    const sources = createIngestion({
      records,
      documents: createDocuments({ records, clock: systemClock, ids }),
      fetcher,
      read: readPlainly,
      files: createSourceFiles({ uploadFolder: dataDir }),
      discovery: undefined,
      clock: systemClock,
      ids,
      jobs,
      log,
      settings: {
        concurrency,
        maxUploadBytes: 0,
        uploadDays: 1,
        commonCrawlIndexUrl: start,
        commonCrawlDataUrl: start,
      },
    })
    const authentication = createAuthentication({ records, clock: systemClock })
    const key = await authentication.ensureOwner()
    await jobs.start()
    try {
      const caller = await authentication.authenticate(key ?? undefined)
      const source = CrawlSource.parse({ kind: 'crawl', urls: [start], maxDepth: 50, maxPages: pages })
      const databaseBefore = await cpuSecondsOn(dataDir)
      const ours = await measure(async () => {
        const { id } = await sources.create(caller, { source, recrawlHours: null })
        await jobs.settled(`${id}.1`)
        const job: IngestJob = await sources.get(caller, id)
        return job.progress.stored
      })
      const databaseCpu = (await cpuSecondsOn(dataDir)) - databaseBefore
      return [
        ...figuresOf('crawl', ours),
        {
          name: 'crawl: CPU against bare',
          value: ours.cpuSeconds / ours.pages / (bare.cpuSeconds / bare.pages),
          unit: '×',
        },
        { name: 'crawl: CPU of the database', value: databaseCpu, unit: 's' },
      ]
    } finally {
      await jobs.close()
      await fetcher.close()
      await network.close()
      await records.close()
      await database.close()
    }
  })
}

/** Of the database's processes, from what the kernel counts in hundredths of a second; 0 where it does not tell. */
async function cpuSecondsOn(dataDir: string): Promise<number> {
  let ticks = 0
  for (const { pid } of await processesOn(dataDir)) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    ticks += Number(fields[11] ?? 0) + Number(fields[12] ?? 0)
  }
  return ticks / 100
}
