import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createJobs } from './adapters/dbos/create-jobs.ts'
import { createLog } from './adapters/pino/log.ts'
import { backup } from './adapters/postgres/backup/backup.ts'
import { restore } from './adapters/postgres/backup/restore.ts'
import { startDatabase } from './adapters/postgres/database.ts'
import { createRecords } from './adapters/postgres/records.ts'
import type { Config } from './config.ts'
import { AppError } from './contract/errors.ts'
import type { Log } from './ports/log.ts'
import type { BackupSummary } from './surfaces/cli/needs.ts'

/** Works beside a running server, whose database it shares, and without one. */
export async function saveBackup(config: Config, file: string): Promise<BackupSummary> {
  if (existsSync(file)) {
    throw new AppError('conflict', `${file} exists already.`, { details: { remedy: 'Name a new file.' } })
  }
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'postgres'))) {
    throw new AppError('not_found', `There is no database in ${config.dataDir}.`, {
      details: { remedy: 'Name the data folder with --data-dir.' },
    })
  }
  return withDatabase(config, (connectionString) => backup({ connectionString, file: resolve(file) }), file)
}

/** Into a database that holds nothing; a failure leaves it as empty as it was. */
export async function restoreBackup(config: Config, file: string): Promise<BackupSummary> {
  if (!existsSync(file)) throw new AppError('not_found', `${file} does not exist.`)
  const log = commandLog(config)
  return withDatabase(
    config,
    (connectionString) => {
      const prepare = () => makeJobTables(connectionString)
      return restore({ connectionString, file: resolve(file), prepare }, log)
    },
    file,
  )
}

/** The library of durable work keeps its own tables; they must be there before rows can come back into them. */
async function makeJobTables(connectionString: string): Promise<void> {
  const log = createLog('silent')
  const records = createRecords({ connectionString }, log)
  const jobs = createJobs({ connectionString, records, role: 'api', log })
  await jobs.start()
  await jobs.close()
  await records.close()
}

/** Lines for programs are not for a person who waits for one sentence; what goes wrong is said in one. */
const commandLog = ({ logLevel }: Config): Log => createLog(process.stderr.isTTY ? 'silent' : logLevel)

async function withDatabase(
  config: Config,
  body: (connectionString: string) => Promise<{ rows: Readonly<Record<string, number>> }>,
  file: string,
): Promise<BackupSummary> {
  const { dataDir, databaseUrl } = config
  const database = await startDatabase({ dataDir, databaseUrl }, commandLog(config))
  try {
    const { rows } = await body(database.connectionString)
    const counts = Object.values(rows)
    const total = counts.reduce((sum, count) => sum + count, 0)
    return { file, tables: counts.length, rows: total, bytes: (await stat(file)).size }
  } finally {
    await database.close()
  }
}
