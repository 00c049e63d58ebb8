import { Command, CommanderError } from 'commander'
import { ConfigError } from '../../config.ts'
import { AppError } from '../../contract/errors.ts'
import { CliError, exitCodes } from './cli-error.ts'
import { agentCommand } from './commands/agent.ts'
import { answerCommand } from './commands/answer.ts'
import { backupCommand, restoreCommand } from './commands/backup.ts'
import { crawlCommand } from './commands/crawl.ts'
import { doctorCommand } from './commands/doctor.ts'
import { evalCommand } from './commands/eval.ts'
import { importCommand } from './commands/import.ts'
import { ingestCommand } from './commands/ingest.ts'
import { forgetCommand, indexCommand, reindexCommand } from './commands/index-upkeep.ts'
import { keysCommand } from './commands/keys.ts'
import { mcpCommand } from './commands/mcp.ts'
import { extractCommand, judgeCommand, verifyCommand } from './commands/read.ts'
import { researchCommand } from './commands/research.ts'
import { contentsCommand, searchCommand } from './commands/search.ts'
import { serveCommand } from './commands/serve.ts'
import { approvalsCommand } from './commands/approvals.ts'
import { taskCommand } from './commands/task.ts'
import { teamsCommand } from './commands/teams.ts'
import { openCommand } from './commands/open.ts'
import { usageCommand } from './commands/usage.ts'
import { websetCommand } from './commands/webset.ts'
import type { CliNeeds } from './needs.ts'

/** Runs one command and answers the exit code; every error is shown here, once, with what to do next. */
export async function runCli(argv: readonly string[], needs: CliNeeds): Promise<number> {
  const program = new Command('winnow')
    .description('Finds, verifies and enriches things on the web, on your own machine.')
    .version(needs.version)
    .showHelpAfterError('(add --help for the options and examples)')
    .addHelpText('after', '\nExamples:\n  $ winnow serve\n  $ winnow doctor\n  $ winnow keys create laptop')
  for (const make of [
    serveCommand,
    mcpCommand,
    searchCommand,
    contentsCommand,
    answerCommand,
    judgeCommand,
    extractCommand,
    verifyCommand,
    evalCommand,
    indexCommand,
    reindexCommand,
    forgetCommand,
    doctorCommand,
    researchCommand,
    agentCommand,
    websetCommand,
    importCommand,
    taskCommand,
    approvalsCommand,
    crawlCommand,
    ingestCommand,
    keysCommand,
    teamsCommand,
    usageCommand,
    openCommand,
    backupCommand,
    restoreCommand,
  ]) {
    program.addCommand(make(needs))
  }
  for (const command of [program, ...program.commands, ...program.commands.flatMap((one) => one.commands)]) {
    command.exitOverride()
  }
  try {
    await program.parseAsync(argv)
    return 0
  } catch (error) {
    // Commander has printed its own explanation already; asking for help is no failure.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage
    return explain(error, needs)
  }
}

function explain(error: unknown, { terminal }: CliNeeds): number {
  const { message, remedy, exitCode } = describe(error)
  terminal.note(`${terminal.style('red', 'error:')} ${message}`)
  if (remedy) terminal.note(`  → ${remedy}`)
  return exitCode
}

function describe(error: unknown): { message: string; remedy?: string | undefined; exitCode: number } {
  if (error instanceof CliError) return error
  if (error instanceof ConfigError) {
    return {
      message: error.message,
      remedy: '`winnow doctor` shows every setting.',
      exitCode: exitCodes.usage,
    }
  }
  if (error instanceof AppError) {
    const { remedy } = error.details ?? {}
    const exitCode = error.code === 'unavailable' ? exitCodes.unavailable : exitCodes.failed
    return { message: error.message, remedy: typeof remedy === 'string' ? remedy : undefined, exitCode }
  }
  const shown = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return {
    message: shown,
    remedy: 'This is a defect of Winnow; please report it.',
    exitCode: exitCodes.failed,
  }
}
