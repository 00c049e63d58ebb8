import { fileURLToPath } from 'node:url'
import {
  createAccessTokens,
  createAuthentication,
  createInternalTokens,
  createKeys,
  createRateLimits,
  createSessions,
  createTeams,
  createTokenCallers,
  serverSecret,
  type Caller,
} from './access/index.ts'
import { createAgentKind, createAgentRuns } from './agent/index.ts'
import { openAgentMonitors } from './agent-monitors/index.ts'
import { createAnnotations } from './annotations/index.ts'
import {
  createAnswers,
  createContexts,
  createDeepSearch,
  createDigests,
  createSummaries,
  createSynthesis,
} from './answers/index.ts'
import { createFreeUsage, createLedger, createPrices, createUsageReports } from './billing/index.ts'
import type { Agent, AgentNeeds } from './agent.ts'
import { createAgentCallers } from './agent-caller.ts'
import type { OpenTasks, TaskNeeds } from './tasks.ts'
import type { OpenTools, ToolNeeds } from './agent-tools.ts'
import { createApprovals } from './approvals/index.ts'
import { createChanges } from './concurrency/index.ts'
import type { Config } from './config.ts'
import type { Grant } from './contract/access.ts'
import { createContents, createHighlights, createPages } from './contents/index.ts'
import { jobsOnErrand, type EgressLog, type EgressPolicy } from './egress/index.ts'
import { createCatalogue, createDocuments, createProjection, type PageReader } from './documents/index.ts'
import { createEvidence, createExaminer } from './evidence/index.ts'
import { createImported, openImports } from './imports/index.ts'
import { openExports } from './exports/index.ts'
import { createIndexReports, createRebuilds } from './indexing/index.ts'
import { createDispatch } from './operations/index.ts'
import { createMonitorRuns, openMonitors } from './monitors/index.ts'
import type { Clock } from './ports/clock.ts'
import type { Discovery } from './ports/discovery.ts'
import type { Embedder } from './ports/embedder.ts'
import type { ExportFiles } from './ports/export-files.ts'
import type { Fetcher } from './ports/fetcher.ts'
import type { Ids } from './ports/ids.ts'
import type { Jobs } from './ports/jobs.ts'
import type { Log } from './ports/log.ts'
import type { Metrics } from './ports/metrics.ts'
import type { Sender } from './ports/outbound.ts'
import type { Records } from './ports/records.ts'
import type { Renderer } from './ports/renderer.ts'
import type { SearchIndex } from './ports/search-index.ts'
import type { SigningKey } from './ports/signing-key.ts'
import type { SourceFiles } from './ports/source-files.ts'
import type { OpenReader } from './reader/index.ts'
import { createReadings } from './readings/index.ts'
import { createInquiry } from './inquiry/index.ts'
import { createResearch, createResearchKind } from './research/index.ts'
import { openRuns } from './runs/index.ts'
import { createSearch } from './search/index.ts'
import { openSearchMonitors } from './search-monitors/index.ts'
import { createIngestion } from './sources/index.ts'
import { createHttpApp } from './surfaces/http/app.ts'
import type { HttpApp } from './surfaces/http/context.ts'
import type { McpHttpCall } from './surfaces/http/mcp-endpoint.ts'
import { originPolicy } from './surfaces/http/origin-guard.ts'
import { openWebhooks } from './webhooks/index.ts'
import { createWebsetEngine, openWebsets, type WebsetEngine } from './websets/index.ts'

interface Needs {
  readonly config: Config
  readonly records: Records
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly metrics: Metrics
  readonly index: SearchIndex
  readonly embedder: Embedder
  readonly reader: OpenReader
  readonly fetcher: Fetcher
  readonly renderer?: Renderer | undefined
  readonly sender: Sender
  readonly egress: { readonly policy: EgressPolicy; readonly log: EgressLog }
  /** The way to Exa's cloud, where the agent side works on that. */
  readonly upstreamFetch: typeof fetch
  /** The way to the issuers of access tokens. */
  readonly issuerFetch: typeof fetch
  readonly jobs: Jobs
  readonly files: SourceFiles
  /** Those of imports, until they are read. */
  readonly importFiles: SourceFiles
  readonly exportFiles: ExportFiles
  readonly signingKey: SigningKey
  readonly discovery: Discovery | undefined
  readonly read: PageReader
  /** By default the one that works on this index. */
  readonly websetEngine?: WebsetEngine
  /** Where people find the web app. */
  readonly webUrl: () => string
  /** Told when the index has something to follow. */
  readonly onDocumentChange: () => void
  readonly version: string
  readonly localCredential?: string
  readonly processes?: TaskNeeds['processes']
  readonly checkReady: () => Promise<void>
}

/** Joins services, operations and the HTTP surface, whatever the adapters below them are. */
export function createApi(given: Needs) {
  const needs = { ...given, jobs: jobsOnErrand(given.jobs) }
  const { config, records, clock, ids, log, metrics, index, embedder, reader, localCredential } = needs
  const { limits } = config
  const ledger = createLedger({ records, clock, ids })
  const freeUsage = createFreeUsage({ ledger, log })
  const internalTokens = createInternalTokens({ records, clock })
  const authentication = createAuthentication({
    records,
    clock,
    internalTokens,
    ...(localCredential && { localCredential }),
  })
  const rateLimits = createRateLimits({
    records,
    defaults: {
      search: limits.searchPerSecond,
      contents: limits.contentsPerSecond,
      websets: limits.websetsPerSecond,
      other: limits.otherPerSecond,
    },
  })
  const documents = createDocuments({ records, clock, ids, onChange: needs.onDocumentChange })
  const { fetcher, renderer, read } = needs
  const pages = createPages({ documents, fetcher, renderer, clock, read })
  const contents = createContents({
    pages,
    summaries: createSummaries({ reader, clock }),
    highlight: createHighlights({ embedder }),
  })
  const search = createSearch({ index, embedder, documents, contents, log })
  const deepSearch = createDeepSearch({ search, reader, clock })
  const readings = createReadings({ records, documents, clock })
  const evidence = createEvidence({ search, contents })
  const prices = createPrices(config.prices, config.llm)
  const websetEngine =
    needs.websetEngine ?? createWebsetEngine({ reader, pages, index, embedder, documents, clock, log })
  const monitorRuns = createMonitorRuns({ clock, ids })
  const websets = openWebsets({
    ...needs,
    engine: websetEngine,
    attached: monitorRuns.attached,
    imported: createImported({ clock, ids }),
    documents,
    ledger,
    prices,
    dashboardUrl: (id) => `${needs.webUrl()}/websets/${id}`,
    settings: {
      ...config.websets,
      limits: {
        maxConcurrent: limits.concurrentWebsets || null,
        maxQueued: limits.queuedWebsets || null,
      },
    },
  })
  const exports = openExports({
    ...needs,
    documents,
    websets,
    ledger,
    prices,
    baseUrl: needs.webUrl,
    settings: {
      days: config.retention.exportDays,
      historyDays: config.retention.eventDays,
      maxBundleBytes: config.exports.maxBundleBytes,
    },
  })
  const runs = openRuns({ ...needs, ledger, running: config.runs.running })
  const inquiry = createInquiry({
    search,
    documents,
    reader,
    pages,
    mayFetch: config.websets.liveFetch,
  })
  const research = runs.define(
    createResearchKind({
      inquiry,
      documents,
      reader,
      readings,
      prices: config.prices,
      maxConcurrent: limits.concurrentResearch || null,
    }),
  )
  const agentRuns = runs.define(
    createAgentKind({
      inquiry,
      documents,
      reader,
      readings,
      engine: websetEngine,
      search,
      prices: config.prices,
      mayFetch: config.websets.liveFetch,
      maxConcurrent({ teamLimits }) {
        const aFifth = Math.ceil((teamLimits?.search ?? limits.searchPerSecond) / 5)
        return (limits.concurrentAgentRuns ?? aFifth) || null
      },
    }),
  )
  const teams = createTeams({ records, clock, ids })
  const sources = createIngestion({
    ...needs,
    documents,
    settings: { ...config.ingest, uploadDays: config.retention.uploadDays },
  })
  const imports = openImports({
    ...needs,
    documents,
    engine: websetEngine,
    websets,
    files: needs.importFiles,
    baseUrl: needs.webUrl,
  })
  const webhooks = openWebhooks({ ...needs, events: websets.events, settings: config.webhooks })
  const monitors = openMonitors({
    ...needs,
    pages,
    documents,
    sources,
    websets,
    runs: monitorRuns,
    mayFetch: config.websets.liveFetch,
  })
  const searchMonitors = openSearchMonitors({
    ...needs,
    authentication,
    ledger,
    prices,
    search,
    documents,
    digest: createDigests({ reader, clock }),
    readings,
    webhooks,
  })
  const agentMonitors = openAgentMonitors({
    ...needs,
    authentication,
    ledger,
    evidence,
    documents,
    pages,
    mayFetch: config.websets.liveFetch,
    unitPrice: config.prices.agentComputeUnit,
  })
  const approvals = createApprovals({
    records,
    clock,
    ids,
    changes: createChanges(),
    policy: { ...config.approval, tools: {}, domains: {}, keys: {} },
    urlOf: (id) => `${needs.webUrl()}/approvals/${id}`,
    secret: () => serverSecret(records, 'approvals'),
  })
  const engine: typeof fetch = (input, init) => askEngine(http, input, init)
  const agentCallers = createAgentCallers({ config, tokens: internalTokens })
  const tasks = tasksInBackground({ ...needs, engine, agentCallers })
  const tools = toolsInBackground({ ...needs, engine, agentCallers, approvals, rateLimits })
  const dispatch = createDispatch({
    ledger,
    freeUsage,
    prices,
    rateLimits,
    services: {
      keys: createKeys({ records, clock, ids }),
      teams,
      rateLimits,
      models: {
        languageModel: () => ({ name: reader.name, ...reader.modelState() }),
        embedder: { model: embedder.model, dimensions: embedder.dimensions },
      },
      usage: createUsageReports({ records, clock }),
      clock,
      search,
      synthesis: createSynthesis({ search, deepSearch, reader, readings, clock }),
      answers: createAnswers({ search, reader, readings, clock }),
      contexts: createContexts({ search }),
      examiner: createExaminer({ evidence, reader, readings, clock }),
      readings,
      contents,
      documents,
      catalogue: createCatalogue({ records, documents }),
      rebuilds: createRebuilds({ records, clock, ids }),
      websets,
      imports,
      webhooks,
      monitors,
      searchMonitors,
      agentMonitors,
      exports,
      runs,
      research: createResearch(research),
      agentRuns: createAgentRuns({
        runs: agentRuns,
        readings,
        clock,
        prices: config.prices,
        isZeroRetention: (teamId) => teams.isZeroRetention(teamId),
      }),
      approvals,
      annotations: createAnnotations({ records, clock, ids }),
      tasks: {
        async open(caller) {
          return { desk: (await tasks.open()).desk, caller: agentCallers.of(caller) }
        },
      },
      tools: {
        async open(caller) {
          return { tools: (await tools.open()).tools, caller: agentCallers.of(caller) }
        },
      },
      sources,
      egress: needs.egress,
      index: createIndexReports({ index, projection: createProjection({ records }) }),
    },
  })
  const sessions = createSessions({ records, clock })
  const agent = agentInBackground(async () => ({
    ...needs,
    rateLimits,
    agentCallers,
    engine,
    approvals: approvals.desk,
    tasks: (await tasks.open()).desk,
    tools: await tools.open(),
  }))
  const { issuer: issuers, audience, jwksUrl, teamClaim, team } = config.oauth
  const tokenCallers =
    issuers.length === 0
      ? undefined
      : createTokenCallers({
          tokens: createAccessTokens({
            issuers,
            // Without one there is the address of the resource itself (RFC 8707).
            audiences:
              audience.length > 0 ? audience : [`${new URL(config.publicUrl ?? needs.webUrl()).origin}/mcp`],
            jwksUrl,
            teamClaim,
            fetch: needs.issuerFetch,
            clock,
          }),
          authentication,
          records,
          clock,
          team,
        })
  const http = createHttpApp({
    mcp: agent,
    tokenCallers,
    tools,
    publicUrl: config.publicUrl,
    dispatch,
    authentication,
    sessions,
    webFolder: fileURLToPath(new URL('../dist/web/', import.meta.url)),
    admitUpload: (signed) => imports.admit(signed),
    metrics,
    log,
    clock,
    version: needs.version,
    checkReady: needs.checkReady,
    policy: originPolicy(config),
    maxBodyBytes: config.maxBodyBytes,
    metricsArePublic: isLoopback(config.host),
  })
  return {
    http,
    authentication,
    sessions,
    ledger,
    readings,
    documents,
    websets,
    webhooks,
    searchMonitors,
    agentMonitors,
    exports,
    runs,
    toolCalls: tools,
    /** Before a server stops to listen: these streams would outlast any patience. */
    endFeeds() {
      websets.endFeeds()
      sources.endFeeds()
      runs.endFeeds()
      approvals.endFeeds()
      void tools.endStreams()
      void agent.close()
    },
    /** Goes on with the tasks that were under way when the last process ended. */
    resumeTasks: () => tasks.resume(),
    async close(): Promise<void> {
      await tasks.close()
      await tools.close()
      await freeUsage.close()
    },
  }
}

/** Loaded by the first who asks for it: most servers are started for something else, and it takes a while. */
function agentInBackground(findNeeds: () => Promise<AgentNeeds>) {
  let opened: Promise<Agent> | undefined
  const open = () =>
    (opened ??= Promise.all([import('./agent.ts'), findNeeds()]).then(([{ openAgent }, needs]) =>
      openAgent(needs),
    ))
  return {
    async fetch(request: Request, call: McpHttpCall): Promise<Response> {
      return (await open()).fetch(request, call)
    },
    async lackingGrants(caller: Caller, body: unknown): Promise<readonly Grant[]> {
      return (await open()).lackingGrants(caller, body)
    },
    async close(): Promise<void> {
      await (await opened)?.close()
    },
  }
}

/** The same for tasks, except that those which are open have somebody who goes on with them from the start. */
function tasksInBackground(needs: TaskNeeds) {
  let opened: Promise<OpenTasks> | undefined
  const open = () => (opened ??= import('./tasks.ts').then(({ openTasks }) => openTasks(needs)))
  return {
    open,
    async resume(): Promise<void> {
      const { config, records } = needs
      if (config.role === 'api') return
      // A worker is there for what other processes take in.
      const hasWork = config.role === 'worker' || (await hasOpenTasks(records))
      if (hasWork) await (await open()).resume()
    },
    async close(): Promise<void> {
      await (await opened)?.close()
    },
  }
}

/** And for the agent tools. */
function toolsInBackground(needs: ToolNeeds) {
  let opened: Promise<OpenTools> | undefined
  const open = () => (opened ??= import('./agent-tools.ts').then(({ openTools }) => openTools(needs)))
  return {
    open,
    connect: async (...call: Parameters<OpenTools['connect']>) => (await open()).connect(...call),
    descriptorSet: async () => (await open()).descriptorSet(),
    prune: async (before: Date) => (await open()).prune(before),
    endStreams: async () => (await opened)?.endStreams(),
    close: async () => (await opened)?.close(),
  }
}

async function hasOpenTasks(records: Records): Promise<boolean> {
  const row = await records
    .acrossTeams('tasks of every team are gone on with')
    .selectFrom('tasks')
    .select('id')
    .where('is_open', '=', true)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** As a client would, without going through the network. */
async function askEngine(
  http: HttpApp,
  input: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  const request = new Request(input, init)
  request.headers.set('host', 'localhost')
  return http.request(request)
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host.startsWith('127.')
