import { join } from 'node:path'
import { afterAll } from 'vitest'
import { createExportFiles } from '../../src/adapters/disk/export-files.ts'
import { createSigningKey } from '../../src/adapters/disk/signing-key.ts'
import { createSourceFiles } from '../../src/adapters/disk/source-files.ts'
import { createMetrics } from '../../src/adapters/prometheus/metrics.ts'
import { createIds, systemClock } from '../../src/adapters/system/clock-and-ids.ts'
import { createApi } from '../../src/api.ts'
import { loadConfig, type SettingName } from '../../src/config.ts'
import { Scope, type NewApiKey, type Team } from '../../src/contract/access.ts'
import { createReadPage } from '../../src/contents/index.ts'
import { extractPage } from '../../src/contents/extract/index.ts'
import { createEgressLog, createEgressPolicy } from '../../src/egress/index.ts'
import type { PageReader } from '../../src/documents/index.ts'
import type { FetchOutcome, Fetcher } from '../../src/ports/fetcher.ts'
import type { Sender } from '../../src/ports/outbound.ts'
import type { OpenReader } from '../../src/reader/index.ts'
import type { Jobs } from '../../src/ports/jobs.ts'
import type { WebsetEngine } from '../../src/websets/index.ts'
import { testDatabase, type TestDatabase } from './database.ts'
import type { Log } from '../../src/ports/log.ts'
import { testEngine } from './engine.ts'
import { testFolder } from './folder.ts'
import { idleJobs } from './idle-jobs.ts'
import { silentLog } from './log.ts'
import { testReader } from './word-reader.ts'
import { worldEngine } from './webset-world.ts'

export type TestApi = Awaited<ReturnType<typeof testApi>>
export type TestTeam = Awaited<ReturnType<TestApi['addTeam']>>

/** The whole API on a database of its own, called without a port; with a web where the test brings one. */
export async function testApi(
  flags: Partial<Record<SettingName, unknown>> = {},
  {
    fetcher = noWeb,
    sender = noReceivers,
    read = readPages,
    log = silentLog,
    reader = testReader(),
    engine = worldEngine([]).engine,
    openJobs = () => idleJobs,
    webUrl = () => 'http://localhost',
  }: {
    fetcher?: Fetcher
    sender?: Sender
    read?: PageReader
    log?: Log
    reader?: OpenReader
    /** By default one without a world. Null: the one that works on the index. */
    engine?: WebsetEngine | null
    /** By default none is ever done. Whoever opens them starts them. */
    openJobs?: (database: TestDatabase) => Jobs
    /** Where clients reach it. */
    webUrl?: () => string
  } = {},
) {
  const database = await testDatabase()
  const { records } = database
  const { config } = loadConfig({ environment: {}, flags })
  const folder = await testFolder()
  const { index, writer, embedder } = await testEngine(records)
  const egressLog = createEgressLog({ records, clock: systemClock, ids: createIds(), log })
  const api = createApi({
    config,
    egress: { policy: createEgressPolicy(config), log: egressLog },
    upstreamFetch: fetch,
    issuerFetch: fetch,
    records,
    clock: systemClock,
    ids: createIds(),
    log,
    metrics: createMetrics(),
    version: '0.0.0-test',
    index,
    embedder,
    reader,
    fetcher,
    sender,
    jobs: openJobs(database),
    discovery: undefined,
    files: createSourceFiles({ uploadFolder: join(folder, 'uploads') }),
    importFiles: createSourceFiles({ uploadFolder: join(folder, 'imports') }),
    exportFiles: createExportFiles({ folder: join(folder, 'exports') }),
    signingKey: createSigningKey({ path: join(folder, 'bundle.key') }),
    read,
    ...(engine && { websetEngine: engine }),
    webUrl,
    onDocumentChange: () => writer.notice(),
    checkReady: () => records.check(),
  })
  const ownerKey = await api.authentication.ensureOwner()
  if (ownerKey === null) throw new Error('a fresh database already has an owner')
  afterAll(async () => {
    await api.close()
    await egressLog.close()
  })

  async function request(
    method: string,
    path: string,
    options: { key?: string; body?: unknown; headers?: Record<string, string> } = {},
  ) {
    return api.http.request(`http://localhost${path}`, {
      method,
      headers: {
        host: 'localhost',
        ...(options.key !== undefined && { 'x-api-key': options.key }),
        ...(options.body !== undefined && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
    })
  }

  async function call<T>(
    method: string,
    path: string,
    options: Parameters<typeof request>[2] = {},
  ): Promise<T> {
    const response = await request(method, path, { key: ownerKey ?? '', ...options })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }

  return {
    ...api,
    egressLog,
    records,
    folder,
    ownerKey,
    request,
    call,
    /** A team with one key that has every scope but the operator's. */
    async addTeam(name: string, settings: object = {}) {
      const team = await call<Team>('POST', '/winnow/v1/teams', { body: { name, ...settings } })
      const scopes = Scope.options.filter((scope) => scope !== 'teams')
      const { key, id } = await call<NewApiKey>('POST', '/winnow/v1/keys', {
        body: { name, scopes, teamId: team.id },
      })
      return { id: team.id, key, keyId: id }
    },
  }
}

/** The real reader, in this thread. */
const readPages = createReadPage({ extractor: { extract: extractPage, close: async () => {} } })

/** Tests of webhooks bring a sender of their own. */
const noReceivers: Sender = {
  refusal: () => null,
  post: async () => ({ kind: 'failed', reason: 'dns', detail: 'there is nobody here' }),
}

/** Tests that need pages from the web bring a fetcher of their own. */
const noWeb: Fetcher = {
  fetchPage: async (url): Promise<FetchOutcome> => ({
    kind: 'failed',
    reason: 'dns',
    detail: 'there is no web here',
    status: null,
    retryAfterMs: null,
    url,
    finalUrl: url,
    redirects: [],
    timings: { waitedMs: 0, firstByteMs: null, totalMs: 0 },
  }),
  close: async () => {},
}
