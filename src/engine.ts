import { join } from 'node:path'
import { createChromiumRenderer } from './adapters/chromium/index.ts'
import { createExtractor } from './adapters/extractor/worker-pool.ts'
import { createEntailment } from './adapters/small-bert/entailment.ts'
import { createGteSmall } from './adapters/small-bert/gte-small.ts'
import { openLanceIndex } from './adapters/lancedb/lance-index.ts'
import { openOpenAiEmbeddings } from './adapters/openai-embeddings/openai-embeddings.ts'
import {
  createAddressGuard,
  createEndpoints,
  createFetcher,
  createGuardedNetwork,
  createSender,
  createSystemResolver,
  openGuardedProxy,
} from './adapters/undici/index.ts'
import type { Config } from './config.ts'
import { openLanguageModel } from './language-model.ts'
import { createReadPage } from './contents/index.ts'
import { currentErrand, onErrand, type EgressLog, type EgressPolicy } from './egress/index.ts'
import type { Clock } from './ports/clock.ts'
import type { Embedder } from './ports/embedder.ts'
import type { Log } from './ports/log.ts'
import type { Metrics } from './ports/metrics.ts'
import type { OnRequest } from './ports/outbound.ts'
import { createExtractiveReader, createModelReader, openReader } from './reader/index.ts'
import { readSampleVectors, withKnownVectors } from './sample/index.ts'

interface Needs {
  readonly config: Config
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly version: string
  readonly egress: { readonly policy: EgressPolicy; readonly log: Pick<EgressLog, 'add'> }
}

/** What reads the web and finds in it: the guarded way out, extraction, the model and the index. */
export async function openEngine({ config, clock, log, metrics, version, egress }: Needs) {
  const onRequest = createRequestLog({ log, metrics, egress })
  const { denialOf } = egress.policy
  // A proxy would be a way around the switch.
  const proxy = egress.policy.mode === 'deny' ? undefined : config.proxy
  const endpoints = createEndpoints({ onRequest, denialOf, ...(proxy && { proxy }) })
  const embedder = withKnownVectors(
    await openEmbedder(config, endpoints.fetchFor('embeddings')),
    await readSampleVectors(),
  )
  const entailment = createEntailment({ cacheDir: modelsFolder(config) })
  const index = await openLanceIndex({ folder: join(config.dataDir, 'index'), model: embedder, log })
  const extractor = createExtractor({ module: new URL('./contents/extract/index.js', import.meta.url) })
  const web = openWeb({ config, clock, version, onRequest, denial: egress.policy.denial })
  const model = await openLanguageModel({
    config,
    clock,
    log,
    metrics,
    fetch: endpoints.fetchFor('language model'),
  })
  const reader = openReader({
    extractive: createExtractiveReader({ embedder, entailment }),
    model: model && createModelReader({ model, metrics, maxSourceTokens: config.llm.maxSourceTokens }),
    log,
    metrics,
  })
  return {
    embedder,
    /** Undefined: none is configured, and pages are read extractively. */
    model,
    index,
    reader,
    fetcher: web.fetcher,
    renderer: web.renderer,
    sender: web.sender,
    /** The way to whatever else the operator named. */
    endpoints,
    read: createReadPage({ extractor }),
    async close(): Promise<void> {
      await model?.close()
      await endpoints.close()
      await web.close()
      await extractor.close()
      await index.close()
      await entailment.close()
      await embedder.close()
    },
  }
}

const modelsFolder = ({ modelsDir, dataDir }: Config): string => modelsDir ?? join(dataDir, 'models')

async function openEmbedder(config: Config, ask: typeof fetch): Promise<Embedder> {
  const { baseUrl, model, apiKey } = config.embeddings
  if (!baseUrl || !model) return createGteSmall({ cacheDir: modelsFolder(config) })
  return openOpenAiEmbeddings({ baseUrl, model, fetch: ask, ...(apiKey && { apiKey }) })
}

/** Everything that leaves this machine is counted, logged and recorded, with the errand that it was on. */
function createRequestLog({ log, metrics, egress }: Pick<Needs, 'log' | 'metrics' | 'egress'>): OnRequest {
  const count = metrics.counter('outbound_requests_total', 'Requests to other machines.', [
    'reason',
    'outcome',
  ])
  return (request) => {
    count({ reason: request.reason, outcome: request.outcome })
    egress.log.add(request)
    log.debug({ ...request, ...currentErrand() }, 'outbound request')
  }
}

/** This machine itself. */
const loopback = ['localhost', '127.0.0.0/8', '::1']

/**
 * Everything that leaves this machine for the web goes through a guard. Messages have one of their own: what may be
 * fetched is not thereby open to be posted to.
 */
function openWeb({
  config,
  clock,
  version,
  onRequest,
  denial,
}: Pick<Needs, 'config' | 'clock' | 'version'> & { onRequest: OnRequest; denial: string | undefined }) {
  const userAgent = config.fetch.userAgent ?? `Winnow/${version}`
  const guard = createAddressGuard({ resolver: createSystemResolver(), allow: config.fetch.allow, denial })
  const network = createGuardedNetwork({ guard, ...(config.proxy && { proxy: config.proxy }) })
  const { siteConcurrency: concurrency, siteIntervalMs: intervalMs, maxBytes } = config.fetch
  const fetcher = createFetcher({
    network,
    userAgent,
    clock,
    onRequest,
    limits: { maxBytes },
    politeness: { perSite: { concurrency, intervalMs } },
  })
  // A browser that may fetch nothing is not even started: it has network code of its own.
  const mayRender = denial === undefined
  const renderer =
    config.render.chromium && mayRender
      ? createChromiumRenderer({
          executablePath: config.render.chromium,
          userAgent,
          openProxy(reason, listener) {
            // The browser comes to the proxy on no errand; it is on that of whoever has the page rendered.
            const errand = currentErrand()
            return openGuardedProxy({
              network,
              reason,
              onRequest: (request) =>
                onErrand(errand ?? {}, () => {
                  onRequest(request)
                  listener(request)
                }),
            })
          },
        })
      : undefined
  const posting = createGuardedNetwork({
    guard: createAddressGuard({
      resolver: createSystemResolver(),
      allow: config.webhooks.allowLocal ? loopback : [],
      denial,
    }),
    ...(config.proxy && { proxy: config.proxy }),
  })
  return {
    fetcher,
    renderer,
    sender: createSender({ network: posting, userAgent, onRequest }),
    async close(): Promise<void> {
      await renderer?.close()
      await fetcher.close()
      await network.close()
      await posting.close()
    },
  }
}
