#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { loadConfig, type Config } from './config.ts'
import { createEgressPolicy } from './egress/index.ts'
import { findServer } from './find-server.ts'
import { createApiClient, createDownloadClient, createEventClient } from './surfaces/cli/api-client.ts'
import { CliError, exitCodes } from './surfaces/cli/cli-error.ts'
import type { ClientOptions } from './surfaces/cli/needs.ts'
import { runCli } from './surfaces/cli/program.ts'
import { createTerminal } from './surfaces/cli/terminal.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}
// Whoever reads the output may stop reading, as `| head` does: that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
/** Where a client of the local server finds it. */
const onThisMachine = ['localhost:*', '127.0.0.1:*', '::1:*']
const terminal = createTerminal(process, process.env)

process.exitCode = await runCli(process.argv, {
  version,
  terminal,
  load: (flags) => loadConfig({ ...(flags && { flags }) }),
  // The heavy parts are loaded when they are needed: most commands only talk to a server.
  async startServer(config) {
    await guardSockets(config)
    const { startServer } = await import('./app.ts')
    return startServer(config, { version, showsKey: terminal.isInteractive })
  },
  async serveMcp(loaded) {
    await guardSockets(loaded.config, onThisMachine)
    return (await import('./agent-stdio.ts')).serveMcp(loaded, version)
  },
  program: [process.execPath, fileURLToPath(import.meta.url)],
  findServer,
  async checks(config) {
    await guardSockets(config, onThisMachine)
    return (await import('./checks.ts')).checks(config)
  },
  backup: async (config, file) => (await import('./backups.ts')).saveBackup(config, file),
  restore: async (config, file) => (await import('./backups.ts')).restoreBackup(config, file),
  api:
    (options) =>
    async (...request) =>
      createApiClient(await locate(options))(...request),
  events: (options) =>
    async function* (...request) {
      yield* createEventClient(await locate(options))(...request)
    },
  download: (options) => async (path) => createDownloadClient(await locate(options))(path),
})

/**
 * With egress denied, no connection can be opened but the permitted ones: by no code of this process, of its threads,
 * or of the programs that it starts. This comes before anything that could open one is loaded.
 */
async function guardSockets(config: Config, further: readonly string[] = []): Promise<void> {
  if (config.egress !== 'deny') return
  const guard = new URL('./adapters/system/socket-guard.js', import.meta.url)
  for (const target of [...createEgressPolicy(config).permitted, ...further])
    guard.searchParams.append('permit', target)
  await import(guard.href)
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import ${guard.href}`
}

/** An address given by hand needs a key given by hand: the local credential is for the local server only. */
async function locate({ url, apiKey, dataDir }: ClientOptions) {
  const { config } = loadConfig({ flags: { ...(dataDir && { dataDir }) } })
  if (url !== undefined) {
    const key = apiKey ?? config.apiKey
    if (key) return { url, key }
    throw new CliError(`${url} needs a key.`, 'Give one with --api-key or WINNOW_API_KEY.', {
      exitCode: exitCodes.usage,
    })
  }
  const running = await findServer(config.dataDir)
  if (running) return { url: running.url, key: apiKey ?? running.key }
  throw new CliError(
    `No server runs on the data folder ${config.dataDir}.`,
    'Start one with `winnow serve`, or name one with --url.',
    {
      exitCode: exitCodes.unavailable,
    },
  )
}
