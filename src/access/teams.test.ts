import { expect, test } from 'vitest'
import { testApi } from '../../tests/harness/api.ts'
import type { Team } from '../contract/access.ts'
import { publicTeamId } from '../documents/index.ts'

const api = await testApi()

test('the owner of public pages is no team that anybody sees, changes or joins', async () => {
  await api.documents.ensurePublicTeam()
  const { id } = await api.addTeam('research')
  const { data } = await api.call<{ data: Team[] }>('GET', '/winnow/v1/teams')
  expect(data.map((team) => team.id)).toContain(id)
  expect(data.map((team) => team.id)).not.toContain(publicTeamId)
  const requests = [
    ['PATCH', `/winnow/v1/teams/${publicTeamId}`, { name: 'mine' }],
    ['POST', '/winnow/v1/keys', { name: 'mine', teamId: publicTeamId }],
  ] as const
  for (const [method, path, body] of requests) {
    const response = await api.request(method, path, { key: api.ownerKey, body })
    expect({ path, status: response.status }).toEqual({ path, status: 404 })
  }
})
