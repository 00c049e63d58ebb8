import type { Ledger, Prices } from '../billing/index.ts'
import type { Documents } from '../documents/index.ts'
import type { Clock } from '../ports/clock.ts'
import type { ExportFiles } from '../ports/export-files.ts'
import type { Ids } from '../ports/ids.ts'
import type { Jobs } from '../ports/jobs.ts'
import type { Log } from '../ports/log.ts'
import type { Records, Tx } from '../ports/records.ts'
import type { SigningKey } from '../ports/signing-key.ts'
import type { SourceFiles } from '../ports/source-files.ts'
import type { OpenReader } from '../reader/index.ts'
import { createSpending, type WebsetServices } from '../websets/index.ts'
import { createBundles } from './bundle/bundles.ts'
import { createDifference } from './difference.ts'
import { createExportWorkflow, exportQueue } from './export-workflow.ts'
import { createExports } from './exports.ts'
import { createRejudgeWorkflow, rejudgeQueue } from './rejudge-workflow.ts'
import { createRejudgements } from './rejudgements.ts'

export interface ExportSettings {
  /** How long files and rejudgements are kept. */
  readonly days: number
  readonly historyDays: number
  readonly maxBundleBytes: number
}

interface Needs {
  readonly records: Records
  readonly documents: Documents
  readonly websets: WebsetServices
  readonly reader: OpenReader
  readonly exportFiles: ExportFiles
  readonly files: SourceFiles
  readonly signingKey: SigningKey
  readonly ledger: Ledger
  readonly prices: Prices
  readonly clock: Clock
  readonly ids: Ids
  readonly jobs: Jobs
  readonly log: Log
  readonly baseUrl: () => string
  readonly settings: ExportSettings
}

export type ExportServices = ReturnType<typeof openExports>

/** What is made of websets and beside them; its jobs are defined here, so before the jobs are started. */
export function openExports({
  exportFiles: files,
  files: uploads,
  signingKey: key,
  settings,
  ...needs
}: Needs) {
  const { jobs, log } = needs
  const { days, historyDays, maxBundleBytes: maxBytes } = settings
  const exports = createExports({ ...needs, files, days })
  const rejudgements = createRejudgements({ ...needs, days })

  jobs.defineQueue(exportQueue)
  jobs.defineWorkflow(createExportWorkflow({ ...needs, files, key, present: exports.present }))
  jobs.defineQueue(rejudgeQueue)
  jobs.defineWorkflow(createRejudgeWorkflow({ ...needs, spending: createSpending(needs) }))
  jobs.defineSchedule({
    name: 'exports.prune',
    cron: '23 * * * *',
    async run() {
      const removed = (await exports.prune()) + (await rejudgements.prune())
      if (removed > 0) log.info({ removed }, 'exports and rejudgements expired')
    },
  })

  return {
    ...exports,
    rejudgements,
    difference: createDifference({ ...needs, historyDays }),
    bundles: createBundles({ ...needs, uploads, key, maxBytes }),
    /** To be called before the websets forget: what they quote tells which exports go. */
    async forgetQuoting(tx: Tx, documentIds: string[]): Promise<void> {
      await exports.forgetQuoting(tx, documentIds)
      await rejudgements.forgetQuoting(tx, documentIds)
    },
  }
}
