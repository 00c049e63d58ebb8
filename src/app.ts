import { randomBytes } from 'node:crypto'
import { openDataFolder, readServerFile } from './adapters/data-folder/data-folder.ts'
import { createLog } from './adapters/pino/log.ts'
import { startDatabase } from './adapters/postgres/database.ts'
import { migrate } from './adapters/postgres/migrate.ts'
import { createRecords } from './adapters/postgres/records.ts'
import { createMetrics } from './adapters/prometheus/metrics.ts'
import { createIds, systemClock } from './adapters/system/clock-and-ids.ts'
import { createApi } from './api.ts'
import type { Config } from './config.ts'
import { AppError } from './contract/errors.ts'
import { dataFolder, modelEndpoint, nodeVersion, port, type Check } from './diagnosis/index.ts'
import type { RunningServer } from './surfaces/cli/needs.ts'
import { listen } from './surfaces/http/listen.ts'

/** Starts every part that this process's role calls for, and knows the order in which they stop. */
export async function startServer(
  config: Config,
  version: string,
  showsKey: boolean,
): Promise<RunningServer> {
  const log = createLog(config.logLevel)
  const closers: (() => Promise<void>)[] = []
  const opened = <T>(part: T, close: (part: T) => Promise<void>): T => {
    closers.unshift(() => close(part))
    return part
  }
  const close = async () => {
    for (const closeOne of closers.splice(0)) await closeOne()
  }
  try {
    const folder = await openDataFolder(config.dataDir)
    const { databaseUrl } = config
    const database = opened(await startDatabase({ dataDir: folder.path, databaseUrl }, log), (one) =>
      one.close(),
    )
    await migrate(database, log)
    const records = opened(createRecords(database, log), (one) => one.close())
    let draining = false
    const localCredential = randomBytes(32).toString('base64url')
    const api = opened(
      createApi({
        config,
        records,
        clock: systemClock,
        ids: createIds(),
        log,
        metrics: createMetrics(),
        version,
        localCredential,
        async checkReady() {
          if (draining) throw new AppError('unavailable', 'The server is stopping.')
          await records.check(AbortSignal.timeout(2000))
        },
      }),
      (one) => one.close(),
    )
    const newOwnerKey = await api.authentication.ensureOwner(config.apiKey)
    if (newOwnerKey && !showsKey) await folder.writeKeyFile(newOwnerKey)
    const listener = opened(await listen(api.http, config.host, config.port), (one) => {
      draining = true
      return one.close(config.drainMs)
    })
    await folder.writeServerFile({
      url: listener.url,
      pid: process.pid,
      startedAt: systemClock.now().toISOString(),
      credential: localCredential,
    })
    opened(folder, (one) => one.removeServerFile())
    return {
      url: listener.url,
      newOwnerKey,
      keyFile: (await folder.hasKeyFile()) ? folder.keyFile : null,
      stopped: new Promise(() => {}),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Believes the file only if the server behind it accepts the credential: ports and process ids are reused. */
export async function findServer(dataDir: string) {
  const file = await readServerFile(dataDir)
  if (!file) return null
  const alive = await fetch(new URL('/winnow/v1/me', file.url), {
    headers: { 'x-api-key': file.credential },
    signal: AbortSignal.timeout(3000),
  }).then(
    (response) => response.ok,
    () => false,
  )
  return alive ? { url: file.url, key: file.credential, pid: file.pid } : null
}

export const checks = (config: Config): readonly Check[] => [
  nodeVersion,
  dataFolder(config.dataDir),
  port(config.host, config.port, () => findServer(config.dataDir)),
  modelEndpoint('language model', 'WINNOW_LLM', 'none; pages are read extractively', config.llm),
  modelEndpoint('embeddings', 'WINNOW_EMBEDDINGS', 'the built-in model', config.embeddings),
]
