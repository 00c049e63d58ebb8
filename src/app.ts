import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { createJobs } from './adapters/dbos/create-jobs.ts'
import { isGone, newExecutorId } from './adapters/dbos/executor-id.ts'
import { openDiscovery } from './adapters/discovery/discovery.ts'
import { openDataFolder } from './adapters/data-folder/data-folder.ts'
import { createExportFiles } from './adapters/disk/export-files.ts'
import { createSigningKey } from './adapters/disk/signing-key.ts'
import { createSourceFiles } from './adapters/disk/source-files.ts'
import { createLog } from './adapters/pino/log.ts'
import { startDatabase, type Database } from './adapters/postgres/database.ts'
import { migrate } from './adapters/postgres/migrate.ts'
import { createRecords } from './adapters/postgres/records.ts'
import { createMetrics } from './adapters/prometheus/metrics.ts'
import { createIds, systemClock } from './adapters/system/clock-and-ids.ts'
import { acquireOwnership } from './adapters/postgres/ownership.ts'
// Not by its index: the rest of that half is loaded by the first who calls a tool.
import { serverModeOf } from './agent-side/compat.ts'
import { createApi } from './api.ts'
import type { Config } from './config.ts'
import { AppError } from './contract/errors.ts'
import { createProjection } from './documents/index.ts'
import { createEgressLog, createEgressPolicy, requireReachableEndpoints } from './egress/index.ts'
import { openEngine } from './engine.ts'
import { defineHousekeeping } from './housekeeping.ts'
import { createRebuilds, startIndexWriter, type Lease } from './indexing/index.ts'
import type { Log } from './ports/log.ts'
import { isSampleLoaded, loadSample, type SampleNeeds } from './sample/index.ts'
import type { RunningServer } from './surfaces/cli/needs.ts'
import { checkPort, listen } from './surfaces/http/listen.ts'

interface StartOptions {
  readonly version: string
  /** Whether a person sees the ready block; otherwise the owner's key goes into a file. */
  readonly showsKey: boolean
}

/** Starts every part that this process's role calls for. They stop in the reverse order, also when a start fails. */
export async function startServer(
  config: Config,
  { version, showsKey }: StartOptions,
): Promise<RunningServer> {
  requireReachableEndpoints(config)
  const policy = createEgressPolicy(config)
  const log = createLog(config.logLevel)
  serverModeOf(config.mcp.compatMode, log)
  const parts = createParts()
  try {
    // A first start takes seconds and leaves a database; it is not begun where it could not end well.
    if (config.role !== 'worker') await checkPort(config.host, config.port)
    const folder = await openDataFolder(config.dataDir)
    const database = parts.add(
      await startDatabase({ dataDir: folder.path, databaseUrl: config.databaseUrl }, log),
    )
    if (config.role !== 'worker') parts.add(await ownDataFolder(database, folder.path))
    await migrate(database, log)
    const records = parts.add(createRecords(database, log))
    const jobs = createJobs({
      connectionString: database.connectionString,
      records,
      role: config.role,
      log,
      sameMachine: database.mode === 'embedded',
    })
    parts.add({ close: () => jobs.close(config.drainMs) })
    const metrics = createMetrics()
    const ids = createIds()
    const egress = { policy, log: parts.add(createEgressLog({ records, clock: systemClock, ids, log })) }
    if (policy.mode === 'deny') log.info({ permitted: policy.permitted }, 'nothing leaves this machine')
    const engine = parts.add(await openEngine({ config, clock: systemClock, log, metrics, version, egress }))
    const writer =
      config.role === 'api'
        ? undefined
        : parts.add(
            startIndexWriter({
              projection: createProjection({ records }),
              rebuilds: createRebuilds({ records, clock: systemClock, ids }),
              index: engine.index,
              embedder: engine.embedder,
              log,
              acquireLease: () => indexLease(database, log),
            }),
          )
    // Where clients reach it; with port 0 that is known only when it listens.
    let address = `http://${config.host}:${config.port}`
    const localCredential = randomBytes(32).toString('base64url')
    const api = parts.add(
      createApi({
        ...engine,
        jobs,
        egress,
        upstreamFetch: engine.endpoints.fetchFor('upstream'),
        issuerFetch: engine.endpoints.fetchFor('issuer of access tokens'),
        discovery: openDiscovery({ ...config.discovery, fetch: engine.endpoints.fetchFor('discovery') }),
        files: createSourceFiles({ uploadFolder: join(folder.path, 'uploads') }),
        importFiles: createSourceFiles({ uploadFolder: join(folder.path, 'imports') }),
        exportFiles: createExportFiles({ folder: join(folder.path, 'exports') }),
        signingKey: createSigningKey({ path: join(folder.path, 'bundle.key') }),
        onDocumentChange: () => writer?.notice(),
        config,
        records,
        clock: systemClock,
        ids,
        log,
        metrics,
        version,
        webUrl: () => config.publicUrl ?? address,
        localCredential,
        processes: { own: newExecutorId(), isGone },
        async checkReady() {
          if (parts.closing) throw new AppError('unavailable', 'The server is stopping.')
          await records.check(AbortSignal.timeout(2000))
        },
      }),
    )
    const { ledger, readings, websets, webhooks, sessions, runs, agentMonitors, searchMonitors } = api
    defineHousekeeping({
      jobs,
      ledger,
      readings,
      websets,
      sessions,
      webhooks,
      runs,
      agentMonitors,
      searchMonitors,
      egressLog: egress.log,
      toolCalls: api.toolCalls,
      clock: systemClock,
      log,
      retention: config.retention,
    })
    await api.documents.ensurePublicTeam()
    await jobs.start()
    if (config.role !== 'api') parts.add(webhooks.start())
    const loadsSample = writer !== undefined && config.sample && !(await isSampleLoaded(records))
    if (loadsSample)
      parts.add(loadInBackground({ records, documents: api.documents, read: engine.read, log }))
    const keep = showsKey ? undefined : (key: string) => folder.writeKeyFile(key)
    const newOwnerKey = await api.authentication.ensureOwner(config.apiKey, keep)
    await api.resumeTasks()
    if (config.role === 'worker')
      return {
        url: null,
        newOwnerKey,
        keyFile: null,
        loadsSample,
        lastUsedAt: () => Date.now(),
        close: () => parts.close(),
      }

    let lastUsedAt = Date.now()
    const used: typeof api.http.fetch = (...request) => {
      lastUsedAt = Date.now()
      return api.http.fetch(...request)
    }
    const listener = await listen({ fetch: used }, config.host, config.port)
    address = localUrl(listener.url)
    parts.add({
      close() {
        api.endFeeds()
        return listener.close(config.drainMs)
      },
    })
    await folder.writeServerFile({
      url: localUrl(listener.url),
      pid: process.pid,
      startedAt: systemClock.now().toISOString(),
      credential: localCredential,
    })
    parts.add({ close: () => folder.removeServerFile() })
    const keyFile = (await folder.hasKeyFile()) && !config.apiKey ? folder.keyFile : null
    log.info({ url: listener.url, pid: process.pid, database: database.mode }, 'ready')
    return {
      url: listener.url,
      newOwnerKey,
      keyFile,
      loadsSample,
      lastUsedAt: () => lastUsedAt,
      close: () => parts.close(),
    }
  } catch (error) {
    await parts.close()
    throw error
  }
}

interface Part {
  close(): Promise<void>
}

/** What was started, to be closed last in, first out. One that fails to close does not keep the others open. */
function createParts() {
  const started: Part[] = []
  let closing = false
  return {
    get closing() {
      return closing
    },
    add<T extends Part>(part: T): T {
      started.push(part)
      return part
    },
    async close(): Promise<void> {
      closing = true
      const problems: unknown[] = []
      for (const part of started.splice(0).toReversed()) {
        await part.close().catch((error: unknown) => problems.push(error))
      }
      if (problems.length > 0) throw new AggregateError(problems, 'Not every part stopped as it should.')
    },
  }
}

/** One writer of the index at a time, over all processes; it ends with the connection that holds it. */
async function indexLease({ connectionString }: Database, log: Log): Promise<Lease | null> {
  const lease = await acquireOwnership({ connectionString, subject: 'index', label: 'index' }, log)
  return lease.held ? lease : null
}

/** In the background: the server answers meanwhile, and what is not loaded when it stops is loaded next time. */
function loadInBackground(needs: SampleNeeds): Part {
  const stopping = new AbortController()
  const loading = loadSample(needs, stopping.signal).catch((error: unknown) => {
    if (!stopping.signal.aborted) needs.log.error({ err: error }, 'the sample web could not be loaded')
  })
  return {
    async close() {
      stopping.abort()
      await loading
    },
  }
}

/** One server per data folder: the second learns who the first is. */
async function ownDataFolder(database: Database, path: string): Promise<Part> {
  const ownership = await database.acquireOwnership('serve')
  if (ownership.held) return { close: () => ownership.release() }
  const who = ownership.owner ? `process ${ownership.owner.pid}` : 'another process'
  throw new AppError('conflict', `The data folder ${path} is already served by ${who}.`, {
    reason: 'FOLDER_ALREADY_SERVED',
    details: {
      remedy: 'Use that server, join it as a worker with --attach, or choose another folder with --data-dir.',
    },
  })
}

/** A server that listens everywhere is reached from here over loopback. */
function localUrl(url: string): string {
  const local = new URL(url)
  if (local.hostname === '0.0.0.0') local.hostname = '127.0.0.1'
  if (local.hostname === '[::]') local.hostname = '[::1]'
  return local.origin
}
