import { z } from 'zod'
import { Identity } from '../contract/access.ts'
import { UsageReport, UsageRequest } from '../contract/usage.ts'
import { operation } from './operation.ts'

export const whoAmI = operation({
  name: 'identity.get',
  summary: 'Say which team and key this is, what the key may do, and what limits hold.',
  scope: 'read',
  limitClass: 'other',
  input: z.object({}),
  output: Identity,
  run: async ({ services, caller }) => ({
    object: 'identity' as const,
    team: {
      id: caller.teamId,
      name: caller.teamName,
      limits: services.rateLimits.of(caller),
      ...(await services.teams.account(caller.teamId)),
    },
    key: { id: caller.keyId, name: caller.keyName, scopes: [...caller.scopes] },
  }),
})

export const reportUsage = operation({
  name: 'usage.report',
  summary: 'Sum what the team used and what it cost, by day, key and operation.',
  scope: 'read',
  limitClass: 'other',
  input: UsageRequest,
  output: UsageReport,
  run: ({ services, caller }, input) => services.usage.report(caller.teamId, input),
})
