import { Command } from 'commander'
import { clientOptions, type CliNeeds, type ClientOptions } from '../needs.ts'

export function openCommand(needs: CliNeeds): Command {
  return clientOptions(new Command('open'))
    .description('print a link that opens the web app, signed in; it works once, within ten minutes')
    .addHelpText('after', '\nExamples:\n  $ winnow open')
    .action(async (options: ClientOptions) => {
      const link = await needs.api(options)<{ url: string }>('POST', '/winnow/v1/session/links')
      needs.terminal.print(options.json ? JSON.stringify(link, null, 2) : link.url)
    })
}
