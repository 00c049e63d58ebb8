import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../../tests/harness/database.ts'
import { teamColumns } from '../../ports/tables.ts'
import { TeamGuardError } from './team-guard.ts'

const { connectionString, records } = await testDatabase()
const { db } = records
const team = 'team_1'
const key = {
  id: 'key_1',
  team_id: team,
  name: 'k',
  hash: Buffer.from('h'),
  hint: 'h',
  scopes: [],
  created_at: new Date(),
}

// Compiling runs the plugins, so a refused query throws here and is never sent.
const allowed: Record<string, () => { compile(): unknown }> = {
  'a filter by team': () => db.selectFrom('api_keys').selectAll().where('team_id', '=', team),
  'teams by id': () => db.selectFrom('teams').selectAll().where('id', '=', team),
  'a filter by several teams': () =>
    db.selectFrom('api_keys').select('id').where('team_id', 'in', [team, 't2']),
  'a filter among others': () =>
    db
      .selectFrom('api_keys')
      .select('id')
      .where((eb) => eb.and([eb('name', 'like', 'a%'), eb('team_id', '=', team)])),
  'an alias': () => db.selectFrom('api_keys as k').select('k.id').where('k.team_id', '=', team),
  'the public rows and a team’s': () =>
    db
      .selectFrom('api_keys')
      .select('id')
      .where((eb) => eb.or([eb('team_id', '=', team), eb('team_id', 'is', null)])),
  'a join that passes the team on': () =>
    db
      .selectFrom('api_keys')
      .innerJoin('teams', 'teams.id', 'api_keys.team_id')
      .select('teams.name')
      .where('teams.id', '=', team),
  'a left join that passes the team on': () =>
    db
      .selectFrom('teams')
      .leftJoin('api_keys', (join) =>
        join.onRef('api_keys.team_id', '=', 'teams.id').on('api_keys.revoked_at', 'is', null),
      )
      .select('api_keys.id')
      .where('teams.id', '=', team),
  'a subquery tied to the outer team': () =>
    db
      .selectFrom('teams')
      .select('name')
      .where('id', '=', team)
      .where((eb) =>
        eb.exists(
          eb.selectFrom('api_keys').select('api_keys.id').whereRef('api_keys.team_id', '=', 'teams.id'),
        ),
      ),
  'a query on a filtered CTE': () =>
    db
      .with('mine', (cte) => cte.selectFrom('api_keys').select(['id', 'team_id']).where('team_id', '=', team))
      .selectFrom('mine')
      .innerJoin('usage_entries', 'usage_entries.team_id', 'mine.team_id')
      .select('usage_entries.id'),
  'an update': () => db.updateTable('api_keys').set({ name: 'x' }).where('team_id', '=', team),
  'a delete': () => db.deleteFrom('reservations').where('team_id', '=', team).where('id', '=', 'r'),
  'an insert with its team': () => db.insertInto('api_keys').values(key),
  'an upsert on a key with the team in it': () =>
    db
      .insertInto('rate_limits')
      .values({ team_id: team, class: 'search', arrival_at: new Date() })
      .onConflict((conflict) =>
        conflict.columns(['team_id', 'class']).doUpdateSet({ arrival_at: new Date() }),
      ),
  'an upsert that checks the team of the row in the way': () =>
    db
      .insertInto('api_keys')
      .values(key)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet({ name: 'x' }).where('api_keys.team_id', '=', team),
      ),
}

const refused: Record<string, () => { compile(): unknown }> = {
  'no filter': () => db.selectFrom('api_keys').selectAll(),
  'teams by something else': () => db.selectFrom('teams').selectAll().where('is_owner', '=', true),
  'a filter by something else': () => db.selectFrom('api_keys').selectAll().where('id', '=', 'key_1'),
  'every other team': () => db.selectFrom('api_keys').selectAll().where('team_id', '!=', team),
  'a filter that an "or" opens': () =>
    db
      .selectFrom('api_keys')
      .select('id')
      .where((eb) => eb.or([eb('team_id', '=', team), eb('name', '=', 'x')])),
  'a filter that "not" turns round': () =>
    db
      .selectFrom('api_keys')
      .select('id')
      .where((eb) => eb.not(eb('team_id', '=', team))),
  'a team compared with itself': () =>
    db.selectFrom('api_keys').select('id').whereRef('team_id', '=', 'team_id'),
  'a join that fixes neither': () =>
    db.selectFrom('api_keys').innerJoin('teams', 'teams.id', 'api_keys.team_id').select('teams.name'),
  'a join that leaves one open': () =>
    db
      .selectFrom('api_keys')
      .innerJoin('usage_entries', 'usage_entries.key_id', 'api_keys.id')
      .select('usage_entries.id')
      .where('api_keys.team_id', '=', team),
  'a left join that would filter its left side': () =>
    db
      .selectFrom('teams')
      .leftJoin('api_keys', (join) => join.on('teams.id', '=', team).on('api_keys.team_id', '=', team))
      .select('teams.name'),
  'an unfiltered subquery': () =>
    db
      .selectFrom('teams')
      .select('name')
      .where('id', '=', team)
      .where('name', 'in', (eb) => eb.selectFrom('api_keys').select('api_keys.name')),
  'an unfiltered CTE': () =>
    db
      .with('all_keys', (cte) => cte.selectFrom('api_keys').select('id'))
      .selectFrom('all_keys')
      .selectAll(),
  'a CTE that hides a table': () =>
    db
      .with('api_keys', (cte) => cte.selectFrom('teams').select('id').where('id', '=', team))
      .selectFrom('api_keys')
      .selectAll(),
  'an unfiltered branch of a union': () =>
    db
      .selectFrom('api_keys')
      .select('id')
      .where('team_id', '=', team)
      .union(db.selectFrom('usage_entries').select('id')),
  'an update': () => db.updateTable('api_keys').set({ name: 'x' }).where('id', '=', 'key_1'),
  'a delete': () => db.deleteFrom('reservations').where('id', '=', 'r'),
  'an insert of a row selected from everywhere': () =>
    db
      .insertInto('reservations')
      .columns(['id', 'team_id'])
      .expression(db.selectFrom('api_keys').select(['id', 'team_id'])),
  'an upsert that could hit another team': () =>
    db
      .insertInto('api_keys')
      .values(key)
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ name: 'x' })),
}

describe('lets pass', () => {
  test.each(Object.entries(allowed))('%s', (_, build) => {
    expect(() => build().compile()).not.toThrow()
  })
})

describe('refuses', () => {
  test.each(Object.entries(refused))('%s', (_, build) => {
    expect(() => build().compile()).toThrow(TeamGuardError)
  })

  test('an insert without a team', () => {
    const { team_id: _, ...rest } = key
    // The types refuse it too; this is the second wall.
    expect(() =>
      db
        .insertInto('api_keys')
        .values(rest as typeof key)
        .compile(),
    ).toThrow('must give its team_id')
  })

  test('inside a transaction as well', async () => {
    const attempt = records.transaction((tx) => tx.selectFrom('api_keys').selectAll().execute())
    await expect(attempt).rejects.toThrow('must filter by api_keys.team_id')
  })
})

test('acrossTeams is not guarded', async () => {
  expect(await records.acrossTeams('test').selectFrom('api_keys').selectAll().execute()).toEqual([])
})

test('the list of guarded tables is complete', async () => {
  const client = new Client({ connectionString })
  await client.connect()
  const { rows } = await client.query<{ table_name: string }>(
    `select table_name from information_schema.columns
     where table_schema = 'public' and column_name = 'team_id'`,
  )
  await client.end()
  const expected = Object.fromEntries(rows.map((row) => [row.table_name, 'team_id']))
  expect(teamColumns).toEqual({ teams: 'id', ...expected })
})
