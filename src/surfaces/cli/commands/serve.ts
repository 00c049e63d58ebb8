import { Command } from 'commander'
import type { Config } from '../../../config.ts'
import type { CliNeeds, RunningServer } from '../needs.ts'
import { configOptions, readFlags } from '../setting-flags.ts'

export function serveCommand(needs: CliNeeds): Command {
  return configOptions(new Command('serve'))
    .description('start the server')
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
      if (running && !options.attach && config.role !== 'worker') {
        needs.terminal.print(`Winnow already runs at ${running.url} (process ${running.pid}).`)
        needs.terminal.note('Use it, or join it as a worker with --attach.')
        return
      }
      const server = await needs.startServer({ ...config, role: running ? 'worker' : config.role })
      const block =
        server.url === null ? workerBlock(running) : readyBlock({ ...server, url: server.url }, config, needs)
      needs.terminal.print(block)
      await stopSignal()
      await server.close()
    })
}

/** Resolves at the first request to stop; a second one ends the process at once. */
function stopSignal(): Promise<null> {
  return new Promise((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => resolve(null))
  })
}

const workerBlock = (joined: { url: string } | null): string =>
  `Winnow works${joined ? ` for ${joined.url}` : ''}. Ctrl-C stops it.`

function readyBlock(
  { url, newOwnerKey, keyFile }: RunningServer & { url: string },
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
    `  try      curl -H "x-api-key: ${config.apiKey ? '$WINNOW_API_KEY' : usable}" ${address}/winnow/v1/me`,
    '',
  ].join('\n')
}

const quoted = (path: string): string =>
  /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`
