import { testDatabase } from '../../tests/harness/database.ts'
import { createMemoryTasks } from './memory-tasks.ts'
import { createStoredTasks } from './stored-tasks.ts'
import { describeTaskStore } from './task-store.suite.ts'

const owner = { teamId: 'team_1', keyId: 'key_1' }
const colleague = { teamId: 'team_1', keyId: 'key_2' }

describeTaskStore('tasks in memory', async (needs) => ({
  tasks: createMemoryTasks(needs),
  owner,
  colleague,
}))

describeTaskStore('tasks in PostgreSQL', async (needs) => {
  const { records } = await testDatabase()
  await records
    .acrossTeams('a team to own tasks')
    .insertInto('teams')
    .values({ id: owner.teamId, name: 'Team', limits: '{}', budget_nanos: null, created_at: new Date() })
    .execute()
  return { tasks: createStoredTasks({ ...needs, records }), owner, colleague }
})
