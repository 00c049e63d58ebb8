import { expect, test } from 'vitest'
import { testDatabase } from '../../../tests/harness/database.ts'

const { records } = await testDatabase()

test('writes and reads back, bigint as a number', async () => {
  await records
    .acrossTeams('test')
    .insertInto('teams')
    .values({ id: 'team_1', name: 'One', spent_nanos: 2 ** 40, created_at: new Date() })
    .execute()
  const team = await records.db
    .selectFrom('teams')
    .selectAll()
    .where('id', '=', 'team_1')
    .executeTakeFirstOrThrow()
  expect(team).toMatchObject({ name: 'One', spent_nanos: 2 ** 40, limits: {} })
})

test('rolls back when the body throws', async () => {
  const attempt = records.transaction(async (tx) => {
    await tx.insertInto('teams').values({ id: 'team_2', name: 'Two', created_at: new Date() }).execute()
    throw new Error('no')
  })
  await expect(attempt).rejects.toThrow('no')
  expect(await records.db.selectFrom('teams').select('id').where('id', '=', 'team_2').execute()).toEqual([])
})
