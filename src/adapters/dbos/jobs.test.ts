import { startJobsProcess } from '../../../tests/harness/jobs-process.ts'
import { testDatabase } from '../../../tests/harness/database.ts'
import { silentLog } from '../../../tests/harness/log.ts'
import { DEAD_AFTER_MS } from '../../ports/jobs-scene.suite.ts'
import { jobsSuite } from '../../ports/jobs.suite.ts'
import { createJobs } from './create-jobs.ts'

jobsSuite(async () => {
  const { connectionString, records } = await testDatabase()
  const heartbeat = { everyMs: 200, deadAfterMs: DEAD_AFTER_MS }
  let processes = 0
  return {
    records,
    create: ({ role }) => createJobs({ connectionString, records, role, log: silentLog, heartbeat }),
    startProcess({ deadAfterMs = DEAD_AFTER_MS, ...options } = {}) {
      processes += 1
      const executorId = `worker-${processes}`
      return startJobsProcess({
        connectionString,
        executorId,
        heartbeat: { ...heartbeat, deadAfterMs },
        ...options,
      })
    },
  }
})
