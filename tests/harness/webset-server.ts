import { createJobs } from '../../src/adapters/dbos/create-jobs.ts'
import type { SettingName } from '../../src/config.ts'
import type { Jobs } from '../../src/ports/jobs.ts'
import { listen } from '../../src/surfaces/http/listen.ts'
import { afterwards } from './afterwards.ts'
import { testApi } from './api.ts'
import { silentLog } from './log.ts'
import { worldEngine, type Thing, type World } from './webset-world.ts'

/** The whole API on a port, with workers, for websets of a small world that is known by heart. */
export async function websetServer(
  things: readonly Thing[],
  flags: Partial<Record<SettingName, unknown>> = {},
  overrides: Partial<World> = {},
) {
  const { engine, world } = worldEngine(things, overrides)
  let jobs: Jobs | undefined
  const api = await testApi(flags, {
    engine,
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
  return { ...api, world, url: listener.url }
}
