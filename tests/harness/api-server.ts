import { createJobs } from '../../src/adapters/dbos/create-jobs.ts'
import type { SettingName } from '../../src/config.ts'
import type { Jobs } from '../../src/ports/jobs.ts'
import { listen } from '../../src/surfaces/http/listen.ts'
import { afterwards } from './afterwards.ts'
import { testApi } from './api.ts'
import { silentLog } from './log.ts'

/** The whole API on a port, with workers. */
export async function apiServer(
  flags: Partial<Record<SettingName, unknown>> = {},
  options: Omit<NonNullable<Parameters<typeof testApi>[1]>, 'openJobs'> = {},
) {
  let jobs: Jobs | undefined
  const api = await testApi(flags, {
    ...options,
    openJobs({ connectionString, records }) {
      jobs = createJobs({ connectionString, records, role: 'all', log: silentLog, sameMachine: true })
      return jobs
    },
  })
  await jobs?.start()
  afterwards(async () => jobs?.close(1000))
  const listener = await listen(api.http, '127.0.0.1', 0)
  afterwards(async () => {
    api.endFeeds()
    await listener.close(1000)
  })
  return { ...api, url: listener.url }
}
