import { setTimeout as sleep } from 'node:timers/promises'
import { Command, Option } from 'commander'
import type { Config } from '../../../config.ts'
import { AppError } from '../../../contract/errors.ts'
import { exitCodes } from '../cli-error.ts'
import type { CliNeeds, RunningServer } from '../needs.ts'
import { configOptions, readFlags } from '../setting-flags.ts'

export function serveCommand(needs: CliNeeds): Command {
  return configOptions(new Command('serve'))
    .description('start the server')
    .addOption(
      new Option('--stop-when-unused <minutes>', 'end when nobody has asked for anything for so long')
        .argParser(Number)
        .hideHelp(),
    )
    .option('--attach', 'if a server runs on this data folder, join it as a worker')
    .addHelpText(
      'after',
      `
Examples:
  $ winnow serve
  $ winnow serve --port 8080 --data-dir /srv/winnow
  $ DATABASE_URL=postgresql://… winnow serve --role api

Every setting of the README's table is a flag: WINNOW_LLM_BASE_URL is --llm-base-url. Secrets are not.`,
    )
    .action(async (options: Record<string, unknown>) => {
      const { config } = needs.load(readFlags(options))
      const running = await needs.findServer(config.dataDir)
      if (running && !options.attach && config.role !== 'worker') return sayWhere(running, needs)
      const stop = stopSignal()
      const starting = needs.startServer({ ...config, role: running ? 'worker' : config.role })
      const server = await Promise.race([starting, stop]).catch(async (error: unknown) => {
        const other = isAlreadyServed(error)
          ? await awaitServer(config.dataDir, needs)
          : await needs.findServer(config.dataDir) // it may be this folder's own that has the port by now
        if (!other) throw error
        sayWhere(other, needs)
        return undefined
      })
      if (server === undefined) return
      if (server === null) {
        // A start cannot be left half-way in order; it is short enough to let it end first.
        await starting.then((started) => started.close())
        return
      }
      const block =
        server.url === null ? workerBlock(running) : readyBlock({ ...server, url: server.url }, config, needs)
      needs.terminal.print(block)
      const { stopWhenUnused } = options
      const unused = typeof stopWhenUnused === 'number' ? untilUnused(server, stopWhenUnused * 60_000) : stop
      await Promise.race([stop, unused])
      await server.close()
    })
}

/** Whoever starts a server for others does not know when the last of them has gone. */
async function untilUnused(server: RunningServer, unusedMs: number): Promise<void> {
  for (;;) {
    const left = server.lastUsedAt() + unusedMs - Date.now()
    if (left <= 0) return
    await sleep(left, undefined, { ref: false })
  }
}

const isAlreadyServed = (error: unknown): boolean =>
  error instanceof AppError && error.reason === 'FOLDER_ALREADY_SERVED'

/** Of two that start at once, the slower one waits until the faster one can say where it is. */
async function awaitServer(dataDir: string, needs: CliNeeds) {
  for (let attempt = 0; attempt < 100; attempt++) {
    const found = await needs.findServer(dataDir)
    if (found) return found
    await sleep(100)
  }
  return null
}

function sayWhere({ url, pid }: { url: string; pid: number }, { terminal }: CliNeeds): void {
  terminal.print(`Winnow already runs at ${url} (process ${pid}).`)
  terminal.note('Use it, or join it as a worker with --attach.')
}

/** Ctrl-C under `npm start` comes twice: from the terminal, and passed on by npm. */
const echoMs = 1000

/** Resolves at the first request to stop; a later one, which is no echo of it, ends the process at once. */
function stopSignal(): Promise<null> {
  return new Promise((resolve) => {
    let firstAt: number | undefined
    const hear = () => {
      if (firstAt !== undefined && performance.now() - firstAt > echoMs) process.exit(exitCodes.failed)
      firstAt ??= performance.now()
      resolve(null)
    }
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, hear)
  })
}

const workerBlock = (joined: { url: string } | null): string =>
  `Winnow works${joined ? ` for ${joined.url}` : ''}. Ctrl-C stops it.`

function readyBlock(
  { url, newOwnerKey, keyFile, loadsSample }: RunningServer & { url: string },
  config: Config,
  { terminal, version }: CliNeeds,
): string {
  const bold = (text: string) => terminal.style('bold', text)
  // What a file holds can be used in a command without ever standing on the screen.
  const usable = keyFile ? `$(cat ${quoted(keyFile)})` : (newOwnerKey ?? '<your key>')
  const key = config.apiKey
    ? 'the one in WINNOW_API_KEY'
    : keyFile
      ? `in ${keyFile}`
      : newOwnerKey
        ? `${bold(newOwnerKey)} (shown this once)`
        : 'shown at the first start; `winnow keys create <name>` makes another'
  const address = config.publicUrl ?? url
  return [
    '',
    `  ${bold('Winnow')} ${version} is ready.`,
    '',
    `  address  ${bold(address)}`,
    `  key      ${key}`,
    `  docs     ${address}/docs`,
    ...(loadsSample
      ? ['  sample   217 invented pages are being loaded; WINNOW_SAMPLE=off starts without']
      : []),
    // On one line, so that it can be copied as it is.
    `  try      curl ${address}/search -H "x-api-key: ${config.apiKey ? '$WINNOW_API_KEY' : usable}" -H 'content-type: application/json' -d '{"query":"inspection robots"}'`,
    '',
  ].join('\n')
}

const quoted = (path: string): string =>
  /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`
