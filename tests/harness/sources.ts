import { Agent } from 'undici'
import { createAddressGuard, createFetcher, createGuardedNetwork } from '../../src/adapters/undici/index.ts'
import { createSourceFiles } from '../../src/adapters/disk/source-files.ts'
import { createIds } from '../../src/adapters/system/clock-and-ids.ts'
import type { Caller } from '../../src/access/index.ts'
import { AppError } from '../../src/contract/errors.ts'
import { CreateIngestRequest, type IngestJob } from '../../src/contract/ingest.ts'
import { createDocuments } from '../../src/documents/index.ts'
import type { Discovery } from '../../src/ports/discovery.ts'
import type { Fetcher } from '../../src/ports/fetcher.ts'
import type { JobPayload, Jobs, WorkflowContext } from '../../src/ports/jobs.ts'
import {
  createCommonCrawl,
  createCrawler,
  createFileLoader,
  createPrepareSource,
  createSourceFeed,
  createSources,
  createSourceWorkflow,
} from '../../src/sources/index.ts'
import { afterwards } from './afterwards.ts'
import { testDatabase } from './database.ts'
import { testFolder } from './folder.ts'
import { silentLog } from './log.ts'
import { plainReader } from './plain-reader.ts'
import type { SampleWeb } from './sample-web.ts'

const fast = {
  userAgent: 'Winnow/0.0.0 (+https://example.org/)',
  politeness: { perSite: { concurrency: 16, intervalMs: 0 } },
}
/** A run that fails for a reason of ours must not pass unseen. */
const loud = {
  ...silentLog,
  error: (fields: { err?: unknown }) => !(fields.err instanceof AppError) && console.error(fields),
}
const noWeb: Fetcher = {
  fetchPage: () => Promise.reject(new Error('there is no web here')),
  close: async () => {},
}
const neverResolves = { resolve: async () => [] }

/** A fetcher that reaches 127.0.0.1 and nothing else; what it brings is the team's own. */
export function loopbackFetcher(): Fetcher {
  const guard = createAddressGuard({ resolver: neverResolves, allow: ['127.0.0.1'] })
  return closingWith(createGuardedNetwork({ guard }))
}

/** A fetcher for which the sample web is the whole and public web. */
export function sampleFetcher(web: SampleWeb): Fetcher {
  const guard = createAddressGuard({ resolver: { resolve: async () => ['93.184.216.34'] } })
  const agent = new Agent({ connect: web.connect })
  return closingWith({
    ...createGuardedNetwork({ guard }),
    dispatcher: () => agent,
    locate: async () => 'public' as const,
    close: () => agent.destroy(),
  })
}

function closingWith(network: ReturnType<typeof createGuardedNetwork>): Fetcher {
  const fetcher = createFetcher({ ...fast, clock: { now: () => new Date() }, network })
  afterwards(async () => {
    await fetcher.close()
    await network.close()
  })
  return fetcher
}

/** Sources on a database of their own, whose runs are made when the test says so, and whose time it moves. */
export async function testSources(
  fetcher: Fetcher = noWeb,
  {
    commonCrawlUrl = 'http://127.0.0.1:1',
    discovery,
  }: { commonCrawlUrl?: string; discovery?: Discovery } = {},
) {
  const { records } = await testDatabase()
  let now = new Date('2026-03-01T00:00:00Z')
  const clock = { now: () => now }
  const advance = (ms: number) => void (now = new Date(now.getTime() + ms))
  const ids = createIds()
  const documents = createDocuments({ records, clock, ids })
  const queue: { id: string; payload: JobPayload }[] = []
  let last: (typeof queue)[number] | undefined
  const jobs: Pick<Jobs, 'enqueue' | 'cancel'> = {
    enqueue: async (_, { id, payload }) => void queue.push({ id, payload }),
    cancel: async () => {},
  }
  const crawler = createCrawler({
    records,
    documents,
    fetcher,
    read: plainReader,
    clock,
    concurrency: 8,
    retryDelayMs: 10,
  })
  const files = createSourceFiles({ uploadFolder: await testFolder() })
  const commonCrawl = createCommonCrawl({ fetcher, indexUrl: commonCrawlUrl, dataUrl: commonCrawlUrl })
  const loader = createFileLoader({
    records,
    documents,
    read: plainReader,
    files,
    fetcher,
    commonCrawl,
    clock,
  })
  const workflow = createSourceWorkflow({ records, clock, log: loud, files, discovery, crawler, loader })
  const closing = new AbortController()
  afterwards(async () => closing.abort())
  const sources = createSources({
    records,
    clock,
    ids,
    jobs,
    files,
    maxUploadBytes: 1000,
    prepare: createPrepareSource({ files, commonCrawl, discovery }),
  })
  await records.db
    .insertInto('teams')
    .values({ id: 'team_a', name: 'A', budget_nanos: null, created_at: now })
    .execute()
  const caller = { teamId: 'team_a', isOwner: true } as Caller // the rest is not asked for

  const context = (workflowId: string, signal: AbortSignal): WorkflowContext => ({
    workflowId,
    signal,
    step: (_, body) => body(signal),
    transaction: (_, body) => records.transaction(body),
    sleep: async (ms) => advance(ms),
    receive: async () => null,
  })

  const create = (source: object, recrawlHours: number | null = null): Promise<IngestJob> =>
    sources.create(caller, CreateIngestRequest.parse({ source, recrawlHours }))

  async function work(signal: AbortSignal = new AbortController().signal): Promise<void> {
    for (let job = (last = queue.shift()); job; job = queue.shift())
      await workflow.run(context(job.id, signal), job.payload as never) // written by `enqueue` of the same sources
  }

  return {
    records,
    documents,
    files,
    sources,
    follow: createSourceFeed({ records, clock, closing: closing.signal, pollMs: 5 }),
    caller,
    advance,
    create,
    /** Does what is queued, as a worker would, until nothing is. */
    work,
    get now() {
      return now
    },
    /** Takes up once more what was last worked on, as happens to the work of a process that died. */
    resume: (): void => void (last && queue.push(last)),
    /** Creates, runs and reads again. */
    ingest: async (source: object, recrawlHours: number | null = null): Promise<IngestJob> => {
      const { id } = await create(source, recrawlHours)
      await work()
      return sources.get(caller, id)
    },
    /** Every stored page: whose it is, where, and what it says. */
    stored: (): Promise<{ team: string; url: string; text: string; title: string | null }[]> =>
      records
        .acrossTeams('the test looks at everything')
        .selectFrom('documents')
        .innerJoin('document_versions as version', (join) =>
          join
            .onRef('version.document_id', '=', 'documents.id')
            .onRef('version.version', '=', 'documents.version'),
        )
        .select(['documents.team_id as team', 'documents.url', 'version.text', 'version.title'])
        .orderBy('documents.url')
        .execute(),
  }
}
