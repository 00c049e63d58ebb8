import type { ApiKey, Identity, NewApiKey } from '../../../src/contract/access.ts'
import type { ModelsReport } from '../../../src/contract/models.ts'
import type { UsageReport } from '../../../src/contract/usage.ts'
import { ask, post } from './client.ts'

const keys = '/winnow/v1/keys'

export async function listKeys(signal?: AbortSignal): Promise<readonly ApiKey[]> {
  const all: ApiKey[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query: string = cursor === '' ? '' : `&cursor=${cursor}`
    const page: { data: ApiKey[]; nextCursor: string | null } = await ask(`${keys}?limit=200${query}`, {
      signal,
    })
    all.push(...page.data)
    cursor = page.nextCursor
  }
  return all
}

export const createKey = (request: object): Promise<NewApiKey> => post(keys, request)
export const updateKey = (id: string, changes: object): Promise<ApiKey> =>
  ask(`${keys}/${id}`, { method: 'PATCH', body: changes })
export const revokeKey = (id: string): Promise<ApiKey> => ask(`${keys}/${id}`, { method: 'DELETE' })

export const getIdentity = (signal?: AbortSignal): Promise<Identity> => ask('/winnow/v1/me', { signal })
export const getModels = (signal?: AbortSignal): Promise<ModelsReport> => ask('/winnow/v1/models', { signal })

export function getUsage(
  from: Date,
  groupBy: readonly ('day' | 'key' | 'operation')[],
  signal?: AbortSignal,
): Promise<UsageReport> {
  const parameters = new URLSearchParams([
    ['from', from.toISOString()],
    ...groupBy.map((one) => ['groupBy', one]),
  ])
  return ask(`/winnow/v1/usage?${parameters.toString()}`, { signal })
}
