import { Argument, Command } from 'commander'
import { ordinaryScopes, type NewApiKey } from '../../../contract/access.ts'
import { mcpClients, snippet, writeEntry, type McpEntry } from '../mcp-clients.ts'
import { clientOptions, type CliNeeds, type ClientOptions } from '../needs.ts'
import { configOptions, readFlags } from '../setting-flags.ts'

export function mcpCommand(needs: CliNeeds): Command {
  const mcp = configOptions(new Command('mcp'))
    .description('serve an MCP host over standard input and output')
    .addHelpText(
      'after',
      `
Examples:
  $ winnow mcp
  $ winnow mcp install claude --write
  $ winnow mcp install cursor

It uses the server that runs on the data folder, or starts one that other hosts join. Over HTTP the same tools are at
/mcp of any server.`,
    )
    .action((options: Record<string, unknown>) => needs.serveMcp(needs.load(readFlags(options))))

  clientOptions(mcp.command('install'))
    .addArgument(new Argument('<client>', 'the program to set up').choices(Object.keys(mcpClients)))
    .description('set up an MCP client, with a key of its own that can neither approve nor manage keys')
    .option('--write', 'write the configuration of the client, instead of showing it')
    .option('--file <path>', 'its configuration file, if it is not where it usually is')
    .action(async (name: string, options: ClientOptions & { write?: boolean; file?: string }) => {
      const client = mcpClients[name]
      if (!client) return
      // The flags of `winnow mcp` have the same names, and its parser takes them first.
      const { dataDir } = needs.load(readFlags({ ...mcp.opts(), ...options })).config
      const key = await needs.api({ ...options, dataDir })<NewApiKey>('POST', '/winnow/v1/keys', {
        name: `mcp ${name}`,
        scopes: ordinaryScopes,
      })
      const [command = 'winnow', ...args] = needs.program
      const entry: McpEntry = {
        type: 'stdio',
        command,
        args: [...args, 'mcp', '--data-dir', dataDir],
        env: { WINNOW_MCP_API_KEY: key.key },
      }
      const file = options.file ?? client.file()
      if (!options.write) {
        needs.terminal.print(JSON.stringify(snippet(client, entry), null, 2))
        needs.terminal.note(`Put this into ${file}, or have it done with --write. The key is ${key.id}.`)
        return
      }
      await writeEntry(client, file, entry)
      needs.terminal.print(`${client.title} is set up in ${file}, with the key ${key.id}.`)
      needs.terminal.note('Restart it to see the tools.')
    })
  return mcp
}
