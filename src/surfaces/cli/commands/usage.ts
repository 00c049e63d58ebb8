import { Command, Option } from 'commander'
import { UsageDimension, type UsageReport } from '../../../contract/usage.ts'
import { clientOptions, type CliNeeds, type ClientOptions } from '../needs.ts'

type Options = ClientOptions & { from?: string; to?: string; by: string[] }

export function usageCommand(needs: CliNeeds): Command {
  return clientOptions(new Command('usage'))
    .description('what was used and what it cost')
    .option('--from <date>', 'first day; default: thirty days ago')
    .option('--to <date>', 'end, exclusive; default: now')
    .addOption(
      new Option('--by <dimensions...>', 'how to group')
        .choices(UsageDimension.options)
        .default(['day', 'operation']),
    )
    .addHelpText('after', '\nExamples:\n  $ winnow usage\n  $ winnow usage --by key --from 2026-01-01 --json')
    .action(async (options: Options) => {
      const query = new URLSearchParams(
        options.by.map((dimension): [string, string] => ['groupBy', dimension]),
      )
      if (options.from) query.set('from', options.from)
      if (options.to) query.set('to', options.to)
      const report = await needs.api(options)<UsageReport>('GET', `/winnow/v1/usage?${query.toString()}`)
      if (options.json) return needs.terminal.print(JSON.stringify(report, null, 2))
      const rows = [...report.data, { ...report.total, day: 'total', keyId: 'total', operation: 'total' }]
      needs.terminal.table(
        [
          ...options.by.map((dimension) => dimension.toUpperCase()),
          'REQUESTS',
          'SEARCHES',
          'PAGES',
          'TOKENS',
          'COST',
        ],
        rows.map((row) => [
          ...options.by.map(
            (dimension) => ({ day: row.day, key: row.keyId, operation: row.operation })[dimension] ?? '',
          ),
          String(row.requests),
          String(row.searches),
          String(row.pages),
          String(row.tokens),
          `$${row.costDollars.toFixed(4)}`,
        ]),
      )
    })
}
