import {
  ApiKey,
  CreateKeyRequest,
  KeyList,
  KeyReference,
  ListKeysRequest,
  NewApiKey,
  UpdateKeyRequest,
} from '../contract/access.ts'
import { operation } from './operation.ts'

export const createKey = operation({
  name: 'keys.create',
  summary: 'Make an API key. The answer shows it once; only its hash is kept.',
  scope: 'keys',
  limitClass: 'other',
  input: CreateKeyRequest,
  output: NewApiKey,
  run: ({ services, caller }, input) => services.keys.create(caller, input),
})

export const listKeys = operation({
  name: 'keys.list',
  summary: "List the team's API keys.",
  scope: 'keys',
  limitClass: 'other',
  input: ListKeysRequest,
  output: KeyList,
  run: ({ services, caller }, input) => services.keys.list(caller, input),
})

export const getKey = operation({
  name: 'keys.get',
  summary: 'Read an API key: what it may do, its budget and what it has spent.',
  scope: 'keys',
  limitClass: 'other',
  input: KeyReference,
  output: ApiKey,
  run: ({ services, caller }, input) => services.keys.get(caller, input.id),
})

export const updateKey = operation({
  name: 'keys.update',
  summary: 'Change the name, the limits or the budget of an API key.',
  scope: 'keys',
  limitClass: 'other',
  input: UpdateKeyRequest,
  output: ApiKey,
  async run({ services, caller }, input) {
    const key = await services.keys.update(caller, input)
    await services.websets.resume(key.teamId)
    return key
  },
})

export const revokeKey = operation({
  name: 'keys.revoke',
  summary: 'Revoke an API key. It stops working with the next request, and its history stays.',
  scope: 'keys',
  limitClass: 'other',
  input: KeyReference,
  output: ApiKey,
  run: ({ services, caller }, input) => services.keys.revoke(caller, input.id),
})
