import type { Command } from 'commander'
import { clientOptions, type CliNeeds, type ClientOptions } from './needs.ts'

/** What can be looked at of whatever was done in steps: the steps, and the events that they come to. */
export function recordedSteps(
  needs: CliNeeds,
  parent: Command,
  pathOf: (id: string, rest: 'steps' | 'replay') => string,
): void {
  const { terminal } = needs
  clientOptions(parent.command('steps <id>'))
    .description('list what was done, each with its price')
    .action(async (id: string, options: ClientOptions) => {
      const { data } = await needs.api(options)<{
        data: { key: string; kind: string; costDollars: number }[]
      }>('GET', pathOf(id, 'steps'))
      if (options.json) return terminal.print(JSON.stringify(data, null, 2))
      terminal.table(
        ['STEP', 'KIND', 'DOLLARS'],
        data.map(({ key, kind, costDollars }) => [key, kind, costDollars.toFixed(6)]),
      )
    })

  clientOptions(parent.command('replay <id>'))
    .description('work out the events of what has ended once more from its recorded steps; one a line')
    .action(async (id: string, options: ClientOptions) => {
      for await (const event of needs.events(options)<unknown>('GET', pathOf(id, 'replay')))
        terminal.print(JSON.stringify(event))
    })
}
