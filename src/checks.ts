import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createAiModel } from './adapters/ai/ai-model.ts'
import { openCassette } from './adapters/cassette/cassette-model.ts'
import { createLog } from './adapters/pino/log.ts'
import { startDatabase } from './adapters/postgres/database.ts'
import { findPackage } from './adapters/postgres/embedded/binaries.ts'
import { checkExternal } from './adapters/postgres/external.ts'
import { systemClock } from './adapters/system/clock-and-ids.ts'
import { createEndpoints } from './adapters/undici/index.ts'
import type { Config } from './config.ts'
import {
  check,
  dataFolder,
  failed,
  modelAnswers,
  modelEndpoint,
  nodeVersion,
  ok,
  port,
  type Check,
} from './diagnosis/index.ts'
import { createEgressPolicy, requireReachableEndpoints } from './egress/index.ts'
import { findServer } from './find-server.ts'

/** Everything that `winnow doctor` looks at, in the order in which a start would meet it. */
export const checks = (config: Config): readonly Check[] => [
  nodeVersion,
  dataFolder(config.dataDir),
  database(config),
  port(config.host, config.port, () => findServer(config.dataDir)),
  egress(config),
  languageModel(config),
  modelEndpoint('embeddings', 'WINNOW_EMBEDDINGS', 'the built-in model', config.embeddings),
]

const egress = (config: Config): Check =>
  check('egress', async () => {
    requireReachableEndpoints(config)
    const { mode, permitted } = createEgressPolicy(config)
    if (mode === 'allow') return ok('allowed, and recorded')
    return ok(`denied${permitted.length > 0 ? `, except to ${permitted.join(' and ')}` : ''}`)
  })

/** Together with the rest, a doctor has half a minute. */
const longestProbeMs = 20_000

function languageModel(config: Config): Check {
  const { llm, proxy } = config
  const { baseUrl = '', model = '', apiKey, cassette: path, cassetteMode, timeoutMs } = llm
  if (path !== undefined && cassetteMode === 'replay')
    return check('language model', async () => {
      const { name } = await openCassette({ path, mode: 'replay' })
      return ok(`${name}, played back from ${path}`)
    })
  return modelAnswers(
    modelEndpoint('language model', 'WINNOW_LLM', 'none; pages are read extractively', llm),
    () => {
      const { denialOf } = createEgressPolicy(config)
      const endpoints = createEndpoints({ denialOf, ...(proxy && { proxy }) })
      const probed = createAiModel({
        baseUrl,
        model,
        apiKey,
        fetch: endpoints.fetchFor('doctor'),
        attempts: 1,
        timeoutMs: Math.min(timeoutMs, longestProbeMs),
        clock: systemClock,
      })
      return {
        ...probed,
        async close() {
          await probed.close()
          await endpoints.close()
        },
      }
    },
  )
}

/** Leaves a folder that has no database yet as it is, and one that has one as it found it. */
const database = ({ databaseUrl, dataDir }: Config): Check =>
  check('database', async (signal) => {
    if (databaseUrl !== undefined) {
      await checkExternal(databaseUrl)
      return ok('the PostgreSQL of DATABASE_URL answers')
    }
    const running = await findServer(dataDir)
    if (running) {
      const response = await fetch(new URL('/ready', running.url), { signal })
      return response.ok
        ? ok('embedded, in use by the server')
        : failed('The server cannot reach its database.', 'See its log.')
    }
    if (!existsSync(join(dataDir, 'postgres'))) {
      await findPackage()
      return ok('embedded, made at the first start')
    }
    const opened = await startDatabase({ dataDir }, createLog('silent'))
    await opened.close()
    return ok('embedded, starts and stops')
  })
