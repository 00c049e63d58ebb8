import { Command } from 'commander'
import type { Team } from '../../../contract/access.ts'
import { everyPage } from '../api-client.ts'
import { amount, clientOptions, type CliNeeds, type ClientOptions } from '../needs.ts'

interface CreateOptions extends ClientOptions {
  readonly budget?: number
  readonly zeroRetention?: boolean
}

export function teamsCommand(needs: CliNeeds): Command {
  const { terminal } = needs
  const teams = new Command('teams')
    .description('add and list teams; each sees only its own things')
    .addHelpText(
      'after',
      `
Examples:
  $ winnow teams create research --budget 20
  $ winnow keys create research-laptop --team team_01k…
  $ winnow teams list --json`,
    )

  clientOptions(teams.command('create <name>'))
    .description('add a team')
    .option('--budget <dollars>', 'what the team may spend in all', amount)
    .option('--zero-retention', 'keep nothing of its agent runs')
    .action(async (name: string, options: CreateOptions) => {
      const { budget, zeroRetention } = options
      const body = {
        name,
        ...(budget !== undefined && { budgetDollars: budget }),
        ...(zeroRetention && { zeroRetention }),
      }
      const team = await needs.api(options)<Team>('POST', '/winnow/v1/teams', body)
      terminal.print(options.json ? JSON.stringify(team, null, 2) : team.id)
    })

  clientOptions(teams.command('list'))
    .description('list the teams of this server')
    .action(async (options: ClientOptions) => {
      const all = await everyPage<Team>(needs.api(options), '/winnow/v1/teams')
      if (options.json) return terminal.print(JSON.stringify(all, null, 2))
      terminal.table(
        ['ID', 'NAME', 'SPENT', 'BUDGET'],
        all.map((team) => [
          team.id,
          team.name,
          `$${team.spentDollars.toFixed(3)}`,
          team.budgetDollars === null ? 'none' : `$${team.budgetDollars}`,
        ]),
      )
    })

  return teams
}
