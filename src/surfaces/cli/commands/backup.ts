import { Command } from 'commander'
import { CliError } from '../cli-error.ts'
import type { BackupSummary, CliNeeds } from '../needs.ts'

export function backupCommand(needs: CliNeeds): Command {
  return new Command('backup')
    .argument('<file>', 'where to write; must not exist')
    .description('write everything the database holds into one file, while the server runs or not')
    .option('--data-dir <folder>', 'the data folder')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ winnow backup winnow-backup.gz\n  $ winnow backup nightly.gz --json',
    )
    .action(async (file: string, options: { dataDir?: string; json?: boolean }) => {
      const { config } = needs.load({ dataDir: options.dataDir })
      report(needs, await needs.backup(config, file), 'Saved', options.json)
    })
}

export function restoreCommand(needs: CliNeeds): Command {
  return new Command('restore')
    .argument('<file>', 'a file that `winnow backup` wrote')
    .description('fill an empty data folder (or an empty DATABASE_URL) from a backup')
    .option('--data-dir <folder>', 'the data folder to fill')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExamples:\n  $ winnow restore winnow-backup.gz --data-dir ./restored')
    .action(async (file: string, options: { dataDir?: string; json?: boolean }) => {
      const { config } = needs.load({ dataDir: options.dataDir })
      const running = await needs.findServer(config.dataDir)
      if (running) {
        throw new CliError(
          `A server runs on this data folder (process ${running.pid}).`,
          'Restore into an empty folder with --data-dir.',
        )
      }
      report(needs, await needs.restore(config, file), 'Restored', options.json)
    })
}

function report({ terminal }: CliNeeds, summary: BackupSummary, verb: string, json?: boolean): void {
  if (json) return terminal.print(JSON.stringify(summary, null, 2))
  const { rows, tables, file, bytes } = summary
  terminal.print(`${verb} ${rows} rows of ${tables} tables (${file}, ${Math.ceil(bytes / 1024)} KB).`)
}
