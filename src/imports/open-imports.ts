import type { Documents } from '../documents/index.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { Jobs } from '../ports/jobs.ts'
import type { Log } from '../ports/log.ts'
import type { Records } from '../ports/records.ts'
import type { SourceFiles } from '../ports/source-files.ts'
import type { WebsetEngine, WebsetServices } from '../websets/index.ts'
import { createImportWorkflow, importQueue } from './import-workflow.ts'
import { createImports, type Imports } from './imports.ts'
import { createReadImport } from './read-import.ts'

interface Needs {
  readonly records: Records
  readonly documents: Pick<Documents, 'stored'>
  readonly engine: Pick<WebsetEngine, 'recognise'>
  readonly websets: Pick<WebsetServices, 'log' | 'afterImport'>
  readonly files: SourceFiles
  readonly clock: Clock
  readonly ids: Ids
  readonly jobs: Jobs
  readonly log: Log
  readonly baseUrl: () => string
}

/** Imports with all that works for them; their jobs are defined here, so before the jobs are started. */
export function openImports(needs: Needs): Imports {
  const { jobs, log } = needs
  const imports = createImports(needs)
  jobs.defineQueue(importQueue)
  jobs.defineWorkflow(createImportWorkflow({ ...needs, read: createReadImport(needs) }))
  jobs.defineSchedule({
    name: 'imports.expire',
    cron: '*/5 * * * *',
    async run() {
      const expired = await imports.expire()
      if (expired > 0) log.info({ expired }, 'imports failed whose file never came')
    },
  })
  jobs.defineSchedule({
    name: 'imports.files',
    cron: '23 * * * *',
    async run() {
      const removed = await imports.pruneFiles()
      if (removed > 0) log.info({ removed }, 'files that no import reads were deleted')
    },
  })
  return imports
}
